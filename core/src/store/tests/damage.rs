//! Databases that were damaged on the disk, byte by byte: they open, or are said to be damaged, and never let in more
//! than before (V20).

use std::fs;
use std::path::Path;

use super::*;

/// A database with an agent and a log, its newest entry, and the agent's token.
struct Sound {
    dir: TempDir,
    token: Token,
    head: AuditHead,
    entries: Vec<(AuditNumber, AuditEntry)>,
}

impl Sound {
    /// `then` is done while it is still open: when it is closed its log is taken into it.
    fn made(then: impl FnOnce(&Path)) -> Self {
        let (dir, token) = (temp_dir(), Token::random());
        let store = store_in(&dir);
        store.pair_agent(&agent("claude"), &token).expect("a pairing");
        for number in 0..40 {
            store.append(&entry(&format!("click {number}"))).expect("an entry");
        }
        let (head, entries) = (store.audit_head().expect("a head"), store.entries(99).expect("entries"));
        then(dir.path());
        drop(store);
        Self { dir, token, head, entries }
    }

    /// Whatever is read is either what was written or found out.
    fn check(&self, store: &Store, what: &str) {
        let stranger = store.token_matches(&agent("claude"), &Token::random());
        assert!(!stranger.unwrap_or(false), "{what}: a stranger's token");
        let known = store.token_matches(&agent("claude"), &self.token);
        let others = store.agents().unwrap_or_default();
        assert!(others.iter().all(|other| *other == agent("claude")) || !known.unwrap_or(false), "{what}: {others:?}");
        if let Ok(ChainStatus::Intact { entries, .. }) = store.verify_with_head(&self.head) {
            assert_eq!(entries, self.head.number().0, "{what}");
            assert_eq!(store.entries(99).expect("entries"), self.entries, "{what}");
        }
    }
}

const KNOWN: [&str; 5] =
    ["database_corrupt", "database_newer", "database_failed", "database_unreadable_value", "database_read_only"];

#[test]
fn a_flipped_byte_at_the_head_of_any_page_is_found_or_harmless() -> Tested {
    let sound = Sound::made(|_| {});
    let whole = fs::read(sound.dir.path().join("nexus.db"))?;
    let page_size = usize::from(u16::from_be_bytes([whole[16], whole[17]]));
    let heads = (0..whole.len()).step_by(page_size).flat_map(|start| start..start + 12);
    let (mut opened, mut damaged) = (0, 0);
    for at in (0..116).chain(heads) {
        let dir = temp_dir();
        let mut bytes = whole.clone();
        bytes[at] ^= 0xFF;
        fs::write(dir.path().join("nexus.db"), bytes)?;
        match Store::open(dir.path()) {
            Ok(store) => {
                opened += 1;
                sound.check(&store, &format!("byte {at}"));
            }
            Err(error) => {
                damaged += 1;
                assert!(KNOWN.contains(&error.code()), "byte {at}: {}", error.code());
            }
        }
    }
    assert!(opened > 10 && damaged > 50, "{opened} opened, {damaged} didn't");
    Ok(())
}

/// A write-ahead log that was cut off anywhere leaves the entries before, and that the end is missing shows against the
/// head kept with the secrets.
#[test]
fn a_cut_off_write_ahead_log_leaves_a_shorter_log_and_shows() -> Tested {
    let (mut database, mut wal) = (Vec::new(), Vec::new());
    let sound = Sound::made(|dir| {
        database = fs::read(dir.join("nexus.db")).expect("a database");
        wal = fs::read(dir.join("nexus.db-wal")).expect("its log");
    });
    let (header, frame) = (32, 4096 + 24);
    assert_eq!((wal.len() - header) % frame, 0, "the layout of SQLite's log");
    let ends = (0..=wal.len() / frame).map(|frames| header + frames * frame);
    let cuts = ends.flat_map(|end| [end - 1, end, end + 1, end + 999]).chain(0..header);
    let mut lengths = std::collections::BTreeSet::new();
    for cut in cuts.filter(|cut| *cut <= wal.len()) {
        let dir = temp_dir();
        fs::write(dir.path().join("nexus.db"), &database)?;
        fs::write(dir.path().join("nexus.db-wal"), &wal[..cut])?;
        let store = Store::open(dir.path()).unwrap_or_else(|error| panic!("cut at {cut}: {error}"));
        sound.check(&store, &format!("cut at {cut}"));
        let ChainStatus::Intact { entries, .. } = store.verify()? else { panic!("cut at {cut}: the chain is broken") };
        lengths.insert(entries);
        if entries < sound.head.number().0 {
            let shown = ChainStatus::Broken { at: AuditNumber(entries + 1), why: ChainFault::CutOff };
            assert_eq!(store.verify_with_head(&sound.head)?, shown, "cut at {cut}");
        }
    }
    assert!(lengths.len() > 30 && lengths.contains(&sound.head.number().0), "{lengths:?}");
    Ok(())
}
