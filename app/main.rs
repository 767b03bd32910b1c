//! The program: starts the app, or the stdio bridge for an MCP client. Nothing on its command line can approve, pair or
//! take control.

mod audit_check;
mod bridge;
mod command_line;
mod doctor;
mod engines;
mod instance;
mod launch;
mod records;

use std::path::PathBuf;
use std::process::ExitCode;

use command_line::Command;
use tracing_subscriber::EnvFilter;

fn main() -> ExitCode {
    let command = match Command::parse(std::env::args().skip(1)) {
        Ok(command) => command,
        Err(message) => {
            eprintln!("nexus: {message}\n\n{}", command_line::USAGE);
            return ExitCode::from(2);
        }
    };
    start_logging();
    if let Err(error) = nexus_core::confine_process() {
        eprintln!("nexus: what it writes can't be kept from others: {error}");
        return ExitCode::FAILURE;
    }
    let outcome = match command {
        Command::Help => say(command_line::USAGE),
        Command::Version => say(concat!("nexus ", env!("NEXUS_VERSION"))),
        Command::App => data_dir().and_then(launch::run),
        Command::AuditVerify(Some(database)) => audit_check::run(&database, data_dir().ok().as_deref()),
        Command::AuditVerify(None) => data_dir().and_then(|data| audit_check::run(&data.join("nexus.db"), Some(&data))),
        Command::InstallEngines => data_dir().and_then(|data| engines::install(&data)),
        Command::Doctor => data_dir().and_then(|data| doctor::run(&data)),
        Command::Bridge(options) => data_dir().and_then(|data| bridge::run(options, &data)),
    };
    match outcome {
        Ok(code) => code,
        Err(error) => {
            eprintln!("nexus: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn say(text: &str) -> anyhow::Result<ExitCode> {
    use std::io::Write;
    writeln!(std::io::stdout(), "{text}")?;
    Ok(ExitCode::SUCCESS)
}

/// NEXUS's own directory: one per user.
fn data_dir() -> anyhow::Result<PathBuf> {
    let absolute = |name| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let data = absolute("XDG_DATA_HOME").or_else(|| Some(absolute("HOME")?.join(".local/share")));
    let data = data.ok_or_else(|| anyhow::anyhow!("neither XDG_DATA_HOME nor HOME names a directory"))?;
    Ok(data.join("nexus"))
}

/// Logs to stderr. `rmcp` logs whole requests at debug level, so it is capped whatever `RUST_LOG` says.
fn start_logging() {
    let wanted = std::env::var("RUST_LOG").unwrap_or_else(|_| "warn".to_owned());
    let filter = EnvFilter::new(format!("{wanted},rmcp=warn"));
    tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).init();
}
