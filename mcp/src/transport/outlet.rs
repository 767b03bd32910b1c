//! The write half of a connection: whole lines, one at a time, each within a deadline.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncWrite, AsyncWriteExt};
use tokio::sync::Mutex;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

/// How long the end of a connection waits for the other side.
const CLOSE_DEADLINE: Duration = Duration::from_secs(1);

/// A writer behind a pointer, so that a transport isn't generic over it.
pub(crate) type Writer = Box<dyn AsyncWrite + Send + Unpin>;

/// Where lines are written. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Outlet {
    writer: Arc<Mutex<Option<Writer>>>,
    deadline: Duration,
    gone: CancellationToken,
}

impl Outlet {
    /// Writes to `writer` and cancels `gone` when that fails or takes longer than `deadline`.
    pub(crate) fn new(writer: Writer, deadline: Duration, gone: CancellationToken) -> Self {
        Self { writer: Arc::new(Mutex::new(Some(writer))), deadline, gone }
    }

    /// Writes a line. After an error the connection is over: half a line may have been written.
    pub(crate) async fn send(&self, mut line: Vec<u8>) -> io::Result<()> {
        line.push(b'\n');
        let mut slot = self.writer.lock().await;
        let Some(writer) = slot.as_mut() else { return Err(io::ErrorKind::NotConnected.into()) };
        let write = async {
            writer.write_all(&line).await?;
            writer.flush().await
        };
        let written = tokio::select! {
            biased;
            written = timeout(self.deadline, write) => written.unwrap_or_else(|_| Err(io::ErrorKind::TimedOut.into())),
            () = self.gone.cancelled() => Err(io::ErrorKind::NotConnected.into()),
        };
        if let Err(error) = &written {
            tracing::debug!(kind = ?error.kind(), "an agent's connection can't be written to");
            *slot = None;
            self.gone.cancel();
        }
        written
    }

    /// Ends the write half.
    pub(crate) async fn close(&self) {
        if let Some(mut writer) = self.writer.lock().await.take()
            && !matches!(timeout(CLOSE_DEADLINE, writer.shutdown()).await, Ok(Ok(())))
        {
            tracing::debug!("an agent's connection was gone before it could be closed");
        }
    }
}
