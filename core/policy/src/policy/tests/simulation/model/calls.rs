//! What becomes of calls: foretold where a call comes or what it would touch is known, explained wherever else policy
//! answers one.

use super::verdicts::code;
use super::*;
use crate::{Ask, Evidence, Granted, Look, Permit, Refusal};

/// What a call gets at once.
#[derive(Debug, PartialEq, Eq)]
enum Fate {
    Told(Code),
    Answered,
    Performed,
    Examined,
    Waits,
}

/// What policy made of a call in this step, first of all.
fn fate_of(call: CallId, effects: &[Effect]) -> Fate {
    let about = effects.iter().find_map(|effect| match effect {
        Effect::Refuse { call: about, refusal } if *about == call => Some(Fate::Told(refusal.code)),
        Effect::Answer { call: about, .. } if *about == call => Some(Fate::Answered),
        Effect::Perform(permit) if permit.call() == call => Some(Fate::Performed),
        Effect::Examine(look) if look.call() == call => Some(Fate::Examined),
        _ => None,
    });
    about.unwrap_or(Fate::Waits)
}

impl Model {
    pub(in super::super) fn is_over(&self, call: CallId) -> bool {
        self.over.contains(&call)
    }

    /// The calls on which the broker is at work.
    pub(in super::super) fn under_way(&self) -> Vec<CallId> {
        let works = |story: &Story| story.stage != Stage::Waits && !story.ended;
        self.stories.iter().filter(|(_, story)| works(story)).map(|(id, _)| *id).collect()
    }

    pub(in super::super) fn examined(&self) -> Vec<CallId> {
        let looked_at = |story: &Story| matches!(story.stage, Stage::Examined(_)) && !story.ended;
        self.stories.iter().filter(|(_, story)| looked_at(story)).map(|(id, _)| *id).collect()
    }

    pub(in super::super) fn call(&self, id: CallId) -> &Call {
        &self.stories[&id].call
    }

    /// A call comes.
    pub(super) fn arrive(&mut self, call: &Call, effects: &[Effect]) {
        if self.stories.contains_key(&call.id) {
            return;
        }
        self.stories.insert(call.id, Story::of(call));
        let fate = fate_of(call.id, effects);
        if !self.sessions.contains_key(&call.session) {
            return assert_eq!(fate, Fate::Told(Code::NotAuthorized), "{call:?}");
        }
        let expected = match self.judge(call, effects) {
            Ok(fate) => fate,
            Err(no) => {
                self.note_refusal(call, &no);
                Fate::Told(self.tell(call, no))
            }
        };
        // What it waits for may become free in the same step; that it may have it is checked with the answer.
        let got = fate == Fate::Answered && expected == Fate::Waits && self.stories[&call.id].until.is_some();
        assert!(fate == expected || got, "{call:?} is {fate:?}, not {expected:?}");
    }

    fn judge(&mut self, call: &Call, effects: &[Effect]) -> Result<Fate, No> {
        match call.ask {
            Ask::Overview { wait } => self.judge_overview(call, wait.is_some(), effects),
            Ask::OpenWindow => self.judge_open_window(call, effects),
            Ask::CloseWindow(window) => self.judge_close_window(call, window),
            Ask::OpenPage(window) => self.judge_open_page(call, window, effects),
            Ask::Acquire { scope, wait } => self.judge_acquire(call, scope, wait.map(|wait| self.now + wait)),
            Ask::Release(scope) => self.judge_release(call, scope),
            Ask::Transfer { scope, to } => self.judge_transfer(call, scope, to),
            Ask::Handoff { scope } => self.judge_handoff(call, scope),
            Ask::OnPage { page, kind } => self.judge_on_page(call, page, kind),
        }
    }

