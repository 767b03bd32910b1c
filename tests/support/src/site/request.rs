//! One HTTP request, read from a connection.

use std::io::{self, BufRead, BufReader, Read};
use std::net::TcpStream;
use std::time::Duration;

/// A browser opens connections that it may never use.
const IDLE: Duration = Duration::from_secs(30);
/// Nothing that a test sends is longer.
const MAX_BODY: u64 = 16 * 1024 * 1024;

/// What the site looks at.
pub(super) struct Request {
    pub(super) method: String,
    /// Without the query.
    pub(super) path: String,
    pub(super) cookies: String,
    pub(super) body: String,
}

impl Request {
    /// `None` if the connection ends without one.
    pub(super) fn read(stream: &mut TcpStream) -> io::Result<Option<Self>> {
        stream.set_read_timeout(Some(IDLE))?;
        let mut reader = BufReader::new(stream);
        let mut first = String::new();
        if reader.read_line(&mut first)? == 0 {
            return Ok(None);
        }
        let mut words = first.split_whitespace();
        let (Some(method), Some(target)) = (words.next(), words.next()) else { return Ok(None) };
        let mut body = Vec::new();
        let headers = read_headers(&mut reader)?;
        reader.take(headers.length.min(MAX_BODY)).read_to_end(&mut body)?;
        Ok(Some(Self {
            method: method.to_owned(),
            path: target.split(['?', '#']).next().unwrap_or_default().to_owned(),
            cookies: headers.cookies,
            body: String::from_utf8_lossy(&body).into_owned(),
        }))
    }
}

/// The headers that count.
#[derive(Default)]
struct Headers {
    length: u64,
    cookies: String,
}

fn read_headers(reader: &mut impl BufRead) -> io::Result<Headers> {
    let mut headers = Headers::default();
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line)? == 0 || line.trim().is_empty() {
            return Ok(headers);
        }
        let Some((name, value)) = line.split_once(':') else { continue };
        match name.to_ascii_lowercase().as_str() {
            "content-length" => headers.length = value.trim().parse().unwrap_or_default(),
            "cookie" => headers.cookies = value.trim().to_owned(),
            _ => {}
        }
    }
}
