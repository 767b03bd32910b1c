//! The power fails: whatever part of what was written last reached the disk, what is found is what was there after one of the
//! changes, whole, and nothing that had been answered is lost.

use std::fs;
use std::time::SystemTime;

use nexus_policy::{KeptKind, ProfileId, WorkspaceName};

use super::*;

/// What a start reads back (N23).
#[derive(Debug, Clone, PartialEq)]
struct Kept {
    profiles: Vec<KeptProfile>,
    workspace: Option<WorkspaceName>,
    agents: Vec<AgentName>,
    log: Vec<(AuditNumber, AuditEntry)>,
}

fn kept(store: &Store) -> Result<Kept, StoreError> {
    let (profiles, workspace) = (store.profiles()?, store.workspace()?);
    Ok(Kept { profiles, workspace, agents: store.agents()?, log: store.entries(99)? })
}

/// The files as the disk holds them after a change, and what the change led to.
struct Moment {
    database: Vec<u8>,
    log: Vec<u8>,
    kept: Kept,
}

type Change = fn(&Store, ProfileId) -> Result<(), StoreError>;

/// The life of a profile, with what an agent does in it.
const CHANGES: [Change; 11] = [
    |store, _| store.pair_agent(&agent("claude"), &Token::random()),
    |store, profile| store.add_driver(profile, &agent("claude")),
    |store, profile| store.set_profile_open(profile, SystemTime::UNIX_EPOCH),
    |store, _| store.append(&entry("click")).map(drop),
    |store, _| store.append_all(&[entry("type"), entry("navigate")]).map(drop),
    |store, profile| store.set_profile_closed(profile),
    |store, _| store.set_workspace("Office".parse().ok().as_ref()),
    |store, profile| store.rename_profile(profile, &"Mail".parse().expect("a name")).map(drop),
    |store, profile| store.set_profile_archived(profile, true),
    |store, _| store.forget_agent(&agent("claude")).map(drop),
    |store, profile| store.delete_profile(profile),
];

fn moments() -> Vec<Moment> {
    let dir = temp_dir();
    let store = store_in(&dir);
    let read = |name: &str| fs::read(dir.path().join(name)).unwrap_or_default();
    let now = || {
        let kept = kept(&store).expect("what is kept");
        Moment { database: read("nexus.db"), log: read("nexus.db-wal"), kept }
    };
    let mut moments = vec![now()];
    let profile = store.add_profile(&"Shop".parse().expect("a name"), &KeptKind::Persistent);
    let profile = profile.expect("a profile").expect("its number");
    moments.push(now());
    for change in CHANGES {
        change(&store, profile).expect("a change");
        moments.push(now());
    }
    moments
}

/// Starts on these files, as after the power came back.
fn start_on(database: &[u8], log: &[u8]) -> Result<Kept, StoreError> {
    let dir = temp_dir();
    fs::write(dir.path().join("nexus.db"), database).expect("it can be written");
    fs::write(dir.path().join("nexus.db-wal"), log).expect("it can be written");
    kept(&Store::open(dir.path())?)
}

/// N23: a change that was answered is on the disk.
#[test]
fn what_was_answered_is_there_after_the_power_failed() -> Tested {
    for Moment { database, log, kept } in moments() {
        assert_eq!(start_on(&database, &log)?, kept);
    }
    Ok(())
}

/// N23: of a write that was cut off anywhere, or of which the last part is garbage, either all of a change is there or nothing.
#[test]
fn a_write_cut_off_anywhere_leaves_one_of_the_states_before() -> Tested {
    let moments = moments();
    let last = moments.last().expect("moments");
    assert!(moments.iter().all(|moment| moment.database == last.database), "all of it is in the log");
    let mut newest = 0;
    for cut in (32..=last.log.len()).step_by(1024) {
        for garbage in [0, 700] {
            let mut log = last.log[..cut].to_vec();
            log.resize(cut + garbage, 0xA5);
            let found = start_on(&last.database, &log)?;
            let at = moments.iter().position(|moment| moment.kept == found);
            let at = at.unwrap_or_else(|| panic!("cut at {cut}: {found:#?} never was"));
            assert!(at >= newest, "cut at {cut}: {at} after {newest}");
            newest = at;
        }
    }
    assert!(newest > moments.len() / 2, "the cuts reached {newest} of {} states", moments.len());
    Ok(())
}
