//! `nexus engines install`: gets the engines that can be attached to a Window, and says how it goes.

use std::io::{IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;

use nexus_core::{EnginePackage, InstallStep, install_engines};

/// Installs them below NEXUS's own directory.
pub(crate) fn install(data_dir: &Path) -> anyhow::Result<ExitCode> {
    let mut said = Ok(());
    let outcome = install_engines(data_dir, |step| {
        if said.is_ok() {
            said = say(&step);
        }
    });
    said?;
    match outcome {
        Ok(()) => Ok(ExitCode::SUCCESS),
        Err(error) => {
            eprintln!("nexus: {error} ({})", error.code());
            Ok(ExitCode::FAILURE)
        }
    }
}

fn say(step: &InstallStep) -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    match step {
        InstallStep::NodeFound(version) => writeln!(out, "Node.js {version}"),
        // On a terminal one line that counts; elsewhere only its end.
        InstallStep::Downloaded(come, all) if out.is_terminal() => {
            write!(out, "\r{come} of {all} packages")?;
            if come == all { writeln!(out) } else { out.flush() }
        }
        InstallStep::Downloaded(come, all) if come == all => writeln!(out, "{come} of {all} packages"),
        InstallStep::Downloaded(..) => Ok(()),
        InstallStep::Installed => {
            for engine in EnginePackage::ALL {
                writeln!(out, "{} {}, as its checksum says", engine.name(), engine.version())?;
            }
            writeln!(out, "Installed. Windows that you open from now on can use them.")
        }
    }
}
