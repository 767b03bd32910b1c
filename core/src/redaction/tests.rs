use super::*;

fn redacted(text: &str) -> String {
    Untrusted::new(text.to_owned()).redact(&Secrets::default()).as_str().to_owned()
}

fn address(text: &str) -> String {
    Untrusted::new(text.to_owned()).address(&Secrets::default()).as_str().to_owned()
}

/// N26: an address reaches an agent as origin and path only.
#[test]
fn addresses_lose_user_info_query_and_fragment() {
    assert_eq!(address("https://user:pass@a.example:8443/p/q?code=1#frag"), "https://a.example:8443/p/q");
    assert_eq!(address("https://a.example/?x"), "https://a.example/");
    assert_eq!(address("http://127.0.0.1:80/"), "http://127.0.0.1/");
    assert_eq!(address("about:blank#x"), "about:blank");
}

/// N26: what has no origin shows its scheme alone, since the rest is content.
#[test]
fn addresses_without_an_origin_show_their_scheme() {
    assert_eq!(address("data:text/html,SECRET"), "data:");
    assert_eq!(address("blob:https://a.example/SECRET"), "blob:");
    assert_eq!(address("javascript:SECRET"), "javascript:");
    assert_eq!(address("not an address SECRET"), "");
}

/// N26: titles and texts that repeat an address lose the same.
#[test]
fn text_that_repeats_an_address_loses_its_parameters() {
    for (text, expected) in [
        ("see https://a.example/p?code=CANARY now", "see https://a.example/p now"),
        ("https://me:CANARY@a.example/p#CANARY", "https://a.example/p"),
        ("127.0.0.1:8000/work?code=CANARY#CANARY", "127.0.0.1:8000/work"),
        ("/next?CANARY", "/next"),
        ("/next#CANARY", "/next"),
        ("?token=CANARY", ""),
        ("(https://a.example/?q=CANARY)", "(https://a.example/)"),
        ("\"https://a.example/#CANARY\"", "\"https://a.example/\""),
        ("HTTPS://A.EXAMPLE/?CANARY", "HTTPS://A.EXAMPLE/"),
        ("wss://a.example?CANARY", "wss://a.example"),
    ] {
        assert_eq!(redacted(text), expected, "{text:?}");
    }
}

/// N26: the title of a page that has none is its address with the escapes undone.
#[test]
fn titles_that_are_addresses_lose_all_that_follows_the_path() {
    for (title, expected) in [
        ("127.0.0.1:80/my path?a=b CANARY\nCANARY", "127.0.0.1:80/my path"),
        ("localhost/p# CANARY", "localhost/p"),
        ("https://a.example/?x y CANARY", "https://a.example/"),
        ("What is C#? A/B", "What is C#? A/B"),
        ("News", "News"),
    ] {
        assert_eq!(Untrusted::title(title.to_owned()).redact(&Secrets::default()).as_str(), expected);
    }
}

/// Ordinary text stays as it is.
#[test]
fn text_without_addresses_is_kept() {
    for text in
        ["Really? Yes.", "C# and F#", "issue #12", "What?!", "1 < 2 | \"a\"", "- button \"Add\" [ref=e1]\n  - text: 0"]
    {
        assert_eq!(redacted(text), text);
    }
}

/// What reorders or hides text doesn't pass.
#[test]
fn characters_that_mislead_a_reader_are_removed() {
    assert_eq!(redacted("a\u{202e}b\u{2066}c\u{0}d\u{1b}e\u{feff}f\ng\th"), "abcdef\ng\th");
}

/// N24: page data doesn't show in logs by accident.
#[test]
fn debug_output_of_untrusted_data_is_empty() {
    assert_eq!(format!("{:?}", Untrusted::new("CANARY".to_owned())), "Untrusted(…)");
}
