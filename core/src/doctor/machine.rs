//! What this computer has: a browser and its sandbox, a display, a keychain, dialogs, room on the disk.

use std::env;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use rustix::fs::statvfs;

use super::Finding;
use crate::browser::{Sandbox, locate_browser};
use crate::engine::{Confinement, EngineError, EnginePackage, confinement, engines_folder, find_node};
use crate::store::{Vault, VaultError, VaultKind};

/// Below this much room a profile soon can't be written.
const SCARCE_BYTES: u64 = 1 << 30;

/// Set to 1 where only programs that the administrator names may make a sandbox.
const NAMED_ONLY: &str = "/proc/sys/kernel/apparmor_restrict_unprivileged_userns";
/// 0 where nobody but root may make one.
const ALLOWED: [&str; 2] = ["/proc/sys/user/max_user_namespaces", "/proc/sys/kernel/unprivileged_userns_clone"];
/// Where distributions put the helper with which Chromium makes its sandbox without that.
const HELPERS: [&str; 3] = [
    "/usr/lib/chromium/chrome-sandbox",
    "/opt/google/chrome/chrome-sandbox",
    "/usr/lib/chromium-browser/chrome-sandbox",
];

/// How D-Bus knows the portal, by which the desktop's own dialogs are shown.
const PORTAL: &str = "dbus-1/services/org.freedesktop.portal.Desktop.service";

pub(super) fn examine(data_dir: &Path, chosen_browser: Option<&Path>) -> Vec<Finding> {
    vec![
        browser(chosen_browser),
        sandbox(Sandbox::for_this_user()),
        display(),
        keychain(data_dir),
        dialogs(),
        engines(data_dir),
        disk(data_dir),
    ]
}

pub(super) fn browser(chosen: Option<&Path>) -> Finding {
    match locate_browser(chosen) {
        Ok(path) => Finding::good("browser", path.display().to_string()),
        Err(error) => Finding::bad("browser", error.to_string()),
    }
}

fn sandbox(sandbox: Sandbox) -> Finding {
    let said = |file: &str, value: &str| fs::read_to_string(file).is_ok_and(|text| text.trim() == value);
    let is_refused = said(NAMED_ONLY, "1") || ALLOWED.iter().any(|file| said(file, "0"));
    let has_helper = || HELPERS.iter().any(|helper| fs::metadata(helper).is_ok_and(|data| data.mode() & 0o4000 != 0));
    match sandbox {
        Sandbox::OffAsRoot => Finding::limited(
            "sandbox",
            "You are root, so Chromium runs without its own sandbox. Start NEXUS as an ordinary user.",
        ),
        Sandbox::On if is_refused && !has_helper() => Finding::bad(
            "sandbox",
            "This system lets no ordinary program make a sandbox, so Chromium won't start. Install your distribution's own \
             Chromium, which comes with what it needs, or allow unprivileged user namespaces.",
        ),
        Sandbox::On => Finding::good("sandbox", "Chromium's own sandbox can be made."),
    }
}

fn display() -> Finding {
    let has = |name| env::var_os(name).is_some_and(|value| !value.is_empty());
    if has("WAYLAND_DISPLAY") {
        Finding::limited(
            "display",
            "Wayland. Where windows show up is your desktop's business there: NEXUS can't place its panels.",
        )
    } else if has("DISPLAY") {
        Finding::good("display", "X11")
    } else {
        Finding::bad("display", "There is no display to show windows on. Start NEXUS in a desktop session.")
    }
}

fn keychain(data_dir: &Path) -> Finding {
    let vault = Vault::probe(data_dir);
    let why = vault.keychain_trouble().map(VaultError::to_string).unwrap_or_default();
    match vault.kind() {
        VaultKind::Keychain => Finding::good("keychain", "It keeps agents' tokens."),
        VaultKind::File => {
            Finding::limited("keychain", format!("Agents' tokens are in a private file, as you chose. {why}"))
        }
        VaultKind::Nowhere => Finding::limited(
            "keychain",
            format!(
                "There is none, so agents are paired at each connection, unless you choose the private file in NEXUS. {why}"
            ),
        ),
    }
}

fn dialogs() -> Finding {
    let folders = env::var_os("XDG_DATA_DIRS").filter(|folders| !folders.is_empty());
    let folders = folders.unwrap_or_else(|| "/usr/local/share:/usr/share".into());
    if env::split_paths(&folders).any(|folder| folder.join(PORTAL).is_file()) {
        Finding::good("dialogs", "The desktop's dialogs for folders and files can be shown.")
    } else {
        Finding::limited(
            "dialogs",
            "There is no desktop portal, so no dialog for folders and files. Install xdg-desktop-portal with the part for your \
             desktop, for example xdg-desktop-portal-gtk.",
        )
    }
}

/// Those that can be attached; what is built in needs nothing.
fn engines(data_dir: &Path) -> Finding {
    const BUILT_IN: &str = "What agents do in pages is built in";
    let engine = EnginePackage::DevTools;
    let is_there = engine.find(&engines_folder(data_dir));
    let name = format!("{} {}", engine.name(), engine.version());
    match (is_there, find_node(), confinement()) {
        (Err(EngineError::NotInstalled), _, _) => Finding::good(
            "engines",
            format!(
                "{BUILT_IN}; Node.js isn't needed. `nexus engines install` gets {name}, which can be attached as well."
            ),
        ),
        (Err(error), _, _) | (Ok(_), Err(error), _) => Finding::limited("engines", format!("{BUILT_IN}. {error}")),
        (Ok(_), Ok(node), Confinement::Full) => Finding::good(
            "engines",
            format!(
                "{BUILT_IN}. {name} can be attached, on Node.js {}; the kernel keeps it to its own page.",
                node.version
            ),
        ),
        (Ok(_), Ok(_), Confinement::Partial | Confinement::None) => Finding::limited(
            "engines",
            format!(
                "{BUILT_IN}. {name} can be attached, but this kernel can't keep it from all of the network and your files. \
                 Linux 6.12 or newer with Landlock can."
            ),
        ),
    }
}

fn disk(data_dir: &Path) -> Finding {
    // The directory itself may not be there yet.
    let there: Option<PathBuf> = data_dir.ancestors().find(|folder| folder.is_dir()).map(Path::to_path_buf);
    let Some(room) = there.and_then(|folder| statvfs(&folder).ok()) else {
        return Finding::bad("disk", format!("{} can't be reached. Check the disk that it is on.", data_dir.display()));
    };
    let free = room.f_bavail.saturating_mul(room.f_frsize);
    let text = format!("{:.1} GB free for {}", free as f64 / 1e9, data_dir.display());
    if free < SCARCE_BYTES {
        Finding::bad("disk", format!("{text}. Free some, or delete a profile that you don't need."))
    } else {
        Finding::good("disk", text)
    }
}
