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

/// N26, L11: a part of the path that looks like a token is a secret of whoever was sent the link.
#[test]
fn addresses_lose_tokens_of_their_path() {
    for token in [
        "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U",
        "ghp_16C7e42F292c6912E7710c838347Ae178B4a",
        "AKIAIOSFODNNQEXAMPLE",
        "sk-proj-abcdefghijklmnopqrst",
        "550e8400-e29b-41d4-a716-446655440000",
        "d41d8cd98f00b204e9800998ecf8427e",
        "x8Kp2mQ9vL4nR7tW",
        "dGhpcyBpcyBhIHNlY3JldA==",
        "x8Kp2mQ9%76L4nR7tW",
        ";jsessionid=1A2B3C4D5E6F7A8B9C0D",
        "qxzkvbnwtrplmdfghjscqa",
    ] {
        assert_eq!(address(&format!("https://a.example/u/{token}/next")), "https://a.example/u/•••/next", "{token}");
        assert_eq!(redacted(&format!("to https://a.example/{token}, now")), "to https://a.example/••• now", "{token}");
        assert_eq!(redacted(&format!("to a.example/u/{token} or /{token}")), "to a.example/u/••• or /•••", "{token}");
    }
    for link in ["reset/k3x9q2wz", "password-reset/k3x9q2wz", "invite/KxQwZaBcDe", "verify/12345678"] {
        assert!(address(&format!("https://a.example/{link}")).ends_with("/•••"), "{link}");
    }
}

/// Paths that people and agents find their way by are shown.
#[test]
fn addresses_keep_paths_made_of_words_and_numbers() {
    for path in [
        "how-to-configure-nginx-2024-part2",
        "MyLongClassNameForThings.html",
        "dell-xps-13-9340-i7-16gb-1tb-oled",
        "IMG_20240113_123456789.jpg",
        "status/1234567890123456789",
        "main.3f2a9bc1.js",
        "en_US/docs/v2.1.0-beta.3/get-started-with-k8s-and-s3",
        "Rechtsschutzversicherungen",
        "wiki/%E6%9D%B1%E4%BA%AC%E9%83%BD%E5%BA%81%E6%9C%AC%E5%BA%81%E8%88%8E%E5%B1%95%E6%9C%9B%E5%AE%A4%E3%81%AE%E6%A1%88%E5%86%85",
        "auth/callback",
        "login/identifier",
        "reset/step2",
        "share/OpenIDConnect",
    ] {
        assert_eq!(address(&format!("https://a.example/{path}")), format!("https://a.example/{path}"));
        assert_eq!(redacted(&format!("a.example/{path}")), format!("a.example/{path}"));
    }
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
