//! What a test stands on: a virtual screen with folders of its own, a web site, the program, and the proof that nothing
//! of it is left.

use std::cell::Cell;
use std::fs::File;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use nexus_test_support::built::program;
use nexus_test_support::deadline::wait_until;
use nexus_test_support::leftovers::{entries, files_below, sockets_below};
use nexus_test_support::person::{HUB_TITLE, PANEL_TITLE};
use nexus_test_support::process::{Family, OwnedChild, processes_naming};
use nexus_test_support::screen::ScreenWindow;
use nexus_test_support::{Person, Screen, Site};
use rustix::process::{Pid, Signal, kill_process};

/// How long the program may take to listen and to show its hub.
pub(crate) const START: Duration = Duration::from_secs(60);
/// How long it may take to end its Chromiums and itself.
const END: Duration = Duration::from_secs(30);
/// How long Chromium may outlive a NEXUS that was killed.
const ORPHANED: Duration = Duration::from_secs(5);
/// Typed into pages: it must never come to light again.
pub(crate) const SECRET: &str = "canary-7f31c9";

/// A button that counts and reports its presses, and a field that reports what it holds.
const PAGE: &str = r#"<!doctype html><title>Counter</title><link rel="icon" href="data:,">
<button id="press">Press me</button> <label>Name <input id="name"></label> <p id="count" role="status">0 presses</p>
<script>
  const tell = (path, body) => fetch("/log/" + path, { method: "POST", body, keepalive: true });
  const $ = id => document.getElementById(id);
  let presses = 0;
  $("press").onclick = () => { $("count").textContent = ++presses + " presses"; tell("click", Date.now()) };
  $("name").oninput = () => tell("typed", $("name").value);
</script>"#;

/// Two cores can't show several Chromiums in time.
static TURN: Mutex<()> = Mutex::new(());

/// Fields are in the order in which they are to go.
pub(crate) struct Stage {
    pub(crate) site: Site,
    pub(crate) screen: Screen,
    starts: Cell<u32>,
    _turn: MutexGuard<'static, ()>,
}

impl Stage {
    /// Sets it up, after the tests before have cleared theirs.
    pub(crate) fn set() -> Self {
        let turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
        let site = Site::start([("/", PAGE)]).expect("a web site");
        let screen = Screen::start(1600, 1000).expect("a virtual screen");
        Self { site, screen, starts: Cell::new(0), _turn: turn }
    }

    /// The program, to be started on this screen.
    pub(crate) fn nexus(&self) -> Command {
        self.screen.command(program("nexus"))
    }

    /// The program running: it listens for agents and shows its hub.
    pub(crate) fn start_app(&self) -> App {
        self.start_app_with(|_| {})
    }

    /// The same with a change to its command.
    pub(crate) fn start_app_with(&self, change: impl FnOnce(&mut Command)) -> App {
        let mut command = self.nexus();
        change(&mut command);
        let log = self.log("app");
        command.stdin(Stdio::null()).stdout(log.try_clone().expect("a second handle")).stderr(log);
        let mut app = App { child: OwnedChild::spawn(command).expect("the program can be started") };
        let socket = self.data().join("run/nexus.sock");
        let listening = wait_until("NEXUS to listen", START, || {
            assert!(app.is_running(), "NEXUS ended at once:\n{}", self.said());
            socket.exists().then_some(())
        });
        listening.unwrap_or_else(|error| panic!("{error}\n{}", self.said()));
        self.screen.wait_for_window(HUB_TITLE, START).expect("the hub");
        app
    }

    /// NEXUS's own directory.
    pub(crate) fn data(&self) -> PathBuf {
        self.screen.data_home().join("nexus")
    }

    /// The directories of isolated profiles.
    pub(crate) fn isolated_profiles(&self) -> Vec<PathBuf> {
        entries(&self.data().join("profiles"))
    }

    /// Waits until every Chromium and every panel is gone from the screen.
    #[track_caller]
    pub(crate) fn wait_for_hub_alone(&self) -> ScreenWindow {
        let alone = self.screen.wait_until("the hub to be alone", END, |screen| match screen.windows()?.as_slice() {
            [hub] if hub.title.contains(HUB_TITLE) && !hub.title.contains(PANEL_TITLE) => Ok(Some(hub.clone())),
            _ => Ok(None),
        });
        alone.expect("panels go with their Windows, and the hub stays")
    }

