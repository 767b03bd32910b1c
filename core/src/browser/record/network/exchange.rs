//! One request with what came of it.

use super::event::{Failed, HandshakeResponse, Initiator, Response, Sent, Timing};
use super::next_number;
use crate::broker::RequestRef;
use crate::browser::cdp::CdpSession;
use crate::browser::record::headers::Headers;
use crate::browser::record::place;
use crate::redaction::{PublicAddress, Secrets, Untrusted, is_plain};

/// Characters that are told of a word of the page's: a method, a type, what broke a web socket.
const WORD: usize = 80;
/// Redirects that are told of a request.
const HOPS: usize = 10;

pub(super) struct Exchange {
    number: RequestRef,
    /// CDP's name for it.
    id: String,
    session: CdpSession,
    /// CDP's name for the document that asked.
    loader: String,
    method: String,
    address: Untrusted<String>,
    /// What answered before it was sent on, with its status.
    hops: Vec<(u16, Untrusted<String>)>,
    kind: String,
    /// Who had it sent, as far as an agent may know.
    initiator: String,
    /// In seconds, by Chromium's other clock, as all times here.
    began: f64,
    answered: Option<f64>,
    ended: Option<f64>,
    status: Option<u16>,
    end: End,
    about: About,
    sent_headers: Headers,
    headers: Headers,
}

/// What is told of the content, without the content.
#[derive(Default)]
struct About {
    mime: String,
    protocol: String,
    bytes: Option<f64>,
    /// Where it came from, if not from the network.
    from: Option<&'static str>,
    timing: Option<Timing>,
    /// Messages of a web socket: sent, received.
    messages: Option<(u64, u64)>,
}

/// How it ended, if it has.
enum End {
    Open,
    Finished,
    Failed(String),
}

