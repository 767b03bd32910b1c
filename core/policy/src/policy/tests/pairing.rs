//! Pairing: an unknown agent waits for a person, who may also send it away again.

use super::*;
use crate::policy::limits;
use crate::{ApprovalId, PairingVerdict};

fn ask(world: &mut World, name: &str, number: u64) -> (ApprovalId, Vec<Effect>) {
    let approval = ApprovalId(number);
    (approval, world.step(Input::PairingAsked { agent: agent_name(name), approval }))
}

fn decided(effects: &[Effect]) -> Vec<(ApprovalId, &str, PairingVerdict)> {
    let mut decided = Vec::new();
    for effect in effects {
        if let Effect::PairingDecided { approval, agent, verdict } = effect {
            decided.push((*approval, agent.as_str(), *verdict));
        }
    }
    decided
}

/// A08: a person decides a pairing, once.
#[test]
fn pairing_is_decided_once() {
    for (verdict, command) in
        [(PairingVerdict::Paired, approve as fn(ApprovalId) -> Command), (PairingVerdict::Rejected, Command::Reject)]
    {
        let mut world = World::default();
        let (approval, effects) = ask(&mut world, "new", 3);
        assert_eq!(facts(&effects), [&Fact::PairingAsked(approval)]);
        let effects = world.step(Input::Person(command(approval)));
        assert_eq!(decided(&effects), [(approval, "new", verdict)]);
        for again in [approve(approval), Command::Reject(approval)] {
            assert_eq!(world.order(again), Err(PersonRefusal::UnknownApproval));
        }
    }
}

/// A08: nobody decided in time is no yes.
#[test]
fn pairing_expires() {
    let mut world = World::default();
    let (approval, _) = ask(&mut world, "new", 3);
    assert_eq!(world.policy.next_deadline(), Some(world.now + limits::PAIRING_LIFE));
    let effects = world.pass(limits::PAIRING_LIFE);
    assert_eq!(decided(&effects), [(approval, "new", PairingVerdict::Expired)]);
    assert_eq!(world.order(approve(approval)), Err(PersonRefusal::UnknownApproval));
    assert_eq!(world.policy.next_deadline(), None);
}

/// A08: a yes that comes in the very step in which time is over is too late.
#[test]
fn yes_after_the_time_is_too_late() {
    let mut world = World::default();
    let (approval, _) = ask(&mut world, "new", 3);
    world.now = world.now + limits::PAIRING_LIFE;
    let effects = world.step(Input::Person(approve(approval)));
    assert_eq!(decided(&effects), [(approval, "new", PairingVerdict::Expired)]);
}

/// A08: a program that hung up can't be paired any more.
#[test]
fn withdrawn_pairing_is_over() {
    let mut world = World::default();
    let (approval, _) = ask(&mut world, "new", 3);
    let effects = world.step(Input::PairingWithdrawn(approval));
    assert_eq!(decided(&effects), [(approval, "new", PairingVerdict::Expired)]);
    assert_eq!(world.step(Input::PairingWithdrawn(approval)), []);
    assert_eq!(world.order(approve(approval)), Err(PersonRefusal::UnknownApproval));
}

/// A08: the person says yes to whom they were shown, not to one who came under the same id later.
#[test]
fn open_request_does_not_change_its_agent() {
    let mut world = World::default();
    let (approval, _) = ask(&mut world, "shown", 3);
    let (_, effects) = ask(&mut world, "hidden", 3);
    assert_eq!(effects, []);
    let effects = world.step(Input::Person(approve(approval)));
    assert_eq!(decided(&effects), [(approval, "shown", PairingVerdict::Paired)]);
}

/// A08: programs that want to be paired can't bury the person in requests.
#[test]
fn open_pairings_are_limited() {
    let mut world = World::default();
    for number in 0..limits::OPEN_PAIRINGS as u64 {
        let (_, effects) = ask(&mut world, "new", number);
        assert_eq!(decided(&effects), []);
    }
    let (approval, effects) = ask(&mut world, "one too many", 99);
    assert_eq!(decided(&effects), [(approval, "one too many", PairingVerdict::Rejected)]);
}

/// N12: a revoked agent loses its sessions, leases and calls at once; others keep theirs.
#[test]
fn revoked_agent_loses_everything_at_once() {
    let mut world = World::default();
    let [anna, again, bert] = ["anna", "anna", "bert"].map(|name| world.agent(name));
    let (window, page) = world.window(anna);
    let (_, berts_page) = world.window(bert);
    let calls = [world.act(anna, page), world.act(anna, page), world.read(again, berts_page)];
    let berts = world.act(bert, berts_page);
    let before = world.policy.epoch();
    let effects = world.step(Input::Person(Command::RevokeAgent(agent_name("anna"))));
    assert_eq!(calls.map(|call| world.fate(call)), [const { Refused(Code::NotAuthorized) }; 3]);
    for session in [anna, again] {
        assert!(effects.contains(&Effect::Disconnect(session)));
    }
    assert!(world.policy.epoch() > before);
    assert_eq!(world.lease_of(Scope::Window(window)), None);
    assert_eq!(world.fate(berts), Waits);
    world.end(calls[2]);
    assert_eq!(world.fate(berts), Runs);
    assert_eq!(world.policy.sessions().map(|(id, _)| id).collect::<Vec<_>>(), [bert]);
    assert_eq!(world.order(Command::RevokeAgent(agent_name("nobody"))), Ok(()));
}
