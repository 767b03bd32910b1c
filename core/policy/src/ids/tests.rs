use super::*;

/// Each kind of id has a letter of its own, is read back as it is written, and takes nothing else's.
#[test]
fn ids_are_written_and_read_with_their_own_letters() {
    fn check<T: FromStr<Err = NotAnId> + fmt::Display + PartialEq + fmt::Debug>(
        id: T,
        written: &str,
        example: &'static str,
    ) {
        assert_eq!(id.to_string(), written);
        assert_eq!(written.parse(), Ok(id));
        for other in
            ["w7", "p7", "s7", "l7", "ap7", "c7", "ho7", "pr7", "t7"].into_iter().filter(|other| *other != written)
        {
            assert_eq!(other.parse::<T>(), Err(NotAnId { example }), "{other}");
        }
    }
    check(WindowId(7), "w7", "w1");
    check(PageId(7), "p7", "p1");
    check(SessionId(7), "s7", "s1");
    check(LeaseId(7), "l7", "l1");
    check(ApprovalId(7), "ap7", "ap1");
    check(CallId(7), "c7", "c1");
    check(HandoffId(7), "ho7", "ho1");
    check(ProfileId(7), "pr7", "pr1");
    check(TakeoverId(7), "t7", "t1");
}

#[test]
fn what_only_looks_like_an_id_is_none() {
    for text in ["", "w", "w0", "w01", "w-1", "w+1", "w1 ", " w1", "W1", "w1x", "w\u{664}", "w18446744073709551616"] {
        assert_eq!(text.parse::<WindowId>(), Err(NotAnId { example: "w1" }), "{text:?}");
    }
    assert_eq!("w18446744073709551615".parse(), Ok(WindowId(u64::MAX)));
    assert_eq!(NotAnId { example: "w1" }.to_string(), "expected an id like w1");
}

#[test]
fn scopes_are_written_as_what_they_are_about() {
    let scopes = [Scope::Window(WindowId(3)), Scope::Page(PageId(4))];
    assert_eq!(scopes.map(|scope| scope.to_string()), ["w3", "p4"]);
}

/// The person reads an agent's name to decide: it is trimmed, printable, of this length, and never empty.
#[test]
fn agent_names_hold_nothing_that_could_mislead() {
    let longest = "x".repeat(AgentName::MAX_CHARS);
    let widest = "\u{e9}".repeat(AgentName::MAX_CHARS);
    for good in ["a", "Claude Code", "a-b_c.d:e/f@g(h)", "\u{4e2d}\u{6587} 7", &longest, &widest] {
        let name = good.parse::<AgentName>().expect(good);
        assert_eq!((name.as_str(), name.to_string().as_str()), (good, good));
    }
    assert_eq!("  spaced\t".parse::<AgentName>().map(|name| name.to_string()), Ok("spaced".to_owned()));
    let too_long = "x".repeat(AgentName::MAX_CHARS + 1);
    for bad in ["", "   ", "two\nlines", "\u{202e}x", "a\u{0}", "a,b", "<b>", "a\u{200b}b", "\"quoted\"", &too_long] {
        assert_eq!(bad.parse::<AgentName>(), Err(BadAgentName), "{bad:?}");
    }
    let said = BadAgentName.to_string();
    assert!(said.contains("1 to 64") && said.contains("-_.:/@()"), "{said}");
}
