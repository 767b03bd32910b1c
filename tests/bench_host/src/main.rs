//! NEXUS without its windows, for tests and measurements: the same broker, browser supervision and MCP server as the app,
//! with a script in the person's place. Never shipped.

mod classify;
mod cookies_json;
mod doorkeeper;
mod host;
mod human;
mod options;
mod person_json;

use std::process::ExitCode;

use tracing_subscriber::EnvFilter;

fn main() -> ExitCode {
    let options = match options::Options::parse(std::env::args().skip(1)) {
        Ok(options) => options,
        Err(message) => {
            eprintln!("nexus-bench-host: {message}");
            return ExitCode::from(2);
        }
    };
    start_logging();
    if let Err(error) = nexus_core::confine_process() {
        eprintln!("nexus-bench-host: what it writes can't be kept from others: {error}");
        return ExitCode::FAILURE;
    }
    if options.classify {
        return match classify::run(std::io::stdin().lock(), std::io::stdout().lock()) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                eprintln!("nexus-bench-host: {error}");
                ExitCode::FAILURE
            }
        };
    }
    let runtime = match tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => {
            eprintln!("nexus-bench-host: no runtime: {error}");
            return ExitCode::FAILURE;
        }
    };
    let outcome = runtime.block_on(host::run(options));
    // Reading standard input can't be interrupted, so the runtime isn't waited for.
    runtime.shutdown_background();
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("nexus-bench-host: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Logs to stderr. `rmcp` logs whole requests at debug level, so it is capped whatever `RUST_LOG` says.
fn start_logging() {
    let wanted = std::env::var("RUST_LOG").unwrap_or_else(|_| "warn".to_owned());
    let filter = EnvFilter::new(format!("{wanted},rmcp=warn"));
    tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).with_ansi(false).init();
}
