//! The kinds of profile: what each lets agents and the person do (N19), and that it is open in one place at a time (N20).

use super::*;
use crate::{Availability, CleanState, Loan, WorkspaceName};

const PROFILE: ProfileId = ProfileId(1);
const PENDING: Fate = Refused(Code::GrantPending);

fn world_with(kind: KeptKind) -> World {
    let mut world = World::default();
    world.order(Command::AddProfile { profile: PROFILE, kind }).expect("a profile");
    world
}

fn workspace(name: &str) -> WorkspaceName {
    name.parse().expect("a name")
}

fn acquires(world: &mut World, session: SessionId, window: WindowId) -> Fate {
    let call = world.acquire(session, Scope::Window(window));
    match world.fate(call) {
        Fate::Granted(_) => Runs,
        fate => fate,
    }
}

fn open(world: &mut World) -> Result<(), PersonRefusal> {
    let window = world.policy.new_window_id();
    world.order(Command::OpenWindow { window, profile: Profile::Kept(PROFILE) })
}

fn grant() -> Command {
    Command::Grant { profile: PROFILE, agent: agent_name("anna") }
}

/// N19: an agent drives a shared profile only by a yes given since it was opened: no list, no "always" outlives the Window.
#[test]
fn shared_profile_is_let_out_anew_each_time_it_is_opened() {
    let mut world = world_with(KeptKind::Shared);
    let anna = world.agent("anna");
    assert_eq!(world.order(grant()), Err(PersonRefusal::ProfileNotOpen), "there is nothing to let out");
    for always in [false, true] {
        let (window, _) = world.profile_window(PROFILE);
        assert!(world.policy.window(window).expect("a Window").may_be_signed_in);
        assert_eq!(acquires(&mut world, anna, window), PENDING);
        let approval = world.card();
        assert_eq!(world.order(Command::Approve { approval, always }), Ok(()));
        assert_eq!(acquires(&mut world, anna, window), Runs);
        assert_eq!(world.policy.drivers(PROFILE).count(), 0);
        assert_eq!(world.order(Command::CloseWindow(window)), Ok(()));
    }
    let (window, _) = world.profile_window(PROFILE);
    assert_eq!(acquires(&mut world, anna, window), PENDING);
    assert_eq!(world.order(grant()), Ok(()));
    assert_eq!(world.cards(), []);
    assert_eq!(acquires(&mut world, anna, window), Runs);
    assert_eq!(world.order(Command::CloseWindow(window)), Ok(()));
    let (window, _) = world.profile_window(PROFILE);
    assert_eq!(acquires(&mut world, anna, window), PENDING);
}

/// N19: a workspace's profile opens in its workspace and nowhere else; what is open stays open.
#[test]
fn workspace_profile_is_offered_in_its_workspace_only() {
    let mut world = world_with(KeptKind::Workspace(workspace("Office")));
    assert_eq!(open(&mut world), Err(PersonRefusal::OtherWorkspace));
    for other in [Some(workspace("Home")), None] {
        assert_eq!(world.order(Command::SwitchWorkspace(other.clone())), Ok(()));
        assert_eq!(world.policy.workspace(), other.as_ref());
        assert_eq!(open(&mut world), Err(PersonRefusal::OtherWorkspace));
        let lent = world.order(Command::LendProfile { profile: PROFILE, loan: Loan::Browser });
        assert_eq!(lent, Err(PersonRefusal::OtherWorkspace));
    }
    assert_eq!(world.order(Command::SwitchWorkspace(Some(workspace("Office")))), Ok(()));
    let anna = world.agent("anna");
    let (window, _) = world.profile_window(PROFILE);
    assert_eq!(acquires(&mut world, anna, window), PENDING);
    assert_eq!(world.order(grant()), Ok(()));
    assert_eq!(world.order(Command::SwitchWorkspace(None)), Ok(()));
    assert_eq!(acquires(&mut world, anna, window), Runs);
}

