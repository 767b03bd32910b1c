//! Stamps the program with its version and checks its icon. Sets `NEXUS_VERSION`, such as `0.1.0+1a2b3c4d5`, and
//! `NEXUS_ICON`, the path of a square PNG. It fails only where the icon is missing.

use std::path::{Path, PathBuf};
use std::process::Command;

const ICON: &str = "resources/icons/nexus.png";
const ICON_SIDE: u32 = 256;

fn main() {
    let root = PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let number = std::env::var("CARGO_PKG_VERSION").expect("cargo sets it");
    let version = match commit(&root) {
        Some(commit) => format!("{number}+{commit}"),
        None => number,
    };
    let icon = root.join(ICON);
    check_icon(&icon);
    say("rerun-if-changed=build.rs");
    say(&format!("rerun-if-changed={ICON}"));
    say(&format!("rustc-env=NEXUS_VERSION={version}"));
    say(&format!("rustc-env=NEXUS_ICON={}", icon.display()));
}

/// The commit that is checked out here. A copy of the sources without `.git` has none, even inside another repository.
fn commit(root: &Path) -> Option<String> {
    if !root.join(".git").exists() {
        return None;
    }
    // The log grows with every commit and checkout; a file that isn't there would make every build run this again.
    for file in ["HEAD", "logs/HEAD"] {
        let path = root.join(git(root, &["rev-parse", "--git-path", file])?);
        if path.exists() {
            say(&format!("rerun-if-changed={}", path.display()));
        }
    }
    git(root, &["rev-parse", "--short=9", "HEAD"])
}

fn git(root: &Path, arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").arg("-C").arg(root).args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?.trim().to_owned();
    (output.status.success() && !text.is_empty()).then_some(text)
}

fn check_icon(path: &Path) {
    let bytes = std::fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let side = |at: usize| bytes.get(at..at + 4).and_then(|part| part.try_into().ok()).map(u32::from_be_bytes);
    // Width and height stand at a fixed place, in the first chunk.
    let is_right =
        bytes.starts_with(b"\x89PNG\r\n\x1a\n") && side(16) == Some(ICON_SIDE) && side(20) == Some(ICON_SIDE);
    assert!(is_right, "{} is not a PNG of {ICON_SIDE} by {ICON_SIDE} pixels", path.display());
}

/// Cargo reads a build script's standard output.
fn say(instruction: &str) {
    #[allow(clippy::print_stdout)]
    {
        println!("cargo::{instruction}");
    }
}
