//! The desktop's own dialog for choosing a folder. Where there is none it answers as if the person had cancelled.

use std::path::PathBuf;

/// Asks the person for a folder; none if they don't choose one.
pub(crate) async fn choose_folder(title: &str) -> Option<PathBuf> {
    let chosen = rfd::AsyncFileDialog::new().set_title(title).pick_folder().await;
    chosen.map(|folder| folder.path().to_owned())
}
