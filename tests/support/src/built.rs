//! Where the workspace's own programs are. Never builds anything: a stale or missing program is for make to mend.

use std::path::{Path, PathBuf};

/// A program of this workspace, next to the running test or program.
///
/// # Panics
/// If it isn't there.
pub fn program(name: &str) -> PathBuf {
    let this = std::env::current_exe().expect("a running program knows its own path");
    // A test runs in target/<profile>/deps, a program in target/<profile>.
    let found = this.ancestors().skip(1).take(2).map(|folder| folder.join(name)).find(|path| path.is_file());
    found.unwrap_or_else(|| panic!("{name} isn't built: run make test, or cargo build --workspace"))
}

/// A program that the machine should have, by its name in `PATH`.
pub fn installed(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(name)).find(|path| is_program(path))
}

fn is_program(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata().is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shell_is_installed_and_nonsense_is_not() {
        assert!(installed("sh").is_some());
        assert!(installed("no-such-program-anywhere").is_none());
    }

    #[test]
    #[should_panic(expected = "run make test, or cargo build --workspace")]
    fn missing_program_says_how_to_build_it() {
        program("no-such-program-anywhere");
    }
}
