//! Counts what a connection has under way, so that its reader can pause.

use tokio::sync::watch;

/// How many requests and answers of a connection are under way. Cheap to clone.
#[derive(Debug, Clone)]
pub(crate) struct Load(watch::Sender<usize>);

/// One of them, until it is dropped.
#[derive(Debug)]
pub(crate) struct Share(watch::Sender<usize>);

impl Load {
    /// Nothing is under way.
    pub(crate) fn new() -> Self {
        Self(watch::Sender::new(0))
    }

    /// One more.
    pub(crate) fn take(&self) -> Share {
        self.0.send_modify(|count| *count += 1);
        Share(self.0.clone())
    }

    /// Waits until fewer than `limit` are under way.
    pub(crate) async fn below(&self, limit: usize) {
        // An error would mean that every sender is gone, and `self` is one.
        let mut count = self.0.subscribe();
        while *count.borrow_and_update() >= limit {
            if count.changed().await.is_err() {
                return;
            }
        }
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        self.0.send_modify(|count| *count -= 1);
    }
}