    /// Whether news that a session hasn't seen answer it at once is told elsewhere; here both will do.
    fn judge_overview(&self, call: &Call, waits: bool, effects: &[Effect]) -> Result<Fate, No> {
        if !waits || fate_of(call.id, effects) == Fate::Answered {
            return Ok(Fate::Answered);
        }
        let watches = |story: &&Story| {
            let watch = matches!(story.call.ask, Ask::Overview { .. });
            watch && story.call.session == call.session && !story.answered && story.call.id != call.id
        };
        let others = self.stories.values().filter(watches).count();
        if others >= limits::WAITS_PER_SESSION { code(Code::QueueFull) } else { Ok(Fate::Waits) }
    }

    fn judge_open_window(&mut self, call: &Call, effects: &[Effect]) -> Result<Fate, No> {
        let agent = self.sessions[&call.session].clone();
        let opener = Opener::Agent(agent.clone());
        if self.windows.values().filter(|window| window.opener == opener).count() >= limits::WINDOWS_PER_AGENT {
            return code(Code::LimitReached);
        }
        self.allow(call, None, None)?;
        if let Some(Target::NewWindow(window)) = permitted(call.id, effects) {
            self.note_numbers(window.0, 0);
            self.open(window, opener, Profile::Isolated);
            self.give(call.session, Scope::Window(window));
        }
        Ok(Fate::Performed)
    }

    fn judge_close_window(&mut self, call: &Call, id: WindowId) -> Result<Fate, No> {
        let whole = Scope::Window(id);
        self.known(whole)?;
        let window = &self.windows[&id];
        if window.opener != Opener::Agent(self.sessions[&call.session].clone()) {
            return code(Code::NotAuthorized);
        }
        let gone = window.life == Life::Gone;
        self.nobody_in(whole)?;
        if !gone {
            self.held(call, whole)?;
        }
        self.allow(call, Some(id), None)?;
        self.windows.remove(&id);
        Ok(Fate::Answered)
    }

    /// Whoever is at the Window comes before whoever is at a page of it.
    fn nobody_in(&self, scope: Scope) -> Verdict {
        self.paused(self.person_at(scope))?;
        self.paused(self.person_in(scope))
    }

    fn judge_open_page(&mut self, call: &Call, id: WindowId, effects: &[Effect]) -> Result<Fate, No> {
        self.runs(id)?;
        self.paused(self.person_at(Scope::Window(id)))?;
        self.driven_by(call.session, id)?;
        if self.pages_of(id).count() >= limits::PAGES_PER_WINDOW {
            return code(Code::LimitReached);
        }
        let covered = match self.held(call, Scope::Window(id)) {
            Ok(_) => true,
            Err(No::Code(Code::LeaseRequired)) => false,
            Err(no) => return Err(no),
        };
        self.allow(call, Some(id), None)?;
        if let Some(Target::NewPage(window, page)) = permitted(call.id, effects) {
            assert_eq!(window, id);
            self.note_numbers(0, page.0);
            let opener = Opener::Agent(self.sessions[&call.session].clone());
            self.came.insert(Scope::Page(page));
            self.pages.insert(page, Page { window, opener });
            if !covered {
                self.give(call.session, Scope::Page(page));
            }
        }
        Ok(Fate::Performed)
    }

