use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::thread;

use super::*;
use crate::store::Token;
use crate::store::tests::{Tested, agent, mode, temp_dir};

fn name(of: &str) -> SecretName {
    SecretName::AgentToken(agent(of))
}

fn chosen(dir: &Path) -> Vault {
    let vault = Vault::without_keychain(dir);
    vault.choose_file().expect("a file");
    vault
}

#[test]
fn nothing_is_kept_until_the_person_chooses() -> Tested {
    let dir = temp_dir();
    let vault = Vault::without_keychain(dir.path());
    assert_eq!(vault.kind(), VaultKind::Nowhere);
    assert!(matches!(vault.set(&name("claude"), "canary"), Err(VaultError::NotKept)));
    assert_eq!(vault.get(&name("claude"))?, None);
    assert!(!vault.delete(&name("claude"))?);
    assert_eq!(fs::read_dir(dir.path())?.count(), 0);
    assert!(matches!(vault.keychain_trouble(), Some(VaultError::NoKeychain(_))));
    Ok(())
}

#[test]
fn choice_is_seen_by_every_vault_of_the_directory_and_made_once() -> Tested {
    let dir = temp_dir();
    let data_dir = dir.path().join("nexus");
    let (one, other) = (Vault::without_keychain(&data_dir), Vault::without_keychain(&data_dir));
    one.choose_file()?;
    assert_eq!((one.kind(), other.kind()), (VaultKind::File, VaultKind::File));
    one.set(&name("claude"), "first")?;
    other.choose_file()?;
    assert_eq!(other.get(&name("claude"))?.as_deref(), Some("first"));
    Ok(())
}

#[test]
fn file_is_private_and_holds_what_was_set_last() -> Tested {
    let dir = temp_dir();
    let vault = chosen(dir.path());
    vault.set(&name("claude"), "first")?;
    vault.set(&name("codex"), "other")?;
    vault.set(&name("claude"), "second")?;
    let reopened = Vault::without_keychain(dir.path());
    assert_eq!(reopened.get(&name("claude"))?.as_deref(), Some("second"));
    assert!(reopened.delete(&name("claude"))?);
    assert!(!reopened.delete(&name("claude"))?);
    assert_eq!(vault.get(&name("claude"))?, None);
    assert_eq!(vault.get(&name("codex"))?.as_deref(), Some("other"));
    assert_eq!(mode(&dir.path().join("secrets.json")), 0o600);
    Ok(())
}

#[test]
fn replacing_the_file_leaves_nothing_else_behind() -> Tested {
    let dir = temp_dir();
    chosen(dir.path()).set(&name("claude"), "canary")?;
    let mut files: Vec<_> =
        fs::read_dir(dir.path())?.map(|file| Ok(file?.file_name())).collect::<Result<_, std::io::Error>>()?;
    files.sort();
    assert_eq!(files, ["secrets.json", "secrets.lock"]);
    Ok(())
}

#[test]
fn file_that_others_can_read_is_refused_and_left_as_it_was() -> Tested {
    for loose in [0o640, 0o604, 0o622] {
        let dir = temp_dir();
        let vault = chosen(dir.path());
        vault.set(&name("claude"), "canary")?;
        let path = dir.path().join("secrets.json");
        fs::set_permissions(&path, fs::Permissions::from_mode(loose))?;
        let before = fs::read(&path)?;
        let refused = [
            vault.get(&name("claude")).map(drop),
            vault.set(&name("claude"), "new"),
            vault.delete(&name("claude")).map(drop),
            vault.choose_file(),
        ];
        assert!(refused.iter().all(|result| matches!(result, Err(VaultError::Private(PrivateError::Loose(_))))));
        assert_eq!((fs::read(&path)?, mode(&path)), (before, loose));
    }
    Ok(())
}

#[test]
fn linked_file_is_refused_and_its_target_left_as_it_was() -> Tested {
    let dir = temp_dir();
    let target = dir.path().join("target");
    fs::write(&target, "{}")?;
    fs::set_permissions(&target, fs::Permissions::from_mode(0o600))?;
    symlink(&target, dir.path().join("secrets.json"))?;
    let vault = Vault::without_keychain(dir.path());
    assert!(matches!(vault.set(&name("claude"), "x"), Err(VaultError::Private(PrivateError::Symlink(_)))));
    assert!(matches!(vault.get(&name("claude")), Err(VaultError::Private(PrivateError::Symlink(_)))));
    assert_eq!(fs::read_to_string(&target)?, "{}");
    Ok(())
}

#[test]
fn file_in_a_linked_directory_is_not_written() -> Tested {
    let dir = temp_dir();
    let (real, link) = (dir.path().join("real"), dir.path().join("link"));
    chosen(&real);
    symlink(&real, &link)?;
    let vault = Vault::without_keychain(&link);
    assert!(matches!(vault.set(&name("claude"), "x"), Err(VaultError::Private(PrivateError::Symlink(_)))));
    Ok(())
}

