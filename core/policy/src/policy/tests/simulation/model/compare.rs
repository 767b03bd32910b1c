//! What policy shows after a step has to be what the model foretells.

use super::calls::scopes_of;
use super::*;
use crate::{ControlState, state};

impl Model {
    pub(super) fn compare(&mut self, policy: &Policy) {
        self.compare_leases(policy);
        self.compare_requests(policy);
        self.compare_handoffs(policy);
        self.compare_windows(policy);
        self.compare_rights(policy);
        let deadline = policy.next_deadline();
        assert!(deadline.is_none_or(|deadline| deadline > self.now), "a deadline has passed: {deadline:?}");
    }

    fn compare_leases(&mut self, policy: &Policy) {
        let mut shown = BTreeMap::new();
        for lease in policy.leases() {
            let suspended = self.person_at(lease.scope).is_some();
            assert_eq!(lease.suspended, suspended, "{lease:?}");
            let (session, agent) = (lease.session, lease.agent.clone());
            let before = shown.insert(lease.scope, (session, agent, lease.lost));
            assert_eq!(before, None, "one lease over {}", lease.scope);
            if let Some(own) = self.leases.get_mut(&lease.scope) {
                own.id = lease.id;
            }
        }
        let own = self.leases.iter().map(|(scope, lease)| (*scope, (lease.session, lease.agent.clone(), lease.lost)));
        assert_eq!(shown, own.collect());
        let overlap =
            |page: &Scope| self.window_of(*page).is_some_and(|window| shown.contains_key(&Scope::Window(window)));
        assert!(!shown.keys().any(|scope| matches!(scope, Scope::Page(_)) && overlap(scope)), "two over a page (I4)");
    }

    fn compare_requests(&mut self, policy: &Policy) {
        let shown: Vec<_> = policy.requests().collect();
        assert_eq!(shown.len(), self.requests.len(), "{shown:?}");
        for (shown, own) in shown.iter().zip(&mut self.requests) {
            let foretold = (own.session, &own.agent, &own.question, own.state, own.until);
            assert_eq!((shown.session, shown.agent, shown.question, shown.state, shown.until), foretold);
            own.id = shown.id;
        }
    }

    fn compare_handoffs(&mut self, policy: &Policy) {
        let shown: BTreeMap<Scope, _> =
            policy.handoffs().map(|open| (open.scope, (open.session, open.until))).collect();
        let own = self.handoffs.iter().map(|(scope, open)| (*scope, (open.session, open.until)));
        assert_eq!(policy.handoffs().count(), shown.len(), "one handoff over a scope");
        assert_eq!(shown, own.collect());
        for open in policy.handoffs() {
            self.handoffs.entry(open.scope).and_modify(|own| own.id = open.id);
        }
    }

    fn compare_windows(&self, policy: &Policy) {
        assert!(policy.windows().eq(self.windows.keys().copied()));
        for (id, own) in &self.windows {
            let shown = policy.window(*id).expect("a listed Window");
            let signed_in = self.signed_in.contains(id);
            assert_eq!((shown.opened_by, shown.profile, shown.life), (&own.opener, own.profile, own.life), "{id}");
            assert_eq!(shown.may_be_signed_in, signed_in, "{id}");
            assert_eq!(shown.closes_at, self.unused_since.get(id).map(|since| *since + limits::UNUSED_LIFE), "{id}");
            self.compare_control(Scope::Window(*id), shown.control);
            assert!(policy.pages(*id).eq(self.pages_of(*id)), "pages of {id}");
        }
        for (id, own) in &self.pages {
            let shown = policy.page(*id).expect("a listed page");
            assert_eq!((shown.window, shown.opened_by), (own.window, &own.opener), "{id}");
            self.compare_control(Scope::Page(*id), shown.control);
        }
    }

    fn compare_control(&self, scope: Scope, shown: ControlState) {
        let foretold = match (self.person_at(scope), self.lease_over(scope)) {
            (Some(At::Control), _) => matches!(shown, ControlState::User(_)),
            (Some(At::Handoff), _) => {
                matches!(shown, ControlState::Handoff(id) if self.handoffs.values().any(|open| open.id == id))
            }
            (None, Some((_, lease))) => shown == ControlState::Agent(lease.session),
            (None, None) => shown == ControlState::Idle,
        };
        assert!(foretold, "control of {scope}: {shown:?}");
    }

