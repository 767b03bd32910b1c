//! Stores that are in use, of a later form, damaged, or none.

use std::fs;
use std::os::unix::fs::FileExt;

use super::*;

/// A07: a browser that runs holds its store locked. What it has committed is read, also from its log; what it is in the middle
/// of isn't; and it isn't disturbed.
#[test]
fn a_locked_store_gives_what_was_committed() {
    let ground = Ground::new();
    let store = ground.firefox(17);
    add_firefox(&store, "shop.example", "committed", "1");
    assert!(
        fs::metadata(ground.profile().join("cookies.sqlite-wal")).is_ok_and(|log| log.len() > 0),
        "it is in the log"
    );
    store.execute_batch("PRAGMA locking_mode = exclusive; BEGIN EXCLUSIVE").expect("locked");
    add_firefox(&store, "shop.example", "begun", "CANARY");
    assert_eq!(told(ground.read(&["shop.example"]).expect("read")), ["shop.example committed=1 at shop.example"]);
    store.execute_batch("COMMIT").expect("it was not disturbed");

    let ground = Ground::new();
    let store = ground.chromium(24, 24);
    store.execute_batch("BEGIN").expect("begun");
    for number in 0..300 {
        add_chromium(&store, "shop.example", &number.to_string(), &encrypted("shop.example", "1"));
    }
    // So little room that what isn't committed is written to the store at once.
    store.execute_batch("COMMIT; PRAGMA cache_size = 1; BEGIN EXCLUSIVE").expect("locked");
    store.execute("UPDATE cookies SET encrypted_value = ?1", [encrypted("shop.example", "CANARY")]).expect("begun");
    assert!(
        fs::metadata(ground.profile().join("Cookies-journal")).is_ok_and(|log| log.len() > 0),
        "it is being written"
    );
    let read = told(ground.read(&["shop.example"]).expect("read"));
    assert!(read.len() == 300 && read.iter().all(|cookie| cookie.contains("=1 at ")), "{read:?}");
    store.execute_batch("COMMIT").expect("it was not disturbed");
    ground.keeps_no_copy();
}

/// A07: a store that changes all the while is left alone, with a code.
#[test]
fn a_store_that_never_rests_is_not_read() {
    let ground = Ground::new();
    drop(ground.firefox(17));
    let source = ground.source();
    let (stop, stopped) = std::sync::mpsc::channel::<()>();
    let log = ground.profile().join("cookies.sqlite-journal");
    let log = fs::File::create(log).expect("a file");
    let writer = std::thread::spawn(move || {
        while stopped.try_recv().is_err() {
            log.write_at(b"x", 0).expect("written");
        }
    });
    let code = source.domains(&ground.run()).expect_err("it changes").code();
    stop.send(()).expect("it still writes");
    writer.join().expect("it ends");
    assert_eq!(code, "cookies_locked");
    ground.keeps_no_copy();
}

/// A07: of a form that a newer browser writes nothing is read; one that says itself that it can be read as a known one is.
#[test]
fn a_newer_store_is_refused() {
    let ground = Ground::new();
    add_firefox(&ground.firefox(18), "shop.example", "sid", "CANARY");
    let error = ground.read(&["shop.example"]).expect_err("it is newer");
    assert!(matches!(error, CookieError::Newer { found: 18, known: 17 }), "{error}");
    assert_eq!(ground.source().domains(&ground.run()).expect_err("it is newer").code(), "cookies_newer");
    ground.keeps_no_copy();
    for (compatible, code) in [(26, Some("cookies_newer")), (24, None)] {
        let ground = Ground::new();
        add_chromium(&ground.chromium(26, compatible), "shop.example", "sid", &encrypted("shop.example", "1"));
        assert_eq!(ground.read(&["shop.example"]).err().map(|error| error.code()), code);
        ground.keeps_no_copy();
    }
}

