use super::*;

/// A wrong path is said as such instead of silently using another browser.
#[test]
fn a_chosen_path_without_a_program_is_refused() {
    let missing = Path::new("/nonexistent/chromium");
    assert_eq!(locate_browser(Some(missing)), Err(LocateError::NotAProgram(missing.to_path_buf())));
    let folder = Path::new("/");
    assert_eq!(locate_browser(Some(folder)), Err(LocateError::NotAProgram(folder.to_path_buf())));
}

#[test]
fn a_chosen_program_wins() {
    let program = Path::new("/bin/sh");
    assert_eq!(locate_browser(Some(program)), Ok(program.to_path_buf()));
}
