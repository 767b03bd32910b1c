//! `nexus doctor`: says what NEXUS finds on this computer and in its own directory, and what to do about it.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use nexus_core::doctor::{Finding, Verdict, examine};

/// Says what it found; fails if NEXUS can't work with some of it.
pub(crate) fn run(data_dir: &Path) -> anyhow::Result<ExitCode> {
    let mut out = std::io::stdout().lock();
    let findings = examine(data_dir);
    for Finding { about, verdict, text } in &findings {
        let word = match verdict {
            Verdict::Good => "ok",
            Verdict::Limited => "limited",
            Verdict::Bad => "PROBLEM",
        };
        writeln!(out, "{word:<8} {about:<10} {text}")?;
    }
    let problems = findings.iter().filter(|finding| finding.verdict == Verdict::Bad).count();
    match problems {
        0 => writeln!(out, "\nNEXUS can work here.")?,
        1 => writeln!(out, "\n1 problem keeps NEXUS from working as it should.")?,
        many => writeln!(out, "\n{many} problems keep NEXUS from working as it should.")?,
    }
    Ok(if problems == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
