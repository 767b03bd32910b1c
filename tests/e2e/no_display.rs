//! A machine without a display.

use crate::bare::Bare;

/// C01: without a display NEXUS says so, says what to do, fails, and leaves nothing running.
#[test]
fn without_a_display_nexus_says_so_and_leaves_nothing() {
    let ended = Bare::new().run(&[]);
    assert_eq!(ended.code, Some(1), "{}", ended.stderr);
    for words in ["needs a desktop", "make run"] {
        assert!(ended.stderr.contains(words), "it doesn't say {words:?}: {}", ended.stderr);
    }
}
