//! The requests: a bounded list with an entry for each, its redirects included, and one for each web socket. Bodies are never
//! taken in, addresses and headers only as far as an agent may know them.

mod event;
mod exchange;

use std::collections::{HashMap, VecDeque};
use std::sync::atomic::{AtomicU64, Ordering};

use super::{Moment, Told, Withheld, decode, left_out};
use crate::broker::{NetworkQuery, RequestRef};
use crate::browser::cdp::CdpEvent;
use crate::redaction::{Secrets, Untrusted};
use event::{Closed, Failed, Finished, Frame, Handshake, HandshakeAnswer, Responded, Sent, SocketCreated, SocketError};
use exchange::Exchange;

/// Requests that are kept.
const KEPT: usize = 300;
/// Requests that are told if the agent doesn't say.
const SHOWN: usize = 50;
/// Web sockets that were made and haven't said when.
const WAITING: usize = 50;

#[derive(Default)]
pub(super) struct Network {
    exchanges: VecDeque<Exchange>,
    forgotten: u64,
    /// Web sockets that were made: where they lead, by CDP's name.
    sockets: HashMap<String, String>,
    /// Chromium's other clock, by how much it is behind that of moments.
    behind: Option<f64>,
}

impl Network {
    pub(super) fn take_in(&mut self, event: &CdpEvent, since: Moment, secrets: &Secrets) {
        match event.method.as_str() {
            "Network.requestWillBeSent" => {
                if let Some(sent) = decode(event) {
                    self.sent(sent, event, since, secrets);
                }
            }
            "Network.responseReceived" => {
                if let Some(Responded { request_id, timestamp, response, r#type }) = decode(event)
                    && let Some(exchange) = self.of(&request_id)
                {
                    exchange.respond(timestamp, response, r#type, secrets);
                }
            }
            "Network.loadingFinished" => {
                if let Some(Finished { request_id, timestamp, encoded_data_length }) = decode(event)
                    && let Some(exchange) = self.of(&request_id)
                {
                    exchange.finish(timestamp, encoded_data_length);
                }
            }
            "Network.loadingFailed" => {
                if let Some(failed) = decode::<Failed>(event)
                    && let Some(exchange) = self.of(&failed.request_id)
                {
                    exchange.fail(failed);
                }
            }
            _ => self.socket(event, since, secrets),
        }
    }

    fn sent(&mut self, sent: Sent, event: &CdpEvent, since: Moment, secrets: &Secrets) {
        let at = Moment(sent.wall_time * 1000.0);
        self.behind = Some(at.0 - sent.timestamp * 1000.0);
        if let Some(exchange) = self.of(&sent.request_id) {
            return exchange.redirect(sent, secrets);
        }
        // The next hop of a request that was begun before.
        if at < since || sent.redirect_response.is_some() || sent.is_of_chromium() {
            return;
        }
        self.push(Exchange::sent(sent, event.session.clone(), secrets));
    }

    fn socket(&mut self, event: &CdpEvent, since: Moment, secrets: &Secrets) {
        match event.method.as_str() {
            "Network.webSocketCreated" => {
                if let Some(SocketCreated { request_id, url }) = decode(event)
                    && self.sockets.len() < WAITING
                {
                    self.sockets.insert(request_id, url);
                }
            }
            "Network.webSocketWillSendHandshakeRequest" => {
                let Some(Handshake { request_id, timestamp, wall_time }) = decode(event) else { return };
                let at = (timestamp, Moment(wall_time * 1000.0));
                self.open_socket(&request_id, at, event, (since, secrets));
            }
            "Network.webSocketHandshakeResponseReceived" => {
                if let Some(HandshakeAnswer { request_id, timestamp, response }) = decode(event)
                    && let Some(exchange) = self.of(&request_id)
                {
                    exchange.shake_hands(timestamp, response, secrets);
                }
            }
            "Network.webSocketFrameSent" | "Network.webSocketFrameReceived" => {
                if let Some(Frame { request_id }) = decode(event)
                    && let Some(exchange) = self.of(&request_id)
                {
                    exchange.count(event.method.ends_with("Sent"));
                }
            }
            "Network.webSocketFrameError" => {
                if let Some(SocketError { request_id, timestamp, error_message }) = decode(event) {
                    self.open_late(&request_id, timestamp, event, (since, secrets));
                    if let Some(exchange) = self.of(&request_id) {
                        exchange.break_off(timestamp, &error_message);
                    }
                }
            }
            _ => {
                if let Some(Closed { request_id, timestamp }) = decode(event) {
                    self.open_late(&request_id, timestamp, event, (since, secrets));
                    if let Some(exchange) = self.of(&request_id) {
                        exchange.close(timestamp);
                    }
                }
            }
        }
    }

    /// A socket that failed before it said when it began. Its end says at least that it is over.
    fn open_late(&mut self, id: &str, timestamp: f64, event: &CdpEvent, when: (Moment, &Secrets)) {
        if let Some(behind) = self.behind {
            self.open_socket(id, (timestamp, Moment(timestamp * 1000.0 + behind)), event, when);
        }
        self.sockets.remove(id);
    }

    fn open_socket(
        &mut self,
        id: &str,
        (timestamp, at): (f64, Moment),
        event: &CdpEvent,
        (since, secrets): (Moment, &Secrets),
    ) {
        if let Some(url) = self.sockets.remove(id)
            && at >= since
        {
            self.push(Exchange::socket(id, &url, event.session.clone(), timestamp, secrets));
        }
    }

    fn push(&mut self, exchange: Exchange) {
        if self.exchanges.len() == KEPT {
            self.exchanges.pop_front();
            self.forgotten += 1;
        }
        self.exchanges.push_back(exchange);
    }

    fn of(&mut self, id: &str) -> Option<&mut Exchange> {
        self.exchanges.iter_mut().rev().find(|exchange| exchange.is(id))
    }

    /// Forgets what other documents than this one asked for.
    pub(super) fn forget_others_than(&mut self, loader: &str) {
        self.exchanges.retain(|exchange| exchange.is_of(loader));
        self.forgotten = 0;
    }

    pub(super) fn tell(&self, query: &NetworkQuery, withheld: &Withheld<'_>) -> Option<Told> {
        let is_told = |exchange: &&Exchange| !withheld.silent.contains(exchange.session());
        match query {
            NetworkQuery::One(number) => {
                let exchange = self.exchanges.iter().filter(is_told).find(|exchange| exchange.number() == *number)?;
                let text = Some(Untrusted::lines(&exchange.details(withheld.secrets)));
                let origins = vec![exchange.address(withheld.secrets)];
                Some(Told { summary: format!("The request {number}. Bodies are never told."), text, origins })
            }
            NetworkQuery::List { filter, limit } => {
                let filter = filter.as_ref().map(|filter| filter.to_lowercase());
                let fits = |exchange: &&Exchange| filter.as_ref().is_none_or(|f| exchange.fits(f, withheld.secrets));
                let fitting: Vec<&Exchange> = self.exchanges.iter().filter(is_told).filter(fits).collect();
                Some(self.list(&fitting, limit.unwrap_or(SHOWN), withheld.secrets))
            }
        }
    }

    fn list(&self, fitting: &[&Exchange], limit: usize, secrets: &Secrets) -> Told {
        let older = fitting.len().saturating_sub(limit);
        let shown = &fitting[older..];
        let mut summary = match shown.len() {
            0 => "There is no request that fits since an agent got control of this page.".to_owned(),
            1 => "1 request.".to_owned(),
            many => format!("{many} requests, the newest last."),
        };
        summary += &left_out(self.forgotten, older, "requests");
        let lines: Vec<Untrusted<String>> = shown.iter().map(|exchange| exchange.line(secrets)).collect();
        let mut origins: Vec<_> = shown.iter().map(|exchange| exchange.address(secrets)).collect();
        origins.sort_by(|one, other| one.origin().cmp(other.origin()));
        origins.dedup_by(|one, other| one.origin() == other.origin());
        Told { summary, text: (!lines.is_empty()).then(|| Untrusted::lines(&lines)), origins }
    }
}

/// A number that no other request has.
fn next_number() -> RequestRef {
    static LAST: AtomicU64 = AtomicU64::new(0);
    RequestRef(LAST.fetch_add(1, Ordering::Relaxed) + 1)
}
