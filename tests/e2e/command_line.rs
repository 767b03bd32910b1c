//! The command line: what it offers, and what it never will.

use crate::bare::Bare;

/// N16: nothing that an agent with a shell could type approves, pairs or takes control.
#[test]
fn nothing_on_the_command_line_decides_for_the_person() {
    let bare = Bare::new();
    for line in [
        &["approve", "ap1"][..],
        &["pair", "K7QM4D"],
        &["take-control", "w1"],
        &["give-back", "w1"],
        &["--approve", "ap1"],
        &["mcp", "--pair"],
        &["mcp", "--token", "x"],
        &["mcp", "approve"],
    ] {
        let ended = bare.run(line);
        assert_eq!(ended.code, Some(2), "{line:?}: {}", ended.stderr);
        assert!(ended.stderr.contains("Usage: nexus"), "{line:?}: {}", ended.stderr);
    }
    assert!(!bare.data().exists(), "a mistake on the command line touches nothing");
}

/// C04: the program says which version it is, and what it can do.
#[test]
fn version_and_help_are_told() {
    let bare = Bare::new();
    let version = bare.run(&["--version"]);
    assert_eq!(version.code, Some(0));
    assert!(version.stdout.starts_with(concat!("nexus ", env!("CARGO_PKG_VERSION"))), "{}", version.stdout);
    let help = bare.run(&["--help"]);
    assert_eq!(help.code, Some(0));
    assert!(help.stdout.contains("nexus mcp"), "{}", help.stdout);
}
