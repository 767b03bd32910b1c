//! What inputs and time change.

use super::*;
use crate::{CleanState, Command, Loan, PersonRefusal};

impl Model {
    /// What runs out of time before anything else happens.
    pub(super) fn run_out(&mut self) {
        let now = self.now;
        let is_sent = |request: &Request| {
            matches!(request.question, Question::Send { .. }) && request.state == RequestState::Approved
        };
        self.requests.retain(|request| !(is_sent(request) && request.until <= now));
        for request in &mut self.requests {
            let open = matches!(request.state, RequestState::Pending | RequestState::Approved);
            if open && request.until <= now {
                if request.state == RequestState::Approved {
                    self.situations.note(Situation::YesExpired);
                }
                (request.state, request.until) = (RequestState::Expired, now + limits::DECIDED_LIFE);
            }
        }
        self.requests.retain(|request| request.until > now);
        let late: Vec<Scope> = self.handoffs.iter().filter(|(_, open)| open.until <= now).map(|(at, _)| *at).collect();
        late.into_iter().for_each(|scope| self.end_handoff(scope, Situation::HandoffTimedOut));
        let lost = self.leases.iter().filter(|(_, lease)| lease.lost.is_some_and(|until| until <= now));
        for scope in lost.map(|(scope, _)| *scope).collect::<Vec<_>>() {
            self.note(Situation::GraceOver);
            self.end_lease(scope);
        }
        for (window, since) in self.unused_since.clone() {
            if since + limits::UNUSED_LIFE <= now {
                self.note(Situation::UnusedClosed);
                self.windows.remove(&window);
            }
        }
    }

    /// What isn't there takes with it what is about it.
    pub(super) fn tidy(&mut self) {
        self.pages.retain(|_, page| self.windows.contains_key(&page.window));
        let (windows, pages, sessions) = (&self.windows, &self.pages, &self.sessions);
        let alive = |id: &WindowId| windows.get(id).is_some_and(|window| window.life != Life::Gone);
        self.leases.retain(|scope, _| match scope {
            Scope::Window(window) => alive(window),
            Scope::Page(page) => pages.get(page).is_some_and(|page| alive(&page.window)),
        });
        self.person.retain(|scope, _| match scope {
            Scope::Window(window) => windows.contains_key(window),
            Scope::Page(page) => pages.contains_key(page),
        });
        self.readers.retain(|(session, page)| sessions.contains_key(session) && pages.contains_key(page));
        self.requests.retain(|request| {
            let (window, page) = subject(&request.question);
            sessions.contains_key(&request.session)
                && window.is_none_or(|window| windows.contains_key(&window))
                && page.is_none_or(|page| pages.contains_key(&page))
        });
        self.signed_in.retain(|window| windows.contains_key(window));
        self.kept.retain(|window| windows.contains_key(window));
        self.unused_since.retain(|window, _| windows.contains_key(window));
        self.said.retain(|(window, _), _| windows.contains_key(window));
        let ended = self
            .handoffs
            .iter()
            .filter(|(scope, open)| !self.leases.contains_key(&open.lease) || !self.person.contains_key(scope));
        let ended: Vec<Scope> = ended.map(|(scope, _)| *scope).collect();
        ended.into_iter().for_each(|scope| self.end_handoff(scope, Situation::HandoffLost));
    }

    pub(super) fn end_handoff(&mut self, scope: Scope, why: Situation) {
        self.handoffs.remove(&scope);
        if let Some(at) = self.person.get_mut(&scope) {
            *at = At::Control;
            self.note(why);
        }
    }

    pub(super) fn end_lease(&mut self, scope: Scope) {
        let Some(lease) = self.leases.remove(&scope) else { return };
        self.withdraw(scope, Some(lease.session));
        let under = self.handoffs.iter().filter(|(_, open)| open.lease == scope).map(|(at, _)| *at);
        under.collect::<Vec<_>>().into_iter().for_each(|at| self.end_handoff(at, Situation::HandoffLost));
    }

