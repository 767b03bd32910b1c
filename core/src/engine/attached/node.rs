//! Finding Node.js.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use super::EngineError;

/// How long `node --version` may take.
const ANSWER: Duration = Duration::from_secs(10);
/// By what names it is looked for.
const NAMES: [&str; 2] = ["node", "nodejs"];

/// A Node.js that the engines can run on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Node {
    /// The program, not a link to it.
    pub program: PathBuf,
    /// Its version, as it says: `v20.20.2`.
    pub version: String,
}

/// Finds the first Node.js on the PATH; one that is too old isn't passed over for another.
pub fn find_node() -> Result<Node, EngineError> {
    let program = NAMES.iter().find_map(|name| on_path(name)).ok_or(EngineError::NodeMissing)?;
    let version = ask_version(&program).ok_or(EngineError::NodeMissing)?;
    let program = program.canonicalize().map_err(|_| EngineError::NodeMissing)?;
    if is_enough(&version) { Ok(Node { program, version }) } else { Err(EngineError::NodeTooOld(version)) }
}

/// A program by its name.
pub(super) fn on_path(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path)
        .filter(|folder| folder.is_absolute())
        .map(|folder| folder.join(name))
        .find(|p| is_program(p))
}

fn is_program(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata().is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0)
}

fn ask_version(program: &Path) -> Option<String> {
    let mut command = Command::new(program);
    command.arg("--version").env_clear().stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = command.spawn().ok()?;
    let end = Instant::now() + ANSWER;
    while child.try_wait().ok()?.is_none() {
        if Instant::now() > end {
            // It is a child of ours that hangs.
            return child.kill().and_then(|()| child.wait()).ok().and(None);
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    let said = child.wait_with_output().ok()?.stdout;
    let version = String::from_utf8(said).ok()?.trim().to_owned();
    parse(&version).is_some().then_some(version)
}

fn parse(version: &str) -> Option<(u32, u32)> {
    let mut numbers = version.strip_prefix('v')?.split('.').map(str::parse::<u32>);
    Some((numbers.next()?.ok()?, numbers.next()?.ok()?))
}

/// What `package.json` says under `engines`.
fn is_enough(version: &str) -> bool {
    match parse(version) {
        Some((20, minor)) => minor >= 19,
        Some((22, minor)) => minor >= 12,
        Some((major, _)) => major >= 23,
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The same as in `package.json`, which is npm's to read.
    #[test]
    fn old_versions_are_told_from_new_ones() {
        for good in ["v20.19.0", "v20.20.2", "v22.12.0", "v23.0.0", "v24.1.0"] {
            assert!(is_enough(good), "{good}");
        }
        for bad in ["v18.20.0", "v20.18.9", "v21.7.0", "v22.11.0", "20.19.0", "", "vx.y", "v20"] {
            assert!(!is_enough(bad), "{bad}");
        }
        let manifest: serde_json::Value = serde_json::from_str(super::super::package::MANIFEST).expect("JSON");
        assert_eq!(manifest["engines"]["node"], "^20.19.0 || ^22.12.0 || >=23");
    }

    /// The message says what to do.
    #[test]
    fn a_missing_or_old_node_is_told_plainly() {
        for error in [EngineError::NodeMissing, EngineError::NodeTooOld("v18.0.0".to_owned())] {
            assert!(error.to_string().contains("Install Node.js"), "{error}");
            assert!(error.code().starts_with("node_"));
        }
    }
}
