//! Which engines there are, by exact version, and where they are installed.

use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde_json::Value;

use super::EngineError;

/// What is installed, by exact version.
pub(super) const MANIFEST: &str = include_str!("../../../../resources/engines/package.json");
/// The same with all that it needs, and the checksum of each.
pub(super) const LOCK: &str = include_str!("../../../../resources/engines/package-lock.json");

/// An engine that can be attached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EnginePackage {
    /// For inspection.
    DevTools,
    /// For interaction.
    Playwright,
}

/// Where the engines are installed.
pub fn engines_folder(data_dir: &Path) -> PathBuf {
    data_dir.join("engines")
}

#[derive(Deserialize)]
struct Installed {
    version: String,
}

impl EnginePackage {
    /// Every one.
    pub const ALL: [Self; 2] = [Self::DevTools, Self::Playwright];

    /// Its name, for people and for npm.
    pub fn name(self) -> &'static str {
        match self {
            Self::DevTools => "chrome-devtools-mcp",
            Self::Playwright => "@playwright/mcp",
        }
    }

    /// The program in its folder.
    fn program(self) -> &'static str {
        match self {
            Self::DevTools => "build/src/bin/chrome-devtools-mcp.js",
            Self::Playwright => "cli.js",
        }
    }

    /// The version that this NEXUS was made for.
    pub fn version(self) -> String {
        let lock: Value = serde_json::from_str(LOCK).unwrap_or_default();
        let package = &lock["packages"][format!("node_modules/{}", self.name())];
        package["version"].as_str().unwrap_or_default().to_owned()
    }

    /// The program, if what is installed in a folder is this version.
    pub(crate) fn find(self, folder: &Path) -> Result<PathBuf, EngineError> {
        let package = folder.join("node_modules").join(self.name());
        let manifest = std::fs::read(package.join("package.json")).map_err(|_| EngineError::NotInstalled)?;
        let Installed { version } = serde_json::from_slice(&manifest).map_err(|_| EngineError::NotInstalled)?;
        if version != self.version() {
            return Err(EngineError::OtherVersion);
        }
        let program = package.join(self.program());
        if program.is_file() { Ok(program) } else { Err(EngineError::NotInstalled) }
    }
}

/// How many packages the lock names.
pub(super) fn packages() -> usize {
    let lock: Value = serde_json::from_str(LOCK).unwrap_or_default();
    lock["packages"].as_object().map_or(0, |packages| packages.keys().filter(|name| !name.is_empty()).count())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each is pinned, and each download has its checksum, so what is installed is what was tried.
    #[test]
    fn every_package_is_pinned_with_its_checksum() {
        let manifest: Value = serde_json::from_str(MANIFEST).expect("JSON");
        for engine in EnginePackage::ALL {
            assert_eq!(manifest["dependencies"][engine.name()], engine.version(), "{engine:?}");
        }
        let lock: Value = serde_json::from_str(LOCK).expect("JSON");
        let packages = lock["packages"].as_object().expect("packages");
        for (name, package) in packages.iter().filter(|(name, _)| !name.is_empty()) {
            let checksum = package["integrity"].as_str().unwrap_or_default();
            assert!(checksum.starts_with("sha512-"), "{name}");
            assert_eq!(package["hasInstallScript"], Value::Null, "{name}");
        }
        assert_eq!(super::packages(), packages.len() - 1);
    }

    /// What isn't there, is half there or is of another version isn't run.
    #[test]
    fn only_the_pinned_version_is_run() {
        let scratch = tempfile::tempdir().expect("a folder");
        let find = || EnginePackage::DevTools.find(scratch.path()).map_err(|error| error.code());
        assert_eq!(find(), Err("engine_not_installed"));
        let package = scratch.path().join("node_modules/chrome-devtools-mcp");
        std::fs::create_dir_all(package.join("build/src/bin")).expect("a folder");
        std::fs::write(package.join("package.json"), "{\"version\":\"0.0.1\"}").expect("written");
        assert_eq!(find(), Err("engine_outdated"));
        let version = EnginePackage::DevTools.version();
        std::fs::write(package.join("package.json"), format!("{{\"version\":\"{version}\"}}")).expect("written");
        assert_eq!(find(), Err("engine_not_installed"));
        let program = package.join("build/src/bin/chrome-devtools-mcp.js");
        std::fs::write(&program, "").expect("written");
        assert_eq!(find(), Ok(program));
    }
}
