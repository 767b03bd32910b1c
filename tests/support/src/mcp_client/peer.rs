//! The server's end: a child process or a socket, and how to part from it.

use std::io;
use std::net::Shutdown;
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::process::ExitStatus;
use std::time::Duration;

use super::ClientError;
use crate::deadline::{TimedOut, wait_until};
use crate::process::OwnedChild;

/// How long a server may take to end after its input did.
const GOODBYE: Duration = Duration::from_secs(15);

/// Whom a client talks to.
#[derive(Debug)]
pub(super) enum Peer {
    /// A child on its stdio.
    Child(OwnedChild),
    /// Somebody behind a socket.
    Socket(UnixStream),
    /// Nobody any more.
    Gone,
}

impl Peer {
    pub(super) fn id(&self) -> Option<u32> {
        match self {
            Self::Child(child) => Some(child.id()),
            Self::Socket(_) | Self::Gone => None,
        }
    }

    pub(super) fn close(&mut self) -> Result<Option<ExitStatus>, ClientError> {
        match std::mem::replace(self, Self::Gone) {
            Self::Child(mut child) => Ok(Some(child.wait(GOODBYE)?)),
            Self::Socket(stream) => match stream.shutdown(Shutdown::Both) {
                Err(error) if error.kind() != io::ErrorKind::NotConnected => Err(error.into()),
                Ok(()) | Err(_) => Ok(None),
            },
            Self::Gone => Ok(None),
        }
    }
}

/// Connects to a unix socket as soon as somebody listens there.
pub(crate) fn connect(socket: &Path, limit: Duration) -> Result<UnixStream, TimedOut> {
    let what = format!("somebody to listen on {}", socket.display());
    wait_until(&what, limit, || UnixStream::connect(socket).ok())
}
