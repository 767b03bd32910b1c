//! What the rest of the machine could see: command lines, environments, files, and what a crash would leave.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use nexus_test_support::stage::Stage;

const PAGE: &str = "<!doctype html><label>Name <input></label><label>Word <input type=password id=word></label>";

/// N20, N22, N25: nothing typed is among the arguments or in the environment of any process, none leaves a picture of its
/// memory, and no file is another user's to read.
#[test]
fn nothing_is_left_where_another_user_could_read_it() {
    let stage = Stage::with([("/", PAGE)]);
    let page = stage.open("/");
    page.type_into("textbox", "Name", "CANARY").expect_ok();
    page.eval("word.value = 'CANARY'; 0");
    page.snapshot();
    let processes = stage.host.family().alive();
    assert!(processes.len() > 2, "Chromium runs: {processes:?}");
    for process in processes.into_iter().chain([stage.host.id()]) {
        let read = |file: &str| fs::read(format!("/proc/{process}/{file}")).unwrap_or_default();
        for file in ["cmdline", "environ"] {
            assert!(!String::from_utf8_lossy(&read(file)).contains("CANARY"), "{file} of {process}");
        }
        let limits = String::from_utf8_lossy(&read("limits")).into_owned();
        let core = limits.lines().find(|line| line.starts_with("Max core file size"));
        let words: Vec<_> = core.unwrap_or("ended meanwhile 0 0").split_whitespace().collect();
        assert!(words.windows(2).any(|pair| pair == ["0", "0"]), "{process}: {core:?}");
    }
    let seen = open_to_others(stage.host.data_dir());
    assert!(seen.is_empty(), "{seen:?}");
    stage.close();
}

/// Files and directories that others could read, with those of profiles.
fn open_to_others(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    for path in fs::read_dir(folder).expect("a directory").flatten().map(|entry| entry.path()) {
        let Ok(data) = path.symlink_metadata() else { continue };
        if !data.is_symlink() && data.permissions().mode() & 0o077 != 0 {
            found.push(format!("{} {:o}", path.display(), data.permissions().mode()));
        }
        if data.is_dir() && fs::read_dir(&path).is_ok() {
            found.extend(open_to_others(&path));
        }
    }
    found
}
