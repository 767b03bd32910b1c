//! What is read of the named domains, and why something isn't.

use super::*;

/// A07: of Firefox's cookies those of the named domains are read, with the hosts below them, and no others.
#[test]
fn of_firefox_only_the_named_domains_are_read() {
    let ground = Ground::new();
    let store = ground.firefox(17);
    for (host, value) in
        [(".shop.example", "1"), ("www.shop.example", "2"), ("bank.example", "CANARY"), ("notshop.example", "CANARY")]
    {
        add_firefox(&store, host, "sid", value);
    }
    let read = told(ground.read(&["shop.example"]).expect("read"));
    assert_eq!(read, ["shop.example sid=1 at .shop.example", "shop.example sid=2 at www.shop.example"]);
    ground.keeps_no_copy();
}

/// A07: the same of Chromium's, whose values are encrypted.
#[test]
fn of_chromium_only_the_named_domains_are_read() {
    let ground = Ground::new();
    let store = ground.chromium(24, 24);
    for (host, value) in [(".shop.example", "1"), ("bank.example", "CANARY")] {
        add_chromium(&store, host, "sid", &encrypted(host, value));
    }
    assert_eq!(told(ground.read(&["shop.example"]).expect("read")), ["shop.example sid=1 at .shop.example"]);
    ground.keeps_no_copy();
}

/// A07: domains are told by the names of hosts, with how many cookies each has; something that isn't a host's name isn't one.
#[test]
fn domains_are_listed_with_how_many_cookies_they_have() {
    let ground = Ground::new();
    let store = ground.firefox(17);
    for host in [".shop.example", "www.shop.example", "127.0.0.1", "a<b", "", "\u{202e}x.example"] {
        add_firefox(&store, host, "sid", "CANARY");
    }
    let domains = ground.source().domains(&ground.run()).expect("listed");
    let domains: Vec<_> = domains.iter().map(|found| (found.domain.as_str(), found.cookies)).collect();
    assert_eq!(domains, [("127.0.0.1", 1), ("shop.example", 2)]);
    ground.keeps_no_copy();
}

/// A07: why a cookie isn't brought over is said for each, and doesn't lose the others.
#[test]
fn what_cannot_be_read_says_why() {
    let ground = Ground::new();
    let store = ground.chromium(24, 24);
    let host = "shop.example";
    add_chromium(&store, host, "good", &encrypted(host, "1"));
    add_chromium(&store, host, "keychain", b"v11 anything of sixteen");
    add_chromium(&store, host, "unknown", b"v99 anything");
    add_chromium(&store, host, "cut off", &encrypted(host, "CANARY")[..20]);
    add_chromium(&store, host, "of another host", &encrypted("bank.example", "CANARY"));
    add_chromium(&store, host, "old", &encrypted(host, "CANARY"));
    add_chromium(&store, host, "apart", &encrypted(host, "CANARY"));
    store.execute("UPDATE cookies SET expires_utc = 13000000000000000 WHERE name = 'old'", []).expect("an update");
    store.execute("UPDATE cookies SET top_frame_site_key = 'https://a.b' WHERE name = 'apart'", []).expect("an update");
    let expected =
        ["damaged", "damaged", "encrypted_key", "encrypted_key", "expired", "kept_apart", "good=1 at shop.example"];
    let expected = expected.map(|what| format!("shop.example {what}"));
    assert_eq!(told(ground.read(&["shop.example"]).expect("read")), {
        let mut sorted = expected.to_vec();
        sorted.sort();
        sorted
    });
}

/// A07: what Firefox keeps for a container isn't mixed with the rest, and what isn't as it should be doesn't lose the others.
#[test]
fn containers_stay_apart() {
    let ground = Ground::new();
    let store = ground.firefox(17);
    for name in ["good", "of a container", "no text", "no path"] {
        add_firefox(&store, "shop.example", name, "1");
    }
    for change in [
        "originAttributes = '^userContextId=2' WHERE name = 'of a container'",
        "value = x'ff' WHERE name = 'no text'",
        "path = NULL WHERE name = 'no path'",
    ] {
        store.execute(&format!("UPDATE moz_cookies SET {change}"), []).expect("an update");
    }
    let read = told(ground.read(&["shop.example"]).expect("read"));
    let expected =
        ["damaged", "damaged", "good=1 at shop.example", "kept_apart"].map(|what| format!("shop.example {what}"));
    assert_eq!(read, expected);
}

/// What says whether a cookie counts is what it was in the other browser, also in forms that write it otherwise.
#[test]
fn what_a_cookie_is_for_stays_the_same() {
    let at = in_an_hour();
    let of = |ground: &Ground| {
        let mut read = ground.read(&["shop.example"]).expect("read");
        read.pop().expect("a cookie").1.expect("it can be read")
    };
    for (version, expiry) in
        [(17, at.as_millis()), (16, at.as_millis()), (15, u128::from(at.as_secs())), (12, u128::from(at.as_secs()))]
    {
        let ground = Ground::new();
        let store = ground.firefox(version);
        add_firefox(&store, "shop.example", "sid", "1");
        let expiry = i64::try_from(expiry).expect("a time");
        store
            .execute("UPDATE moz_cookies SET expiry = ?1, isSecure = 1, isHttpOnly = 1, sameSite = 2", [expiry])
            .expect("set");
        let cookie = of(&ground);
        assert_eq!((cookie.is_secure, cookie.is_http_only, cookie.same_site), (true, true, Some(SameSite::Strict)));
        let expires = cookie.expires.expect("a time").duration_since(SystemTime::UNIX_EPOCH).expect("a time");
        assert_eq!(expires.as_secs(), at.as_secs(), "form {version}");
    }
    let ground = Ground::new();
    add_chromium(&ground.chromium(23, 23), "shop.example", "sid", &encrypt(b"no hash before form 24"));
    assert_eq!(of(&ground).value.into_text(), "no hash before form 24");
    let ground = Ground::new();
    let store = ground.chromium(24, 24);
    add_chromium(&store, "shop.example", "sid", b"");
    store
        .execute("UPDATE cookies SET value = 'plain', has_expires = 0, samesite = -1, is_secure = 1", [])
        .expect("set");
    let cookie = of(&ground);
    assert_eq!((cookie.is_secure, cookie.is_http_only, cookie.same_site), (true, true, None));
    assert_eq!((cookie.expires, cookie.value.into_text().as_str()), (None, "plain"));
}

/// N25: nothing that can be printed of a cookie holds its value.
#[test]
fn a_value_is_never_printed() {
    let ground = Ground::new();
    add_firefox(&ground.firefox(17), "shop.example", "sid", "CANARY");
    let read = ground.read(&["shop.example"]).expect("read");
    assert!(!format!("{read:?} {read:#?}").contains("CANARY"));
    assert_eq!(told(read), ["shop.example sid=CANARY at shop.example"], "it is there");
}
