//! The demo's surroundings: a virtual screen, the real program on it, and a page on loopback.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use anyhow::{Context, Result, anyhow, ensure};

use crate::built;
use crate::deadline::wait_until;
use crate::person::{HUB_TITLE, TOLERANCE};
use crate::process::{Family, OwnedChild, processes_naming};
use crate::screen::{Rgb, Screen};
use crate::site::Site;

const PAGE: &str = include_str!("../../../../resources/demo/index.html");
const WIDTH: u32 = 1600;
const HEIGHT: u32 = 1000;
/// Below `$XDG_DATA_HOME`.
const SOCKET: &str = "nexus/run/nexus.sock";
/// How long the program may take to listen, and to show its hub.
const START: Duration = Duration::from_secs(60);
/// How long a picture may take to be on its card.
const SHOWN: Duration = Duration::from_secs(20);
/// The Publish button.
const PUBLISH: Rgb = Rgb(0xb4, 0x53, 0x1f);
/// How long what the program started may take to be gone after it.
const GONE: Duration = Duration::from_secs(10);

/// Fields are in the order in which they are to go.
pub(super) struct Stage {
    app: OwnedChild,
    site: Site,
    screen: Screen,
}

impl Stage {
    /// Starts everything. The program writes its log to `app.log` in `logs`.
    pub(super) fn set(logs: &Path) -> Result<Self> {
        let site = Site::start([("/", PAGE)]).context("the demo's web page")?;
        let screen = Screen::start(WIDTH, HEIGHT).context("a virtual screen")?;
        let log = File::create(logs.join("app.log")).context("the program's log")?;
        let mut command = screen.command(built::program("nexus"));
        command.stdin(Stdio::null()).stdout(log.try_clone()?).stderr(log);
        let app = OwnedChild::spawn(command).context("the program")?;
        Ok(Self { app, site, screen })
    }

    pub(super) fn screen(&self) -> &Screen {
        &self.screen
    }

    /// The demo page's address.
    pub(super) fn page(&self) -> String {
        self.site.url("/")
    }

    /// Where agents knock.
    pub(super) fn socket(&self) -> PathBuf {
        self.screen.data_home().join(SOCKET)
    }

    /// Waits until the program listens for agents; a program that ends instead is not waited for.
    pub(super) fn wait_for_agents_door(&mut self) -> Result<()> {
        let (app, socket) = (&mut self.app, self.screen.data_home().join(SOCKET));
        wait_until("the program to listen for agents", START, || match app.exited() {
            Ok(None) => socket.exists().then_some(Ok(())),
            Ok(Some(status)) => Some(Err(anyhow!("the program ended at once: {status}"))),
            Err(error) => Some(Err(error.into())),
        })?
    }

    pub(super) fn wait_for_hub(&self) -> Result<()> {
        self.screen.wait_for_window(HUB_TITLE, START).map(drop).context("the hub")
    }

    /// Waits until the panel shows the page's most striking button, too.
    pub(super) fn wait_for_picture(&self) -> Result<()> {
        let seen = self.screen.wait_until("the picture on the card", SHOWN, |screen| {
            Ok((screen.pixels()?.find_areas(PUBLISH, TOLERANCE, 200).len() > 1).then_some(()))
        });
        seen.context("the picture on the card")
    }

    /// Ends everything and looks whether anything is left.
    pub(super) fn clear(self) -> Result<()> {
        let Self { mut app, site, screen } = self;
        let crashed = app.exited().context("the program's state")?;
        let family = Family::of(app.id());
        app.end().context("the program's end")?;
        let left = family.wait_gone(GONE).err().unwrap_or_default();
        drop(site);
        let folder = screen.folder().to_owned();
        drop(screen);
        ensure!(crashed.is_none(), "the program had ended before the demo: {crashed:?}");
        ensure!(left.is_empty(), "the program left processes behind:\n{}", left.join("\n"));
        ensure!(processes_naming(&folder).is_empty(), "processes still use {}", folder.display());
        ensure!(!folder.exists(), "{} is left behind", folder.display());
        Ok(())
    }
}
