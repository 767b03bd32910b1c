//! The envelope of CDP messages: who a message is for, without looking into what it says.

use std::borrow::Cow;
use std::sync::Arc;

use chromiumoxide::Method;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// A CDP session: the browser itself, or one target attached to it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum CdpSession {
    /// The browser.
    Root,
    /// A target.
    Target(Arc<str>),
}

impl CdpSession {
    fn id(&self) -> Option<&str> {
        match self {
            Self::Root => None,
            Self::Target(id) => Some(id),
        }
    }
}

/// An event that Chromium sent.
#[derive(Debug)]
pub(crate) struct CdpEvent {
    pub(crate) session: CdpSession,
    pub(crate) method: String,
    pub(crate) params: Box<RawValue>,
}

/// What a command failed with. Chromium's message may hold page text, so it isn't even read.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct WireError {
    pub(crate) code: i64,
}

/// A message from Chromium.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Incoming<'a> {
    pub(super) id: Option<u64>,
    #[serde(borrow)]
    pub(super) method: Option<Cow<'a, str>>,
    #[serde(borrow)]
    pub(super) session_id: Option<Cow<'a, str>>,
    #[serde(borrow)]
    pub(super) params: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(super) result: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(super) error: Option<&'a RawValue>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Outgoing<'a, C: ?Sized> {
    id: u64,
    method: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    session_id: Option<&'a str>,
    params: &'a C,
}

/// Writes a command with its envelope and the NUL that ends it.
pub(super) fn encode<C: Method + Serialize>(
    id: u64,
    session: &CdpSession,
    command: &C,
) -> Result<Vec<u8>, serde_json::Error> {
    encode_raw(id, session.id(), &command.identifier(), command)
}

/// The same for a command of which only its envelope is known here.
pub(super) fn encode_raw<P: Serialize + ?Sized>(
    id: u64,
    session_id: Option<&str>,
    method: &str,
    params: &P,
) -> Result<Vec<u8>, serde_json::Error> {
    let mut bytes = serde_json::to_vec(&Outgoing { id, method, session_id, params })?;
    bytes.push(0);
    Ok(bytes)
}
