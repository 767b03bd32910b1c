//! Windows coming and going, and what their Chromiums do by themselves.

use std::sync::Arc;

use nexus_policy::{Command, Fact, Input, Opener, PageId, Scope, WindowId};
use tokio::sync::oneshot;

use super::audit_log::Recorded;
use super::inside::Inside;
use super::people::done;
use super::person::{Event, PersonAnswer, PersonError};
use super::publish::hands_of;
use super::run::Broker;
use super::view::{Bounds, Holder};
use super::work::start_window;
use crate::browser::{Browser, BrowserFact, Hands, Page, show_person};

impl Broker {
    /// Starts a Chromium for a Window of the person's.
    pub(super) fn start_person_window(&mut self, window: WindowId) {
        let Some(profile) = self.policy.window(window).map(|record| record.profile) else { return };
        self.registry.expect_window(window);
        let url = self.people.address_for(window);
        let (launch, inside) = (self.launch(self.opening_of(profile)), self.outbox.inside.clone());
        tokio::spawn(async move {
            let started = start_window(&inside, launch, window).await;
            if let (Ok((_, page, _)), Some(url)) = (&started, url) {
                show_person(page, &url).await;
            }
            let opened = started.map(|(_, _, page)| page);
            let opened = opened.map_err(|error| PersonError { code: error.code(), sentence: error.to_string() });
            done(&inside, Inside::PersonWindow { window, opened });
        });
    }

    /// A Chromium runs: its Window and first page can be reached from here on. If the Window was closed meanwhile,
    /// Chromium ends again.
    pub(super) fn window_started(
        &mut self,
        window: WindowId,
        browser: Arc<Browser>,
        bounds: Option<Bounds>,
        (page, named): (Arc<Page>, oneshot::Sender<PageId>),
    ) {
        let Some(opened_by) = self.policy.window(window).map(|record| record.opened_by.clone()) else {
            self.registry.end(browser, None);
            return;
        };
        if opened_by == Opener::Person {
            // Before the first page that they asked for comes.
            browser.set_hands(Hands::Person);
        }
        self.note_profile_open(window);
        if let Some(record) = self.policy.window(window) {
            // Before an address is opened in it.
            page.set_hands(hands_of(record.control));
        }
        let id = self.policy.new_page_id();
        self.start_failure = None;
        self.registry.bind_window(window, browser, bounds);
        self.sync_effect_gate(window);
        self.registry.bind_page(id, page);
        self.inputs.push_back(Input::WindowRunning(window));
        self.inputs.push_back(Input::PageAppeared { window, page: id, opened_by, opener: None });
        if named.send(id).is_err() {
            tracing::debug!(%window, "the call that opened it was stopped");
        }
    }

    /// The agent's Window is gone again, so the hub says why until one starts.
    pub(super) fn start_failed(&mut self, why: String) {
        tracing::warn!("a Window could not be opened: {why}");
        self.start_failure = Some(why);
        self.publishing.mark_urgent();
    }

    pub(super) fn person_window_opened(&mut self, window: WindowId, opened: Result<PageId, PersonError>) {
        let reply = self.people.opening(window).and_then(|(reply, _)| reply);
        let answer = match opened {
            Ok(page) => Ok(PersonAnswer::WindowOpened { window, page }),
            Err(error) => {
                self.registry.window_gone(window, error.sentence.clone());
                self.inputs.push_back(Input::BrowserExited(window));
                Err(error)
            }
        };
        self.publish();
        self.answer_person(reply, answer);
    }

    /// Ends a Window's Chromium, once that is on record if it has to be.
    pub(super) fn end_window(&mut self, window: WindowId, recorded: Option<Recorded>) {
        if let Some(browser) = self.registry.remove_window(window) {
            self.registry.end(browser, recorded);
        }
    }

