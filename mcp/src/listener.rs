//! The socket where agents knock: accepts, checks the user at the other end, and bounds how many are connected.

mod place;
#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use nexus_core::broker::AgentPort;
use serde_json::json;
use tokio::io::AsyncWriteExt;
use tokio::net::{UnixListener, UnixStream};
use tokio::sync::Semaphore;
use tokio::task::{JoinHandle, JoinSet};
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;

use crate::door::{Doorkeeper, TokenDoorkeeper, receive};
use crate::identity;
use crate::transport::Limits;
use place::Place;

/// How many programs may be connected at once, those that wait for a person included.
const MAX_CONNECTIONS: usize = 64;
/// How long accepting rests after it failed, for example because there are no file descriptors left.
const REST_AFTER_FAILURE: Duration = Duration::from_millis(250);
/// How long one that is turned away may take to read why.
const TURN_AWAY_DEADLINE: Duration = Duration::from_millis(200);

/// Why there is no socket.
#[derive(Debug, thiserror::Error)]
pub enum ListenError {
    /// Its directory could be used by others.
    #[error("{} can't hold the socket: {reason}", path.display())]
    UnsafeDirectory {
        /// The directory.
        path: PathBuf,
        /// What is wrong with it.
        reason: &'static str,
    },
    /// Something is in its place that NEXUS didn't make.
    #[error("{} is in the way: {reason}. Remove it if you don't need it.", path.display())]
    InTheWay {
        /// The socket's path.
        path: PathBuf,
        /// What it is.
        reason: &'static str,
    },
    /// Another NEXUS listens there.
    #[error("NEXUS is already running: it answers at {}", path.display())]
    AlreadyRunning {
        /// The socket's path.
        path: PathBuf,
    },
    /// The system said no.
    #[error("the socket {} can't be made", path.display())]
    Io {
        /// The socket's path.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
}

impl ListenError {
    /// A stable code.
    pub fn code(&self) -> &'static str {
        match self {
            Self::UnsafeDirectory { .. } => "unsafe_directory",
            Self::InTheWay { .. } => "in_the_way",
            Self::AlreadyRunning { .. } => "already_running",
            Self::Io { .. } => "io",
        }
    }
}

/// A socket that is served. Dropping it closes every connection and removes the socket's file.
#[derive(Debug)]
pub struct Listener {
    stop: CancellationToken,
    accepting: JoinHandle<()>,
    place: Place,
}

impl Listener {
    /// Where it listens.
    pub fn path(&self) -> &Path {
        self.place.path()
    }

    /// Closes every connection and removes the socket's file; all of that has happened when it returns.
    pub async fn close(mut self) {
        self.stop.cancel();
        if let Err(error) = (&mut self.accepting).await
            && error.is_panic()
        {
            tracing::error!("the listener failed");
        }
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        self.accepting.abort();
        self.place.remove();
    }
}

/// Serves agents on a socket that only this user can reach. Who has a token comes in; a person is asked about the rest.
pub async fn serve_socket(path: &Path, port: AgentPort) -> Result<Listener, ListenError> {
    serve_socket_with(path, TokenDoorkeeper::new(port)).await
}

/// The same with another doorkeeper.
pub async fn serve_socket_with(path: &Path, doorkeeper: impl Doorkeeper) -> Result<Listener, ListenError> {
    serve_limited(path, doorkeeper, Limits::default()).await
}

async fn serve_limited(path: &Path, doorkeeper: impl Doorkeeper, limits: Limits) -> Result<Listener, ListenError> {
    let (socket, place) = place::bind(path).await?;
    let stop = CancellationToken::new();
    let accepting = tokio::spawn(accept(socket, Arc::new(doorkeeper), limits, stop.clone()));
    Ok(Listener { stop, accepting, place })
}

async fn accept<D: Doorkeeper>(socket: UnixListener, doorkeeper: Arc<D>, limits: Limits, stop: CancellationToken) {
    let room = Arc::new(Semaphore::new(MAX_CONNECTIONS));
    // Dropped with this task, and with it every connection.
    let mut connections = JoinSet::new();
    loop {
        tokio::select! {
            () = stop.cancelled() => return connections.shutdown().await,
            accepted = socket.accept() => match accepted {
                Ok((stream, _)) => {
                    connections.spawn(welcome(stream, Arc::clone(&doorkeeper), Arc::clone(&room), limits));
                }
                Err(error) => {
                    tracing::warn!(kind = ?error.kind(), "an agent's connection can't be accepted");
                    sleep(REST_AFTER_FAILURE).await;
                }
            },
            Some(ended) = connections.join_next() => {
                if ended.is_err_and(|error| error.is_panic()) {
                    tracing::error!("an agent's connection failed");
                }
            }
        }
    }
}

async fn welcome<D: Doorkeeper>(stream: UnixStream, doorkeeper: Arc<D>, room: Arc<Semaphore>, limits: Limits) {
    if !identity::is_same_user(&stream) {
        return tracing::warn!("another user's program knocked and was turned away");
    }
    let Ok(_place) = room.try_acquire() else { return turn_away(stream).await };
    let program = identity::program(&stream);
    let (read, write) = stream.into_split();
    receive(&*doorkeeper, read, write, program, limits).await;
}

async fn turn_away(mut stream: UnixStream) {
    let answer = json!({ "ok": false, "code": "limit_reached", "error": "Too many agents are connected to NEXUS." });
    if !matches!(timeout(TURN_AWAY_DEADLINE, stream.write_all(format!("{answer}\n").as_bytes())).await, Ok(Ok(()))) {
        tracing::debug!("a program that was turned away didn't wait to hear why");
    }
}
