//! What Chromium tells of requests, decoded leniently. Payloads are not among it.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

use super::super::StackTrace;
use crate::browser::worlds::DocumentKind;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Sent {
    pub(super) request_id: String,
    #[serde(default)]
    pub(super) loader_id: String,
    #[serde(default, rename = "documentURL")]
    document: String,
    pub(super) request: Request,
    /// Seconds.
    pub(super) timestamp: f64,
    /// Seconds since 1970.
    pub(super) wall_time: f64,
    #[serde(default)]
    pub(super) r#type: String,
    #[serde(default)]
    pub(super) initiator: Initiator,
    pub(super) redirect_response: Option<Response>,
}

impl Sent {
    /// Whether it is one of Chromium's own documents or of an extension that asks.
    pub(super) fn is_of_chromium(&self) -> bool {
        [&self.document, &self.request.url].into_iter().any(|url| DocumentKind::of(url) == DocumentKind::Opaque)
    }
}

#[derive(Deserialize)]
pub(super) struct Request {
    pub(super) url: String,
    pub(super) method: String,
    #[serde(default)]
    pub(super) headers: BTreeMap<String, Value>,
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase")]
pub(super) struct Initiator {
    #[serde(default)]
    pub(super) r#type: String,
    #[serde(default)]
    pub(super) url: String,
    #[serde(default)]
    pub(super) line_number: f64,
    pub(super) stack: Option<StackTrace>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Response {
    pub(super) status: u16,
    #[serde(default)]
    pub(super) mime_type: String,
    #[serde(default)]
    pub(super) protocol: String,
    #[serde(default)]
    pub(super) headers: BTreeMap<String, Value>,
    #[serde(default)]
    pub(super) from_disk_cache: bool,
    #[serde(default)]
    pub(super) from_service_worker: bool,
    pub(super) timing: Option<Timing>,
}

/// Milliseconds since the request was begun; negative where there is nothing to tell.
#[derive(Deserialize, Clone, Copy)]
#[serde(rename_all = "camelCase")]
pub(super) struct Timing {
    #[serde(default)]
    pub(super) dns_start: f64,
    #[serde(default)]
    pub(super) dns_end: f64,
    #[serde(default)]
    pub(super) connect_start: f64,
    #[serde(default)]
    pub(super) connect_end: f64,
    #[serde(default)]
    pub(super) send_start: f64,
    #[serde(default)]
    pub(super) receive_headers_end: f64,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Responded {
    pub(super) request_id: String,
    pub(super) timestamp: f64,
    #[serde(default)]
    pub(super) r#type: String,
    pub(super) response: Response,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Finished {
    pub(super) request_id: String,
    pub(super) timestamp: f64,
    #[serde(default)]
    pub(super) encoded_data_length: f64,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Failed {
    pub(super) request_id: String,
    pub(super) timestamp: f64,
    #[serde(default)]
    pub(super) error_text: String,
    #[serde(default)]
    pub(super) canceled: bool,
    pub(super) blocked_reason: Option<String>,
    pub(super) cors_error_status: Option<CorsError>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct CorsError {
    pub(super) cors_error: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SocketCreated {
    pub(super) request_id: String,
    pub(super) url: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Handshake {
    pub(super) request_id: String,
    pub(super) timestamp: f64,
    pub(super) wall_time: f64,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct HandshakeAnswer {
    pub(super) request_id: String,
    pub(super) timestamp: f64,
    pub(super) response: HandshakeResponse,
}

#[derive(Deserialize)]
pub(super) struct HandshakeResponse {
    pub(super) status: u16,
    #[serde(default)]
    pub(super) headers: BTreeMap<String, Value>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Frame {
    pub(super) request_id: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SocketError {
    pub(super) request_id: String,
    pub(super) timestamp: f64,
    #[serde(default)]
    pub(super) error_message: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Closed {
    pub(super) request_id: String,
    pub(super) timestamp: f64,
}