    pub(super) fn take_browser_fact(&mut self, window: WindowId, fact: BrowserFact) {
        match fact {
            BrowserFact::PageAppeared(page) => {
                if self.policy.window(window).is_some() && self.registry.id_of(&page).is_none() {
                    let (id, opener) = (self.policy.new_page_id(), self.registry.opener_of(&page));
                    self.registry.bind_page(id, page);
                    let opened_by = Opener::Person;
                    self.inputs.push_back(Input::PageAppeared { window, page: id, opened_by, opener });
                }
            }
            BrowserFact::PageChanged => {
                self.publishing.mark();
                self.inputs.extend(self.registry.pages_of_new_origin().into_iter().map(Input::OriginChanged));
            }
            BrowserFact::PageClosed(page) => {
                if let Some(id) = self.registry.id_of(&page) {
                    self.inputs.push_back(Input::PageClosed(id));
                }
            }
            BrowserFact::Left => {
                if self.policy.window(window).is_some() {
                    self.inputs.push_back(Input::Person(Command::CloseWindow(window)));
                }
            }
            BrowserFact::PersonPressed(page) => {
                self.inputs.push_back(Input::PersonTouched(window));
                self.person_pressed(&page);
                self.person_at_gate(&page);
            }
            BrowserFact::PersonTyped(page) => {
                self.inputs.push_back(Input::PersonTouched(window));
                self.person_at_gate(&page);
            }
            BrowserFact::SendingHeld { sending, page } => self.sending_held(window, sending, page.as_ref()),
            BrowserFact::SendsByItself(endpoint) => self.inputs.push_back(Input::SendsByItself { window, endpoint }),
            BrowserFact::SendingGone(sending) => self.inputs.push_back(Input::SendingGone(sending)),
            BrowserFact::Exited { clean, reason } => self.browser_exited(window, clean, reason),
        }
    }

    /// A Chromium ended. If its last page was closed by hand, so is the Window; else the Window stays and says why.
    fn browser_exited(&mut self, window: WindowId, clean: bool, reason: String) {
        if self.registry.health(window).is_none() {
            return;
        }
        let closed_by_hand = clean && self.policy.pages(window).next().is_none();
        self.registry.window_gone(window, reason.clone());
        self.inputs.push_back(Input::BrowserExited(window));
        if closed_by_hand {
            self.inputs.push_back(Input::Person(Command::CloseWindow(window)));
        }
        self.publishing.tell_with_view(Event::BrowserExited { window, reason });
    }

    /// Passes on what changed: to the person's side, and to the next view.
    pub(super) fn tell(&mut self, fact: Fact) {
        self.publishing.mark();
        match fact {
            Fact::SessionChanged(_) => {}
            Fact::WindowChanged(window) => {
                self.note_what_profile_holds(window);
                self.forget_what_is_gone(window);
            }
            Fact::PageOpened(page) => {
                if let Some(record) = self.policy.page(page) {
                    self.publishing.tell_with_view(Event::PageOpened { window: record.window, page });
                }
            }
            Fact::PageClosed(page) => {
                self.registry.remove_page(page);
                self.publishing.tell_with_view(Event::PageClosed { page });
            }
            Fact::LeaseGiven(id) => {
                let given = self.policy.lease(id).map(|lease| {
                    let holder = Holder { agent: lease.agent.clone(), session: lease.session };
                    Event::LeaseChanged { lease: id, scope: lease.scope, holder: Some(holder) }
                });
                given.into_iter().for_each(|event| self.publishing.tell_with_view(event));
            }
            Fact::LeaseEnded { lease, scope } => {
                self.publishing.tell_with_view(Event::LeaseChanged { lease, scope, holder: None })
            }
            Fact::ControlChanged(scope) => self.control_changed(scope),
            Fact::PairingAsked(approval) => self.pairing_asked(approval),
            Fact::RequestChanged { request, .. } => {
                self.note_request(request);
                self.request_changed(request);
            }
            Fact::HandoffChanged(handoff) => {
                self.note_handoff(handoff);
                self.handoff_changed(handoff);
            }
        }
    }

    /// Lets go of a Window that policy has forgotten, with its Chromium and pages.
    fn forget_what_is_gone(&mut self, window: WindowId) {
        if self.policy.window(window).is_none() {
            self.end_window(window, None);
            let policy = &self.policy;
            self.registry.keep_pages(|page| policy.page(page).is_some());
        }
    }

    /// Who has control must be on the screen at once.
    fn control_changed(&mut self, scope: Scope) {
        let control = match scope {
            Scope::Window(window) => self.policy.window(window).map(|record| record.control),
            Scope::Page(page) => self.policy.page(page).map(|record| record.control),
        };
        if let Some(control) = control {
            self.publishing.tell_with_view(Event::ControlChanged { scope, control: control.as_str() });
        }
        self.publishing.mark_urgent();
    }
}
