//! Finding a Chromium or Chrome on this machine.

use std::env;
use std::path::{Path, PathBuf};

/// Programs that speak the protocol, in the order they are tried.
const NAMES: &[&str] = &["chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome"];

/// No browser where one was looked for.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LocateError {
    /// A path was given, and there is no program.
    #[error("{} isn't a program. Correct the browser path, or remove it to have Chromium looked for.", .0.display())]
    NotAProgram(PathBuf),
    /// None of the usual names is there.
    #[error(
        "No Chromium or Chrome was found. Install one (on Debian or Ubuntu: sudo apt-get install chromium), \
         or set CHROMIUM to its path."
    )]
    NotFound,
}

/// The browser to start: the chosen one, else `$CHROMIUM`, else the first of the usual names on `$PATH`.
pub fn locate_browser(chosen: Option<&Path>) -> Result<PathBuf, LocateError> {
    let named = chosen.map(Path::to_path_buf).or_else(|| env::var_os("CHROMIUM").map(PathBuf::from));
    if let Some(path) = named {
        return if is_program(&path) { Ok(path) } else { Err(LocateError::NotAProgram(path)) };
    }
    let folders: Vec<PathBuf> = env::var_os("PATH").map(|path| env::split_paths(&path).collect()).unwrap_or_default();
    NAMES
        .iter()
        .flat_map(|name| folders.iter().map(move |folder| folder.join(name)))
        .find(|path| is_program(path))
        .ok_or(LocateError::NotFound)
}

fn is_program(path: &Path) -> bool {
    path.is_file() && rustix::fs::access(path, rustix::fs::Access::EXEC_OK).is_ok()
}

#[cfg(test)]
mod tests;
