//! Which domain a host belongs to.

use super::*;

/// A07: a domain is what one owner registers: what many share isn't one, and a host doesn't stand for a domain.
#[test]
fn hosts_belong_to_what_one_owner_registers() {
    for (host, domain) in [
        (".example.com", "example.com"),
        ("a.b.Example.COM", "example.com"),
        ("shop.example.co.uk", "example.co.uk"),
        ("me.github.io", "me.github.io"),
        ("github.io", "github.io"),
        ("localhost", "localhost"),
        ("127.0.0.1", "127.0.0.1"),
        ("1.0.0.1", "1.0.0.1"),
        ("[::1]", "[::1]"),
        ("xn--exmple-cua.com", "xn--exmple-cua.com"),
    ] {
        assert_eq!(CookieDomain::of_host(host).expect(host).as_str(), domain);
    }
    for host in ["", ".", "a b", "exämple.com", "a/b", "a\n"] {
        assert_eq!(CookieDomain::of_host(host), None, "{host:?}");
    }
    for named in ["example.com", " Example.com ", "localhost", "127.0.0.1"] {
        assert!(named.parse::<CookieDomain>().is_ok(), "{named}");
    }
    for named in ["www.example.com", ".example.com", "https://example.com", "*", "*.com", ""] {
        assert!(named.parse::<CookieDomain>().is_err(), "{named}");
    }
}