    fn forget_requests_in(&mut self, scope: Scope) {
        let mut requests = std::mem::take(&mut self.requests);
        requests.retain(|request| {
            let (window, page) = subject(&request.question);
            let scopes = [window.map(Scope::Window), page.map(Scope::Page)];
            !scopes.into_iter().flatten().any(|asked| self.is_in(asked, scope))
        });
        self.requests = requests;
    }

    /// What was asked or allowed in a scope about reads and acts counts no more; a no does.
    pub(super) fn withdraw(&mut self, scope: Scope, whose: Option<SessionId>) -> usize {
        let before = self.requests.len();
        let mut requests = std::mem::take(&mut self.requests);
        requests.retain(|request| {
            let (window, page) = subject(&request.question);
            let inside = page.is_some_and(|page| self.is_in(Scope::Page(page), scope))
                || window.is_some_and(|window| Scope::Window(window) == scope);
            let drive = matches!(request.question, Question::Drive { .. });
            let no = matches!(request.state, RequestState::Rejected | RequestState::Expired);
            drive || no || !inside || whose.is_some_and(|session| session != request.session)
        });
        self.requests = requests;
        before - self.requests.len()
    }

    /// From now on the person is there, and agents aren't.
    pub(super) fn keep_out(&mut self, scope: Scope, at: At) {
        self.person.insert(scope, at);
        let readers = std::mem::take(&mut self.readers);
        let before = readers.len();
        self.readers = readers.into_iter().filter(|(_, page)| !self.is_in(Scope::Page(*page), scope)).collect();
        if self.readers.len() < before {
            self.note(Situation::LeaveEndedByTakeover);
        }
        self.forget_acts(scope);
        if self.withdraw(scope, None) > 0 {
            self.note(Situation::Withdrawn);
        }
    }

    fn let_in(&mut self, scope: Scope) {
        let whole = matches!(scope, Scope::Window(_));
        let person = std::mem::take(&mut self.person);
        let goes_on =
            |at: &Scope, what: &At| *at != scope && !(whole && *what == At::Control && self.is_in(*at, scope));
        self.person = person.into_iter().filter(|(at, what)| goes_on(at, what)).collect();
    }

    pub(super) fn sign_in(&mut self, window: WindowId) {
        if self.windows.contains_key(&window) && self.signed_in.insert(window) {
            self.taken.newly_signed_in = Some(window);
        }
    }

    /// What an input that isn't a call changes. Calls are judged when their effects are followed.
    pub(super) fn take(&mut self, input: &Input, effects: &[Effect]) {
        match input {
            Input::SessionOpened { session, agent } if session.0 > self.last_session => {
                self.last_session = session.0;
                self.sessions.insert(*session, agent.clone());
            }
            Input::SessionClosed(session) => self.lose(*session),
            Input::Call(call) => self.arrive(call, effects),
            Input::Examined { call, evidence } => self.report(*call, evidence, effects),
            Input::CallEnded(call) => self.end(*call, effects),
            Input::WindowRunning(window) => {
                if let Some(window) = self.windows.get_mut(window).filter(|window| window.life == Life::Starting) {
                    window.life = Life::Running;
                }
            }
            Input::BrowserExited(id) => {
                let Some(window) = self.windows.get_mut(id).filter(|window| window.life != Life::Gone) else { return };
                if window.life == Life::Starting && window.opener != Opener::Person {
                    self.windows.remove(id);
                } else {
                    window.life = Life::Gone;
                    self.forget_requests_in(Scope::Window(*id));
                }
            }
            Input::PageAppeared { window, page, opened_by, opener } => self.appear(*window, *page, opened_by, *opener),
            Input::OriginChanged(page) => {
                let before = self.readers.len();
                self.readers.retain(|(_, read)| read != page);
                if self.readers.len() < before {
                    self.note(Situation::LeaveEndedByOrigin);
                }
                let about = |request: &Request| matches!(request.question, Question::Read { page: asked, .. } if asked == *page);
                self.requests.retain(|request| !about(request));
                let sends = |request: &Request| matches!(request.question, Question::Send { .. });
                let mut kept: Vec<Request> = self.requests.extract_if(.., |request| sends(request)).collect();
                self.withdraw(Scope::Page(*page), None);
                self.requests.append(&mut kept);
                self.requests.sort_by_key(|request| request.id);
            }
            Input::PageClosed(page) => {
                self.pages.remove(page);
            }
            Input::SendingHeld { sending, what } => self.hold(*sending, what),
            Input::SendsByItself { window, endpoint } => self.learn(*window, endpoint),
            Input::SendingGone(sending) => self.give_up(*sending),
            Input::PersonTouched(window) => self.sign_in(*window),
            Input::Person(command) => {
                if self.refused(command).is_none() {
                    self.obey(command);
                }
            }
            Input::SessionOpened { .. }
            | Input::PairingAsked { .. }
            | Input::PairingWithdrawn(_)
            | Input::CallCancelled(_)
            | Input::InputSettled { .. }
            | Input::InputReleased(_)
            | Input::Tick => {}
        }
    }

