//! Something that NEXUS didn't make is where its socket goes.

use std::fs::{DirBuilder, Permissions, read_link, read_to_string, set_permissions, write};
use std::os::unix::fs::{DirBuilderExt, PermissionsExt, symlink};
use std::path::PathBuf;

use crate::bare::Bare;

/// A data directory in which only the socket is missing; says where that goes.
fn place_of_socket(bare: &Bare) -> PathBuf {
    let run = bare.data().join("run");
    DirBuilder::new().recursive(true).mode(0o700).create(&run).expect("a folder");
    set_permissions(bare.data(), Permissions::from_mode(0o700)).expect("a private folder");
    run.join("nexus.sock")
}

#[track_caller]
fn expect_refusal(bare: &Bare, reason: &str) {
    let ended = bare.run(&[]);
    assert_eq!(ended.code, Some(1), "{}", ended.stderr);
    for words in ["nexus.sock is in the way", reason] {
        assert!(ended.stderr.contains(words), "it doesn't say {words:?}: {}", ended.stderr);
    }
}

/// I08: a symbolic link in the socket's place could lead agents elsewhere, so NEXUS refuses and leaves it alone.
#[test]
fn symbolic_link_in_the_sockets_place_is_refused() {
    let bare = Bare::new();
    let (place, target) = (place_of_socket(&bare), bare.data().join("elsewhere"));
    symlink(&target, &place).expect("a link");
    expect_refusal(&bare, "it is a symbolic link");
    assert_eq!(read_link(&place).expect("it is still there"), target);
    assert!(!target.exists());
}

/// I08: a foreign file in the socket's place isn't NEXUS's to remove.
#[test]
fn foreign_file_in_the_sockets_place_is_refused() {
    let bare = Bare::new();
    let place = place_of_socket(&bare);
    write(&place, "somebody's").expect("a file");
    expect_refusal(&bare, "it isn't a socket");
    assert_eq!(read_to_string(&place).expect("it is still there"), "somebody's");
}
