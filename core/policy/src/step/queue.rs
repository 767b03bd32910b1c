//! Calls on a page: which may run, one after another in the order they came (N05, N07).

use super::rules::{Stop, gone, unknown_page};
use super::{Step, no};
use crate::permit::Allowed;
use crate::policy::limits;
use crate::state::Stage;
use crate::{Call, CallId, Code, Life, PageAsk, PageId, Refusal, Scope, SessionId, Target};

impl Step<'_> {
    /// Puts a call on its page's queue, or starts it if nothing is before it (N07).
    pub(super) fn take_page_call(
        &mut self,
        call: CallId,
        session: SessionId,
        named: Option<PageId>,
        kind: PageAsk,
    ) -> Result<(), Stop> {
        let page = match named {
            Some(page) => page,
            None => self.only_page(session)?,
        };
        let target = self.check_page_call(call, page, kind)?;
        if kind != PageAsk::Read && self.answer_for_sendings(call, page)? {
            return Ok(());
        }
        if kind == PageAsk::Unblock {
            self.check_room(page, self.working_on(page))?;
            self.examine(call, target);
            return Ok(());
        }
        self.check_room(page, self.state.pages.get(&page).map_or(0, |page| page.queue.len()))?;
        self.set_stage(call, Stage::Queued(target));
        if let Some(page) = self.state.pages.get_mut(&page) {
            page.queue.push_back((call, kind));
        }
        self.start_next(page);
        Ok(())
    }

    fn check_room(&self, page: PageId, calls: usize) -> Result<(), Refusal> {
        if calls < limits::CALLS_PER_PAGE {
            return Ok(());
        }
        no(Code::QueueFull, format!("{calls} calls wait for {page} already."))
    }

    /// How many calls work on a page: one, and those that came to unblock it.
    fn working_on(&self, page: PageId) -> usize {
        let works = |stage: Stage| match stage {
            Stage::Examined(target) | Stage::Running(target) | Stage::Abandoned(target) | Stage::Answered(target) => {
                target.page() == Some(page)
            }
            Stage::Queued(_) | Stage::Waiting => false,
        };
        self.state.calls.values().filter(|progress| works(progress.stage)).count()
    }

    /// The one page a session holds, for calls that name none.
    pub(super) fn only_page(&self, session: SessionId) -> Result<PageId, Refusal> {
        let leases = self.state.leases.values().filter(|lease| lease.session == session);
        let mut held = leases.flat_map(|lease| self.state.pages_in(lease.scope));
        match (held.next(), held.next()) {
            (Some(page), None) => Ok(page),
            (None, _) => no(Code::InvalidArguments, "This session holds no page, so `page` has to say which is meant."),
            (Some(_), Some(_)) => {
                no(Code::InvalidArguments, "This session holds several pages, so `page` has to say which is meant.")
            }
        }
    }

    /// Every rule that a call on a page has to pass: when it comes, and again when its turn comes (N05).
    pub(super) fn check_page_call(&self, call: CallId, id: PageId, kind: PageAsk) -> Result<Target, Stop> {
        let (Some(page), Some(progress)) = (self.state.pages.get(&id), self.state.calls.get(&call)) else {
            return unknown_page(id)?;
        };
        let window = page.window;
        if self.state.windows.get(&window).is_none_or(|window| window.life == Life::Gone) {
            return gone(window)?;
        }
        let Call { session, lease: named, .. } = progress.call;
        match kind {
            PageAsk::Read => self.state.check_readable(session, id)?,
            PageAsk::Act | PageAsk::Close | PageAsk::Unblock => {
                self.state.check_not_paused(Scope::Page(id))?;
                self.state.check_held(session, named, Scope::Page(id))?;
                self.state.check_drives(session, window)?;
            }
        }
        Ok(Target::Page(window, id))
    }

    /// Starts the next call on a page that may still run; refuses those before it that may not.
    ///
    /// Invariant (I5): at most one call runs on a page, and calls start in the order they came. Only the answer to a
    /// dialog runs beside another, because that one waits for it.
    pub(super) fn start_next(&mut self, id: PageId) {
        while let Some(page) = self.state.pages.get_mut(&id).filter(|page| page.running.is_none()) {
            let Some((call, kind)) = page.queue.pop_front() else { return };
            let Some(session) = self.state.calls.get(&call).map(|progress| progress.call.session) else { continue };
            match self.check_page_call(call, id, kind) {
                Ok(target) => self.occupy(id, call, session, target, kind),
                Err(stop) => self.stop(call, session, stop),
            }
        }
    }

    /// Gives the page to a call. A read starts; of an act it is found out first what it would touch.
    fn occupy(&mut self, id: PageId, call: CallId, session: SessionId, target: Target, kind: PageAsk) {
        if let Some(page) = self.state.pages.get_mut(&id) {
            page.running = Some(call);
        }
        match kind {
            PageAsk::Read => self.permit(call, session, target, Allowed::default()),
            PageAsk::Act | PageAsk::Close | PageAsk::Unblock => self.examine(call, target),
        }
    }
}
