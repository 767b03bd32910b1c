use serde_json::json;

use super::request::Paused;
use super::typed::TypedTexts;

fn paused(method: &str, url: &str, content_type: &str, body: &str) -> Paused {
    let request = json!({"url": url, "method": method, "headers": {"Content-Type": content_type}, "postData": body});
    let paused = json!({"requestId": "r1", "request": request, "frameId": "page", "resourceType": "Document", "networkId": "n1"});
    serde_json::from_value(paused).expect("as Chromium tells it")
}

fn reads(method: &str, url: &str) -> bool {
    paused(method, url, "", "").reads(&TypedTexts::default(), Some("page"))
}

/// N13: what changes nothing by its own definition passes; every other method, known or not, is held.
#[test]
fn only_safe_methods_read() {
    for method in ["GET", "HEAD", "OPTIONS"] {
        assert!(reads(method, "https://shop.example/"), "{method}");
    }
    for method in ["POST", "PUT", "PATCH", "DELETE", "get", "REPORT", ""] {
        assert!(!reads(method, "https://shop.example/"), "{method}");
    }
    assert!(!reads("GET", "not an address"));
    assert!(reads("GET", "data:text/plain,x") && reads("GET", "blob:https://shop.example/1"));
}

/// P38: an address that carries what an agent typed to somebody else isn't read; to the same site it is.
#[test]
fn what_was_typed_is_not_given_away_by_reading() {
    let mut typed = TypedTexts::default();
    typed.note("My  Secret Plan", "https://www.shop.example");
    typed.note("no", "https://www.shop.example");
    let whole_page = |url: &str| paused("GET", url, "", "").reads(&typed, Some("page"));
    let in_page = |url: &str| paused("GET", url, "", "").reads(&typed, Some("another"));
    assert!(whole_page("https://www.shop.example/search?q=my+secret+plan"));
    assert!(!whole_page("https://evil.example/c?d=my%20secret%20plan"));
    assert!(!whole_page("https://evil.example/my%20secret%20plan/"));
    assert!(!whole_page("https://evil.example/?x=no") && whole_page("https://evil.example/?x=normal"));
    assert!(!whole_page("https://other.shop.example/?q=my+secret+plan"));
    assert!(in_page("https://api.shop.example/suggest?q=my+secret+plan"));
    assert!(!in_page("https://evil.example/x.png?my%20secret%20plan"));
}

/// N13: a card says what a body holds by the names of its fields, never by a value, and not by what may be one.
#[test]
fn a_body_is_told_by_the_names_of_its_fields() {
    let names = |kind: &str, body: &str| paused("POST", "https://shop.example/", kind, body).fields();
    assert_eq!(names("application/x-www-form-urlencoded", "id=17&note=CANARY&note=x"), ["id", "note"]);
    assert_eq!(names("application/x-www-form-urlencoded; charset=UTF-8", "CANARY"), [""; 0]);
    assert_eq!(names("application/json", r#"{"item": "CANARY", "4111111111111111": 1}"#), ["…", "item"]);
    assert_eq!(names("application/json", r#""CANARY""#), [""; 0]);
    assert_eq!(names("text/plain", "CANARY=1"), [""; 0]);
    let parts = "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"CANARY.txt\"\r\n\r\nCANARY\r\n--b--";
    assert_eq!(names("multipart/form-data; boundary=b", parts), ["file"]);
    assert_eq!(paused("GET", "https://shop.example/?q=CANARY&CANARY", "", "").fields(), ["q"]);
}

/// A question to a GraphQL address is a read; whatever else it could be isn't.
#[test]
fn only_graphql_that_asks_is_a_query() {
    let is_query = |url: &str, body: &str| paused("POST", url, "application/json", body).is_query();
    let graphql = "https://shop.example/api/graphql";
    assert!(is_query(graphql, r#"{"query": "query Items { items { id } }"}"#));
    assert!(is_query(graphql, r#"[{"query": "{ items }"}, {"query": "query A { a }"}]"#));
    for body in [
        r#"{"query": "mutation Delete { delete(id: 1) }"}"#,
        r#"{"query": "query A { a } mutation B { b }"}"#,
        r#"[{"query": "{ items }"}, {"query": "mutation { b }"}]"#,
        r#"{"id": "a1b2"}"#,
        "[]",
        "query { a }",
    ] {
        assert!(!is_query(graphql, body), "{body}");
    }
    assert!(!is_query("https://shop.example/delete", r#"{"query": "{ items }"}"#));
}