    fn judge_acquire(&mut self, call: &Call, scope: Scope, until: Option<Time>) -> Result<Fate, No> {
        let named = call.lease.and_then(|named| self.leases.iter().find(|(_, lease)| lease.id == named));
        let named = named.map(|(over, lease)| (*over, lease.clone()));
        let lost = named.as_ref().is_some_and(|(_, lease)| lease.lost.is_some());
        if !lost {
            self.leasable(call.session, scope)?;
        }
        if call.lease.is_some() {
            let window = self.known(scope)?;
            let Some((over, lease)) = named else { return code(Code::LeaseRequired) };
            if lease.session != call.session && !(lost && lease.agent == self.sessions[&call.session]) {
                if lost {
                    self.note(Situation::NotResumed);
                }
                return code(Code::LeaseHeld);
            }
            if self.lease_over(scope).map(|(covering, _)| covering) != Some(over) {
                return code(Code::InvalidArguments);
            }
            self.driven_by(call.session, window)?;
            if lost {
                self.resume(call.session, over);
            }
        }
        if self.holds(call.session, scope) {
            return Ok(Fate::Answered);
        }
        let barred = self.is_barred(call.session, scope);
        if !barred && !self.is_waited_for(call.id, scope) {
            self.give(call.session, scope);
            return Ok(Fate::Answered);
        }
        let Some(until) = until else {
            self.note_bar(barred, call.session, scope);
            return code(Code::LeaseHeld);
        };
        let waits = |story: &&Story| story.until.is_some() && !story.answered && story.call.session == call.session;
        if self.stories.values().filter(waits).count() >= limits::WAITS_PER_SESSION {
            return code(Code::QueueFull);
        }
        if let Some(story) = self.stories.get_mut(&call.id) {
            story.until = Some(until);
        }
        Ok(Fate::Waits)
    }

    fn note_bar(&mut self, barred: bool, session: SessionId, scope: Scope) {
        let lost = |(held, lease): (&Scope, &Lease)| {
            lease.lost.is_some() && lease.session != session && self.meets(*held, scope)
        };
        if !barred {
            self.note(Situation::Overtaking);
        } else if self.leases.iter().any(lost) {
            self.note(Situation::KeptInGrace);
        }
    }

    /// Whether a call that came before another waits for what meets a scope.
    fn is_waited_for(&self, call: CallId, scope: Scope) -> bool {
        self.stories.range(..call).any(|(_, story)| {
            let Ask::Acquire { scope: other, .. } = story.call.ask else { return false };
            story.until.is_some_and(|until| until > self.now) && !story.answered && self.meets(other, scope)
        })
    }

    fn resume(&mut self, session: SessionId, over: Scope) {
        let Some(lease) = self.leases.get_mut(&over) else { return };
        (lease.session, lease.lost) = (session, None);
        self.handoffs.values_mut().filter(|open| open.lease == over).for_each(|open| open.session = session);
        self.note(Situation::Resumed);
        if self.person_at(over).is_some() {
            self.note(Situation::ResumedUnderControl);
        }
    }

    /// N08: a Window lease takes in the page leases of its holder.
    pub(super) fn give(&mut self, session: SessionId, scope: Scope) {
        let inside: Vec<Scope> = self.leases.keys().copied().filter(|held| self.is_in(*held, scope)).collect();
        if !inside.is_empty() {
            self.note(Situation::WindowOverPages);
        }
        for held in inside {
            self.handoffs.values_mut().filter(|open| open.lease == held).for_each(|open| open.lease = scope);
            self.end_lease(held);
        }
        let agent = self.sessions[&session].clone();
        self.leases.insert(scope, Lease { id: LeaseId(0), session, agent, lost: None });
    }

    fn judge_release(&mut self, call: &Call, scope: Scope) -> Result<Fate, No> {
        self.held_as_whole(call, scope)?;
        self.held(call, scope)?;
        self.end_lease(scope);
        Ok(Fate::Answered)
    }

    fn held_as_whole(&self, call: &Call, scope: Scope) -> Verdict {
        match self.lease_over(scope) {
            Some((held, lease)) if lease.session == call.session && held == scope => Ok(()),
            Some((_, lease)) if lease.session == call.session => code(Code::InvalidArguments),
            Some(_) | None => code(Code::LeaseRequired),
        }
    }

    fn judge_transfer(&mut self, call: &Call, scope: Scope, to: SessionId) -> Result<Fate, No> {
        let window = self.known(scope)?;
        self.nobody_in(scope)?;
        self.held(call, scope)?;
        self.held_as_whole(call, scope)?;
        if to == call.session || !self.sessions.contains_key(&to) {
            return code(Code::InvalidArguments);
        }
        if let Err(no) = self.driven_by(to, window) {
            self.note(Situation::TransferAsked);
            return Err(no);
        }
        self.end_lease(scope);
        self.give(to, scope);
        self.note(Situation::Transferred);
        Ok(Fate::Answered)
    }

