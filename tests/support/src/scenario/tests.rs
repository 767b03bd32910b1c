use super::*;

fn parse(text: &str) -> Result<Scenario, BadLine> {
    Scenario::parse(Path::new("x.txt"), text)
}

#[test]
fn lines_are_read_with_their_numbers() {
    let scenario = parse("# who\n\nagent a.2 clicks p1 which opens p2 -> ok\nperson takes control of w1\np1 is a's\n")
        .expect("good");
    assert_eq!(scenario.lines.iter().map(|line| line.number).collect::<Vec<_>>(), [3, 4, 5]);
    let does = AgentStep::Click { page: "p1".to_owned(), opens: Some("p2".to_owned()) };
    assert_eq!(scenario.lines[0].step, Step::Agent { agent: "a.2".to_owned(), does, answer: Some("ok".to_owned()) });
    let does = PersonStep::TakeControl("w1".to_owned());
    assert_eq!(scenario.lines[1].step, Step::Person { does, answer: "ok".to_owned() });
    assert_eq!(scenario.lines[2].step, Step::Is { place: "p1".to_owned(), state: State::Of("a".to_owned()) });
    assert_eq!((agent_of("a.2"), agent_of("a")), ("a", "a"));
}

/// A line that isn't understood is an error that names the file and the line; none is passed over.
#[test]
fn what_is_not_understood_is_an_error_with_file_and_line() {
    for bad in [
        "agent a jumps over p1 -> ok",
        "agent a clicks w1 -> ok",
        "agent a clicks p1",
        "agent a clicks p1 -> Paused",
        "agent a clicks p1 -> ok or so",
        "agent a leaves -> ok",
        "agent a is told",
        "agent",
        "person waves",
        "person takes control of x1",
        "p1 is happy",
        "p1 is idle -> ok",
        "the person is asked many things",
        "after 3 s",
        "after a while",
        "policy only:",
    ] {
        let error = parse(&format!("p1 is idle\n\n{bad}")).expect_err(bad);
        assert_eq!((error.number, error.file.as_path()), (3, Path::new("x.txt")), "{bad}");
        assert!(error.to_string().starts_with("x.txt:3: "), "{error}");
    }
    assert_eq!(parse("# nothing\n").expect_err("nothing").why, "nothing happens");
}

#[test]
fn time_passes_where_it_is_said_why() {
    let scenario = parse("policy only: needs a clock jump\nafter 301 s").expect("good");
    assert_eq!(scenario.policy_only.as_deref(), Some("needs a clock jump"));
    assert_eq!(scenario.lines[0].step, Step::After { seconds: 301 });
}