    pub(super) fn lose(&mut self, session: SessionId) {
        let until = self.now + limits::LEASE_GRACE;
        if self.sessions.remove(&session).is_some() {
            self.leases
                .values_mut()
                .filter(|lease| lease.session == session)
                .for_each(|lease| lease.lost = Some(until));
        }
    }

    fn appear(&mut self, window: WindowId, page: PageId, opened_by: &Opener, opener: Option<PageId>) {
        let alive = self.windows.get(&window).is_some_and(|window| window.life != Life::Gone);
        if !alive || page.0 > self.last_page || !self.came.insert(Scope::Page(page)) {
            return;
        }
        let beside_person = opened_by == &Opener::Person && self.person_in(Scope::Window(window)).is_some();
        self.pages.insert(page, Page { window, opener: opened_by.clone() });
        if beside_person {
            self.person.insert(Scope::Page(page), At::Control);
            return self.note(Situation::PersonsPopup);
        }
        let cause = opener.filter(|_| opened_by == &Opener::Person).and_then(|opener| self.actor_on(opener, window));
        if let Some(lease) = cause {
            self.note(Situation::Popup);
            self.pages.insert(page, Page { window, opener: Opener::Agent(lease.agent.clone()) });
            self.leases.insert(Scope::Page(page), lease);
        }
    }

    /// The lease over a page that an agent opened, alone, if its holder acts on that page just now.
    fn actor_on(&self, opener: PageId, window: WindowId) -> Option<Lease> {
        let page = self.pages.get(&opener).filter(|page| page.window == window && page.opener != Opener::Person)?;
        let lease = self.leases.get(&Scope::Page(opener))?;
        let acts = |story: &Story| {
            let runs = matches!(story.stage, Stage::Runs(Target::Page(_, at), _) if at == opener);
            let act = matches!(story.call.ask, crate::Ask::OnPage { kind: PageAsk::Act, .. });
            runs && act && !story.answered && !story.ended && story.call.session == lease.session
        };
        (page.window == window && self.stories.values().any(acts)).then(|| lease.clone())
    }

