//! P41: nothing but regular files below a folder that the person allows, whatever a path says.

use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;

use super::*;

struct Desk {
    scratch: tempfile::TempDir,
    uploads: Uploads,
}

impl Desk {
    /// `allowed` is allowed, `secret` isn't.
    fn new() -> Self {
        let scratch = tempfile::tempdir().expect("a scratch directory");
        for folder in ["allowed/sub", "secret", "run"] {
            std::fs::create_dir_all(scratch.path().join(folder)).expect("a folder");
        }
        for (file, text) in [("allowed/a.txt", "one"), ("allowed/sub/b.txt", "three"), ("secret/key", "secret")] {
            std::fs::write(scratch.path().join(file), text).expect("a file");
        }
        let folder = UploadFolder::find(&scratch.path().join("allowed")).expect("a folder");
        let uploads = Uploads { folders: vec![folder], run: scratch.path().join("run") };
        Self { scratch, uploads }
    }

    fn path(&self, below: &str) -> PathBuf {
        self.scratch.path().canonicalize().expect("it is there").join(below)
    }

    fn copy(&self, paths: &[PathBuf]) -> Result<CopiedFiles, UploadError> {
        self.uploads.copy_now(&paths.iter().cloned().map(UploadPath).collect::<Vec<_>>())
    }

    fn why(&self, path: impl AsRef<Path>) -> BadPath {
        match self.copy(&[path.as_ref().to_owned()]).expect_err("it is refused") {
            UploadError::Path { why, .. } => why,
            UploadError::NoCopy => BadPath::NoCopy,
        }
    }
}

/// N13: what is shown is what is copied, under its own name, for nobody else to read, and gone with the copies.
#[test]
fn files_are_copied_as_they_are_shown() {
    let desk = Desk::new();
    let copied = desk.copy(&[desk.path("allowed/a.txt"), desk.path("allowed/sub/b.txt")]).expect("copied");
    let given = copied.given();
    let shown: Vec<_> = given.iter().map(|file| (file.name.as_str(), file.bytes, file.folder.clone())).collect();
    let folder = |below: &str| desk.path(below).to_string_lossy().into_owned();
    assert_eq!(shown, [("a.txt", 3, folder("allowed")), ("b.txt", 5, folder("allowed/sub"))]);
    let paths: Vec<PathBuf> = copied.paths().cloned().collect();
    for (path, name) in paths.iter().zip(["a.txt", "b.txt"]) {
        assert_eq!(path.file_name().and_then(|name| name.to_str()), Some(name));
        assert_eq!(path.metadata().expect("it is there").permissions().mode() & 0o777, 0o600);
        assert_eq!(
            path.parent().expect("a folder").metadata().expect("it is there").permissions().mode() & 0o777,
            0o700
        );
    }
    std::fs::write(desk.path("allowed/a.txt"), "other").expect("it can be swapped");
    assert_eq!(std::fs::read_to_string(&paths[0]).expect("it is there"), "one", "a swap changes no copy");
    let swapped = desk.copy(&[desk.path("allowed/a.txt"), desk.path("allowed/sub/b.txt")]).expect("copied");
    assert_ne!(swapped.digest(), copied.digest(), "and shows in the digest");
    drop(copied);
    assert!(!paths[0].exists());
}

#[test]
fn only_regular_files_below_an_allowed_folder_are_taken() {
    let desk = Desk::new();
    symlink(desk.path("secret/key"), desk.path("allowed/link")).expect("a link");
    symlink(desk.path("secret"), desk.path("allowed/way")).expect("a link");
    symlink(desk.path("nowhere"), desk.path("allowed/lost")).expect("a link");
    rustix::fs::mknodat(
        rustix::fs::CWD,
        desk.path("allowed/fifo"),
        rustix::fs::FileType::Fifo,
        rustix::fs::Mode::from_raw_mode(0o600),
        0,
    )
    .expect("a fifo");
    let _socket = std::os::unix::net::UnixListener::bind(desk.path("allowed/socket")).expect("a socket");
    for (path, why) in [
        ("allowed/link", BadPath::Link),
        ("allowed/lost", BadPath::Link),
        ("allowed/way/key", BadPath::Link),
        ("allowed/way/nothing", BadPath::Link),
        ("allowed/sub", BadPath::Folder),
        ("allowed/fifo", BadPath::NotAFile),
        ("allowed/socket", BadPath::NotAFile),
        ("allowed/none", BadPath::Missing),
        ("allowed/none/of/it", BadPath::Missing),
        ("allowed", BadPath::Outside),
        ("allowed/../secret/key", BadPath::NotPlain),
        ("allowed/../../etc/passwd", BadPath::NotPlain),
        ("allowedx/a.txt", BadPath::Outside),
    ] {
        assert_eq!(desk.why(desk.path(path)), why, "{path}");
    }
    for (path, why) in [("/dev/zero", BadPath::Outside), ("a.txt", BadPath::NotPlain), ("", BadPath::NotPlain)] {
        assert_eq!(desk.why(path), why, "{path}");
    }
    assert_eq!(std::fs::read_dir(desk.path("run")).expect("it is there").count(), 0, "nothing of it stays");
}

/// No refusal tells whether there is something outside the allowed folders, nor where those are.
#[test]
fn what_is_not_allowed_is_not_looked_at() {
    let desk = Desk::new();
    let [there, not_there] = ["secret/key", "secret/nothing"].map(|path| {
        let refused = desk.copy(&[desk.path("allowed/a.txt"), desk.path(path)]).expect_err("it is refused");
        refused.to_string()
    });
    assert_eq!(there, not_there);
    assert!(!there.contains("secret") && !there.contains("allowed/"), "{there}");
    let none = Uploads { folders: Vec::new(), ..desk.uploads.clone() };
    assert!(none.copy_now(&[UploadPath(desk.path("allowed/a.txt"))]).is_err());
}

#[test]
fn too_much_is_refused_before_it_is_read() {
    let desk = Desk::new();
    let large = std::fs::File::create(desk.path("allowed/large")).expect("a file");
    large.set_len(MAX_BYTES + 1).expect("a long file without content");
    assert_eq!(desk.why(desk.path("allowed/large")), BadPath::TooLarge);
}

#[test]
fn whole_computer_and_what_is_no_folder_are_not_allowed() {
    let desk = Desk::new();
    assert!(matches!(UploadFolder::find(Path::new("/")), Err(BadUploadFolder::Everything)));
    assert!(matches!(UploadFolder::find(&desk.path("allowed/a.txt")), Err(BadUploadFolder::NotAFolder(_))));
    symlink(desk.path("allowed"), desk.path("short")).expect("a link");
    let found = UploadFolder::find(&desk.path("short")).expect("a folder");
    assert_eq!(found.as_path(), desk.path("allowed"), "it is kept by where it really is");
}

#[test]
fn accept_is_held_against_names() {
    for (accept, name, is_taken) in [
        ("", "a.exe", true),
        (".pdf", "a.PDF", true),
        (".pdf, image/*", "a.png", true),
        (".pdf, image/*", "a.txt", false),
        ("image/*", "a.txt", false),
        ("image/*", "a.heic", true),
        ("application/pdf", "a.txt", false),
        ("application/x-own", "a.txt", true),
        ("*/*", "a.txt", true),
        (".csv", "csv", false),
    ] {
        assert_eq!(accepts(accept, name), is_taken, "{accept:?} {name}");
    }
}
