//! What a bridge remembers of the lines it copies: which requests are unanswered, and the handshake to repeat after a
//! restart of NEXUS. It never keeps a request to send it again (N23).

#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};

/// For requests that come while there is no NEXUS.
pub(super) const NOT_RUNNING: &str = "NEXUS isn't running. Start it, then try again.";
const LOST: &str = "NEXUS was closed or restarted while this ran, so it may or may not have been done. Windows, pages \
                    and leases from before are gone. Call browser_windows to see what there is.";
const RESTARTED: &str = "NEXUS was closed or restarted since your last call, and this one wasn't sent: windows, pages \
                         and leases from before are gone. Call browser_windows to see what there is.";
const TOO_LONG: &str = "A message has at most 4 MiB. The bridge ends.";

/// JSON-RPC's code for errors a server defines itself.
const SERVER_ERROR: i64 = -32000;

/// What went over the bridge.
#[derive(Debug, Default)]
pub(super) struct Ledger {
    /// Ids, as JSON.
    unanswered: BTreeSet<String>,
    handshake: Option<Handshake>,
    /// NEXUS was restarted and the client can't know it yet.
    untold: bool,
}

/// The client's handshake, by the versions of MCP that have one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Handshake {
    /// The id of `initialize`, as JSON.
    pub(super) id: String,
    /// The request.
    pub(super) initialize: Vec<u8>,
    /// The notification that follows, once it was sent.
    pub(super) initialized: Option<Vec<u8>>,
    /// NEXUS said yes to it, so the client won't repeat it.
    accepted: bool,
}

/// As much of a message as a bridge has to know.
#[derive(Deserialize)]
struct Envelope<'a> {
    method: Option<String>,
    id: Option<Value>,
    #[serde(borrow)]
    params: Option<&'a RawValue>,
    #[serde(borrow)]
    error: Option<&'a RawValue>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct CancelledParams {
    request_id: Value,
}

impl Ledger {
    /// Notes a line of the client before it is sent. What it returns is to be answered instead of sending the line.
    pub(super) fn note_client(&mut self, line: &[u8]) -> Option<Vec<u8>> {
        // NEXUS answers what can't be read.
        let Ok(Envelope { method: Some(method), id, params, error: _ }) = serde_json::from_slice(line) else {
            return None;
        };
        let Some(id) = id else {
            self.note_notification(&method, params, line);
            return None;
        };
        if method == "tools/call" && std::mem::take(&mut self.untold) {
            return Some(error(&id, RESTARTED));
        }
        let id = id.to_string();
        if method == "initialize" {
            let initialize = line.to_vec();
            self.handshake = Some(Handshake { id: id.clone(), initialize, initialized: None, accepted: false });
        }
        self.unanswered.insert(id);
        None
    }

    fn note_notification(&mut self, method: &str, params: Option<&RawValue>, line: &[u8]) {
        match method {
            "notifications/initialized" => {
                if let Some(handshake) = &mut self.handshake {
                    handshake.initialized = Some(line.to_vec());
                }
            }
            "notifications/cancelled" => {
                // NEXUS doesn't answer a cancelled request.
                let params = params.and_then(|params| serde_json::from_str(params.get()).ok());
                if let Some(CancelledParams { request_id }) = params {
                    self.unanswered.remove(&request_id.to_string());
                }
            }
            _ => {}
        }
    }

    /// Notes a line of NEXUS.
    pub(super) fn note_nexus(&mut self, line: &[u8]) {
        let Ok(Envelope { method: None, id: Some(id), params: _, error }) = serde_json::from_slice(line) else {
            return;
        };
        let id = id.to_string();
        self.unanswered.remove(&id);
        match &mut self.handshake {
            Some(handshake) if handshake.id == id => handshake.accepted |= error.is_none(),
            Some(_) | None => {}
        }
    }

    /// The connection is lost: an error for each unanswered request.
    pub(super) fn fail_unanswered(&mut self) -> Vec<Vec<u8>> {
        let unanswered = std::mem::take(&mut self.unanswered);
        self.untold = unanswered.is_empty();
        unanswered.iter().filter_map(|id| serde_json::from_str(id).ok()).map(|id: Value| error(&id, LOST)).collect()
    }

    /// What has to be repeated on a new connection, so that the client needn't.
    pub(super) fn handshake(&self) -> Option<Handshake> {
        self.handshake.clone().filter(|handshake| handshake.accepted)
    }
}

/// The answer to a request that can't be sent; `None` if the line isn't a request.
pub(super) fn refusal_of(line: &[u8], sentence: &str) -> Option<Vec<u8>> {
    match serde_json::from_slice(line) {
        Ok(Envelope { method: Some(_), id: Some(id), params: _, error: _ }) => Some(error(&id, sentence)),
        Ok(_) | Err(_) => None,
    }
}

/// The answer to a line that is too long to read on.
pub(super) fn too_long() -> Vec<u8> {
    error(&Value::Null, TOO_LONG)
}

/// How a line answers this request; `None` if it is about something else.
pub(super) fn answers(line: &[u8], request: &str) -> Option<Answered> {
    let Envelope { method, id, params: _, error } = serde_json::from_slice(line).ok()?;
    let id = id?.to_string();
    if method.is_some() || id != request {
        return None;
    }
    Some(if error.is_none() { Answered::Yes } else { Answered::No })
}

/// How a request was answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Answered {
    /// With a result.
    Yes,
    /// With an error.
    No,
}

fn error(id: &Value, sentence: &str) -> Vec<u8> {
    let error = json!({ "code": SERVER_ERROR, "message": sentence });
    json!({ "jsonrpc": "2.0", "id": id, "error": error }).to_string().into_bytes()
}