    /// Why a command of the person's comes to nothing, if it does.
    pub(super) fn refused(&self, command: &Command) -> Option<PersonRefusal> {
        let unknown = |scope: Scope| match scope {
            Scope::Window(_) if self.window_of(scope).is_none() => Some(PersonRefusal::UnknownWindow),
            Scope::Page(_) if self.window_of(scope).is_none() => Some(PersonRefusal::UnknownPage),
            Scope::Window(_) | Scope::Page(_) => None,
        };
        let no_profile = |profile| (!self.profiles.contains_key(profile)).then_some(PersonRefusal::UnknownProfile);
        match command {
            Command::OpenWindow { window, .. }
                if window.0 > self.last_window || self.came.contains(&Scope::Window(*window)) =>
            {
                Some(PersonRefusal::UnknownWindow)
            }
            Command::OpenWindow { profile: Profile::Kept(profile), .. }
            | Command::LendProfile { profile, loan: Loan::Browser } => {
                no_profile(profile).or_else(|| self.taken_by(*profile)).or_else(|| self.not_offered(*profile))
            }
            Command::ArchiveProfile(profile) | Command::LendProfile { profile, loan: Loan::Upkeep } => {
                no_profile(profile).or_else(|| self.taken_by(*profile))
            }
            Command::RestoreProfile(profile) | Command::TakeProfileBack(profile) => no_profile(profile),
            Command::RemoveProfile(profile) => no_profile(profile)
                .or((self.lent.get(profile) != Some(&Loan::Upkeep)).then_some(PersonRefusal::ProfileInUse)),
            Command::Grant { profile, .. } if self.profiles.get(profile) == Some(&KeptKind::Shared) => {
                self.window_with(*profile).is_none().then_some(PersonRefusal::ProfileNotOpen)
            }
            Command::CloseWindow(window) | Command::KeepWindow(window) | Command::AskAgain { window, .. } => {
                unknown(Scope::Window(*window))
            }
            Command::TakeControl { scope, .. } => unknown(*scope),
            Command::GiveBack(scope) => unknown(*scope).or_else(|| {
                let has = |at: &Scope, what: &At| *what == At::Control && (at == scope || self.is_in(*at, *scope));
                match self.person_at(*scope) {
                    _ if self.person.get(scope) == Some(&At::Handoff) => Some(PersonRefusal::HandoffOpen),
                    _ if self.person.iter().any(|(at, what)| has(at, what)) => None,
                    Some(At::Handoff) => Some(PersonRefusal::HandoffOpen),
                    Some(At::Control) => Some(PersonRefusal::WindowInControl),
                    None => Some(PersonRefusal::NotInControl),
                }
            }),
            Command::RevokeLease(lease) => {
                self.leases.values().all(|held| held.id != *lease).then_some(PersonRefusal::UnknownLease)
            }
            Command::Approve { approval, .. } | Command::Reject(approval) => {
                let open = |request: &Request| request.id == *approval && request.state == RequestState::Pending;
                (!self.requests.iter().any(open)).then_some(PersonRefusal::UnknownApproval)
            }
            Command::FinishHandoff { handoff, .. } => {
                self.handoffs.values().all(|open| open.id != *handoff).then_some(PersonRefusal::UnknownHandoff)
            }
            Command::Grant { profile, .. } | Command::RevokeGrant { profile, .. } => no_profile(profile),
            Command::OpenWindow { .. }
            | Command::AddProfile { .. }
            | Command::SwitchWorkspace(_)
            | Command::SetApprovals { .. }
            | Command::RevokeAgent(_) => None,
        }
    }

