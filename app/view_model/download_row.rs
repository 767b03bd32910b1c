//! What agents downloaded in a Window, as its panel shows it.

use nexus_core::broker::{DownloadView, WindowView};
use nexus_core::browser::DownloadState;

use super::size::size_text;

/// One download.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DownloadRow {
    /// Its name.
    pub name: String,
    /// "1.2 MB · complete".
    pub about: String,
}

/// The newest first.
pub(crate) fn download_rows(window: &WindowView) -> Vec<DownloadRow> {
    window.downloads.iter().rev().map(download_row).collect()
}

fn download_row(DownloadView { name, bytes, state }: &DownloadView) -> DownloadRow {
    let size = size_text(*bytes);
    let about = match state {
        DownloadState::InProgress => format!("{size} so far"),
        DownloadState::Completed => format!("{size} · complete"),
        DownloadState::Cancelled => format!("{size} · broken off, not kept"),
        DownloadState::NotApproved => "refused: you weren't asked".to_owned(),
    };
    DownloadRow { name: name.clone(), about }
}
