//! One app per user: a second start brings the first one's hub to the front.

use std::io;
use std::os::unix::net::UnixStream as BlockingStream;
use std::path::{Path, PathBuf};
use std::time::Duration;

use tokio::net::UnixListener;
use tokio::sync::mpsc;

/// How long the first app may take to notice the second.
const KNOCK_DEADLINE: Duration = Duration::from_secs(2);

fn socket(data_dir: &Path) -> PathBuf {
    data_dir.join("run").join("focus.sock")
}

/// Asks the app that is running already to come to the front. Connecting is all there is to it: whoever does it can do
/// nothing else here.
pub(crate) fn ask_for_focus(data_dir: &Path) -> io::Result<()> {
    let stream = BlockingStream::connect(socket(data_dir))?;
    stream.set_read_timeout(Some(KNOCK_DEADLINE))?;
    let mut byte = [0_u8; 1];
    // The first app hangs up once it has noticed.
    io::Read::read(&mut &stream, &mut byte).map(|_| ())
}

/// Where second starts knock, for as long as this lives.
#[derive(Debug)]
pub(crate) struct FocusSocket {
    path: PathBuf,
    accepting: tokio::task::AbortHandle,
}

impl FocusSocket {
    /// Listens. To be called by the one who holds the instance lock: what is in the way is then a leftover.
    pub(crate) fn listen(data_dir: &Path) -> io::Result<(Self, mpsc::UnboundedReceiver<()>)> {
        let path = socket(data_dir);
        match std::fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            Ok(()) | Err(_) => {}
        }
        let listener = UnixListener::bind(&path)?;
        std::fs::set_permissions(&path, std::os::unix::fs::PermissionsExt::from_mode(0o600))?;
        let (knocks, knocked) = mpsc::unbounded_channel();
        let accepting = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                drop(stream);
                if knocks.send(()).is_err() {
                    return;
                }
            }
        });
        Ok((Self { path, accepting: accepting.abort_handle() }, knocked))
    }
}

impl Drop for FocusSocket {
    fn drop(&mut self) {
        self.accepting.abort();
        if let Err(error) = std::fs::remove_file(&self.path) {
            tracing::debug!(%error, "the focus socket was gone already");
        }
    }
}
