//! A small web site on loopback, with two origins, that remembers what it was sent.
//! One thread and one answer per connection; it speaks just enough HTTP for a browser.

mod account;
mod request;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::deadline::{TimedOut, wait_until};
pub use account::{Account, SIGNED_IN};
use request::Request;

/// How long a path that starts with `/slow` takes to answer.
pub const SLOW: Duration = Duration::from_millis(1500);

/// What a path answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Content {
    /// A page.
    Html(String),
    /// Somewhere else.
    Redirect(String),
    /// Somewhere else, as it was sent: 307.
    SentOn(String),
    /// Anything that a browser shows, with its type.
    Shown(&'static str, Vec<u8>),
    /// A file to keep, with its name.
    Download(String, Vec<u8>),
}

impl From<&str> for Content {
    fn from(html: &str) -> Self {
        Self::Html(html.to_owned())
    }
}

impl From<String> for Content {
    fn from(html: String) -> Self {
        Self::Html(html)
    }
}

/// Something that was sent to a path under `/log/`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Logged {
    /// When it had been read.
    pub at: Instant,
    /// Method, the path after `/log/`, and the body.
    pub text: String,
}

#[derive(Debug, Default)]
struct State {
    pages: BTreeMap<String, Content>,
    account: Option<Account>,
    log: Vec<Logged>,
    slow_now: usize,
    most_slow: usize,
}

/// The site. It stops answering when it is dropped.
#[derive(Debug)]
pub struct Site {
    address: SocketAddr,
    state: Arc<Mutex<State>>,
    stopping: Arc<AtomicBool>,
}

impl Site {
    /// Serves these pages, by path. What is sent to a path under `/log/` is remembered; a path that starts with `/slow`
    /// answers after [`SLOW`]; the query doesn't count.
    pub fn start<C: Into<Content>>(pages: impl IntoIterator<Item = (&'static str, C)>) -> io::Result<Self> {
        let listeners = listen()?;
        let address = listeners[0].local_addr()?;
        let pages = pages.into_iter().map(|(path, content)| (path.to_owned(), content.into())).collect();
        let site = Self {
            address,
            state: Arc::new(Mutex::new(State { pages, ..State::default() })),
            stopping: Arc::default(),
        };
        for listener in listeners {
            let (state, stopping) = (Arc::clone(&site.state), Arc::clone(&site.stopping));
            std::thread::Builder::new().name("site".to_owned()).spawn(move || accept(&listener, &state, &stopping))?;
        }
        Ok(site)
    }

    /// Adds or replaces a page.
    pub fn set(&self, path: &str, content: impl Into<Content>) {
        locked(&self.state).pages.insert(path.to_owned(), content.into());
    }

    /// Lets somebody sign in at `/sign-in`; `/account` then knows them.
    pub fn add_account(&self, account: Account) {
        locked(&self.state).account = Some(account);
    }

    /// The first origin, by number.
    pub fn origin(&self) -> String {
        format!("http://127.0.0.1:{}", self.address.port())
    }

    /// The second origin, by name.
    pub fn other_origin(&self) -> String {
        format!("http://localhost:{}", self.address.port())
    }

    /// An address at the first origin.
    pub fn url(&self, path: &str) -> String {
        self.origin() + path
    }

    /// What was sent under `/log/` so far, in the order it came.
    pub fn log(&self) -> Vec<Logged> {
        locked(&self.state).log.clone()
    }

    /// Waits for something under `/log/` that holds this text.
    pub fn wait_logged(&self, text: &str, limit: Duration) -> Result<Logged, TimedOut> {
        wait_until(&format!("{text:?} in the site's log"), limit, || {
            locked(&self.state).log.iter().find(|entry| entry.text.contains(text)).cloned()
        })
    }

    /// How many slow answers were ever open at once.
    pub fn most_slow(&self) -> usize {
        locked(&self.state).most_slow
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        self.stopping.store(true, Ordering::SeqCst);
        // Wakes the listeners. If nobody answers, they have ended already.
        drop(TcpStream::connect(self.address));
        drop(TcpStream::connect((Ipv6Addr::LOCALHOST, self.address.port())));
    }
}

/// Listens on one port of both loopback addresses: a browser tries `localhost` by IPv6 first, and doesn't always come back.
fn listen() -> io::Result<Vec<TcpListener>> {
    loop {
        let first = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        match TcpListener::bind((Ipv6Addr::LOCALHOST, first.local_addr()?.port())) {
            Ok(second) => return Ok(vec![first, second]),
            Err(error) if error.kind() == io::ErrorKind::AddrInUse => {}
            // A machine without IPv6.
            Err(_) => return Ok(vec![first]),
        }
    }
}

fn accept(listener: &TcpListener, state: &Arc<Mutex<State>>, stopping: &AtomicBool) {
    for stream in listener.incoming() {
        if stopping.load(Ordering::SeqCst) {
            return;
        }
        let (Ok(stream), state) = (stream, Arc::clone(state)) else { continue };
        std::thread::spawn(move || {
            // A browser that hangs up is no news.
            let _ = serve(stream, &state);
        });
    }
}

fn serve(mut stream: TcpStream, state: &Mutex<State>) -> io::Result<()> {
    let Some(request) = Request::read(&mut stream)? else { return Ok(()) };
    if request.path.starts_with("/slow") {
        be_slow(state);
    }
    stream.write_all(&answer(&request, state))?;
    stream.flush()
}

fn be_slow(state: &Mutex<State>) {
    {
        let mut state = locked(state);
        state.slow_now += 1;
        state.most_slow = state.most_slow.max(state.slow_now);
    }
    std::thread::sleep(SLOW);
    locked(state).slow_now -= 1;
}

fn answer(request: &Request, state: &Mutex<State>) -> Vec<u8> {
    let mut state = locked(state);
    if let Some(path) = request.path.strip_prefix("/log/") {
        let text = format!("{} {path} {}", request.method, request.body).trim().to_owned();
        state.log.push(Logged { at: Instant::now(), text });
        return response("200 OK", "content-type: text/plain\r\n", b"ok");
    }
    if let Some(answer) = state.account.as_ref().and_then(|account| account.answer(request)) {
        return answer;
    }
    match state.pages.get(&request.path) {
        Some(content) => response_of(content, ""),
        None => response("404 Not Found", "content-type: text/plain\r\n", b"not found"),
    }
}

fn response_of(content: &Content, headers: &str) -> Vec<u8> {
    match content {
        Content::Html(html) => {
            response("200 OK", &format!("content-type: text/html; charset=utf-8\r\n{headers}"), html.as_bytes())
        }
        Content::Shown(kind, bytes) => response("200 OK", &format!("content-type: {kind}\r\n{headers}"), bytes),
        Content::SentOn(to) => response("307 Temporary Redirect", &format!("location: {to}\r\n{headers}"), b""),
        Content::Redirect(to) => response("302 Found", &format!("location: {to}\r\n{headers}"), b""),
        Content::Download(name, bytes) => {
            let disposition = format!("content-disposition: attachment; filename=\"{name}\"\r\n{headers}");
            response("200 OK", &format!("content-type: application/octet-stream\r\n{disposition}"), bytes)
        }
    }
}

fn response(status: &str, headers: &str, body: &[u8]) -> Vec<u8> {
    let length = body.len();
    let head = format!(
        "HTTP/1.1 {status}\r\n{headers}content-length: {length}\r\nconnection: close\r\n\
         access-control-allow-origin: *\r\naccess-control-allow-headers: *\r\n\
         access-control-allow-methods: *\r\n\r\n"
    );
    [head.as_bytes(), body].concat()
}

fn locked(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}