impl Exchange {
    pub(super) fn sent(sent: Sent, session: CdpSession, secrets: &Secrets) -> Self {
        let Sent { request_id, loader_id, request, timestamp, r#type, initiator, .. } = sent;
        Self {
            number: next_number(),
            id: request_id,
            session,
            loader: loader_id,
            method: word(&request.method),
            address: Untrusted::address_of(&request.url, secrets),
            hops: Vec::new(),
            kind: if r#type.is_empty() { "other".to_owned() } else { r#type.to_lowercase() },
            initiator: initiator.said(),
            began: timestamp,
            answered: None,
            ended: None,
            status: None,
            end: End::Open,
            about: About::default(),
            sent_headers: Headers::of(request.headers, secrets),
            headers: Headers::default(),
        }
    }

    pub(super) fn socket(id: &str, url: &str, session: CdpSession, timestamp: f64, secrets: &Secrets) -> Self {
        Self {
            number: next_number(),
            id: id.to_owned(),
            session,
            loader: String::new(),
            method: "GET".to_owned(),
            address: Untrusted::address_of(url, secrets),
            hops: Vec::new(),
            kind: "websocket".to_owned(),
            initiator: String::new(),
            began: timestamp,
            answered: None,
            ended: None,
            status: None,
            end: End::Open,
            about: About { messages: Some((0, 0)), ..About::default() },
            sent_headers: Headers::default(),
            headers: Headers::default(),
        }
    }

    pub(super) fn is(&self, id: &str) -> bool {
        self.id == id
    }

    pub(super) fn is_of(&self, loader: &str) -> bool {
        self.loader == loader
    }

    pub(super) fn number(&self) -> RequestRef {
        self.number
    }

    pub(super) fn session(&self) -> &CdpSession {
        &self.session
    }

    pub(super) fn address(&self, secrets: &Secrets) -> PublicAddress {
        self.address.address(secrets)
    }

    /// It was sent on to another address.
    pub(super) fn redirect(&mut self, sent: Sent, secrets: &Secrets) {
        let Some(from) = sent.redirect_response else { return };
        let next = Untrusted::address_of(&sent.request.url, secrets);
        let before = std::mem::replace(&mut self.address, next);
        if self.hops.len() < HOPS {
            self.hops.push((from.status, before));
        }
        self.method = word(&sent.request.method);
        self.sent_headers = Headers::of(sent.request.headers, secrets);
    }

    pub(super) fn respond(&mut self, at: f64, response: Response, kind: String, secrets: &Secrets) {
        let Response { status, mime_type, protocol, headers, from_disk_cache, from_service_worker, timing } = response;
        (self.answered, self.status) = (Some(at), Some(status));
        if !kind.is_empty() {
            self.kind = kind.to_lowercase();
        }
        self.about.mime = word(&mime_type);
        self.about.protocol = word(&protocol);
        self.about.timing = timing;
        self.about.from = match (from_service_worker, from_disk_cache) {
            (true, _) => Some("service worker"),
            (false, true) => Some("cache"),
            (false, false) => None,
        };
        self.headers = Headers::of(headers, secrets);
    }

    pub(super) fn finish(&mut self, at: f64, bytes: f64) {
        (self.ended, self.end, self.about.bytes) = (Some(at), End::Finished, Some(bytes));
    }

    pub(super) fn fail(&mut self, failed: Failed) {
        let Failed { timestamp, error_text, canceled, blocked_reason, cors_error_status, .. } = failed;
        let why = match (blocked_reason, cors_error_status) {
            (_, Some(cors)) => format!("{error_text} (CORS: {})", cors.cors_error),
            (Some(reason), None) => format!("{error_text} (blocked: {reason})"),
            (None, None) if canceled => "cancelled".to_owned(),
            (None, None) => error_text,
        };
        (self.ended, self.end) = (Some(timestamp), End::Failed(why));
    }

    pub(super) fn shake_hands(&mut self, at: f64, response: HandshakeResponse, secrets: &Secrets) {
        (self.answered, self.status) = (Some(at), Some(response.status));
        self.headers = Headers::of(response.headers, secrets);
    }

    pub(super) fn count(&mut self, is_sent: bool) {
        let (sent, received) = self.about.messages.get_or_insert_default();
        if is_sent { *sent += 1 } else { *received += 1 }
    }

    pub(super) fn break_off(&mut self, at: f64, error: &str) {
        (self.ended, self.end) = (Some(at), End::Failed(word(error)));
    }

    pub(super) fn close(&mut self, at: f64) {
        if let End::Open = self.end {
            (self.ended, self.end) = (Some(at), End::Finished);
        }
    }

    /// How it went, in a word.
    fn outcome(&self) -> String {
        match (&self.end, self.status) {
            (End::Failed(_), _) => "failed".to_owned(),
            (End::Open, Some(101)) => "open".to_owned(),
            (End::Finished, Some(101)) => "closed".to_owned(),
            (End::Open | End::Finished, Some(status)) => status.to_string(),
            (End::Finished, None) => "closed".to_owned(),
            (End::Open, None) => "pending".to_owned(),
        }
    }

    /// Whether a filter of small letters is a part of its address, or its type, method, outcome or a class such as `4xx`.
    pub(super) fn fits(&self, filter: &str, secrets: &Secrets) -> bool {
        let outcome = self.outcome();
        let is_of_class = filter.strip_suffix("xx").is_some_and(|class| {
            class.len() == 1 && self.status.is_some_and(|status| status.to_string().starts_with(class))
        });
        is_of_class
            || [self.kind.as_str(), outcome.as_str()].contains(&filter)
            || self.method.to_lowercase() == filter
            || self.address(secrets).as_str().to_lowercase().contains(filter)
    }

    /// A line of the list.
    pub(super) fn line(&self, secrets: &Secrets) -> Untrusted<String> {
        let Self { number, kind, hops, end, about, initiator, .. } = self;
        let mut line = format!("{number} {} {}", self.method, self.outcome());
        line += &format!(" {kind} ");
        for (status, address) in hops {
            line += &format!("{} ({status}) → ", address.address(secrets));
        }
        line += self.address(secrets).as_str();
        if let End::Failed(why) = end {
            line += &format!(" {why}");
        }
        if !about.mime.is_empty() {
            line += &format!(" {}", about.mime);
        }
        if let Some(bytes) = about.bytes {
            line += &format!(" {}", size(bytes));
        }
        if let Some((sent, received)) = about.messages {
            line += &format!(" {sent} sent, {received} received");
        }
        if let Some(ended) = self.ended {
            line += &format!(" {}", millis(ended - self.began));
        }
        if let Some(from) = about.from {
            line += &format!(" from {from}");
        }
        if !initiator.is_empty() {
            line += &format!(" by {initiator}");
        }
        Untrusted::new(line)
    }

    /// All there is to tell.
    pub(super) fn details(&self, secrets: &Secrets) -> Vec<Untrusted<String>> {
        let mut lines = vec![self.line(secrets)];
        if !self.about.protocol.is_empty() {
            lines.push(Untrusted::new(format!("protocol {}", self.about.protocol)));
        }
        lines.extend(self.timing().map(Untrusted::new));
        lines.extend(self.sent_headers.lines("request", secrets));
        lines.extend(self.headers.lines("response", secrets));
        lines
    }

    fn timing(&self) -> Option<String> {
        let mut parts = Vec::new();
        if let Some(Timing { dns_start, dns_end, connect_start, connect_end, send_start, receive_headers_end }) =
            self.about.timing
        {
            for (what, from, to) in [
                ("name lookup", dns_start, dns_end),
                ("connecting", connect_start, connect_end),
                ("waiting", send_start, receive_headers_end),
            ] {
                if from >= 0.0 && to > from {
                    parts.push(format!("{what} {}", millis((to - from) / 1000.0)));
                }
            }
        }
        if let (Some(answered), Some(ended)) = (self.answered, self.ended) {
            parts.push(format!("content {}", millis(ended - answered)));
        }
        (!parts.is_empty()).then(|| format!("timing: {}", parts.join(", ")))
    }
}

impl Initiator {
    fn said(&self) -> String {
        let frames = self.stack.iter().flat_map(|stack| &stack.call_frames);
        let frame = frames.into_iter().find(|frame| !frame.url.is_empty());
        match frame {
            Some(frame) => format!("{} {}", self.r#type, place(&frame.url, frame.line_number)),
            None if self.url.is_empty() => self.r#type.clone(),
            // Chromium counts lines with a fraction here.
            None => format!("{} {}", self.r#type, place(&self.url, self.line_number as i64)),
        }
    }
}

/// A page chooses it, so it is a line's part and no more.
fn word(text: &str) -> String {
    text.chars().filter(|c| is_plain(*c)).take(WORD).collect()
}

fn millis(seconds: f64) -> String {
    format!("{:.0} ms", (seconds * 1000.0).max(0.0))
}

fn size(bytes: f64) -> String {
    if bytes < 1000.0 { format!("{bytes:.0} B") } else { format!("{:.1} kB", bytes / 1000.0) }
}
