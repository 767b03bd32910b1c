//! The client's side of a bridge: its standard input and output, bounded both ways.

use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio::time::timeout;

use super::ledger;
use crate::transport::{Line, LineReader};

/// The longest line from the client, in bytes; the same as NEXUS reads.
const MAX_LINE_BYTES: usize = 4 << 20;
/// How much a client may send ahead while NEXUS isn't there, in bytes.
const AHEAD_BYTES: usize = 1 << 20;
/// Lines that wait to be written.
const LINES_AHEAD: usize = 16;
/// How long the client may take for the last lines.
const FINISH_DEADLINE: Duration = Duration::from_secs(2);

/// The client of a bridge.
pub(super) struct Client<R> {
    pub(super) input: Input<R>,
    pub(super) output: Output,
    writing: JoinHandle<()>,
}

/// What the client says.
pub(super) struct Input<R>(LineReader<R>);

/// Where the client is answered. A task of its own writes whole lines, so a send that is given up leaves no half.
#[derive(Clone)]
pub(super) struct Output(mpsc::Sender<Vec<u8>>);

/// Whether the client's requests wait or are answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mood {
    /// Leave them where they are.
    Patient,
    /// Take them.
    Answering,
}

impl<R: AsyncRead + Unpin> Client<R> {
    pub(super) fn new(input: R, output: impl AsyncWrite + Send + Unpin + 'static) -> Self {
        let (lines, to_write) = mpsc::channel(LINES_AHEAD);
        let writing = tokio::spawn(write_lines(output, to_write));
        Self { input: Input(LineReader::new(input)), output: Output(lines), writing }
    }

    /// The next line, or `None` at the end. A patient bridge sees only the end.
    pub(super) async fn listen(&mut self, mood: Mood) -> Option<Vec<u8>> {
        match mood {
            Mood::Answering => self.input.next(&self.output).await,
            Mood::Patient => {
                // An unreadable input is an end too.
                let (Ok(()) | Err(_)) = self.input.0.ended(AHEAD_BYTES).await;
                None
            }
        }
    }

    /// Waits until the last lines are written.
    pub(super) async fn finish(self) {
        let Self { input: _, output, mut writing } = self;
        drop(output);
        if timeout(FINISH_DEADLINE, &mut writing).await.is_err() {
            writing.abort();
        }
    }
}

impl<R: AsyncRead + Unpin> Input<R> {
    /// The next line, or `None` at the end, also when a line is too long to go on. Loses nothing when it is given up.
    pub(super) async fn next(&mut self, output: &Output) -> Option<Vec<u8>> {
        match self.0.next(MAX_LINE_BYTES).await {
            Ok(Line::Text(line)) => Some(line),
            Ok(Line::TooLong) => {
                output.send(ledger::too_long()).await;
                None
            }
            Ok(Line::End) | Err(_) => None,
        }
    }
}

impl Output {
    /// Queues a line, waiting while the client doesn't read. False when it is gone.
    pub(super) async fn send(&self, line: Vec<u8>) -> bool {
        self.0.send(line).await.is_ok()
    }
}

async fn write_lines(mut output: impl AsyncWrite + Unpin, mut lines: mpsc::Receiver<Vec<u8>>) {
    while let Some(mut line) = lines.recv().await {
        line.push(b'\n');
        let written = match output.write_all(&line).await {
            Ok(()) => output.flush().await,
            Err(error) => Err(error),
        };
        // Ending drops the channel, which tells the bridge.
        if let Err(error) = written {
            return tracing::debug!(kind = ?error.kind(), "the client's side can't be written to");
        }
    }
}
