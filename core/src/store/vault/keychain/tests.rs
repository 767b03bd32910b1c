//! What happens when the keychain doesn't answer. No request here gets as far as the keychain.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::*;
use crate::store::tests::{Tested, temp_dir};

const DEADLINE: Duration = Duration::from_millis(20);

/// A keychain that waits for the person until the sender is used or dropped.
fn waiting() -> (Keychain, SyncSender<()>) {
    let keychain = Keychain::start(temp_dir().path(), DEADLINE).expect("a thread");
    let (answer, person) = sync_channel::<()>(0);
    let asks = move || person.recv().unwrap_or_default();
    keychain.jobs.try_send(Box::new(asks)).expect("an empty queue");
    (keychain, answer)
}

/// Waits until the thread has been through everything it was asked.
fn settle(keychain: &Keychain) {
    let (done, wait) = sync_channel(1);
    keychain.jobs.send(Box::new(move || done.send(()).expect("a waiting test"))).expect("a thread");
    wait.recv().expect("a thread");
}

#[test]
fn waiting_keychain_is_given_up_at_the_deadline() {
    let (keychain, _answer) = waiting();
    assert!(matches!(keychain.get(&SecretName::AuditKey), Err(VaultError::KeychainSilent)));
    assert!(matches!(keychain.prove(), Err(VaultError::KeychainSilent)));
}

#[test]
fn answer_in_time_is_passed_on() -> Tested {
    let keychain = Keychain::start(temp_dir().path(), Duration::from_secs(60))?;
    assert_eq!(keychain.run(|| 7)?, 7);
    Ok(())
}

#[test]
fn request_that_was_given_up_is_not_begun_later() -> Tested {
    let (keychain, answer) = waiting();
    let begun = Arc::new(AtomicBool::new(false));
    let begins = Arc::clone(&begun);
    let asked = keychain.run(move || begins.store(true, Ordering::SeqCst));
    assert!(matches!(asked, Err(VaultError::KeychainSilent)));
    answer.send(())?;
    settle(&keychain);
    assert!(!begun.load(Ordering::SeqCst));
    Ok(())
}

#[test]
fn requests_behind_a_waiting_one_are_bounded() {
    let (mut keychain, _answer) = waiting();
    keychain.deadline = Duration::from_millis(1);
    for _ in 0..QUEUE * 2 {
        assert!(matches!(keychain.run(|| ()), Err(VaultError::KeychainSilent)));
    }
    keychain.deadline = Duration::from_secs(3600);
    assert!(matches!(keychain.run(|| ()), Err(VaultError::KeychainSilent)), "refused at once");
}
