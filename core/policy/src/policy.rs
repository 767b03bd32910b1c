//! The policy object: its one entry, its deadlines, and what can be looked up in it.

use crate::state::State;
use crate::step::Step;
use crate::{
    AgentName, Effect, Epoch, Input, LeaseId, Life, Opener, PageId, PersonControl, Scope, SessionId, Time, WindowId,
};

/// Limits that hold everywhere.
pub mod limits {
    use crate::Span;

    /// Windows that one agent may have open.
    pub const WINDOWS_PER_AGENT: usize = 5;
    /// Pages in one Window.
    pub const PAGES_PER_WINDOW: usize = 20;
    /// Calls that wait for one page.
    pub const CALLS_PER_PAGE: usize = 64;
    /// Calls of one session that wait for a lease or a change.
    pub const WAITS_PER_SESSION: usize = 16;
    /// Programs that wait to be paired at the same time.
    pub const OPEN_PAIRINGS: usize = 8;
    /// How long a request to be paired lives.
    pub const PAIRING_LIFE: Span = Span::secs(300);
    /// How long a take-over waits for input that was written before it.
    pub const SETTLE: Span = Span(250);
}

/// The rules and all they know. Decides, never acts.
#[derive(Debug, Default)]
pub struct Policy {
    state: State,
}

/// Who has control of a Window or a page (A01).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ControlState {
    /// Nobody.
    Idle,
    /// An agent session.
    Agent(SessionId),
    /// The person.
    User(PersonControl),
}

impl ControlState {
    /// The word for it, in UI and wire.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Idle => "idle",
            Self::Agent(_) => "agent",
            Self::User(_) => "user",
        }
    }
}

/// What policy knows of a Window.
#[derive(Debug, Clone, Copy)]
pub struct WindowRecord<'a> {
    /// Who opened it.
    pub opened_by: &'a Opener,
    /// How its Chromium is.
    pub life: Life,
    /// A sign-in may be in it.
    pub may_be_signed_in: bool,
    /// Who has control of it as a whole.
    pub control: ControlState,
}

/// What policy knows of a page.
#[derive(Debug, Clone, Copy)]
pub struct PageRecord<'a> {
    /// In which Window it is.
    pub window: WindowId,
    /// Who opened it.
    pub opened_by: &'a Opener,
    /// Who has control of it, alone or with its Window.
    pub control: ControlState,
    /// Calls that wait for it or work on it.
    pub queue_length: usize,
}

/// What policy knows of a lease.
#[derive(Debug, Clone, Copy)]
pub struct LeaseRecord<'a> {
    /// Its id.
    pub id: LeaseId,
    /// Over what.
    pub scope: Scope,
    /// Its holder's session.
    pub session: SessionId,
    /// Its holder.
    pub agent: &'a AgentName,
    /// Since when.
    pub since: Time,
    /// A person has control there, so it gives nothing until they give it back.
    pub suspended: bool,
}

impl Policy {
    /// Takes what happened and says what to do, in order.
    pub fn step(&mut self, now: Time, input: Input) -> Vec<Effect> {
        Step::new(&mut self.state, now).run(input)
    }

    /// When a [`Input::Tick`] is due, if nothing else happens before.
    pub fn next_deadline(&self) -> Option<Time> {
        let waits = self.state.waiting.iter().map(|waiting| waiting.until);
        let watches = self.state.watching.iter().map(|watching| watching.until);
        let pairings = self.state.pairings.values().map(|pairing| pairing.until);
        waits.chain(watches).chain(pairings).min()
    }

    /// A number for a Window that is about to be.
    pub fn new_window_id(&mut self) -> WindowId {
        self.state.new_window_id()
    }

    /// A number for a page that is about to be announced.
    pub fn new_page_id(&mut self) -> PageId {
        self.state.new_page_id()
    }

    /// The epoch of the latest take-over.
    pub fn epoch(&self) -> Epoch {
        self.state.epoch
    }

    /// The sessions with their agents.
    pub fn sessions(&self) -> impl Iterator<Item = (SessionId, &AgentName)> {
        self.state.sessions.iter().map(|(id, session)| (*id, &session.agent))
    }

    /// Looks up a Window.
    pub fn window(&self, id: WindowId) -> Option<WindowRecord<'_>> {
        let window = self.state.windows.get(&id)?;
        Some(WindowRecord {
            opened_by: &window.opened_by,
            life: window.life,
            may_be_signed_in: window.may_be_signed_in,
            control: self.state.window_control(window),
        })
    }

    /// The Windows, oldest first.
    pub fn windows(&self) -> impl Iterator<Item = WindowId> {
        self.state.windows.keys().copied()
    }

    /// The pages of a Window, oldest first.
    pub fn pages(&self, window: WindowId) -> impl Iterator<Item = PageId> {
        self.state.windows.get(&window).into_iter().flat_map(|window| window.pages.iter().copied())
    }

    /// Looks up a page.
    pub fn page(&self, id: PageId) -> Option<PageRecord<'_>> {
        let page = self.state.pages.get(&id)?;
        Some(PageRecord {
            window: page.window,
            opened_by: &page.opened_by,
            control: self.state.page_control(page),
            queue_length: page.queue.len() + usize::from(page.running.is_some()),
        })
    }

    /// The leases, oldest first.
    pub fn leases(&self) -> impl Iterator<Item = LeaseRecord<'_>> {
        self.state.leases.iter().filter_map(|(id, lease)| {
            let session = self.state.sessions.get(&lease.session)?;
            Some(LeaseRecord {
                id: *id,
                scope: lease.scope,
                session: lease.session,
                agent: &session.agent,
                since: lease.since,
                suspended: self.state.person_control(lease.scope).keeps_agents_out(),
            })
        })
    }

    /// Whether a session holds a page, alone or with its Window.
    pub fn holds(&self, session: SessionId, page: PageId) -> bool {
        self.state.holds(session, Scope::Page(page))
    }

    /// Whether a session may read a page now (N10, A02).
    pub fn may_read(&self, session: SessionId, page: PageId) -> bool {
        self.state.check_readable(session, page).is_ok()
    }
}

#[cfg(test)]
mod tests;