    /// Somebody with a pointer.
    pub(crate) fn person(&self) -> Person<'_> {
        Person::at(&self.screen)
    }

    /// A new log file for a program.
    pub(crate) fn log(&self, of: &str) -> File {
        self.starts.set(self.starts.get() + 1);
        File::create(self.screen.folder().join(format!("{of}-{}.log", self.starts.get()))).expect("a log file")
    }

    /// What all programs have written to their logs.
    pub(crate) fn said(&self) -> String {
        let mut logs = entries(self.screen.folder());
        logs.retain(|path| path.extension().is_some_and(|ending| ending == "log"));
        logs.sort();
        logs.iter().map(|log| std::fs::read_to_string(log).unwrap_or_default()).collect()
    }

    /// What a NEXUS that ended out of turn had started is gone soon after it.
    #[track_caller]
    fn expect_no_orphans(&self, family: &Family) {
        if let Err(left) = family.wait_gone(ORPHANED) {
            panic!("processes left behind:\n{}", left.join("\n"));
        }
        assert_eq!(processes_naming(&self.data()), Vec::<u32>::new(), "processes left behind");
    }

    /// No process, no socket, no isolated profile, no temporary file, and no word of what was typed.
    #[track_caller]
    fn expect_nothing_left(&self, family: &Family) {
        if let Err(left) = family.wait_gone(END) {
            panic!("processes left behind:\n{}", left.join("\n"));
        }
        assert_eq!(processes_naming(self.screen.folder()), Vec::<u32>::new(), "processes left behind");
        assert_eq!(sockets_below(self.screen.folder()), Vec::<PathBuf>::new(), "sockets left behind");
        assert_eq!(self.isolated_profiles(), Vec::<PathBuf>::new(), "isolated profiles left behind");
        assert_eq!(entries(&self.screen.folder().join("tmp")), Vec::<PathBuf>::new(), "temporary files left behind");
        for file in files_below(self.screen.folder()) {
            let bytes = std::fs::read(&file).unwrap_or_default();
            let holds = bytes.windows(SECRET.len()).any(|part| part == SECRET.as_bytes());
            assert!(!holds, "{} holds what was typed into a page", file.display());
        }
    }
}

/// The running program.
pub(crate) struct App {
    child: OwnedChild,
}

impl App {
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    pub(crate) fn is_running(&mut self) -> bool {
        self.child.exited().expect("its state can be read").is_none()
    }

    /// The person closes the hub while no Window is open, which ends NEXUS.
    #[track_caller]
    pub(crate) fn quit(self, stage: &Stage) {
        let hub = stage.wait_for_hub_alone();
        self.end(stage, || stage.screen.close_window(&hub).expect("the hub can be asked to close"));
    }

    /// The system asks NEXUS to end, as it does at the end of a desktop session.
    #[track_caller]
    pub(crate) fn stop(self, stage: &Stage) {
        let pid = self.pid();
        self.end(stage, || kill_process(pid, Signal::TERM).expect("it is ours to stop"));
    }

    #[track_caller]
    fn end(mut self, stage: &Stage, ask: impl FnOnce()) {
        let family = Family::of(self.id());
        ask();
        let status = self.child.wait(END).unwrap_or_else(|error| panic!("{error}\n{}", stage.said()));
        assert!(status.success(), "NEXUS ended with {status}:\n{}", stage.said());
        stage.expect_nothing_left(&family);
    }

    /// Kills NEXUS as a crash would; what it had started has to be gone soon after.
    #[track_caller]
    pub(crate) fn kill(mut self, stage: &Stage) {
        let family = Family::of(self.id());
        kill_process(self.pid(), Signal::KILL).expect("it is ours to kill");
        self.child.wait(END).expect("it is dead");
        stage.expect_no_orphans(&family);
    }

    /// Takes the screen away from it: it ends by itself, and what it had started with it.
    #[track_caller]
    pub(crate) fn lose_screen(mut self, stage: &mut Stage) {
        let family = Family::of(self.id());
        stage.screen.restart_server().expect("another screen");
        self.child.wait(END).unwrap_or_else(|error| panic!("{error}\n{}", stage.said()));
        stage.expect_no_orphans(&family);
    }

    fn pid(&self) -> Pid {
        i32::try_from(self.id()).ok().and_then(Pid::from_raw).expect("a process id")
    }
}
