//! Widgets that are hard to use, used as a model would: a snapshot, then acts by reference.

mod choosing;
mod editing;
mod fields;
mod moving;
mod opening;

use nexus_test_support::ToolResult;
use serde_json::json;

use crate::Case;
use crate::ground::Put;

pub(crate) fn cases() -> Vec<Case> {
    let all = [choosing::cases(), opening::cases(), fields::cases(), editing::cases(), moving::cases()];
    all.into_iter().flatten().collect()
}

#[track_caller]
fn press(put: &Put<'_>, key: &str) -> ToolResult {
    put.call("browser_press_key", json!({"key": key})).expect_ok()
}

#[track_caller]
pub(crate) fn fill(put: &Put<'_>, fields: serde_json::Value) -> ToolResult {
    let filled = put.call("browser_fill_form", json!({"fields": fields})).expect_ok();
    assert_eq!(filled.structured["verified"], true, "{}", filled.raw);
    filled
}
