//! Installing the engines: npm gets what the lock names, compares each with its checksum and runs nothing of it. What was there
//! stays until the new is whole.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

use super::package::{LOCK, MANIFEST, packages};
use super::{EngineError, EnginePackage, engines_folder, find_node, node::on_path};
use crate::private;

/// How the folder begins in which they are put together, until it is whole.
const FRESH_PREFIX: &str = "engines-new-";
/// And that of those which it replaces.
const OLD_PREFIX: &str = "engines-old-";

/// How far it has come.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum InstallStep {
    /// Node.js is there, of this version.
    NodeFound(String),
    /// So many of so many packages have come.
    Downloaded(usize, usize),
    /// All of them are in place, each as its checksum says.
    Installed,
}

/// Installs all engines, and tells how it goes.
pub fn install(data_dir: &Path, mut tell: impl FnMut(InstallStep)) -> Result<(), EngineError> {
    let node = find_node()?;
    tell(InstallStep::NodeFound(node.version));
    let npm = on_path("npm").ok_or(EngineError::NpmMissing)?;
    private::directory(data_dir).map_err(EngineError::Folder)?;
    let fresh = private::temporary_in(data_dir, FRESH_PREFIX).map_err(EngineError::Folder)?;
    for (name, text) in [("package.json", MANIFEST), ("package-lock.json", LOCK)] {
        std::fs::write(fresh.path().join(name), text).map_err(EngineError::Folder)?;
    }
    run_npm(&npm, fresh.path(), &mut tell)?;
    for engine in EnginePackage::ALL {
        engine.find(fresh.path())?;
    }
    put_in_place(fresh, data_dir).map_err(EngineError::Folder)?;
    tell(InstallStep::Installed);
    Ok(())
}

fn run_npm(npm: &Path, folder: &Path, tell: &mut impl FnMut(InstallStep)) -> Result<(), EngineError> {
    let failed = |error: std::io::Error| EngineError::Install(error.to_string());
    let mut command = Command::new(npm);
    command.args(["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--omit=optional", "--loglevel=http"]);
    command.current_dir(folder).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(failed)?;
    let (all, mut come, mut last) = (packages(), 0, String::new());
    for line in child.stderr.take().into_iter().flat_map(|stderr| BufReader::new(stderr).lines()).map_while(Result::ok)
    {
        if line.contains("http fetch GET 200") || line.contains("http cache") {
            come = (come + 1).min(all);
            tell(InstallStep::Downloaded(come, all));
        } else if line.contains("npm error") && !line.contains("complete log") {
            last = line.trim_start_matches("npm error").trim().to_owned();
        }
    }
    let status = child.wait().map_err(failed)?;
    if status.success() {
        return Ok(());
    }
    Err(EngineError::Install(if last.is_empty() { format!("npm ended with {status}.") } else { last }))
}

fn put_in_place(fresh: tempfile::TempDir, data_dir: &Path) -> std::io::Result<()> {
    let place = engines_folder(data_dir);
    // Windows that are open have their engines' files open; those stay until they end.
    let old = private::temporary_in(data_dir, OLD_PREFIX)?;
    match std::fs::rename(&place, old.path().join("engines")) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(error),
        Ok(()) | Err(_) => {}
    }
    std::fs::rename(fresh.keep(), &place)?;
    old.close()
}