#[test]
fn file_that_nexus_did_not_write_is_refused_without_quoting_it() -> Tested {
    let dir = temp_dir();
    let vault = chosen(dir.path());
    let path = dir.path().join("secrets.json");
    fs::write(&path, r#"{"agent:claude": ["canary"]}"#)?;
    let error = vault.set(&name("claude"), "new").expect_err("a broken file");
    assert!(matches!(error, VaultError::BrokenFile));
    assert!(!format!("{error} {error:?}").contains("canary"));
    assert!(fs::read_to_string(&path)?.contains("canary"));
    Ok(())
}

#[test]
fn writers_at_the_same_time_lose_nothing() -> Tested {
    let dir = temp_dir();
    chosen(dir.path());
    thread::scope(|scope| {
        for writer in 0..8 {
            let dir = dir.path();
            scope.spawn(move || {
                Vault::without_keychain(dir).set(&name(&format!("agent {writer}")), "kept").expect("kept")
            });
        }
    });
    let vault = Vault::without_keychain(dir.path());
    for writer in 0..8 {
        assert_eq!(vault.get(&name(&format!("agent {writer}")))?.as_deref(), Some("kept"));
    }
    Ok(())
}

#[test]
fn agents_and_the_audit_key_have_names_of_their_own() {
    assert_eq!(name("audit-key").to_string(), "agent:audit-key");
    assert_eq!(SecretName::AuditKey.to_string(), "audit-key");
    assert_eq!(SecretName::AuditHead.to_string(), "audit-head");
}

#[test]
fn keychain_keeps_what_it_is_given() -> Tested {
    if !session::is_inside() {
        return session::run("keychain_keeps_what_it_is_given", session::UNLOCKED);
    }
    let (dir, elsewhere) = (temp_dir(), temp_dir());
    let vault = Vault::probe(dir.path());
    assert_eq!(vault.kind(), VaultKind::Keychain, "{:?}", vault.keychain_trouble());
    let token = Token::random();
    assert_eq!(vault.get(&name("claude"))?, None);
    vault.set(&name("claude"), "earlier")?;
    vault.set(&name("claude"), token.reveal())?;
    let again = Vault::probe(dir.path());
    assert_eq!(again.get(&name("claude"))?.as_deref(), Some(token.reveal()));
    assert_eq!(Vault::probe(elsewhere.path()).get(&name("claude"))?, None, "another data directory's");
    assert!(matches!(vault.choose_file(), Err(VaultError::KeychainInUse)));
    assert_eq!(fs::read_dir(dir.path())?.count(), 0);
    assert!(vault.delete(&name("claude"))?);
    assert!(!vault.delete(&name("claude"))?);
    assert_eq!(again.get(&name("claude"))?, None);
    Ok(())
}

#[test]
fn locked_keychain_is_not_used() -> Tested {
    if !session::is_inside() {
        return session::run("locked_keychain_is_not_used", session::LOCKED);
    }
    let vault = Vault::probe(temp_dir().path());
    assert!(matches!(vault.keychain_trouble(), Some(VaultError::KeychainLocked)), "{:?}", vault.keychain_trouble());
    assert_eq!(vault.kind(), VaultKind::Nowhere);
    Ok(())
}

#[test]
fn without_a_session_bus_there_is_no_keychain_at_once() -> Tested {
    if !session::is_inside() {
        return session::run("without_a_session_bus_there_is_no_keychain_at_once", session::NO_BUS);
    }
    let vault = Vault::probe(temp_dir().path());
    assert!(matches!(vault.keychain_trouble(), Some(VaultError::NoKeychain(_))), "{:?}", vault.keychain_trouble());
    Ok(())
}

/// Runs a test again in a desktop session made for it, so that no test touches the keychain of whoever runs it.
mod session {
    use std::env;
    use std::process::Command;

    use crate::store::tests::{Tested, temp_dir};

    const INSIDE: &str = "NEXUS_TEST_INSIDE_SESSION";

    pub(super) const UNLOCKED: &str = "printf once | gnome-keyring-daemon --unlock --components=secrets";

    /// Nobody is there to answer the question for the password.
    pub(super) const LOCKED: &str = "printf once | gnome-keyring-daemon --unlock --components=secrets &&
        dbus-send --session --print-reply --dest=org.freedesktop.secrets /org/freedesktop/secrets \
            org.freedesktop.Secret.Service.Lock array:objpath:/org/freedesktop/secrets/collection/login";

    pub(super) const NO_BUS: &str = "export DBUS_SESSION_BUS_ADDRESS=unix:path=/nonexistent";

    pub(super) fn is_inside() -> bool {
        env::var_os(INSIDE).is_some()
    }

    /// `setup` is a shell command that makes the session what the test wants.
    pub(super) fn run(test: &str, setup: &str) -> Tested {
        let home = temp_dir();
        let directories = ["HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"];
        let output = Command::new("dbus-run-session")
            .args(["--", "sh", "-c", &format!("{setup} && exec \"$@\""), "sh"])
            .arg(env::current_exe()?)
            .args(["--exact", &format!("store::vault::tests::{test}")])
            .env(INSIDE, "1")
            .envs(directories.map(|name| (name, home.path())))
            .output()
            .map_err(|error| format!("this test needs dbus-run-session and gnome-keyring-daemon: {error}"))?;
        let told = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert!(output.status.success() && told.contains("1 passed"), "{told}");
        Ok(())
    }
}