    fn obey(&mut self, command: &Command) {
        match command {
            Command::OpenWindow { window, profile } => self.open(*window, Opener::Person, *profile),
            Command::CloseWindow(window) => {
                self.windows.remove(window);
            }
            Command::KeepWindow(window) => {
                self.kept.insert(*window);
            }
            Command::AskAgain { window, endpoint } => self.unlearn(*window, endpoint),
            Command::TakeControl { scope, .. } => {
                let met: Vec<Scope> = self.handoffs.keys().copied().filter(|at| self.meets(*at, *scope)).collect();
                met.into_iter().for_each(|at| self.end_handoff(at, Situation::HandoffTaken));
                self.keep_out(*scope, At::Control);
            }
            Command::GiveBack(scope) => self.let_in(*scope),
            Command::RevokeLease(lease) => self.revoke(Code::LeaseRequired, |_, held| held.id == *lease),
            Command::Approve { approval, always } => self.decide(*approval, true, *always),
            Command::Reject(approval) => self.decide(*approval, false, false),
            Command::FinishHandoff { handoff, completed } => self.finish(*handoff, *completed),
            Command::AddProfile { profile, kind } => drop(self.profiles.insert(*profile, kind.clone())),
            Command::ArchiveProfile(profile) => drop(self.archived.insert(*profile)),
            Command::RestoreProfile(profile) => drop(self.archived.remove(profile)),
            Command::LendProfile { profile, loan } => {
                self.archived.remove(profile);
                self.lent.insert(*profile, *loan);
            }
            Command::TakeProfileBack(profile) => drop(self.lent.remove(profile)),
            Command::RemoveProfile(profile) => {
                self.profiles.remove(profile);
                self.lent.remove(profile);
                self.drivers.retain(|(of, _)| of != profile);
            }
            Command::SwitchWorkspace(workspace) => self.workspace.clone_from(workspace),
            Command::Grant { profile, agent } => {
                let open = self.window_with(*profile);
                self.requests.retain(|request| match &request.question {
                    Question::Drive { window, agent: who } => Some(*window) != open || who != agent,
                    Question::Read { .. } | Question::Act { .. } | Question::Send { .. } => true,
                });
                match open {
                    Some(open) if self.profiles.get(profile) == Some(&KeptKind::Shared) => {
                        self.said.insert((open, agent.clone()), true);
                    }
                    _ => drop(self.drivers.insert((*profile, agent.clone()))),
                }
            }
            Command::RevokeGrant { profile, agent } => {
                self.drivers.remove(&(*profile, agent.clone()));
                let Some(window) = self.window_with(*profile) else { return };
                self.said.remove(&(window, agent.clone()));
                self.revoke(Code::NotAuthorized, |around, held| around == Some(window) && held.agent == *agent);
                if !self.taken.leases.is_empty() {
                    self.note(Situation::GrantRevoked);
                }
            }
            Command::SetApprovals { agent, setting } => {
                self.settings.insert(agent.clone(), *setting);
            }
            Command::RevokeAgent(agent) => self.revoke_agent(agent),
        }
    }

    pub(super) fn open(&mut self, id: WindowId, opener: Opener, profile: Profile) {
        self.came.insert(Scope::Window(id));
        self.windows.insert(id, Window { opener, profile, life: Life::Starting });
        let personal = match profile {
            Profile::Isolated => false,
            Profile::Kept(profile) => {
                !matches!(self.profiles.get(&profile), Some(KeptKind::AutomationOnly(CleanState::Plain)))
            }
        };
        if personal {
            self.signed_in.insert(id);
        }
    }

    fn keeps_list(&self, profile: ProfileId) -> bool {
        self.profiles.get(&profile).is_some_and(|kind| *kind != KeptKind::Shared)
    }

    fn taken_by(&self, profile: ProfileId) -> Option<PersonRefusal> {
        let lent = self.lent.get(&profile).map(|loan| PersonRefusal::ProfileLent(*loan));
        self.window_with(profile).map(|_| PersonRefusal::ProfileInUse).or(lent)
    }

    fn not_offered(&self, profile: ProfileId) -> Option<PersonRefusal> {
        match self.profiles.get(&profile) {
            _ if self.archived.contains(&profile) => Some(PersonRefusal::ProfileArchived),
            Some(KeptKind::Workspace(own)) if self.workspace.as_ref() != Some(own) => {
                Some(PersonRefusal::OtherWorkspace)
            }
            _ => None,
        }
    }

    fn revoke(&mut self, code: Code, chosen: impl Fn(Option<WindowId>, &Lease) -> bool) {
        let theirs = self.leases.iter().filter(|(scope, lease)| chosen(self.window_of(**scope), lease));
        for (scope, session) in theirs.map(|(scope, lease)| (*scope, lease.session)).collect::<Vec<_>>() {
            self.taken.leases.push((session, scope, code));
            self.end_lease(scope);
        }
    }

