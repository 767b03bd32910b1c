//! The two ends of Chromium's debugging pipe. Closing ours ends Chromium, so a killed NEXUS leaves no browser behind.

use std::io::{self, BufRead, BufReader, PipeReader, PipeWriter};
use std::os::fd::OwnedFd;

/// NEXUS's ends of the pipe.
#[derive(Debug)]
pub(crate) struct CdpPipe {
    pub(super) read: PipeReader,
    pub(super) write: PipeWriter,
}

/// Chromium's ends: it reads commands from descriptor 3 and writes to descriptor 4.
#[derive(Debug)]
pub(crate) struct ChildEnds {
    pub(crate) read: OwnedFd,
    pub(crate) write: OwnedFd,
}

impl CdpPipe {
    /// A new pair of pipes. The child's ends must be dropped here once it runs, or its end is never noticed.
    pub(crate) fn open() -> io::Result<(Self, ChildEnds)> {
        let (child_reads, write) = io::pipe()?;
        let (read, child_writes) = io::pipe()?;
        let child = ChildEnds { read: child_reads.into(), write: child_writes.into() };
        Ok((Self { read, write }, child))
    }
}

/// The largest message taken from Chromium. A full-page picture of a large page stays below it.
const MAX_MESSAGE_BYTES: usize = 256 << 20;

/// Cuts the stream at NULs.
pub(super) struct Messages {
    reader: BufReader<PipeReader>,
    buffer: Vec<u8>,
}

impl Messages {
    pub(super) fn new(read: PipeReader) -> Self {
        Self { reader: BufReader::with_capacity(1 << 16, read), buffer: Vec::new() }
    }

    /// The next message; `None` when Chromium is gone.
    pub(super) fn next(&mut self) -> io::Result<Option<&[u8]>> {
        // A rare large message must not keep its memory for good.
        self.buffer.clear();
        self.buffer.shrink_to(1 << 20);
        loop {
            let available = match self.reader.fill_buf() {
                Ok([]) => return Ok(None),
                Ok(available) => available,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            if let Some(end) = available.iter().position(|byte| *byte == 0) {
                self.buffer.extend_from_slice(&available[..end]);
                self.reader.consume(end + 1);
                return Ok(Some(&self.buffer));
            }
            if self.buffer.len() + available.len() > MAX_MESSAGE_BYTES {
                return Err(io::Error::other("a message from Chromium is too large"));
            }
            self.buffer.extend_from_slice(available);
            let taken = available.len();
            self.reader.consume(taken);
        }
    }
}
