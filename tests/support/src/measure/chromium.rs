//! Which Chromium is measured with, where not NEXUS starts it.

use std::path::PathBuf;

use anyhow::{Context, Result};

use crate::built::installed;

/// The names that the bench host looks for too.
const NAMES: &[&str] = &["chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome"];

/// `$CHROMIUM`, or the first of the usual names in `PATH`.
pub(super) fn find() -> Result<PathBuf> {
    let named = std::env::var_os("CHROMIUM").map(PathBuf::from);
    named
        .or_else(|| NAMES.iter().find_map(|name| installed(name)))
        .context("no Chromium in PATH; name one in $CHROMIUM")
}
