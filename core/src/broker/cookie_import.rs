//! An import of cookies: read beside everything else, then put into the Window while no agent has control there (A07).
//!
//! The order is what keeps it safe. First everything is read, which may come to nothing; then the Window counts as one that may
//! be signed in, so that whoever may not read there any more doesn't; then an agent that has control is stopped as in any
//! take-over; and once that is in force, the cookies go in.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::SystemTime;

use nexus_policy::{Input, PersonRefusal, Scope, WindowId};
use tokio::sync::oneshot;

use super::cookie_command::CookieCommand;
use super::inside::{Inside, Reply};
use super::people::{done, error_of};
use super::person::{PersonAnswer, PersonError};
use super::run::Broker;
use crate::browser::{Browser, CookieNotSet};
use crate::cookies::{CookieDomain, CookieError, CookieSkip, CookieSource, CookiesRead, ImportReport};

/// How it goes.
#[derive(Debug)]
pub(super) enum CookieStep {
    /// What the person wanted to know is known.
    Found(Reply, Result<PersonAnswer, PersonError>),
    /// The cookies of the named domains were read, or not.
    Read(Import, Result<CookiesRead, PersonError>),
    /// They were put into the Window, or not.
    Over(WindowId, Reply, Result<ImportReport, PersonError>),
}

/// What is imported, and for whom.
#[derive(Debug)]
pub(super) struct Import {
    window: WindowId,
    report: ImportReport,
    reply: Reply,
}

impl From<CookieError> for PersonError {
    fn from(error: CookieError) -> Self {
        Self { code: error.code(), sentence: error.to_string() }
    }
}

impl Broker {
    pub(super) fn cookie_command(&mut self, command: CookieCommand, reply: Reply) {
        let run = self.config.data_dir.join("run");
        match command {
            CookieCommand::FindSources => {
                self.find(reply, || Ok(PersonAnswer::CookieSources(CookieSource::on_this_computer())));
            }
            CookieCommand::LookIn(folder) => {
                self.find(reply, move || Ok(PersonAnswer::CookieSources(CookieSource::in_folder(&folder)?)));
            }
            CookieCommand::ListDomains(source) => {
                self.find(reply, move || Ok(PersonAnswer::CookieDomains(source.domains(&run)?)));
            }
            CookieCommand::Import { window, source, domains } => self.read_cookies(window, source, domains, reply),
        }
    }

    fn find(&self, reply: Reply, look: impl FnOnce() -> Result<PersonAnswer, CookieError> + Send + 'static) {
        let inside = self.outbox.inside.clone();
        tokio::task::spawn_blocking(move || {
            let found = look().map_err(PersonError::from);
            done(&inside, Inside::CookieImport(CookieStep::Found(reply, found)));
        });
    }

    fn read_cookies(&self, window: WindowId, source: CookieSource, domains: BTreeSet<CookieDomain>, reply: Reply) {
        if let Err(error) = self.browser_for_cookies(window) {
            return self.answer_person(reply, Err(error));
        }
        let (run, inside) = (self.config.data_dir.join("run"), self.outbox.inside.clone());
        tokio::task::spawn_blocking(move || {
            let read = source.read(&run, &domains, SystemTime::now()).map_err(PersonError::from);
            let import = Import { window, report: ImportReport::begin(source.name().to_owned(), domains), reply };
            done(&inside, Inside::CookieImport(CookieStep::Read(import, read)));
        });
    }

    fn browser_for_cookies(&self, window: WindowId) -> Result<Arc<Browser>, PersonError> {
        if self.policy.window(window).is_none() {
            return Err(error_of(PersonRefusal::UnknownWindow));
        }
        self.registry.browser(window).cloned().ok_or_else(no_browser)
    }

    pub(super) fn cookie_import_goes_on(&mut self, step: CookieStep) {
        match step {
            CookieStep::Found(reply, found) => self.answer_person(reply, found),
            CookieStep::Read(import, Ok(read)) => self.put_cookies(import, read),
            CookieStep::Read(Import { window, reply, .. }, Err(error)) => {
                self.cookie_import_over(window, reply, Err(error));
            }
            CookieStep::Over(window, reply, became) => self.cookie_import_over(window, reply, became),
        }
    }

    fn put_cookies(&mut self, import: Import, read: CookiesRead) {
        let Import { window, report, reply } = import;
        let browser = match self.browser_for_cookies(window) {
            Ok(browser) => browser,
            Err(error) => return self.cookie_import_over(window, reply, Err(error)),
        };
        self.step(Input::PersonTouched(window));
        let stopped = self.has_agent_in(window).then(|| {
            let (reply, in_force) = oneshot::channel();
            self.take_control(Scope::Window(window), Some(reply));
            in_force
        });
        let inside = self.outbox.inside.clone();
        tokio::spawn(async move {
            let is_free = match stopped {
                Some(in_force) => matches!(in_force.await, Ok(Ok(_))),
                None => true,
            };
            let became = if is_free { put(&browser, read, report).await } else { Err(no_browser()) };
            done(&inside, Inside::CookieImport(CookieStep::Over(window, reply, became)));
        });
    }

    fn cookie_import_over(&mut self, window: WindowId, reply: Reply, became: Result<ImportReport, PersonError>) {
        if let Err(error) = &became {
            self.note_cookies_not_imported(window, error);
        }
        self.publish();
        self.answer_person(reply, became.map(PersonAnswer::CookiesImported));
    }
}

fn no_browser() -> PersonError {
    let sentence = "This Window's Chromium doesn't run or answer, so it can't take cookies. Open it anew.".to_owned();
    PersonError { code: "browser_gone", sentence }
}

/// Puts one cookie after the other into a Chromium. One that it doesn't take doesn't lose the others.
async fn put(browser: &Browser, read: CookiesRead, mut report: ImportReport) -> Result<ImportReport, PersonError> {
    for (domain, cookie) in read {
        let became = match cookie {
            Ok(cookie) => match browser.set_cookie(cookie).await {
                Ok(()) => Ok(()),
                Err(CookieNotSet::Refused) => Err(CookieSkip::Refused),
                Err(CookieNotSet::NoAnswer) => return Err(no_browser()),
            },
            Err(why) => Err(why),
        };
        report.count(&domain, became);
    }
    Ok(report)
}
