//! Lines as snapshots have them.

use super::*;

#[test]
fn line_has_role_name_and_states() {
    let line = Line::parse(r#"    - heading "News" [level=2] [current=page] [ref=e7]"#).expect("an element");
    assert_eq!((line.role.as_str(), line.name.as_str()), ("heading", "News"));
    assert_eq!((line.state("level"), line.state("current"), line.state("ref")), (Some("2"), Some("page"), Some("e7")));
    assert_eq!((line.state("checked"), line.state("lev")), (None, None));
}

#[test]
fn name_may_hold_quotes_and_brackets() {
    let line = Line::parse(r#"- link "\"a\\\" [ref=e1]" [ref=e2]"#).expect("an element");
    assert_eq!((line.name.as_str(), line.state("ref")), (r#""a\" [ref=e1]"#, Some("e2")));
}

#[test]
fn name_and_states_may_be_missing() {
    let line = Line::parse("- list").expect("an element");
    assert_eq!((line.role.as_str(), line.name.as_str(), line.state("ref")), ("list", "", None));
    assert_eq!(
        Line::parse("  - button [ref=e3]").and_then(|line| line.state("ref").map(str::to_owned)).as_deref(),
        Some("e3")
    );
}

#[test]
fn text_and_fences_are_no_elements() {
    assert_eq!(Line::parse("- text: button \"no\" [ref=e1]"), None);
    assert_eq!(Line::parse("<untrusted-page-content id=\"7f\">"), None);
    assert_eq!(Line::parse("- link \"cut off"), None);
}
