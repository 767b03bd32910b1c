//! `nexus audit verify`: checks the audit log of a database, whether or not NEXUS runs.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use nexus_core::store::{AuditFile, ChainStatus};

/// Says what it found; fails if the chain is broken.
pub(crate) fn run(database: &Path) -> anyhow::Result<ExitCode> {
    let mut out = std::io::stdout().lock();
    anyhow::ensure!(database.is_file(), "there is no database at {}", database.display());
    let file = AuditFile::open(database)?;
    let ChainStatus::Intact { entries, .. } = report(&mut out, &file, database)? else {
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

fn report(out: &mut impl Write, file: &AuditFile, database: &Path) -> anyhow::Result<ChainStatus> {
    let status = file.verify()?;
    let database = database.display();
    match &status {
        ChainStatus::Intact { entries, .. } => {
            writeln!(
                out,
                "{database}: the chain is whole, {entries} entries. Seals and a cut-off end weren't checked."
            )?;
        }
        ChainStatus::Broken { at, why } => writeln!(out, "{database}: the chain is broken at entry {at}: {why}.")?,
    }
    Ok(status)
}