    fn judge_handoff(&mut self, call: &Call, scope: Option<Scope>) -> Result<Fate, No> {
        let scope = match scope {
            Some(scope) => scope,
            None => Scope::Page(self.only_page(call.session)?),
        };
        let window = self.known(scope)?;
        if self.handoffs.get(&scope).is_some_and(|open| open.session == call.session) {
            return self.join(call.id, scope);
        }
        self.runs(window)?;
        self.nobody_in(scope)?;
        let lease = self.held(call, scope)?;
        self.driven_by(call.session, window)?;
        let (session, agent) = (call.session, self.sessions[&call.session].clone());
        let until = self.now + limits::HANDOFF_LIFE;
        self.handoffs.insert(scope, Handoff { id: HandoffId(0), session, agent, lease, until });
        self.keep_out(scope, At::Handoff);
        self.await_handoff(call.id, scope);
        Ok(Fate::Waits)
    }

    fn join(&mut self, call: CallId, scope: Scope) -> Result<Fate, No> {
        let joined = |story: &&Story| story.handoff == Some(scope) && !story.answered;
        if self.stories.values().filter(joined).count() >= limits::WAITS_PER_SESSION {
            return code(Code::QueueFull);
        }
        self.note(Situation::HandoffJoined);
        self.await_handoff(call, scope);
        Ok(Fate::Waits)
    }

    fn await_handoff(&mut self, call: CallId, scope: Scope) {
        if let Some(story) = self.stories.get_mut(&call) {
            story.handoff = Some(scope);
        }
    }

    fn judge_on_page(&mut self, call: &Call, named: Option<PageId>, kind: PageAsk) -> Result<Fate, No> {
        let page = match named {
            Some(page) => page,
            None => self.only_page(call.session)?,
        };
        self.on_page(call, page, kind)?;
        match if kind == PageAsk::Read { None } else { self.sent_by(call, page) } {
            Some(Err(told)) => return code(told),
            Some(Ok(())) => {
                self.note(Situation::SentTold);
                return Ok(Fate::Answered);
            }
            None => {}
        }
        let here = |story: &&Story| {
            story.page == Some(page) && !(story.answered && (story.ended || story.stage == Stage::Waits))
        };
        let (waiting, working): (Vec<&Story>, Vec<&Story>) =
            self.stories.values().filter(here).partition(|story| story.stage == Stage::Waits);
        let busy = working.iter().any(|story| !story.unblocks());
        let full = if kind == PageAsk::Unblock { working.len() } else { waiting.len() } >= limits::CALLS_PER_PAGE;
        if full {
            return code(Code::QueueFull);
        }
        if let Some(story) = self.stories.get_mut(&call.id) {
            story.page = Some(page);
        }
        Ok(match kind {
            PageAsk::Unblock => Fate::Examined,
            PageAsk::Read | PageAsk::Act | PageAsk::Close if busy => Fate::Waits,
            PageAsk::Read => Fate::Performed,
            PageAsk::Act | PageAsk::Close => Fate::Examined,
        })
    }

    /// What an act would touch is known.
    pub(super) fn report(&mut self, id: CallId, evidence: &Evidence, effects: &[Effect]) {
        let Some(story) = self.stories.get_mut(&id) else { return };
        let Stage::Examined(target) = story.stage else { return };
        if story.ended {
            return;
        }
        if story.answered {
            story.ended = true;
            return self.note(Situation::LateExamination);
        }
        story.touched = Some(evidence.touched.clone());
        if !self.windows.contains_key(&target.window()) {
            // It was closed for want of use in this very step.
            story.ended = true;
            return assert_eq!(fate_of(id, effects), Fate::Told(Code::UnknownWindow));
        }
        let (call, page) = (story.call.clone(), target.page().expect("a page"));
        let verdict = self.on_page(&call, page, kind_of(&call).expect("a page's call"));
        let allowed = verdict.and_then(|()| self.allow(&call, Some(target.window()), Some((page, evidence))));
        let expected = match allowed {
            Ok(()) => Fate::Performed,
            Err(no) => {
                if let Some(story) = self.stories.get_mut(&id) {
                    story.ended = true;
                }
                Fate::Told(self.tell(&call, no))
            }
        };
        assert_eq!(fate_of(id, effects), expected, "{call:?}");
    }

