//! A08, I01: an unknown agent is let in by a person alone, and a token is what it is known by afterwards.

use std::time::Duration;

use nexus_test_support::deadline::wait_until;
use nexus_test_support::{Hello, McpClient, Welcome};
use serde_json::{Value, json};

use nexus_test_support::stage::{SOON, Stage};

/// An unknown agent knocks; answers its connection and what the person is asked.
fn knock(stage: &Stage, hello: &Hello) -> (McpClient, Value) {
    let client = stage.host.knock(hello);
    let Ok(Welcome::Pairing { code }) = client.welcome(SOON) else { panic!("nobody is asked") };
    let request = stage.host.human.wait_event("pairing_requested", SOON).expect("the person is asked");
    assert_eq!(request["code"], code, "both sides show the same code");
    assert_eq!(request["agent"], hello.agent);
    (client, request)
}

fn approval(request: &Value) -> &str {
    request["approval"].as_str().expect("an approval")
}

/// A08, I01: yes lets it in and gives a token; no doesn't; a token counts for its own name alone.
#[test]
fn unknown_agents_are_paired_by_the_person() {
    let stage = Stage::with([("/", "")]);
    let unknown = Hello::from_agent("unknown").through_pairing();
    let (client, request) = knock(&stage, &unknown);
    assert!(client.welcome(Duration::from_millis(300)).is_err(), "nothing before the person decides");
    assert_eq!(stage.view()["pairings"][0]["code"], request["code"]);
    stage.host.human.approve(approval(&request)).expect("approved");
    let Ok(Welcome::Admitted { token: Some(token), .. }) = client.welcome(SOON) else { panic!("no token") };
    client.initialize().expect("MCP begins");
    stage.call_as(&client, "browser_windows", json!({})).expect_ok();
    let decided = stage.host.human.approve(approval(&request));
    assert!(decided.is_err_and(|error| error.code() == Some("unknown_approval")), "decided once");
    client.close().expect("closed");
    // The token works next time, for this name.
    let again = stage.host.knock(&unknown.clone().with_token(&token));
    assert!(matches!(again.welcome(SOON), Ok(Welcome::Admitted { token: None, .. })));
    for hello in [
        unknown.clone().with_token("00"),
        unknown.clone().with_token(&"0".repeat(64)),
        Hello::from_agent("somebody").through_pairing().with_token(&token),
    ] {
        let client = stage.host.knock(&hello);
        assert!(matches!(client.welcome(SOON), Ok(Welcome::Pairing { .. })), "a wrong token counts as none");
        let request = stage.host.human.wait_event("pairing_requested", SOON).expect("the person is asked");
        stage.host.human.reject(approval(&request)).expect("rejected");
        let Ok(Welcome::Refused { code }) = client.welcome(SOON) else { panic!("it is told") };
        assert_eq!(code, "not_authorized");
    }
    assert!(!stage.host.stderr().contains(&token), "the token is in the log");
    assert!(!stage.view().to_string().contains(&token));
    stage.close();
}

/// I14: a program that hangs up takes its question with it.
#[test]
fn a_pairing_is_withdrawn_when_the_program_hangs_up() {
    let stage = Stage::with([("/", "")]);
    let (client, request) = knock(&stage, &Hello::from_agent("hasty").through_pairing());
    let asked = |count: usize| {
        wait_until("what is asked to change", SOON, || {
            (stage.view()["pairings"].as_array().map(Vec::len) == Some(count)).then_some(())
        })
        .expect("it changes");
    };
    asked(1);
    client.close().expect("closed");
    asked(0);
    assert!(stage.host.human.approve(approval(&request)).is_err(), "nobody is there to be let in");
    assert!(!stage.view()["agents"].to_string().contains("hasty"));
    stage.close();
}
