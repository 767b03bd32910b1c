//! One agent's connection, from its first MCP message to its end.

#[cfg(test)]
mod tests;

use rmcp::ServiceExt;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use crate::pipeline::{Session, pump};
use crate::server::Server;
use crate::transport::{Intake, Limits, LineReader, LineTransport, Load, Outlet, Writer};

/// Messages that are read but not taken by rmcp yet.
const MESSAGES_AHEAD: usize = 32;

/// Serves MCP, one JSON message a line, until `read` ends, `write` fails, or the future is dropped. Then the session
/// has ended and its calls are cancelled.
pub async fn serve_connection(
    session: impl Session,
    read: impl AsyncRead + Send + Unpin + 'static,
    write: impl AsyncWrite + Send + Unpin + 'static,
) {
    serve_lines(session, LineReader::new(read), Box::new(write), Limits::default()).await;
}

/// The same for a stream of which the first line was read already.
pub(crate) async fn serve_lines(
    session: impl Session,
    lines: LineReader<impl AsyncRead + Send + Unpin + 'static>,
    write: Writer,
    limits: Limits,
) {
    let id = session.id();
    tracing::info!(session = %id, "an agent is connected");
    let gone = CancellationToken::new();
    // When this future is dropped, rmcp's own task has to end too.
    let _ends_with_us = gone.clone().drop_guard();
    let (messages, received) = mpsc::channel(MESSAGES_AHEAD);
    let (turns, awaited) = mpsc::channel(limits.unanswered);
    let load = Load::new();
    let outlet = Outlet::new(write, limits.write_deadline, gone.clone());
    let transport = LineTransport { messages: received, outlet: outlet.clone(), load: load.clone() };
    let intake = Intake { lines, outlet, messages, turns, load, limits };
    let mut serving = std::pin::pin!(run_rmcp(transport, gone.clone()));
    let mut rmcp_ended = false;
    // rmcp notices an end only after it has waited for the running tools, so the intake decides: with this select the
    // pump goes, with it the session, and the broker cancels what the session had under way.
    tokio::select! {
        () = intake.run() => {}
        () = pump(session, awaited) => {}
        () = &mut serving => rmcp_ended = true,
        () = gone.cancelled() => {}
    }
    gone.cancel();
    if !rmcp_ended {
        serving.await;
    }
    tracing::info!(session = %id, "an agent's connection has ended");
}

async fn run_rmcp(transport: LineTransport, gone: CancellationToken) {
    match Server.serve_with_ct(transport, gone).await {
        Ok(running) => {
            if let Err(error) = running.waiting().await {
                tracing::error!(panicked = error.is_panic(), "a connection's task failed");
            }
        }
        // The error may hold a whole request, so it isn't logged.
        Err(_) => tracing::debug!("a connection ended before its handshake"),
    }
}
