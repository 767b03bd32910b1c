//! P43: what a page suggests for a name, and where a download ends up.

use std::os::unix::fs::PermissionsExt;

use super::arriving::Arriving;
use super::file_name;

#[test]
fn suggested_names_become_plain_ones() {
    let long = "x".repeat(300);
    for (suggested, name) in [
        ("report.pdf", "report.pdf"),
        ("../../.bashrc", "bashrc"),
        ("..\\..\\autorun.inf", "autorun.inf"),
        ("/etc/passwd", "passwd"),
        (".hidden.txt", "hidden.txt"),
        ("invoice\u{202e}fdp.exe", "invoice_fdp.exe"),
        ("a\nb\0.txt", "a_b_.txt"),
        ("$(reboot).sh", "_(reboot).sh"),
        ("", "download"),
        ("...", "download"),
        ("  ", "download"),
        ("Größe 2.txt", "Größe 2.txt"),
        (&format!("{long}.pdf"), &format!("{}.pdf", "x".repeat(176))),
    ] {
        assert_eq!(file_name(suggested), *name, "{suggested:?}");
    }
}

/// N13: a kept file is its owner's alone, runs by nothing, and replaces none.
#[test]
fn kept_files_replace_none_and_are_private() {
    let scratch = tempfile::tempdir().expect("a scratch directory");
    let (run, folder) = (scratch.path().join("run"), scratch.path().join("downloads"));
    let arriving = Arriving::make(&run).expect("a folder");
    let come = |guid: &str, text: &str| {
        let file = arriving.path().join(guid);
        std::fs::write(&file, text).expect("a file");
        std::fs::set_permissions(&file, PermissionsExt::from_mode(0o755)).expect("its mode");
        arriving.keep(guid, "a.txt", &folder).expect("it is kept")
    };
    assert_eq!([come("1", "one"), come("2", "two"), come("3", "three")], ["a.txt", "a (2).txt", "a (3).txt"]);
    assert_eq!(std::fs::read_to_string(folder.join("a.txt")).expect("it is there"), "one");
    let mode = |path: &std::path::Path| path.metadata().expect("it is there").permissions().mode() & 0o777;
    assert_eq!((mode(&folder), mode(&folder.join("a (2).txt"))), (0o700, 0o600));
    std::fs::write(arriving.path().join("4"), "four").expect("a file");
    arriving.discard("4");
    arriving.discard("5");
    assert_eq!(std::fs::read_dir(arriving.path()).expect("it is there").count(), 0);
}