    fn compare_rights(&self, policy: &Policy) {
        assert!(policy.sessions().eq(self.sessions.iter().map(|(id, agent)| (*id, agent))));
        for session in self.sessions.keys().copied().chain([SessionId(self.last_session + 1)]) {
            for page in self.pages.keys() {
                assert_eq!(policy.may_read(session, *page), self.may_read(session, *page), "{session} reads {page}");
                assert_eq!(policy.holds(session, *page), self.holds(session, Scope::Page(*page)), "{session}, {page}");
            }
        }
        for profile in self.profiles.keys() {
            let drivers = self.drivers.iter().filter(|(of, _)| of == profile).map(|(_, agent)| agent);
            assert!(policy.drivers(*profile).eq(drivers), "drivers of {profile}");
            assert_eq!(policy.window_of(*profile), self.window_with(*profile), "{profile}");
        }
        for agent in self.sessions.values() {
            assert_eq!(policy.setting_of(agent), self.settings.get(agent).copied().unwrap_or_default(), "{agent}");
        }
    }

    /// I2, I3, I5: a call is known until it is answered and ended; none waits for nothing; none works where it may not.
    pub(super) fn check_calls(&mut self, policy: &Policy, input: &Input) {
        let is_over = |story: &Story| story.answered && (story.stage == Stage::Waits || story.ended);
        self.over.extend(self.stories.extract_if(.., |_, story| is_over(story)).map(|(id, _)| id));
        assert!(policy.state.calls.keys().eq(self.stories.keys()), "a call is forgotten too late or too soon (I2)");
        for story in self.stories.values().filter(|story| !story.answered) {
            self.check_story(story, input);
        }
        self.check_waits();
        let queued = policy.state.pages.values().map(|page| page.queue.len()).sum::<usize>();
        let waits = |call: &&state::Progress| matches!(call.stage, state::Stage::Queued(_));
        assert_eq!(queued, policy.state.calls.values().filter(waits).count());
    }

    fn check_story(&self, story: &Story, input: &Input) {
        let id = story.call.id;
        assert!(self.sessions.contains_key(&story.call.session), "{id} outlives its session");
        let target = match story.stage {
            Stage::Waits => story.page.map(|page| Target::Page(self.pages[&page].window, page)),
            Stage::Examined(target) | Stage::Runs(target, _) => Some(target),
        };
        let Some(target) = target else { return };
        assert!(scopes_of(target).all(|scope| self.person_at(scope).is_none()), "{id} outlives a take-over (I3)");
        let Some(page) = story.page.filter(|page| self.pages.contains_key(page)) else { return };
        if story.stage == Stage::Waits {
            let works = |other: &Story| other.page == Some(page) && other.stage != Stage::Waits && !other.unblocks();
            assert!(self.stories.values().any(works), "{id} waits for nothing");
        }
        let reads = matches!(story.call.ask, crate::Ask::OnPage { kind: PageAsk::Read, .. });
        let judged_now = self.taken.newly_signed_in == Some(target.window()) || *input == Input::OriginChanged(page);
        if judged_now && reads && story.stage != Stage::Waits {
            assert!(self.may_read(story.call.session, page), "{id} goes on reading what it may not (N10)");
        }
    }

    /// N05, N08: whoever waits for a lease waits for someone.
    fn check_waits(&self) {
        for (id, story) in self.stories.iter().filter(|(_, story)| story.until.is_some() && !story.answered) {
            let crate::Ask::Acquire { scope, .. } = story.call.ask else { panic!("{id} waits for a lease") };
            let earlier = self.stories.range(..*id).any(|(_, earlier)| match earlier.call.ask {
                crate::Ask::Acquire { scope: other, .. } => {
                    earlier.until.is_some() && !earlier.answered && self.meets(other, scope)
                }
                _ => false,
            });
            assert!(earlier || self.is_barred(story.call.session, scope), "{id} waits for nobody");
            assert!(self.leasable(story.call.session, scope).is_ok(), "{id} waits for what it can't get");
        }
    }

    pub(in super::super) fn check_all_is_over(&self, policy: &Policy) {
        let state = &policy.state;
        assert!(self.stories.is_empty(), "every call is answered (I2)");
        assert!(state.calls.is_empty() && state.waiting.is_empty() && state.watching.is_empty());
        assert!(state.leases.is_empty() && state.sessions.is_empty() && state.pairings.is_empty());
        assert!(state.takeovers.is_empty() && state.requests.is_empty() && state.handoffs.is_empty());
        assert!(state.pages.values().all(|page| page.running.is_none() && page.queue.is_empty()));
        assert_eq!(policy.next_deadline(), None);
    }
}
