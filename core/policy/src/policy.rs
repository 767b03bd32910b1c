//! The policy object: its one entry, its deadlines, and what can be looked up in it.

use crate::state::State;
use crate::step::Step;
use crate::{
    AgentName, ApprovalId, ApprovalSetting, Availability, CallId, Code, Effect, EffectGate, Endpoint, Epoch, HandoffId,
    Input, KeptKind, LeaseId, Life, Opener, PageId, PersonControl, Profile, ProfileId, Question, Refusal, RequestState,
    Scope, SessionId, TakeoverId, Time, Unasked, WindowId, Words, WorkspaceName,
};
use std::collections::BTreeMap;

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
    /// Requests of one agent that wait for the person.
    pub const OPEN_REQUESTS: usize = 3;
    /// How long a request waits for the person.
    pub const REQUEST_LIFE: Span = Span::secs(300);
    /// How long a yes waits to be used.
    pub const APPROVED_LIFE: Span = Span::secs(300);
    /// How long a no, or a request that nobody decided, is remembered.
    pub const DECIDED_LIFE: Span = Span::secs(60);
    /// How long a handoff lasts at most.
    pub const HANDOFF_LIFE: Span = Span::secs(300);
    /// How long a lease outlives its connection.
    pub const LEASE_GRACE: Span = Span::secs(10);
    /// How long an isolated Window of an agent stays open while nobody uses it.
    pub const UNUSED_LIFE: Span = Span::secs(600);
    /// Requests of pages that one card lets go or fails; more of them fail at once.
    pub const HELD_PER_REQUEST: usize = 32;
    /// Shapes of what a Window's pages may send unasked.
    pub const UNASKED: usize = 256;
    /// How long what a yes says that it sends may take to be sent.
    pub const EXPLAINED_LIFE: Span = Span::secs(15);
    /// How long a take-over waits for input that was written before it.
    pub const SETTLE: Span = Span(110);
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
    /// The person, doing something for an agent.
    Handoff(HandoffId),
    /// The person.
    User(PersonControl),
}

impl ControlState {
    /// The word for it, in UI and wire.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Idle => "idle",
            Self::Agent(_) => "agent",
            Self::Handoff(_) => "handoff",
            Self::User(_) => "user",
        }
    }
}

/// What policy knows of a Window.
#[derive(Debug, Clone, Copy)]
pub struct WindowRecord<'a> {
    /// Who opened it.
    pub opened_by: &'a Opener,
    /// On what it runs.
    pub profile: Profile,
    /// When it closes because nobody uses it.
    pub closes_at: Option<Time>,
    /// How its Chromium is.
    pub life: Life,
    /// A sign-in may be in it.
    pub may_be_signed_in: bool,
    /// Whether what its pages send is held.
    pub gate: &'a EffectGate,
    /// What they may send unasked, by shape, and why.
    pub unasked: &'a BTreeMap<Endpoint, Unasked>,
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
    /// Its connection is gone: until when the agent can come back for it.
    pub lost: Option<Time>,
}

/// What policy knows of something that the person is asked on an agent's behalf.
#[derive(Debug, Clone, Copy)]
pub struct RequestRecord<'a> {
    /// Its id.
    pub id: ApprovalId,
    /// Whose call asked.
    pub session: SessionId,
    /// Whose session that is.
    pub agent: &'a AgentName,
    /// The call that asked first.
    pub asked: CallId,
    /// What is asked.
    pub question: &'a Question,
    /// How many requests of pages wait for it.
    pub held: usize,
    /// How far it is.
    pub state: RequestState,
    /// Until when it is that far.
    pub until: Time,
}

/// What policy knows of an open handoff.
#[derive(Debug, Clone, Copy)]
pub struct HandoffRecord<'a> {
    /// Its id.
    pub id: HandoffId,
    /// Where.
    pub scope: Scope,
    /// Whose call asked.
    pub session: SessionId,
    /// Whose session that is.
    pub agent: &'a AgentName,
    /// The call that asked.
    pub asked: CallId,
    /// When it ends by itself.
    pub until: Time,
}

impl Policy {
    /// With how much the person wants to be asked about agents of which they said nothing.
    pub fn new(default_setting: ApprovalSetting) -> Self {
        Self { state: State { default_setting, ..State::default() } }
    }

    /// The same with the words by which it judges acts. Without any, most of them may have consequences.
    pub fn with_words(self, words: Words) -> Self {
        Self { state: State { words, ..self.state } }
    }

    /// Takes what happened and says what to do, in order.
    pub fn step(&mut self, now: Time, input: Input) -> Vec<Effect> {
        Step::new(&mut self.state, now).run(input)
    }

