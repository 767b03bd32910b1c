//! Calls: where they go, how they start, and how they end. Each gets exactly one answer.

use super::Step;
use super::rules::Stop;
use crate::permit::Allowed;
use crate::state::{Progress, Stage};
use crate::{
    Ask, Call, CallId, Code, Effect, Granted, LeaseId, PageAsk, PageId, Permit, Refusal, Scope, SessionId, Target,
};

impl Step<'_> {
    /// Takes a call. A second one under the id of one that isn't over would leave two with one answer, so it is nothing.
    pub(super) fn take_call(&mut self, call: Call) {
        let (id, session, lease, ask) = (call.id, call.session, call.lease, call.ask);
        if self.state.calls.contains_key(&id) {
            return;
        }
        if let Some(refusal) = self.state.agent_of(session).err() {
            return self.emit(Effect::Refuse { call: id, refusal });
        }
        self.state.calls.insert(id, Progress { call, stage: Stage::Waiting, touched: None });
        let taken = match ask {
            Ask::Overview { wait } => self.take_overview(id, session, wait).map_err(Stop::from),
            Ask::OpenWindow => self.take_open_window(id, session),
            Ask::CloseWindow(window) => self.take_close_window(id, session, lease, window),
            Ask::OpenPage(window) => self.take_open_page(id, session, lease, window),
            Ask::Acquire { scope, wait } => self.take_acquire(id, session, lease, scope, wait),
            Ask::Release(scope) => self.take_release(id, session, lease, scope).map_err(Stop::from),
            Ask::Transfer { scope, to } => self.take_transfer(id, session, lease, scope, to),
            Ask::Handoff { scope } => self.take_handoff(id, session, lease, scope),
            Ask::OnPage { page, kind } => self.take_page_call(id, session, page, kind),
        };
        if let Err(stop) = taken {
            self.stop(id, session, stop);
        }
    }

    pub(super) fn permit_on_page(
        &mut self,
        call: CallId,
        session: SessionId,
        target: Target,
        page: PageId,
        allowed: Allowed,
    ) {
        if let Some(page) = self.state.pages.get_mut(&page) {
            page.running = Some(call);
        }
        self.permit(call, session, target, allowed);
    }

    pub(super) fn permit(&mut self, call: CallId, session: SessionId, target: Target, mut allowed: Allowed) {
        self.set_stage(call, Stage::Running(target));
        self.note_act(call, target, std::mem::take(&mut allowed.explains));
        let permit = Permit::new(call, session, target, self.state.epoch, allowed);
        self.emit(Effect::Perform(permit));
    }

    pub(super) fn set_stage(&mut self, call: CallId, stage: Stage) {
        if let Some(progress) = self.state.calls.get_mut(&call) {
            progress.stage = stage;
        }
    }

    pub(super) fn grant(&mut self, call: CallId, granted: Granted) {
        self.state.calls.remove(&call);
        self.emit(Effect::Answer { call, granted });
    }

    /// Work on a call has ended. Its outcome is told only if nothing answered it meanwhile (A03).
    pub(super) fn end_call(&mut self, call: CallId) {
        let Some((session, stage)) = self.state.calls.get(&call).map(|it| (it.call.session, it.stage)) else { return };
        let (target, told) = match stage {
            Stage::Running(target) => match self.refusal_for_sendings(call, target) {
                Some(refusal) => {
                    self.emit(Effect::Refuse { call, refusal });
                    (target, false)
                }
                None => (target, true),
            },
            // What it would touch couldn't be found out: that is its outcome.
            Stage::Examined(target) => (target, true),
            Stage::Abandoned(target) | Stage::Answered(target) => (target, false),
            Stage::Queued(_) | Stage::Waiting => return,
        };
        if told {
            let lease = self.lease_to_tell(session, target);
            self.emit(Effect::Deliver { call, lease });
        }
        self.state.calls.remove(&call);
        if let Some(page) = target.page() {
            self.leave_page(call, page);
        }
    }

    /// Gives a page to the next call, if it was this one's.
    pub(super) fn leave_page(&mut self, call: CallId, id: PageId) {
        if let Some(page) = self.state.pages.get_mut(&id).filter(|page| page.running == Some(call)) {
            page.running = None;
        }
        self.start_next(id);
    }

    /// The lease that the answer of an opening call names.
    fn lease_to_tell(&self, session: SessionId, target: Target) -> Option<LeaseId> {
        let opened = match target {
            Target::NewWindow(window) => Scope::Window(window),
            Target::NewPage(_, page) => Scope::Page(page),
            Target::Page(..) => return None,
        };
        let (lease, record) = self.state.lease_over(opened)?;
        (record.session == session).then_some(lease)
    }

    pub(super) fn cancel_call(&mut self, call: CallId) {
        self.refuse(call, Refusal::new(Code::Cancelled, "The call was cancelled."));
    }

    /// Answers a call with a no, wherever it is. If it is being carried out, that is stopped.
    pub(super) fn refuse(&mut self, call: CallId, refusal: Refusal) {
        let Some(progress) = self.state.calls.get_mut(&call) else { return };
        let session = progress.call.session;
        let abort = match progress.stage {
            Stage::Abandoned(_) | Stage::Answered(_) => return,
            Stage::Examined(target) => {
                progress.stage = Stage::Abandoned(target);
                true
            }
            Stage::Running(target) => {
                progress.stage = Stage::Answered(target);
                true
            }
            Stage::Queued(_) | Stage::Waiting => {
                self.forget_waiting_call(call);
                false
            }
        };
        if matches!(refusal.code, Code::PausedByUser | Code::InHandoff | Code::NotCompleted) {
            self.note_paused(session);
        }
        self.emit(Effect::Refuse { call, refusal });
        if abort {
            self.emit(Effect::Abort(call));
        }
    }

    fn forget_waiting_call(&mut self, call: CallId) {
        let Some(progress) = self.state.calls.remove(&call) else { return };
        let page = progress.stage.target().and_then(Target::page);
        if let Some(page) = page.and_then(|page| self.state.pages.get_mut(&page)) {
            page.queue.retain(|(queued, _)| *queued != call);
        }
        self.state.waiting.retain(|waiting| waiting.call != call);
        self.state.watching.retain(|watching| watching.call != call);
        self.state.handoffs.values_mut().for_each(|handoff| {
            handoff.waiting.remove(&call);
        });
    }

    /// Refuses the chosen calls of those that wait for something in a scope or work on it.
    pub(super) fn refuse_under(&mut self, scope: Scope, refusal: &Refusal, chosen: impl Fn(&Progress) -> bool) {
        self.refuse_where(refusal, |progress| {
            progress.stage.target().is_some_and(|target| target.is_under(scope)) && chosen(progress)
        });
    }

    pub(super) fn refuse_where(&mut self, refusal: &Refusal, chosen: impl Fn(&Progress) -> bool) {
        let calls: Vec<CallId> =
            self.state.calls.iter().filter(|(_, progress)| chosen(progress)).map(|(call, _)| *call).collect();
        for call in calls {
            self.refuse(call, refusal.clone());
        }
    }
}

impl Progress {
    /// What it does with a page, if it is about one that is there.
    pub(super) fn page_ask(&self) -> Option<PageAsk> {
        match self.call.ask {
            Ask::OnPage { kind, .. } => Some(kind),
            Ask::Overview { .. }
            | Ask::OpenWindow
            | Ask::CloseWindow(_)
            | Ask::OpenPage(_)
            | Ask::Acquire { .. }
            | Ask::Release(_)
            | Ask::Transfer { .. }
            | Ask::Handoff { .. } => None,
        }
    }

    /// It is being carried out and wasn't answered.
    pub(super) fn runs(&self) -> bool {
        match self.stage {
            Stage::Running(_) => true,
            Stage::Queued(_) | Stage::Examined(_) | Stage::Waiting | Stage::Abandoned(_) | Stage::Answered(_) => false,
        }
    }
}
