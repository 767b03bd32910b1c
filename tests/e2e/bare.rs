//! The program without any display, in folders of its own, for what has to end by itself.

use std::path::PathBuf;
use std::process::Output;
use std::time::Duration;

use nexus_test_support::built::program;
use nexus_test_support::leftovers::sockets_below;
use nexus_test_support::process::{bound_command, processes_naming, run_to_end};
use nexus_test_support::surroundings::Surroundings;
use tempfile::TempDir;

/// How long it may take to give up.
const GIVE_UP: Duration = Duration::from_secs(60);

/// Private folders and no display.
pub(crate) struct Bare {
    folder: TempDir,
    surroundings: Surroundings,
}

/// How a run ended.
pub(crate) struct Ended {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Bare {
    pub(crate) fn new() -> Self {
        let folder = tempfile::Builder::new().prefix("nexus-bare-").tempdir().expect("a folder");
        let surroundings = Surroundings::create(folder.path()).expect("folders");
        Self { folder, surroundings }
    }

    /// NEXUS's own directory.
    pub(crate) fn data(&self) -> PathBuf {
        self.surroundings.data_home().join("nexus")
    }

    /// Runs the program to its end. It may leave neither a process nor a socket.
    #[track_caller]
    pub(crate) fn run(&self, arguments: &[&str]) -> Ended {
        let mut command = bound_command(program("nexus"));
        command.args(arguments);
        self.surroundings.apply_to(&mut command);
        let Output { status, stdout, stderr } = run_to_end(command, GIVE_UP).expect("it ends");
        assert_eq!(processes_naming(self.folder.path()), Vec::<u32>::new(), "processes left behind");
        assert_eq!(sockets_below(self.folder.path()), Vec::<PathBuf>::new(), "sockets left behind");
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
        Ended { code: status.code(), stdout: text(stdout), stderr: text(stderr) }
    }
}