    /// When a [`Input::Tick`] is due, if nothing else happens before.
    pub fn next_deadline(&self) -> Option<Time> {
        let waits = self.state.waiting.iter().map(|waiting| waiting.until);
        let watches = self.state.watching.iter().map(|watching| watching.until);
        let pairings = self.state.pairings.values().map(|pairing| pairing.until);
        let requests = self.state.requests.values().map(|request| request.until);
        let handoffs = self.state.handoffs.values().map(|handoff| handoff.until);
        let leases = self.state.lost.values().copied();
        let windows = self.state.windows.values().filter_map(|window| self.state.closes_at(window));
        waits.chain(watches).chain(pairings).chain(requests).chain(handoffs).chain(leases).chain(windows).min()
    }

    /// A number for a request to be paired.
    pub fn new_approval_id(&mut self) -> ApprovalId {
        self.state.new_approval_id()
    }

    /// A number for a take-over.
    pub fn new_takeover_id(&mut self) -> TakeoverId {
        self.state.new_takeover_id()
    }

    /// A number for a Window that is about to be.
    pub fn new_window_id(&mut self) -> WindowId {
        let id = self.state.new_window_id();
        self.state.last.awaited_windows.insert(id);
        id
    }

    /// A number for a page that is about to be announced.
    pub fn new_page_id(&mut self) -> PageId {
        let id = self.state.new_page_id();
        self.state.last.awaited_pages.insert(id);
        id
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
            profile: window.profile,
            closes_at: self.state.closes_at(window),
            life: window.life,
            may_be_signed_in: window.may_be_signed_in,
            gate: &window.gate,
            unasked: &window.unasked,
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
        self.state.leases.iter().map(|(id, lease)| LeaseRecord {
            id: *id,
            scope: lease.scope,
            session: lease.session,
            agent: &lease.agent,
            since: lease.since,
            suspended: self.state.person_control(lease.scope).keeps_agents_out(),
            lost: self.state.lost.get(id).copied(),
        })
    }

    /// One of them.
    pub fn lease(&self, id: LeaseId) -> Option<LeaseRecord<'_>> {
        self.leases().find(|lease| lease.id == id)
    }

    /// What the person is asked on behalf of agents, or was lately, oldest first. Requests to be paired aren't among it.
    pub fn requests(&self) -> impl Iterator<Item = RequestRecord<'_>> {
        self.state.requests.iter().map(|(id, request)| RequestRecord {
            id: *id,
            session: request.session,
            agent: &request.agent,
            asked: request.asked,
            question: &request.question,
            held: self.state.held.values().filter(|asked| *asked == id).count(),
            state: request.state,
            until: request.until,
        })
    }

    /// One of them.
    pub fn request(&self, id: ApprovalId) -> Option<RequestRecord<'_>> {
        self.requests().find(|request| request.id == id)
    }

    /// The open handoffs, oldest first.
    pub fn handoffs(&self) -> impl Iterator<Item = HandoffRecord<'_>> {
        self.state.handoffs.iter().map(|(id, handoff)| HandoffRecord {
            id: *id,
            scope: handoff.scope,
            session: handoff.session,
            agent: &handoff.agent,
            asked: handoff.asked,
            until: handoff.until,
        })
    }

    /// One of them.
    pub fn handoff(&self, id: HandoffId) -> Option<HandoffRecord<'_>> {
        self.handoffs().find(|handoff| handoff.id == id)
    }

    /// The Window that has a profile open (N20).
    pub fn window_of(&self, profile: ProfileId) -> Option<WindowId> {
        self.state.window_of(profile)
    }

    /// The agents that may drive a profile's Windows.
    pub fn drivers(&self, profile: ProfileId) -> impl Iterator<Item = &AgentName> {
        self.state.profiles.get(&profile).into_iter().flat_map(|kept| &kept.drivers)
    }

    /// What a profile is, and what it is doing.
    pub fn profile(&self, profile: ProfileId) -> Option<(&KeptKind, Availability)> {
        self.state.profiles.get(&profile).map(|kept| (&kept.kind, kept.availability))
    }

    /// The workspace that the person is in.
    pub fn workspace(&self) -> Option<&WorkspaceName> {
        self.state.workspace.as_ref()
    }

    /// How much the person wants to be asked about an agent.
    pub fn setting_of(&self, agent: &AgentName) -> ApprovalSetting {
        self.state.setting_of(agent)
    }

    /// The session that an agent means by the name or the session id of another.
    pub fn session_called(&self, name: &str) -> Result<SessionId, Refusal> {
        let called = |(id, agent): &(SessionId, &AgentName)| agent.as_str() == name || id.to_string() == name;
        let found: Vec<SessionId> = self.sessions().filter(called).map(|(id, _)| id).collect();
        match found.as_slice() {
            [one] => Ok(*one),
            [] => {
                Err(Refusal::new(Code::InvalidArguments, "`to` has to be the name or session id of a connected agent."))
            }
            several => {
                let ids = several.iter().map(SessionId::to_string).collect::<Vec<_>>().join(", ");
                let sentence = format!("That agent has several sessions, so `to` has to be one of {ids}.");
                Err(Refusal::new(Code::InvalidArguments, sentence))
            }
        }
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