    pub(super) fn end(&mut self, id: CallId, effects: &[Effect]) {
        self.end_with_sendings(id, effects);
        if let Some(story) = self.stories.get_mut(&id).filter(|story| story.stage != Stage::Waits) {
            story.ended = true;
            if story.answered && matches!(story.stage, Stage::Runs(..)) {
                self.note(Situation::OutcomeDropped);
            }
        }
    }

    /// An act that led to something that is held, or was refused, is told so rather than its outcome.
    fn end_with_sendings(&mut self, id: CallId, effects: &[Effect]) {
        let Some(story) = self.stories.get(&id).filter(|story| !story.answered) else { return };
        let (call, Stage::Runs(target, _)) = (story.call.clone(), story.stage) else { return };
        if !kind_of(&call).is_some_and(|kind| kind != PageAsk::Read) {
            return;
        }
        let Some(page) = target.page() else { return };
        if let Some(Err(told)) = self.sent_by(&call, page) {
            assert_eq!(fate_of(id, effects), Fate::Told(told), "{call:?} led to something");
            self.note(Situation::EndedHeld);
        }
    }

    /// Follows the effects in their order: each has to be right where the model is by then.
    pub(super) fn follow(&mut self, input: &Input, effects: &[Effect]) {
        for effect in effects {
            match effect {
                Effect::Perform(permit) => self.start(permit),
                Effect::Examine(look) => self.examine(look),
                Effect::Deliver { call, .. } => self.deliver(*call, input),
                Effect::Refuse { call, refusal } => self.refuse(*call, refusal, input),
                Effect::Answer { call, granted } => self.answer(*call, granted, input),
                Effect::Abort(call) => {
                    let story = &self.stories[call];
                    let reported = match input {
                        Input::CallEnded(ended) | Input::Examined { call: ended, .. } => ended == call,
                        _ => false,
                    };
                    let works = !story.ended || reported;
                    assert!(story.stage != Stage::Waits && story.answered && works, "only what runs is stopped");
                }
                Effect::RaiseEpoch { windows, pages, epoch } => {
                    let windows = windows.iter().map(|id| Scope::Window(*id));
                    let scopes = windows.chain(pages.iter().map(|id| Scope::Page(*id)));
                    self.floors.extend(scopes.map(|scope| (scope, *epoch)));
                }
                Effect::InForce { .. } => self.note(Situation::InForce),
                Effect::SetEffectGate { .. }
                | Effect::LetGo(_)
                | Effect::Fail(_)
                | Effect::SettleInput { .. }
                | Effect::ReleaseInput { .. }
                | Effect::StartWindow(_)
                | Effect::EndWindow { .. }
                | Effect::PairingDecided { .. }
                | Effect::Disconnect(_)
                | Effect::PersonAnswer(_)
                | Effect::Tell(_) => {}
            }
        }
    }

    fn is_void(&self, target: Target, epoch: Epoch) -> bool {
        scopes_of(target).any(|scope| self.floors.get(&scope).is_some_and(|floor| epoch < *floor))
    }

