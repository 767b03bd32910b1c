//! Messages between a client and its gateway: CDP's own envelope.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Map, Value};

/// What a client sends.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct FromClient {
    /// Its own number for it.
    pub(super) id: i64,
    pub(super) method: String,
    #[serde(default)]
    pub(super) params: Map<String, Value>,
    pub(super) session_id: Option<String>,
}

/// What it is sent.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ToClient<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    method: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    session_id: Option<&'a str>,
    #[serde(flatten)]
    body: Body<'a>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
enum Body<'a> {
    Result(&'a RawValue),
    Error(&'a RawValue),
    Params(&'a RawValue),
}

/// CDP's code for what a server doesn't do.
const REFUSED: i64 = -32000;

impl<'a> ToClient<'a> {
    pub(super) fn result(id: i64, session_id: Option<&'a str>, result: &'a RawValue) -> Self {
        Self { id: Some(id), method: None, session_id, body: Body::Result(result) }
    }

    pub(super) fn error(id: i64, session_id: Option<&'a str>, error: &'a RawValue) -> Self {
        Self { id: Some(id), method: None, session_id, body: Body::Error(error) }
    }

    pub(super) fn event(method: &'a str, session_id: Option<&'a str>, params: &'a RawValue) -> Self {
        Self { id: None, method: Some(method), session_id, body: Body::Params(params) }
    }

    /// As it is sent.
    pub(super) fn text(&self) -> Option<String> {
        let text = serde_json::to_string(self);
        text.inspect_err(|error| tracing::error!(%error, "a message for an engine can't be written")).ok()
    }
}

/// A value as JSON text; none only for what isn't JSON at all.
pub(super) fn raw(value: &impl Serialize) -> Option<Box<RawValue>> {
    let raw = serde_json::value::to_raw_value(value);
    raw.inspect_err(|error| tracing::error!(%error, "a value can't be written")).ok()
}

/// An error in words.
pub(super) fn refusal(words: &str) -> Value {
    serde_json::json!({ "code": REFUSED, "message": words })
}
