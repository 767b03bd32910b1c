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
        let length = content_length(&mut reader)?;
        reader.take(length.min(MAX_BODY)).read_to_end(&mut body)?;
        Ok(Some(Self {
            method: method.to_owned(),
            path: target.split(['?', '#']).next().unwrap_or_default().to_owned(),
            body: String::from_utf8_lossy(&body).into_owned(),
        }))
    }
}

/// Reads the headers and returns the only one that counts.
fn content_length(reader: &mut impl BufRead) -> io::Result<u64> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line)? == 0 || line.trim().is_empty() {
            return Ok(length);
        }
        if let Some((name, value)) = line.split_once(':')
            && name.eq_ignore_ascii_case("content-length")
        {
            length = value.trim().parse().unwrap_or_default();
        }
    }
}