    fn start(&mut self, permit: &Permit) {
        let (id, target) = (permit.call(), permit.target());
        assert!(!self.is_void(target, permit.epoch()), "a permit is void from the start");
        assert!(scopes_of(target).all(|scope| self.person_at(scope).is_none()), "{id} runs where a person is (I3)");
        let story = &self.stories[&id];
        assert!(
            !story.answered && !matches!(story.stage, Stage::Runs(..)),
            "{id} starts twice (I1) or after its answer"
        );
        assert_eq!(permit.session(), story.call.session);
        if story.stage == Stage::Waits {
            self.occupy(id, target);
        }
        self.check_act(id, target);
        self.note_act(id, target);
        if let Some(story) = self.stories.get_mut(&id) {
            story.stage = Stage::Runs(target, permit.epoch());
        }
    }

    /// N05, N10: at the moment it starts a read is readable, and an act is under a lease of an agent that may drive.
    fn check_act(&mut self, id: CallId, target: Target) {
        let call = self.stories[&id].call.clone();
        let (Some(page), Some(kind)) = (target.page(), kind_of(&call)) else { return };
        assert!(self.on_page(&call, page, kind).is_ok(), "{id} does what it may not");
        if kind == PageAsk::Read && self.readers.contains(&(call.session, page)) {
            self.note(Situation::ReadAllowed);
        }
    }

    fn examine(&mut self, look: &Look) {
        let (id, target) = (look.call(), look.target());
        assert!(!self.is_void(target, look.epoch()), "a look is void from the start");
        let story = &self.stories[&id];
        assert!(!story.answered && story.stage == Stage::Waits, "{id} is examined twice or after its answer");
        self.occupy(id, target);
        self.check_act(id, target);
        if let Some(story) = self.stories.get_mut(&id) {
            story.stage = Stage::Examined(target);
        }
    }

    /// I5: one after another, in the order submitted, which is the order of their numbers here.
    fn occupy(&mut self, id: CallId, target: Target) {
        let Some(page) = target.page() else { return };
        if let Some(story) = self.stories.get_mut(&id) {
            story.page = Some(page);
        }
        if self.stories[&id].unblocks() {
            return;
        }
        for other in self.stories.values().filter(|story| story.page == Some(page) && story.call.id != id) {
            let works = other.stage != Stage::Waits && !other.ended;
            assert!(other.unblocks() || !works, "{id} runs beside {} on {page} (I5)", other.call.id);
        }
        let before = self.last_started.insert(page, id);
        assert!(before.is_none_or(|before| before < id), "{id} runs after {before:?} on {page} (I5)");
    }

    fn deliver(&mut self, id: CallId, input: &Input) {
        assert_eq!(input, &Input::CallEnded(id), "an outcome is told when it is there");
        match self.stories[&id].stage {
            Stage::Runs(target, epoch) => {
                assert!(!self.is_void(target, epoch), "an outcome from before a take-over is told (A03)");
            }
            // What it would touch couldn't be found out.
            Stage::Examined(target) => {
                let alone = scopes_of(target).all(|scope| self.person_at(scope).is_none());
                assert!(alone, "why it isn't done is told where a person is (A03)");
            }
            Stage::Waits => panic!("only what was looked at or permitted has an outcome"),
        }
        self.note(Situation::OutcomeTold);
        self.answered(id);
    }

    fn answered(&mut self, id: CallId) {
        let story = self.stories.get_mut(&id).expect("an answer is to a call");
        assert!(!story.answered, "{id} is answered twice (I2)");
        story.answered = true;
    }

