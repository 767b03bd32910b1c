use std::fs;
use std::os::unix::fs::chown;

use super::super::tests::{Tested, mode, temp_dir};
use super::*;

const NOBODY: u32 = 65534;

/// Root can give a directory away; anybody else takes one of root's.
fn somebody_elses(dir: &Path) -> io::Result<PathBuf> {
    if !rustix::process::geteuid().is_root() {
        return Ok(PathBuf::from("/usr"));
    }
    let path = dir.join("theirs");
    fs::create_dir(&path)?;
    fs::set_permissions(&path, Permissions::from_mode(0o755))?;
    chown(&path, Some(NOBODY), Some(NOBODY))?;
    Ok(path)
}

#[test]
fn directory_of_another_user_is_refused_and_left_as_it_was() -> Tested {
    let dir = temp_dir();
    let theirs = somebody_elses(dir.path())?;
    let error = ensure_directory(&theirs).expect_err("another user's");
    assert_eq!(error.code(), "path_of_another_user");
    assert_eq!(mode(&theirs), 0o755);
    Ok(())
}

#[test]
fn missing_file_of_secrets_is_no_error() -> Tested {
    assert!(open_secrets(&temp_dir().path().join("none"))?.is_none());
    Ok(())
}

#[test]
fn pipe_in_place_of_a_file_is_refused_without_waiting() -> Tested {
    let dir = temp_dir();
    let pipe = dir.path().join("pipe");
    rustix::fs::mknodat(rustix::fs::CWD, &pipe, rustix::fs::FileType::Fifo, rustix::fs::Mode::RUSR, 0)?;
    assert_eq!(open_secrets(&pipe).expect_err("a pipe").code(), "path_wrong_kind");
    assert_eq!(ensure_file(&pipe).expect_err("a pipe").code(), "path_wrong_kind");
    Ok(())
}

#[test]
fn parent_that_cannot_hold_a_directory_is_told() -> Tested {
    let dir = temp_dir();
    fs::write(dir.path().join("file"), "")?;
    let error = ensure_directory(&dir.path().join("file/nexus")).expect_err("no directory");
    assert_eq!(error.code(), "path_unusable");
    Ok(())
}
