//! rmcp's transport over lines: messages come from the [`Intake`], answers go to the [`Outlet`], and neither can grow
//! without bound.

mod intake;
mod lines;
mod load;
mod outlet;

use std::io;
use std::time::Duration;

use rmcp::RoleServer;
use rmcp::model::{ClientJsonRpcMessage, ServerJsonRpcMessage};
use rmcp::transport::Transport;
use tokio::sync::mpsc;

pub(crate) use intake::Intake;
pub(crate) use lines::{Line, LineReader};
pub(crate) use load::Load;
pub(crate) use outlet::{Outlet, Writer};

/// What one connection may use.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Limits {
    /// The longest line that is read, in bytes.
    pub(crate) line_bytes: usize,
    /// Requests that are unanswered, and answers that are unwritten, before no more is read.
    pub(crate) unanswered: usize,
    /// Lines in a row that aren't messages, before the connection is closed.
    pub(crate) garbage: u32,
    /// How long one write may take: a client that stops reading is closed.
    pub(crate) write_deadline: Duration,
    /// How long the first line may take.
    pub(crate) hello_deadline: Duration,
    /// How long the first line may be, in bytes.
    pub(crate) hello_bytes: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            line_bytes: 4 << 20,
            unanswered: 256,
            garbage: 20,
            write_deadline: Duration::from_secs(20),
            hello_deadline: Duration::from_secs(10),
            hello_bytes: 4 << 10,
        }
    }
}

/// One connection as rmcp sees it.
pub(crate) struct LineTransport {
    pub(crate) messages: mpsc::Receiver<ClientJsonRpcMessage>,
    pub(crate) outlet: Outlet,
    pub(crate) load: Load,
}

impl Transport<RoleServer> for LineTransport {
    type Error = io::Error;

    fn send(&mut self, item: ServerJsonRpcMessage) -> impl Future<Output = io::Result<()>> + Send + 'static {
        let outlet = self.outlet.clone();
        // An unwritten answer counts like an unanswered request, so a client that doesn't read can't pile them up.
        let share = self.load.take();
        let line = serde_json::to_vec(&item);
        async move {
            let sent = outlet.send(line?).await;
            drop(share);
            sent
        }
    }

    async fn receive(&mut self) -> Option<ClientJsonRpcMessage> {
        self.messages.recv().await
    }

    async fn close(&mut self) -> io::Result<()> {
        self.outlet.close().await;
        Ok(())
    }
}
