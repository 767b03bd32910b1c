//! Judging without a browser.

use super::case::{Case, NameVerdict, RoleVerdict};
use super::*;

fn case(expected: &str, name: &str, role: &str) -> Case {
    let (expected, name, role) = (expected.to_owned(), name.to_owned(), role.to_owned());
    Case { tag: "case-1".to_owned(), test: "a test".to_owned(), expected, name, role, holds_value: false }
}

fn lines(text: &str) -> Vec<Line> {
    text.lines().filter_map(Line::parse).collect()
}

#[test]
fn each_element_has_the_line_with_its_tag() {
    let mut lines = lines("- button \"a\" [current=case-11] [ref=e1]\n- button \"a\" [current=case-1] [ref=e2]");
    let told = case("a", "a", "button").take_line(&mut lines).expect("its line");
    assert_eq!(told.state("ref"), Some("e2"));
    assert_eq!(lines.len(), 1);
    assert_eq!(case("a", "a", "button").take_line(&mut lines), None);
}

#[test]
fn choice_of_a_select_goes_by_its_name_once() {
    let mut lines = lines("- button \"a\" [ref=e1]\n- option \"b\"\n- option \"a\" [selected]");
    assert!(case("a", "a", "option").take_line(&mut lines).is_some());
    assert_eq!(case("a", "a", "option").take_line(&mut lines), None);
    assert_eq!(lines.len(), 2);
}

#[test]
fn name_is_judged_by_what_chromium_gets_right() {
    let told = &lines("- checkbox \"Flash the screen times\"")[0];
    let verdict = |case: &Case| case.judge_name(Some(told));
    assert_eq!(
        verdict(&case("Flash  the\u{200b}screen\u{a0}times ", "Flash the screen times", "")),
        NameVerdict::AsExpected
    );
    assert_eq!(verdict(&case("Flash the screen times", "", "")), NameVerdict::ChromiumWrong);
    let mut with_value = case("Flash the screen 3 times", "Flash the screen 3 times", "");
    assert_eq!(verdict(&with_value), NameVerdict::Wrong);
    with_value.holds_value = true;
    assert_eq!(verdict(&with_value), NameVerdict::HoldsValue);
}

#[test]
fn left_out_element_has_no_name_and_no_role() {
    assert_eq!(case("", "", "button").judge_name(None), NameVerdict::AsExpected);
    assert_eq!(case("a", "a", "button").judge_name(None), NameVerdict::Wrong);
    assert_eq!(case("a", "a", "button").judge_role(None), RoleVerdict::NotTold);
}

#[test]
fn role_is_chromium_s_where_it_has_one() {
    let verdict = |computed: &str, told: &str| case("", "", computed).judge_role(lines(told).first());
    assert_eq!(verdict("image", "- img"), RoleVerdict::Equal);
    assert_eq!(verdict("img", "- image"), RoleVerdict::Different);
    assert_eq!(verdict("link", "- link"), RoleVerdict::Equal);
    assert_eq!(verdict("link", "- button"), RoleVerdict::Different);
    assert_eq!(verdict("", "- textbox"), RoleVerdict::NotComputed);
}
