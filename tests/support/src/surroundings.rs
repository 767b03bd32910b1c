//! The surroundings of a program under test: private folders, and no way to the desktop that the test runs on.

use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What would lead to the developer's own screen.
const FOREIGN: &[&str] = &["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET", "XAUTHORITY", "XDG_SESSION_TYPE"];

/// Each variable with the name of its folder.
const FOLDERS: &[(&str, &str)] = &[
    ("HOME", "home"),
    ("XDG_CONFIG_HOME", "config"),
    ("XDG_CACHE_HOME", "cache"),
    ("XDG_DATA_HOME", "share"),
    ("XDG_STATE_HOME", "state"),
    ("XDG_RUNTIME_DIR", "runtime"),
    ("TMPDIR", "tmp"),
];

/// Home, XDG and temporary folders below one root.
#[derive(Debug, Clone)]
pub struct Surroundings {
    root: PathBuf,
}

impl Surroundings {
    /// Makes the folders.
    pub fn create(root: &Path) -> io::Result<Self> {
        for (_, name) in FOLDERS {
            let folder = root.join(name);
            fs::create_dir(&folder)?;
            fs::set_permissions(&folder, fs::Permissions::from_mode(0o700))?;
        }
        Ok(Self { root: root.to_owned() })
    }

    /// Where a program under test finds `$XDG_DATA_HOME`.
    pub fn data_home(&self) -> PathBuf {
        self.root.join("share")
    }

    /// Where it puts temporary files.
    pub fn temporary(&self) -> PathBuf {
        self.root.join("tmp")
    }

    /// Gives them to a program. There is no session bus either: an address that can't be parsed keeps programs from
    /// starting a bus that would stay.
    pub fn apply_to(&self, command: &mut Command) {
        for variable in FOREIGN {
            command.env_remove(variable);
        }
        for (variable, name) in FOLDERS {
            command.env(variable, self.root.join(name));
        }
        command.env("DBUS_SESSION_BUS_ADDRESS", "disabled:");
    }
}