/// N19: an automation-only profile holds nothing personal until the person's hand, or a clean state of theirs, puts it there.
#[test]
fn automation_only_profile_is_free_until_it_may_hold_a_sign_in() {
    let mut world = world_with(KeptKind::AutomationOnly(CleanState::Plain));
    let [anna, bert] = ["anna", "bert"].map(|name| world.agent(name));
    let (window, page) = world.profile_window(PROFILE);
    assert!(!world.policy.window(window).expect("a Window").may_be_signed_in);
    assert_eq!(acquires(&mut world, anna, window), Runs);
    assert!(world.policy.may_read(bert, page));
    world.step(Input::PersonTouched(window));
    assert!(!world.policy.may_read(bert, page));
    world.release(anna, Scope::Window(window));
    assert_eq!(acquires(&mut world, bert, window), PENDING);
    assert_eq!(world.order(Command::CloseWindow(window)), Ok(()));
    let (window, _) = world.profile_window(PROFILE);
    assert_eq!(acquires(&mut world, bert, window), Runs, "each Window begins anew");
    assert_eq!(world.order(Command::CloseWindow(window)), Ok(()));
    let kind = KeptKind::AutomationOnly(CleanState::MayBeSignedIn);
    assert_eq!(world.order(Command::AddProfile { profile: PROFILE, kind }), Ok(()));
    let (window, _) = world.profile_window(PROFILE);
    assert_eq!(acquires(&mut world, bert, window), PENDING);
}

/// N20: a profile is in one place at a time, whether that is a Window, another browser, or work on its files.
#[test]
fn profile_is_in_one_place_at_a_time() {
    let lend = |loan| Command::LendProfile { profile: PROFILE, loan };
    let mut world = world_with(KeptKind::Persistent);
    let (window, _) = world.profile_window(PROFILE);
    for command in [lend(Loan::Browser), lend(Loan::Upkeep), Command::ArchiveProfile(PROFILE)] {
        assert_eq!(world.order(command), Err(PersonRefusal::ProfileInUse));
    }
    assert_eq!(world.order(Command::RemoveProfile(PROFILE)), Err(PersonRefusal::ProfileInUse));
    assert_eq!(world.order(Command::CloseWindow(window)), Ok(()));
    assert_eq!(world.order(lend(Loan::Browser)), Ok(()));
    for command in [lend(Loan::Browser), lend(Loan::Upkeep), Command::ArchiveProfile(PROFILE)] {
        assert_eq!(world.order(command), Err(PersonRefusal::ProfileLent(Loan::Browser)));
    }
    assert_eq!(open(&mut world), Err(PersonRefusal::ProfileLent(Loan::Browser)));
    assert_eq!(world.order(Command::RemoveProfile(PROFILE)), Err(PersonRefusal::ProfileInUse), "it isn't at hand");
    assert_eq!(world.order(Command::TakeProfileBack(PROFILE)), Ok(()));
    assert_eq!(open(&mut world), Ok(()));
}

/// N21: an archived profile opens in nothing until it is restored; what is deleted is unknown.
#[test]
fn archived_profile_opens_only_when_restored() {
    let mut world = world_with(KeptKind::Persistent);
    assert_eq!(world.order(grant()), Ok(()));
    assert_eq!(world.order(Command::ArchiveProfile(PROFILE)), Ok(()));
    assert_eq!(open(&mut world), Err(PersonRefusal::ProfileArchived));
    let lend = |loan| Command::LendProfile { profile: PROFILE, loan };
    assert_eq!(world.order(lend(Loan::Browser)), Err(PersonRefusal::ProfileArchived));
    assert_eq!(world.order(Command::RestoreProfile(PROFILE)), Ok(()));
    assert_eq!(world.policy.drivers(PROFILE).count(), 1, "it is what it was");
    let (window, _) = world.profile_window(PROFILE);
    assert_eq!(world.order(Command::CloseWindow(window)), Ok(()));
    assert_eq!(world.order(Command::RemoveProfile(PROFILE)), Err(PersonRefusal::ProfileInUse), "nobody lent it");
    assert_eq!(world.order(Command::ArchiveProfile(PROFILE)), Ok(()));
    assert_eq!(world.order(lend(Loan::Upkeep)), Ok(()));
    assert_eq!(world.order(Command::RemoveProfile(PROFILE)), Ok(()));
    assert_eq!(world.policy.profile(PROFILE), None);
    for command in [
        lend(Loan::Upkeep),
        Command::ArchiveProfile(PROFILE),
        Command::RestoreProfile(PROFILE),
        Command::TakeProfileBack(PROFILE),
        Command::RemoveProfile(PROFILE),
        grant(),
    ] {
        assert_eq!(world.order(command), Err(PersonRefusal::UnknownProfile));
    }
    assert_eq!(open(&mut world), Err(PersonRefusal::UnknownProfile));
    world.order(Command::AddProfile { profile: PROFILE, kind: KeptKind::Persistent }).expect("a new one");
    assert_eq!(world.policy.profile(PROFILE), Some((&KeptKind::Persistent, Availability::Ready)));
}
