use super::*;

fn code_of(address: &str) -> Option<Code> {
    check_address(address).err().map(|failure| failure.code)
}

/// P28, P29: only the web can be opened, however the address is written.
#[test]
fn addresses_that_are_not_of_the_web_are_blocked() {
    for address in [
        "javascript:alert(1)",
        " JaVaScRiPt:alert(1)",
        "java\nscript:alert(1)",
        "data:text/html,x",
        "file:///etc/passwd",
        "chrome://version",
        "chrome-extension://abc/page.html",
        "devtools://devtools/bundled/inspector.html",
        "view-source:https://a.example/",
        "blob:https://a.example/1",
        "filesystem:https://a.example/temporary/x",
        "about:config",
        "about:srcdoc",
        "ftp://a.example/",
        "a.example/path",
        "//a.example/",
        "",
    ] {
        assert_eq!(code_of(address), Some(Code::BlockedAddress), "{address:?}");
    }
}

#[test]
fn addresses_of_the_web_are_open() {
    for address in ["https://a.example/?q=1#x", "http://127.0.0.1:8000/", " https://a.example ", "about:blank"] {
        assert_eq!(code_of(address), None, "{address:?}");
    }
}

/// N26: what an agent is told of a blocked address doesn't repeat it.
#[test]
fn a_refusal_does_not_repeat_the_address() {
    let failure = check_address("secret-scheme:QUERYCANARY").expect_err("it is blocked");
    assert!(!failure.sentence.contains("CANARY") && !failure.sentence.contains("secret"), "{}", failure.sentence);
}
