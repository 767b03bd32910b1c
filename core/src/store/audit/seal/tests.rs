use super::*;
use crate::store::tests::{Tested, temp_dir};

fn file_vault(dir: &tempfile::TempDir) -> Vault {
    let vault = Vault::without_keychain(dir.path());
    vault.choose_file().expect("a file");
    vault
}

#[test]
fn vault_keeps_one_key() -> Tested {
    let dir = temp_dir();
    let key = AuditKey::of_vault(&file_vault(&dir))?;
    assert_eq!(AuditKey::of_vault(&file_vault(&dir))?.0, key.0);
    assert_ne!(AuditKey::of_vault(&file_vault(&temp_dir()))?.0, key.0);
    Ok(())
}

#[test]
fn key_that_nexus_did_not_write_is_refused_and_kept() -> Tested {
    let dir = temp_dir();
    let vault = file_vault(&dir);
    vault.set(&SecretName::AuditKey, "short")?;
    assert!(matches!(AuditKey::of_vault(&vault), Err(VaultError::Malformed(SecretName::AuditKey))));
    assert_eq!(vault.get(&SecretName::AuditKey)?.as_deref(), Some("short"));
    Ok(())
}

#[test]
fn seal_fits_one_key_and_one_hash() {
    let (key, other) = (AuditKey([1; 32]), AuditKey([2; 32]));
    let seal = key.seal(&[7; 32]);
    assert!(key.made(&seal, &[7; 32]));
    assert!(!key.made(&seal, &[8; 32]));
    assert!(!other.made(&seal, &[7; 32]));
    assert_ne!(key.id(), other.id());
}

#[test]
fn debug_does_not_show_a_key() {
    assert_eq!(format!("{:?}", AuditKey([1; 32])), "AuditKey(…)");
}
