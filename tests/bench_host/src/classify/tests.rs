#![allow(clippy::print_stdout)] // Figures, for who asks for them with --nocapture.

use std::fmt::Write as _;

use super::*;

const ORDINARY: &str = include_str!("../../../policy/ordinary.jsonl");
const CONSEQUENTIAL: &str = include_str!("../../../policy/consequential.jsonl");

/// How a set is judged: how many lines there are, and which of them come out so.
fn lines_with(set: &str, signed_in: bool, wanted: &[&str]) -> (usize, Vec<String>) {
    let words = nexus_core::consequences::own();
    let judged: Vec<(Value, Value)> = set
        .lines()
        .map(|line| {
            let mut line: Value = serde_json::from_str(line).expect("a JSON line");
            line["signed_in"] = signed_in.into();
            let answer = answer(line.to_string().as_bytes(), &words);
            (line, answer)
        })
        .collect();
    let found = judged.iter().filter(|(_, answer)| answer["verdict"].as_str().is_some_and(|it| wanted.contains(&it)));
    (judged.len(), found.map(|(line, answer)| format!("{line}\n    {answer}")).collect())
}

fn listed(lines: &[String]) -> String {
    lines.iter().fold(String::new(), |mut all, line| {
        let _ = writeln!(all, "{line}");
        all
    })
}

#[test]
fn at_most_one_ordinary_act_in_ten_asks_where_nothing_personal_is_held() {
    let (all, asked) = lines_with(ORDINARY, false, &["ask", "deny"]);
    let (_, asked_signed_in) = lines_with(ORDINARY, true, &["ask", "deny"]);
    println!("ordinary: {} of {all} ask; {} where signed in\n{}", asked.len(), asked_signed_in.len(), listed(&asked));
    assert!(all >= 150 && asked.len() * 10 <= all, "{} of {all} ask:\n{}", asked.len(), listed(&asked));
}

/// N14: no consequence goes unasked.
#[test]
fn no_consequential_act_goes_unasked() {
    for signed_in in [false, true] {
        let (all, allowed) = lines_with(CONSEQUENTIAL, signed_in, &["allow"]);
        println!("consequential, signed in {signed_in}: {} of {all} go unasked", allowed.len());
        assert!(all >= 150 && allowed.is_empty(), "{} of {all} go unasked:\n{}", allowed.len(), listed(&allowed));
    }
}

/// N14: a line that isn't evidence is answered with a code, and the next one is judged all the same.
#[test]
fn malformed_lines_are_answered_and_never_allowed() {
    let malformed: [&[u8]; 10] = [
        b"{\"tag\": \"button\", \"name\": \"Delete\", \"name\": \"Menu\"}",
        b"{",
        b"null",
        b"7",
        b"\"button\"",
        b"[\"div\", \"tab\", \"News\", \"News\"]",
        b"{\"tag\": 3}",
        b"{\"form\": []  , \"tag\": \"button\", \"signed_in\": \"no\"}",
        b"{\"form\": {\"cross_origin\": \"yes\"}}",
        b"{\"name\": \"\xff\"}",
    ];
    let good = br#"{"tag": "div", "role": "tab", "name": "News", "text": "News"}"#;
    let mut input = malformed.join(&b"\n"[..]);
    input.push(b'\n');
    input.extend_from_slice(good);
    let mut output = Vec::new();
    run(input.as_slice(), &mut output).expect("it answers");
    let output = String::from_utf8(output).expect("text");
    let answers: Vec<Value> = output.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(answers.len(), malformed.len() + 1, "{output}");
    let (last, rest) = answers.split_last().expect("answers");
    assert_eq!(last["verdict"], "allow");
    for answer in rest {
        assert_eq!((&answer["verdict"], &answer["code"]), (&json!("ask"), &json!("invalid_arguments")), "{answer}");
    }
}

/// N14: what a line leaves out is unknown, not harmless.
#[test]
fn a_line_that_says_too_little_asks() {
    let words = nexus_core::consequences::own();
    for line in
        ["{}", r#"{"tag": "button"}"#, r#"{"name": "Menu"}"#, r#"{"tag": "button", "name": "Menu", "act": "juggle"}"#]
    {
        assert_eq!(answer(line.as_bytes(), &words)["verdict"], "ask", "{line}");
    }
}