/// A07: a damaged store is refused as a whole, however little of it is damaged: what it would answer may be anything.
#[test]
fn a_damaged_store_is_refused() {
    let ground = Ground::new();
    let store = ground.chromium(24, 24);
    store.execute_batch("BEGIN").expect("begun");
    add_chromium(&store, "shop.example", "sid", &encrypted("shop.example", "1"));
    for number in 0..500 {
        add_chromium(&store, "bank.example", &number.to_string(), &encrypted("bank.example", "CANARY"));
    }
    store.execute_batch("COMMIT").expect("written");
    drop(store);
    let file = ground.profile().join("Cookies");
    let whole = fs::read(&file).expect("a store");
    // One with rows of the table, of a domain that isn't asked for.
    let last_leaf = whole.chunks(4096).rposition(|page| page[0] == 0x0d).expect("a leaf") * 4096;
    let damage: [(&str, Vec<u8>); 4] = [
        ("cut off", whole[..whole.len() / 2].to_vec()),
        ("a page of something else", [&whole[..last_leaf], &[0x5a; 4096], &whole[last_leaf + 4096..]].concat()),
        ("no database", b"CANARY, and no database at all".repeat(200)),
        ("a head of something else", [&[0; 100], &whole[100..]].concat()),
    ];
    for (what, bytes) in damage {
        fs::write(&file, bytes).expect("damaged");
        let error = ground.read(&["shop.example"]).expect_err(what);
        assert_eq!(error.code(), "cookies_damaged", "{what}");
        assert!(!error.to_string().contains("CANARY"), "{error}");
        ground.keeps_no_copy();
    }
    for (what, tables) in [("empty", ""), ("of something else", "CREATE TABLE notes (text TEXT)")] {
        fs::remove_file(&file).expect("removed");
        make(&file).execute_batch(tables).expect("a store");
        assert_eq!(ground.read(&["shop.example"]).expect_err(what).code(), "cookies_unknown_form", "{what}");
    }
}

/// A07: what isn't a browser's store isn't opened: a folder, a pipe that nobody writes to, something endless, or nothing.
#[test]
fn what_is_no_store_is_not_waited_for() {
    let ground = Ground::new();
    fs::create_dir_all(ground.profile().join("Cookies")).expect("a folder");
    let none = |ground: &Ground| CookieSource::in_folder(&ground.profile()).expect_err("no store").code();
    assert_eq!(none(&ground), "cookies_missing");
    rustix::fs::mkfifoat(rustix::fs::CWD, ground.profile().join("cookies.sqlite"), rustix::fs::Mode::RWXU)
        .expect("a pipe");
    assert_eq!(none(&ground), "cookies_missing");
    assert_eq!(CookieSource::in_folder(Path::new("/nonexistent")).expect_err("no folder").code(), "cookies_missing");

    let ground = Ground::new();
    drop(ground.firefox(17));
    let source = ground.source();
    let file = ground.profile().join("cookies.sqlite");
    fs::File::options().write(true).open(&file).and_then(|file| file.set_len(300 << 20)).expect("grown");
    assert_eq!(source.domains(&ground.run()).expect_err("too large").code(), "cookies_unreadable");
    fs::remove_file(&file).expect("removed");
    rustix::fs::mkfifoat(rustix::fs::CWD, &file, rustix::fs::Mode::RWXU).expect("a pipe");
    assert_eq!(source.domains(&ground.run()).expect_err("a pipe now").code(), "cookies_missing");
    fs::remove_file(&file).expect("removed");
    assert_eq!(source.domains(&ground.run()).expect_err("gone").code(), "cookies_missing");
    ground.keeps_no_copy();
}

/// N25: the copy is the person's alone while it is there.
#[test]
fn a_copy_is_private() {
    use std::os::unix::fs::MetadataExt;
    let ground = Ground::new();
    drop(ground.firefox(17));
    let copy = copy::StoreCopy::make(&ground.profile().join("cookies.sqlite"), &ground.run()).expect("a copy");
    let folder = fs::read_dir(ground.run()).expect("a folder").next().expect("a copy").expect("a copy").path();
    assert!(folder.file_name().is_some_and(|name| name.to_string_lossy().starts_with(COPY_PREFIX)));
    assert_eq!(folder.metadata().expect("a folder").mode() & 0o777, 0o700);
    assert_eq!(folder.join("store").metadata().expect("a file").mode() & 0o777, 0o600);
    drop(copy);
    ground.keeps_no_copy();
}
