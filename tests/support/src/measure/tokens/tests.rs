//! The task without its servers.

use serde_json::json;

use super::player::find;
use super::task::{Act, Target};
use super::*;

const COUNTRY: Target = Target { role: "combobox", name: "Country" };
const TERMS: Target = Target { role: "checkbox", name: "Terms" };

#[test]
fn reference_is_found_in_both_servers_lines() {
    let nexus = "- text: combobox \"Country\" [ref=e1]\n  - combobox \"Country\" [required] [ref=e7]";
    let playwright = "    - link \"Country\" [ref=e8]\n    - combobox \"Country\" [ref=f1e9] [cursor=pointer]:";
    assert_eq!(find(nexus, COUNTRY).as_deref(), Some("e7"));
    assert_eq!(find(playwright, COUNTRY).as_deref(), Some("f1e9"));
    assert_eq!(find(nexus, TERMS), None);
}

#[test]
fn each_server_is_asked_in_its_own_words() {
    let fill = Act::Fill(&[(COUNTRY, "Norway"), (TERMS, "true")]);
    let references = ["e1".to_owned(), "e2".to_owned()];
    let (_, nexus) = Server::Nexus.request(&fill, "", &references);
    assert_eq!(nexus, json!({"fields": [{"ref": "e1", "value": "Norway"}, {"ref": "e2", "value": true}]}));
    let (_, playwright) = Server::Playwright.request(&fill, "", &references);
    assert_eq!(playwright["fields"][1], json!({"target": "e2", "name": "Terms", "type": "checkbox", "value": "true"}));
}
