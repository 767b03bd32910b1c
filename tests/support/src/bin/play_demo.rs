//! Plays the demo on a virtual screen; the exit code says whether every step held.

use std::process::ExitCode;

fn main() -> ExitCode {
    match nexus_test_support::demo::play() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("The demo failed: {error:#}");
            ExitCode::FAILURE
        }
    }
}
