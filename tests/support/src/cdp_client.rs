//! A program that speaks CDP to the gateway, as an attached engine would: for tests of what it may and what it may not.

use std::net::TcpStream;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tungstenite::client::IntoClientRequest;
use tungstenite::http::{HeaderName, HeaderValue};
use tungstenite::{HandshakeError, Message, WebSocket};

/// How long an answer may take.
const ANSWER: Duration = Duration::from_secs(10);

/// Why there is no result.
#[derive(Debug, Clone, PartialEq)]
pub enum CdpFailure {
    /// An error came in its place.
    Refused(Value),
    /// The connection is over.
    HungUp,
    /// Nothing came.
    Silent,
}

/// A connection.
#[derive(Debug)]
pub struct CdpClient {
    socket: WebSocket<TcpStream>,
    sent: i64,
    heard: Vec<Value>,
    is_over: bool,
}

impl CdpClient {
    /// Connects, or says with which HTTP status it was refused; 0: without any.
    pub fn connect(address: &str, headers: &[(&'static str, &str)]) -> Result<Self, u16> {
        let mut request = address.into_client_request().map_err(|_| 0_u16)?;
        for (name, value) in headers {
            let value = HeaderValue::from_str(value).map_err(|_| 0_u16)?;
            request.headers_mut().insert(HeaderName::from_static(name), value);
        }
        let host = request.uri().authority().map(|authority| authority.as_str().to_owned()).ok_or(0_u16)?;
        let stream = TcpStream::connect(&host).map_err(|_| 0_u16)?;
        stream.set_read_timeout(Some(ANSWER)).map_err(|_| 0_u16)?;
        stream.set_nodelay(true).map_err(|_| 0_u16)?;
        match tungstenite::client(request, stream) {
            Ok((socket, _)) => Ok(Self { socket, sent: 0, heard: Vec::new(), is_over: false }),
            Err(HandshakeError::Failure(tungstenite::Error::Http(response))) => Err(response.status().as_u16()),
            Err(HandshakeError::Failure(_) | HandshakeError::Interrupted(_)) => Err(0),
        }
    }

    /// Sends a command without waiting; its number.
    pub fn send(&mut self, session: Option<&str>, method: &str, params: &Value) -> Result<i64, CdpFailure> {
        self.sent += 1;
        let mut message = json!({"id": self.sent, "method": method, "params": params});
        if let Some(session) = session {
            message["sessionId"] = json!(session);
        }
        self.send_text(message.to_string())?;
        Ok(self.sent)
    }

    /// Sends anything.
    pub fn send_text(&mut self, text: String) -> Result<(), CdpFailure> {
        self.socket.send(Message::Text(text.into())).map_err(|_| {
            self.is_over = true;
            CdpFailure::HungUp
        })
    }

    /// Sends a command and waits for what comes of it.
    pub fn call(&mut self, session: Option<&str>, method: &str, params: Value) -> Result<Value, CdpFailure> {
        let id = self.send(session, method, &params)?;
        self.answer(id, ANSWER)
    }

    /// The answer to a command that was sent.
    pub fn answer(&mut self, id: i64, limit: Duration) -> Result<Value, CdpFailure> {
        let end = Instant::now() + limit;
        while Instant::now() < end {
            let message = self.next(end)?;
            if message["id"] == id {
                return if message["error"].is_null() {
                    Ok(message["result"].clone())
                } else {
                    Err(CdpFailure::Refused(message["error"].clone()))
                };
            }
            self.heard.push(message);
        }
        Err(CdpFailure::Silent)
    }

    /// Listens for a while; everything heard so far that is no answer somebody waited for.
    pub fn listen(&mut self, time: Duration) -> &[Value] {
        let end = Instant::now() + time;
        while Instant::now() < end {
            match self.next(end) {
                Ok(message) => self.heard.push(message),
                Err(_) => break,
            }
        }
        &self.heard
    }

    /// Whether the other side has hung up.
    pub fn is_over(&mut self) -> bool {
        self.listen(Duration::from_millis(1));
        self.is_over
    }

    /// Waits until the other side hangs up.
    pub fn hung_up_within(&mut self, limit: Duration) -> bool {
        self.listen(limit);
        self.is_over
    }

    /// Finds the page as an engine does; its session.
    ///
    /// # Panics
    /// If there is none.
    #[track_caller]
    pub fn find_page(&mut self) -> String {
        let all = json!({"autoAttach": true, "waitForDebuggerOnStart": true, "flatten": true});
        self.call(None, "Target.setAutoAttach", all).expect("an engine may find its page");
        let attached = self.heard.iter().find(|event| event["method"] == "Target.attachedToTarget");
        let attached = attached.unwrap_or_else(|| panic!("the page isn't told of before the answer: {:?}", self.heard));
        attached["params"]["sessionId"].as_str().expect("a session").to_owned()
    }

    /// A world of its own in the page: its number.
    pub fn own_world(&mut self, session: &str, name: &str) -> Result<i64, CdpFailure> {
        let tree = self.call(Some(session), "Page.getFrameTree", json!({}))?;
        let world =
            json!({"frameId": tree["frameTree"]["frame"]["id"], "worldName": name, "grantUniveralAccess": true});
        let made = self.call(Some(session), "Page.createIsolatedWorld", world)?;
        made["executionContextId"].as_i64().ok_or(CdpFailure::Silent)
    }

    /// What an expression is in one of its worlds.
    pub fn evaluate(&mut self, session: &str, world: i64, expression: &str) -> Result<Value, CdpFailure> {
        let evaluate =
            json!({"expression": expression, "contextId": world, "returnByValue": true, "awaitPromise": true});
        let answer = self.call(Some(session), "Runtime.evaluate", evaluate)?;
        Ok(answer["result"]["value"].clone())
    }

    fn next(&mut self, end: Instant) -> Result<Value, CdpFailure> {
        if self.is_over {
            return Err(CdpFailure::HungUp);
        }
        let left = end.saturating_duration_since(Instant::now()).max(Duration::from_millis(1));
        self.socket.get_ref().set_read_timeout(Some(left)).map_err(|_| CdpFailure::HungUp)?;
        match self.socket.read() {
            Ok(Message::Text(text)) => Ok(serde_json::from_str(&text).expect("the gateway speaks JSON")),
            Ok(Message::Close(_)) => Err(self.over()),
            Ok(_) => Ok(Value::Null),
            Err(tungstenite::Error::Io(error))
                if matches!(error.kind(), std::io::ErrorKind::WouldBlock | std::io::ErrorKind::TimedOut) =>
            {
                Err(CdpFailure::Silent)
            }
            Err(_) => Err(self.over()),
        }
    }

    fn over(&mut self) -> CdpFailure {
        self.is_over = true;
        CdpFailure::HungUp
    }
}
