//! A door: a port on loopback that opens for one engine and one page, to the first who shows its token, and is gone then.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use nexus_policy::Epoch;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio_tungstenite::tungstenite::handshake::server::{ErrorResponse, Request, Response};
use tokio_tungstenite::tungstenite::http::{Method, StatusCode, header};
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{WebSocketStream, accept_hdr_async_with_config};

use super::attachment::{Attachment, Stage};
use super::client;
use super::leave::Leave;
use crate::browser::Page;
use crate::engine::EngineRole;

/// How long a door waits for its engine.
const OPEN_FOR: Duration = Duration::from_secs(30);
/// How long whoever comes may take to show a token.
const SHOW_TOKEN: Duration = Duration::from_secs(3);
/// How many may be at the door at once.
const MOST_KNOCKING: usize = 8;
/// The largest message of a client's.
const MOST_BYTES: usize = 4 << 20;

/// Where an engine finds its door. It is for the engine alone: never logged, never on a command line.
#[derive(Clone)]
pub(crate) struct Endpoint {
    port: u16,
    token: String,
}

impl std::fmt::Debug for Endpoint {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Endpoint(…)")
    }
}

impl Endpoint {
    /// The only port that the engine has to reach.
    pub(crate) fn port(&self) -> u16 {
        self.port
    }

    /// The address for the engine.
    pub(crate) fn address(&self) -> String {
        format!("ws://{}:{}/{}", Ipv4Addr::LOCALHOST, self.port, self.token)
    }

    /// Whether a request is for this door, by its holder and not by way of a page: pages can't leave their origin out.
    fn admits(&self, request: &Request) -> bool {
        let host = format!("{}:{}", Ipv4Addr::LOCALHOST, self.port);
        let headers = request.headers();
        request.method() == Method::GET
            && !headers.contains_key(header::ORIGIN)
            && headers.get(header::HOST).is_some_and(|given| given.as_bytes() == host.as_bytes())
            && is_same(request.uri().path().trim_start_matches('/').as_bytes(), self.token.as_bytes())
            && request.uri().query().is_none()
    }
}

/// Compares without telling by the time it takes how much was right.
fn is_same(given: &[u8], token: &[u8]) -> bool {
    given.len() == token.len() && given.iter().zip(token).fold(0, |differs, (a, b)| differs | (a ^ b)) == 0
}

/// Opens a door to a page for as long as the agent's control of this epoch lasts.
pub(crate) async fn open_door(page: Arc<Page>, role: EngineRole, epoch: Epoch) -> io::Result<(Endpoint, Attachment)> {
    // Before anything is looked at, so that an end meanwhile isn't missed.
    let control_ends = page.attachments.their_end();
    if !page.gate.admits(epoch) || !page.record.is_open() {
        return Err(io::Error::other("no agent has control of the page"));
    }
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
    let endpoint = Endpoint { port: listener.local_addr()?.port(), token: random_token()? };
    let (stages, stage) = watch::channel(Stage::Waiting);
    let (held, let_go) = watch::channel(());
    let leave = Arc::new(Leave::default());
    let attachment = Attachment { leave: Arc::clone(&leave), stage, _held: held };
    let for_task = endpoint.clone();
    tokio::spawn(async move {
        let ended = ended(control_ends, let_go);
        let serving = async {
            let waited = tokio::time::timeout(OPEN_FOR, first_admitted(listener, &for_task)).await;
            let Ok(Some(socket)) = waited else { return tracing::info!("nobody came to an engine's door") };
            stages.send_replace(Stage::Connected);
            client::serve(socket, page, role, leave, epoch).await;
        };
        tokio::select! {
            biased;
            () = ended => {}
            () = serving => {}
        }
        stages.send_replace(Stage::Ended);
    });
    Ok((endpoint, attachment))
}

/// Returns when the agent's control ends, or nobody wants the connection any more.
async fn ended(mut control: watch::Receiver<()>, mut held: watch::Receiver<()>) {
    tokio::select! {
        _ = control.changed() => {}
        // It never changes: its sender goes away.
        _ = held.changed() => {}
    }
}

/// The first who shows the token. The port is closed then, and everybody else turned away.
async fn first_admitted(listener: TcpListener, endpoint: &Endpoint) -> Option<WebSocketStream<TcpStream>> {
    let mut knocking = JoinSet::new();
    loop {
        tokio::select! {
            Some(knocked) = knocking.join_next() => {
                if let Ok(Some(socket)) = knocked {
                    return Some(socket);
                }
            }
            accepted = listener.accept(), if knocking.len() < MOST_KNOCKING => {
                let (stream, from) = accepted.inspect_err(|error| tracing::warn!(%error, "an engine's door failed")).ok()?;
                knocking.spawn(knock(stream, from, endpoint.clone()));
            }
        }
    }
}

async fn knock(stream: TcpStream, from: SocketAddr, endpoint: Endpoint) -> Option<WebSocketStream<TcpStream>> {
    if !from.ip().is_loopback() || stream.set_nodelay(true).is_err() {
        return None;
    }
    #[expect(clippy::result_large_err, reason = "the crate's own signature")]
    let check = |request: &Request, response: Response| {
        if endpoint.admits(request) {
            return Ok(response);
        }
        let mut refused = ErrorResponse::new(None);
        *refused.status_mut() = StatusCode::FORBIDDEN;
        Err(refused)
    };
    let mut config = WebSocketConfig::default();
    (config.max_message_size, config.max_frame_size) = (Some(MOST_BYTES), Some(MOST_BYTES));
    let shaken = tokio::time::timeout(SHOW_TOKEN, accept_hdr_async_with_config(stream, check, Some(config))).await;
    match shaken {
        Ok(Ok(socket)) => Some(socket),
        Ok(Err(_)) | Err(_) => {
            tracing::warn!("somebody without its token was at an engine's door");
            None
        }
    }
}

fn random_token() -> io::Result<String> {
    let mut bytes = [0_u8; 32];
    getrandom::fill(&mut bytes).map_err(io::Error::other)?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(path: &str, headers: &[(&str, &str)]) -> Request {
        let mut request = Request::new(());
        *request.uri_mut() = path.parse().expect("a path");
        for (name, value) in headers {
            let name = header::HeaderName::from_bytes(name.as_bytes()).expect("a name");
            request.headers_mut().insert(name, value.parse().expect("a value"));
        }
        request
    }

    /// N25: who doesn't show the token of this very door, or comes by way of a page, isn't let in.
    #[test]
    fn a_door_opens_to_its_token_alone() {
        let door = Endpoint { port: 7, token: "a1b2".to_owned() };
        let host = ("host", "127.0.0.1:7");
        assert!(door.admits(&request("/a1b2", &[host])));
        for (path, headers) in [
            ("/", &[host][..]),
            ("/a1b", &[host]),
            ("/a1b3", &[host]),
            ("/a1b2x", &[host]),
            ("/json/version", &[host]),
            ("/a1b2?x", &[host]),
            ("/a1b2", &[host, ("origin", "https://a.example")]),
            ("/a1b2", &[host, ("origin", "null")]),
            ("/a1b2", &[("host", "evil.example:7")]),
            ("/a1b2", &[]),
        ] {
            assert!(!door.admits(&request(path, headers)), "{path} {headers:?}");
        }
        assert!(!format!("{door:?}").contains("a1b2"));
    }
}