    fn answer(&mut self, id: CallId, granted: &Granted, input: &Input) {
        self.answered(id);
        let story = &self.stories[&id];
        assert!(!matches!(story.stage, Stage::Runs(..)), "what is carried out isn't answered by policy");
        let (session, ask, waited) = (story.call.session, story.call.ask, story.until.is_some());
        match (granted, ask) {
            (Granted::Lease { scope, .. }, Ask::Acquire { scope: asked, .. }) => {
                if waited {
                    self.give_waited(id, session, asked);
                }
                assert_eq!(self.lease_over(asked).map(|(over, lease)| (over, lease.session)), Some((*scope, session)));
            }
            (Granted::HandoffCompleted(_), Ask::Handoff { .. }) => {
                assert!(matches!(input, Input::Person(crate::Command::FinishHandoff { completed: true, .. })));
            }
            (Granted::Overview, Ask::Overview { .. }) | (Granted::Sent, Ask::OnPage { .. }) => {}
            (Granted::Released, Ask::Release(_))
            | (Granted::Transferred { .. }, Ask::Transfer { .. })
            | (Granted::Closed, Ask::CloseWindow(_)) => assert_eq!(input, &Input::Call(self.stories[&id].call.clone())),
            (granted, ask) => panic!("{ask:?} is answered with {granted:?}"),
        }
    }

    /// A lease that was waited for is given when nothing bars it and nobody who came before waits for it.
    fn give_waited(&mut self, id: CallId, session: SessionId, scope: Scope) {
        assert!(self.leasable(session, scope).is_ok() && !self.is_barred(session, scope), "{id} gets what isn't free");
        assert!(!self.is_waited_for(id, scope), "{id} overtakes");
        self.note(Situation::WaitGranted);
        if !self.holds(session, scope) {
            self.give(session, scope);
        }
    }

    fn refuse(&mut self, id: CallId, refusal: &Refusal, input: &Input) {
        self.answered(id);
        self.refusals.insert(refusal.code);
        let pending = [Code::GrantPending, Code::ApprovalPending, Code::ObservationPending];
        assert_eq!(refusal.pending.is_some(), pending.contains(&refusal.code), "{refusal:?}");
        let judged = match input {
            Input::Call(call) => call.id == id,
            Input::Examined { call, .. } => *call == id && matches!(self.stories[&id].stage, Stage::Examined(_)),
            // Compared where it was foretold.
            Input::CallEnded(call) => *call == id,
            _ => false,
        };
        if judged || self.is_explained(id, refusal.code, input) {
            return self.note_end(id, refusal.code, input);
        }
        let call = self.stories[&id].call.clone();
        let verdict = match (call.ask, self.stories[&id].page) {
            (Ask::OnPage { kind, .. }, Some(page)) => self.on_page(&call, page, kind),
            (Ask::Acquire { scope, .. }, _) => self.leasable(call.session, scope),
            _ => Ok(()),
        };
        let no = verdict.expect_err(&format!("{id} is refused without a reason: {refusal:?}"));
        self.note_refusal(&call, &no);
        assert_eq!(self.tell(&call, no), refusal.code, "{call:?}");
    }

    /// Whether what has just happened explains that a call ends with a code.
    fn is_explained(&self, id: CallId, code: Code, input: &Input) -> bool {
        let story = &self.stories[&id];
        let (session, target) = (story.call.session, self.target_of(story));
        let under = |scope: Scope| target.is_some_and(|target| scopes_of(target).any(|at| at == scope));
        let revoked = |(_, scope, _): &&(SessionId, Scope, Code)| under(*scope);
        let works = story.stage != Stage::Waits;
        match code {
            Code::PausedByUser | Code::InHandoff => target.is_some_and(|target| {
                scopes_of(target)
                    .any(|scope| matches!(self.paused(self.person_at(scope)), Err(No::Code(told)) if told == code))
            }),
            Code::Cancelled => {
                let signed_in = self.taken.newly_signed_in.is_some_and(|window| under(Scope::Window(window)));
                let stopped = matches!(input, Input::OriginChanged(page) if works && under(Scope::Page(*page)));
                *input == Input::CallCancelled(id)
                    || !self.sessions.contains_key(&session)
                    || signed_in
                    || stopped
                    || works && self.taken.leases.iter().any(|taken| revoked(&taken))
            }
            Code::LeaseHeld => story.until.is_some_and(|until| until <= self.now),
            Code::BrowserGone => target.is_some_and(|target| {
                self.windows.get(&target.window()).is_none_or(|window| window.life == Life::Gone)
            }),
            Code::UnknownWindow => target.is_some_and(|target| !self.windows.contains_key(&target.window())),
            Code::UnknownPage => story.page.is_some_and(|page| !self.pages.contains_key(&page)),
            Code::LeaseRequired | Code::NotAuthorized => {
                let agents = self.taken.agent.is_some() && !self.sessions.contains_key(&session);
                let mut theirs = self.taken.leases.iter().filter(revoked);
                agents && code == Code::NotAuthorized
                    || theirs.any(|(holder, _, told)| *holder == session && *told == code)
            }
            Code::NotCompleted => story.handoff.is_some_and(|scope| !self.handoffs.contains_key(&scope)),
            _ => false,
        }
    }

