//! `nexus audit verify`: checks the audit log of a database, whether or not NEXUS runs. With what is kept with the secrets,
//! also its seals and its end; it says which.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use nexus_core::store::{AuditFile, AuditHead, AuditKey, ChainStatus, Vault, VaultError, VaultKind};

/// What is kept apart from the database, as far as it could be had.
struct Kept {
    key: Option<AuditKey>,
    head: Option<AuditHead>,
    /// Where that is, or why there is none.
    told: String,
}

/// Says what it found; fails if the chain is broken. `own` is NEXUS's own directory, whose secrets vouch for copies too.
pub(crate) fn run(database: &Path, own: Option<&Path>) -> anyhow::Result<ExitCode> {
    let mut out = std::io::stdout().lock();
    anyhow::ensure!(database.is_file(), "there is no database at {}", database.display());
    let file = AuditFile::open(database)?;
    let kept = Kept::for_database(database, own);
    let ChainStatus::Intact { entries, .. } = report(&mut out, &file, database, &kept)? else {
        return Ok(ExitCode::FAILURE);
    };
    for (number, entry) in file.unfinished()? {
        let place = [entry.window.map(|id| id.to_string()), entry.page.map(|id| id.to_string())];
        let place = place.into_iter().flatten().collect::<Vec<_>>().join(" ");
        let agent = entry.agent.map_or_else(|| "you".to_owned(), |agent| agent.to_string());
        writeln!(out, "entry {number} of {entries}: {} by {agent} {place}: begun, outcome unknown", entry.what)?;
    }
    Ok(ExitCode::SUCCESS)
}

impl Kept {
    /// From the file beside the database, if there is one, else from where NEXUS itself keeps its secrets.
    fn for_database(database: &Path, own: Option<&Path>) -> Self {
        let beside = database.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let file = Vault::without_keychain(beside);
        let vault = match (file.kind(), own) {
            (VaultKind::File, _) => file,
            (VaultKind::Keychain | VaultKind::Nowhere, Some(own)) if own.is_dir() => Vault::probe(own),
            (VaultKind::Keychain | VaultKind::Nowhere, _) => file,
        };
        let place = match vault.kind() {
            VaultKind::Keychain => "the keychain",
            VaultKind::File => "the private file",
            VaultKind::Nowhere => {
                let why = vault.keychain_trouble().map(VaultError::to_string).unwrap_or_default();
                return Self { key: None, head: None, told: why };
            }
        };
        match (AuditKey::kept_in(&vault), AuditHead::kept_in(&vault)) {
            (Ok(key), Ok(head)) => Self { key, head, told: place.to_owned() },
            (Err(error), _) | (_, Err(error)) => Self { key: None, head: None, told: error.to_string() },
        }
    }
}

fn report(out: &mut impl Write, file: &AuditFile, database: &Path, kept: &Kept) -> anyhow::Result<ChainStatus> {
    let Kept { key, head, told } = kept;
    let status = file.verify(key.as_ref(), head.as_ref())?;
    let database = database.display();
    match (&status, key) {
        (ChainStatus::Intact { entries, unsealed: 0 }, Some(_)) => {
            writeln!(out, "{database}: the chain is whole, {entries} entries, each sealed with the key in {told}.")?;
        }
        (ChainStatus::Intact { entries, unsealed }, Some(_)) => {
            writeln!(
                out,
                "{database}: the chain is whole, {entries} entries. The key in {told} vouches for {} of them; the others \
                 were written under another key, without one, or by someone else.",
                entries - unsealed
            )?;
        }
        (ChainStatus::Intact { entries, .. }, None) => {
            writeln!(
                out,
                "{database}: the chain is whole, {entries} entries. Seals weren't checked, for want of the key."
            )?;
        }
        (ChainStatus::Broken { at, why }, _) => writeln!(out, "{database}: the chain is broken at entry {at}: {why}.")?,
    }
    match (head, key) {
        (Some(head), _) => writeln!(out, "Its end was checked against entry {}, kept in {told}.", head.number())?,
        (None, Some(_)) => writeln!(out, "A cut-off end would not be noticed: none was kept in {told} yet.")?,
        (None, None) => writeln!(out, "A cut-off end would not be noticed. {told}")?,
    }
    Ok(status)
}
