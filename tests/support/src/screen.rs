//! A virtual screen with a window manager and a person's hands: real pointer, real keyboard, real pixels.
//! It ends its own processes and no others, and leaves nothing behind.

mod hand;
mod pixels;
mod server;
#[cfg(test)]
mod tests;
mod windows;

use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::Duration;

use tempfile::TempDir;

pub use pixels::{NotAPicture, Pixels, Rect, Rgb};
pub use windows::{Editor, ScreenWindow};

use crate::built::installed;
use crate::deadline::{TimedOut, wait_until};
use crate::process::{OwnedChild, RunError, bound_command, run_to_end};
use crate::surroundings::Surroundings;

/// How long the server and the window manager may take to be there.
const START: Duration = Duration::from_secs(20);
/// How long one call of a tool may take.
const TOOL: Duration = Duration::from_secs(20);

/// Why something could not be done on the screen.
#[derive(Debug, thiserror::Error)]
pub enum ScreenError {
    /// A program is missing.
    #[error("{0} isn't installed: make test installs it")]
    Missing(&'static str),
    /// The server or the window manager did not start.
    #[error("{program} did not start: {why}")]
    NotStarted {
        /// Which.
        program: &'static str,
        /// What it said.
        why: String,
    },
    /// A tool failed.
    #[error("{program} failed: {why}")]
    Tool {
        /// Which.
        program: String,
        /// What it said.
        why: String,
    },
    /// A tool could not be run to its end.
    #[error(transparent)]
    Run(#[from] RunError),
    /// Something did not show up in time.
    #[error(transparent)]
    TimedOut(#[from] TimedOut),
    /// The picture of the screen can't be read.
    #[error(transparent)]
    Picture(#[from] NotAPicture),
    /// A file or folder could not be made.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// A virtual screen. Programs that show on it must be ended before it.
#[derive(Debug)]
pub struct Screen {
    // In the order in which they are to go.
    window_manager: OwnedChild,
    server: OwnedChild,
    folder: TempDir,
    surroundings: Surroundings,
    display: String,
    width: u32,
    height: u32,
}

impl Screen {
    /// Starts a screen of this size under a number that the server finds free itself.
    pub fn start(width: u32, height: u32) -> Result<Self, ScreenError> {
        for program in ["Xvfb", "openbox", "xdotool", "import"] {
            installed(program).ok_or(ScreenError::Missing(program))?;
        }
        let folder = tempfile::Builder::new().prefix("nexus-screen-").tempdir()?;
        let surroundings = Surroundings::create(folder.path())?;
        let (server, display) = server::start(folder.path(), width, height)?;
        let window_manager = start_window_manager(folder.path(), &surroundings, &display)?;
        let screen = Self { window_manager, server, folder, surroundings, display, width, height };
        screen.wait_for_window_manager()?;
        Ok(screen)
    }

    /// Ends the server under whatever shows on it, and starts another beside the same folders.
    pub fn restart_server(&mut self) -> Result<(), ScreenError> {
        self.server.end()?;
        self.window_manager.end()?;
        (self.server, self.display) = server::start(self.folder.path(), self.width, self.height)?;
        self.window_manager = start_window_manager(self.folder.path(), &self.surroundings, &self.display)?;
        self.wait_for_window_manager()
    }

    /// As programs find it in `DISPLAY`.
    pub fn display(&self) -> &str {
        &self.display
    }

    /// Width and height in pixels.
    pub fn size(&self) -> (u32, u32) {
        (self.width, self.height)
    }

    /// A folder that goes with the screen.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Where programs on this screen find `$XDG_DATA_HOME`.
    pub fn data_home(&self) -> PathBuf {
        self.surroundings.data_home()
    }

    /// A command that shows on this screen, with private folders, no session bus, and drawing in software. Its process
    /// ends with this program.
    pub fn command(&self, program: impl AsRef<std::ffi::OsStr>) -> Command {
        let mut command = bound_command(program);
        self.apply_to(&mut command);
        command
    }

    /// The same for a command made elsewhere.
    pub fn apply_to(&self, command: &mut Command) {
        self.surroundings.apply_to(command);
        command.env("DISPLAY", &self.display).env("XDG_SESSION_TYPE", "x11").env("LIBGL_ALWAYS_SOFTWARE", "1");
    }

    /// Saves what is on the screen as a picture; the name's ending says in which format.
    pub fn screenshot(&self, path: &Path) -> Result<(), ScreenError> {
        self.tool("import", ["-silent".as_ref(), "-window".as_ref(), "root".as_ref(), path.as_os_str()]).map(drop)
    }

    /// What is on the screen.
    pub fn pixels(&self) -> Result<Pixels, ScreenError> {
        let arguments = ["-silent", "-window", "root", "-depth", "8", "ppm:-"];
        Ok(Pixels::from_ppm(&self.tool("import", arguments)?.stdout)?)
    }

    /// The bounding box of the largest connected area of a colour.
    pub fn find_color(&self, color: Rgb, tolerance: u8) -> Result<Option<Rect>, ScreenError> {
        Ok(self.pixels()?.find_color(color, tolerance))
    }

    /// Waits until a colour covers at least `at_least` connected pixels, and says where.
    pub fn wait_for_color(
        &self,
        color: Rgb,
        tolerance: u8,
        at_least: usize,
        limit: Duration,
    ) -> Result<Rect, ScreenError> {
        let what = format!("an area of {color} on the screen");
        self.wait_until(&what, limit, |screen| Ok(screen.pixels()?.find_area(color, tolerance, at_least)))
    }

    /// Looks until something is found; a failure ends the wait at once.
    pub fn wait_until<T>(
        &self,
        what: &str,
        limit: Duration,
        mut look: impl FnMut(&Self) -> Result<Option<T>, ScreenError>,
    ) -> Result<T, ScreenError> {
        wait_until(what, limit, || look(self).transpose())?
    }

    fn wait_for_window_manager(&self) -> Result<(), ScreenError> {
        // xdotool reads a property for this that only a running window manager sets.
        wait_until("the window manager", START, || self.tool("xdotool", ["get_num_desktops"]).ok())?;
        Ok(())
    }

    fn tool<A: AsRef<std::ffi::OsStr>>(
        &self,
        program: &str,
        arguments: impl IntoIterator<Item = A>,
    ) -> Result<Output, ScreenError> {
        let mut command = Command::new(program);
        command.args(arguments);
        self.apply_to(&mut command);
        let output = run_to_end(command, TOOL)?;
        match output.status.success() {
            true => Ok(output),
            false => Err(ScreenError::Tool {
                program: program.to_owned(),
                why: String::from_utf8_lossy(&output.stderr).trim().to_owned(),
            }),
        }
    }
}

fn start_window_manager(folder: &Path, surroundings: &Surroundings, display: &str) -> io::Result<OwnedChild> {
    let mut openbox = bound_command("openbox");
    openbox.arg("--sm-disable");
    surroundings.apply_to(&mut openbox);
    openbox.env("DISPLAY", display).stdin(std::process::Stdio::null());
    openbox.stdout(server::log(folder, "openbox.log")?).stderr(server::log(folder, "openbox.log")?);
    OwnedChild::spawn(openbox)
}
