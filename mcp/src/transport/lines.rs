//! Lines out of a byte stream. Holds at most one line's limit and a chunk; nothing is lost when a read is cancelled.

#[cfg(test)]
mod tests;

use std::io;

use tokio::io::{AsyncRead, AsyncReadExt};

/// How much is read at a time, in bytes.
const CHUNK: usize = 64 << 10;

/// What a stream gave.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Line {
    /// A line without its end.
    Text(Vec<u8>),
    /// A line beyond the limit; the stream can't be used any more.
    TooLong,
    /// The stream is over. A last line without an end is not a line.
    End,
}

/// Reads lines.
#[derive(Debug)]
pub(crate) struct LineReader<R> {
    source: R,
    buffer: Vec<u8>,
    /// How much of the buffer is known to hold no line end.
    scanned: usize,
}

impl<R: AsyncRead + Unpin> LineReader<R> {
    /// Reads lines from a stream.
    pub(crate) fn new(source: R) -> Self {
        Self { source, buffer: Vec::new(), scanned: 0 }
    }

    /// The next line of at most `limit` bytes. May be cancelled without losing anything.
    pub(crate) async fn next(&mut self, limit: usize) -> io::Result<Line> {
        loop {
            if let Some(at) = self.buffer[self.scanned..].iter().position(|byte| *byte == b'\n') {
                let end = self.scanned + at;
                return Ok(if end > limit { Line::TooLong } else { Line::Text(self.take_line(end)) });
            }
            self.scanned = self.buffer.len();
            if self.scanned > limit {
                return Ok(Line::TooLong);
            }
            if self.fill().await? == 0 {
                return Ok(Line::End);
            }
        }
    }

    /// Waits for the end of the stream while nobody wants its lines. Reads ahead at most `ahead` bytes; behind more
    /// than that an end can't be seen.
    pub(crate) async fn ended(&mut self, ahead: usize) -> io::Result<()> {
        while self.buffer.len() < ahead {
            if self.fill().await? == 0 {
                return Ok(());
            }
        }
        std::future::pending().await
    }

    async fn fill(&mut self) -> io::Result<usize> {
        self.buffer.reserve(CHUNK);
        (&mut self.source).take(CHUNK as u64).read_buf(&mut self.buffer).await
    }

    fn take_line(&mut self, end: usize) -> Vec<u8> {
        let mut line: Vec<u8> = self.buffer.drain(..=end).collect();
        line.pop();
        if line.last() == Some(&b'\r') {
            line.pop();
        }
        self.scanned = 0;
        if self.buffer.is_empty() && self.buffer.capacity() > 2 * CHUNK {
            // One long line shouldn't be paid for as long as the connection lives.
            self.buffer = Vec::new();
        }
        line
    }
}
