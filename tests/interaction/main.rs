//! Every ordinary interaction on real Chromium: each tool in each place a page can put an element, the widgets that are hard
//! to use, and what other tools are known to call done without doing it. Each case checks the page's own state, not the
//! answer. Cases are rows of tables, so this has a harness of its own.

mod bad_input;
mod ground;
mod matrix;
mod silent_clicks;

mod widgets;

use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};

use libtest_mimic::{Arguments, Failed, Trial};

use ground::{Fixture, Ground, Place, Put};

/// Chromiums at once: as many as `stage` lets run.
const AT_ONCE: usize = 2;

/// One case: its name is a sentence.
struct Case {
    name: String,
    run: Box<dyn Fn(&Ground) + Send + Sync>,
}

impl Case {
    fn new(name: impl Into<String>, run: impl Fn(&Ground) + Send + Sync + 'static) -> Self {
        Self { name: name.into(), run: Box::new(run) }
    }

    /// A case about a page with these elements.
    fn on_page(name: &str, html: &'static str, script: &'static str, run: fn(&Put<'_>)) -> Self {
        Self::new(name, move |ground| run(&ground.put(Place::Plain, Fixture { html, script })))
    }
}

/// Hosts that wait for their next case. A case that fails takes its host with it.
type Free = Arc<Mutex<Vec<Ground>>>;

fn main() -> ExitCode {
    let mut arguments = Arguments::from_args();
    arguments.test_threads = Some(arguments.test_threads.unwrap_or(AT_ONCE).min(AT_ONCE));
    let free: Free = Arc::default();
    let cases = [matrix::cases(), widgets::cases(), silent_clicks::cases(), bad_input::cases()];
    let trials = cases.into_iter().flatten().map(|case| trial(case, Arc::clone(&free))).collect();
    let conclusion = libtest_mimic::run(&arguments, trials);
    for ground in std::mem::take(&mut *free.lock().unwrap_or_else(PoisonError::into_inner)) {
        ground.close();
    }
    conclusion.exit_code()
}

/// What an act says that was void because the machine stood still for a tenth of a second on its way.
const STALLED: &str = "was reached too late, because the page was busy";

fn trial(Case { name, run }: Case, free: Free) -> Trial {
    Trial::test(name, move || {
        let said = match played(&run, &free) {
            // Nothing is wrong with it then. A page that is always late fails the second time, too.
            Err(said) if said.contains(STALLED) => played(&run, &free),
            outcome => outcome,
        };
        said.map_err(Failed::from)
    })
}

/// Plays a case; answers what it panicked with, if it did.
fn played(run: &dyn Fn(&Ground), free: &Free) -> Result<(), String> {
    let taken = free.lock().unwrap_or_else(PoisonError::into_inner).pop();
    let ground = taken.unwrap_or_else(Ground::new);
    let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| run(&ground)));
    match outcome {
        Ok(()) => {
            ground.clear();
            free.lock().unwrap_or_else(PoisonError::into_inner).push(ground);
            Ok(())
        }
        Err(panic) => {
            let said = panic.downcast_ref::<String>().cloned();
            let said = said.or_else(|| panic.downcast_ref::<&str>().map(|said| (*said).to_owned()));
            Err(said.unwrap_or_else(|| "the case panicked".to_owned()))
        }
    }
}