    fn target_of(&self, story: &Story) -> Option<Target> {
        match story.stage {
            Stage::Examined(target) | Stage::Runs(target, _) => Some(target),
            Stage::Waits => {
                let page = story.page.filter(|_| kind_of(&story.call).is_some())?;
                let window = self.pages.get(&page).map_or(WindowId(0), |page| page.window);
                Some(Target::Page(window, page))
            }
        }
    }

    fn note_end(&mut self, id: CallId, code: Code, input: &Input) {
        let stage = self.stories[&id].stage;
        let situation = match (code, stage, input) {
            (Code::PausedByUser | Code::InHandoff, Stage::Runs(..), _) => Situation::StoppedByTakeover,
            (Code::PausedByUser | Code::InHandoff, Stage::Examined(_), _) => Situation::StoppedBeforeExamined,
            (Code::Cancelled, _, Input::OriginChanged(_)) => Situation::StoppedByOrigin,
            (Code::Cancelled, _, Input::SessionClosed(_)) => Situation::SessionLost,
            (Code::Cancelled, _, _) if self.taken.newly_signed_in.is_some() => Situation::StoppedBySignIn,
            (Code::LeaseHeld, Stage::Waits, _) if self.stories[&id].until.is_some() => Situation::WaitTimedOut,
            (Code::LeaseRequired | Code::NotAuthorized, Stage::Runs(..), _) => Situation::Revoked,
            (Code::BrowserGone, Stage::Runs(..), _) => Situation::BrowserDied,
            _ => return,
        };
        self.note(situation);
    }

    fn note_refusal(&mut self, call: &Call, no: &No) {
        let No::Code(code) = no else { return };
        let situation = match (code, kind_of(call)) {
            (Code::InHandoff, Some(PageAsk::Read)) => Situation::ReadInHandoff,
            (Code::InHandoff, Some(_)) => Situation::ActInHandoff,
            (Code::PausedByUser, Some(PageAsk::Read)) => Situation::ReadUnderControl,
            (Code::PausedByUser, Some(_)) => Situation::ActUnderControl,
            _ => return,
        };
        self.note(situation);
    }
}

impl Story {
    fn of(call: &Call) -> Self {
        let (page, handoff, until) = (None, None, None);
        Self {
            call: call.clone(),
            page,
            handoff,
            stage: Stage::Waits,
            until,
            answered: false,
            ended: false,
            touched: None,
        }
    }

    pub(super) fn unblocks(&self) -> bool {
        kind_of(&self.call) == Some(PageAsk::Unblock)
    }
}

fn kind_of(call: &Call) -> Option<PageAsk> {
    if let Ask::OnPage { kind, .. } = call.ask { Some(kind) } else { None }
}

fn permitted(call: CallId, effects: &[Effect]) -> Option<Target> {
    effects.iter().find_map(|effect| match effect {
        Effect::Perform(permit) if permit.call() == call => Some(permit.target()),
        _ => None,
    })
}

pub(super) fn scopes_of(target: Target) -> impl Iterator<Item = Scope> {
    target.page().map(Scope::Page).into_iter().chain([Scope::Window(target.window())])
}