    fn revoke_agent(&mut self, agent: &AgentName) {
        self.revoke(Code::NotAuthorized, |_, held| held.agent == *agent);
        self.taken.agent = Some(agent.clone());
        self.sessions.retain(|_, connected| connected != agent);
        self.drivers.retain(|(_, driver)| driver != agent);
        self.said.retain(|(_, asked), _| asked != agent);
        self.settings.remove(agent);
        let openers = self.windows.values_mut().map(|window| &mut window.opener);
        let openers = openers.chain(self.pages.values_mut().map(|page| &mut page.opener));
        openers
            .filter(|opener| **opener == Opener::Agent(agent.clone()))
            .for_each(|opener| *opener = Opener::RevokedAgent);
        self.requests
            .retain(|request| !matches!(&request.question, Question::Drive { agent: asked, .. } if asked == agent));
    }

    fn decide(&mut self, id: ApprovalId, yes: bool, always: bool) {
        let Some(place) = self.requests.iter().position(|request| request.id == id) else { return };
        let question = self.requests[place].question.clone();
        match (question, yes) {
            (Question::Drive { window, agent }, _) => {
                self.requests.remove(place);
                self.note(if yes { Situation::DriveGranted } else { Situation::DriveRefused });
                match self.windows[&window].profile {
                    Profile::Kept(profile) if yes && always && self.keeps_list(profile) => {
                        self.drivers.insert((profile, agent));
                    }
                    Profile::Kept(_) | Profile::Isolated => {
                        self.said.insert((window, agent), yes);
                    }
                }
            }
            (Question::Read { page, session }, true) => {
                self.requests.remove(place);
                self.readers.insert((session, page));
            }
            (Question::Act { .. }, true) => self.decided(place, RequestState::Approved, limits::APPROVED_LIFE),
            (Question::Send { .. }, true) => {
                self.release(id, always);
                self.decided(place, RequestState::Approved, limits::APPROVED_LIFE);
            }
            (Question::Read { .. } | Question::Act { .. } | Question::Send { .. }, false) => {
                self.decided(place, RequestState::Rejected, limits::DECIDED_LIFE);
            }
        }
    }

    fn decided(&mut self, place: usize, state: RequestState, life: crate::Span) {
        let until = self.now + life;
        let request = &mut self.requests[place];
        (request.state, request.until) = (state, until);
    }

    fn finish(&mut self, id: HandoffId, completed: bool) {
        let Some(scope) = self.handoffs.iter().find(|(_, open)| open.id == id).map(|(scope, _)| *scope) else { return };
        if !completed {
            return self.end_handoff(scope, Situation::HandoffDeclined);
        }
        let Some(Handoff { agent, .. }) = self.handoffs.remove(&scope) else { return };
        self.note(Situation::HandoffDone);
        if let Some(window) = self.window_of(scope) {
            self.said.insert((window, agent), true);
            self.sign_in(window);
        }
        self.let_in(scope);
    }

    pub(super) fn check_answer_to_person(&mut self, input: &Input, effects: &[Effect]) {
        let answers = effects.iter().filter_map(|effect| match effect {
            Effect::PersonAnswer(answer) => Some(*answer),
            _ => None,
        });
        let answers: Vec<_> = answers.collect();
        let Input::Person(command) = input else { return assert_eq!(answers, []) };
        let refusal = self.refused(command);
        assert_eq!(answers, [refusal.map_or(Ok(()), Err)], "{command:?}");
        match refusal {
            Some(PersonRefusal::UnknownApproval) => self.note(Situation::LateDecision),
            Some(PersonRefusal::HandoffOpen) => self.note(Situation::GiveBackInHandoff),
            Some(PersonRefusal::ProfileInUse) => self.note(Situation::ProfileInUse),
            _ => {}
        }
    }
}

/// The Window or the page that a question is about; a page's act names both.
pub(super) fn subject(question: &Question) -> (Option<WindowId>, Option<PageId>) {
    match question {
        Question::Drive { window, .. } => (Some(*window), None),
        Question::Read { page, .. } => (None, Some(*page)),
        Question::Act { key, page, .. } => (key.window, *page),
        Question::Send { key, page, .. } => (Some(key.window), Some(*page)),
    }
}
