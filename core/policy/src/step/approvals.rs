//! Whether an act needs the person's yes, and the yes that it spends (N13, N16, N17).

use super::rules::Stop;
use super::{Step, no};
use crate::permit::Allowed;
use crate::sending::Explained;
use crate::state::Stage;
use crate::{
    ApprovalKey, Ask, Call, CallId, Code, Effect, Evidence, Look, PageId, Place, Profile, Question, Target, Touched,
    Verdict, WindowId, judge, verdict,
};

impl Step<'_> {
    /// Has it found out what an act on a page would touch. The page is the act's meanwhile.
    pub(super) fn examine(&mut self, call: CallId, target: Target) {
        self.set_stage(call, Stage::Examined(target));
        self.emit(Effect::Examine(Look::new(call, target, self.state.epoch)));
    }

    /// What an act would touch is known: it goes on if it still may.
    pub(super) fn examined(&mut self, call: CallId, evidence: Evidence) {
        let Some(progress) = self.state.calls.get(&call) else { return };
        let (session, kind) = (progress.call.session, progress.page_ask());
        let target = match progress.stage {
            Stage::Examined(target) => target,
            Stage::Abandoned(_) => return self.end_call(call),
            Stage::Queued(_) | Stage::Waiting | Stage::Running(_) | Stage::Answered(_) => return,
        };
        let Some((page, kind)) = target.page().zip(kind) else { return };
        if let Some(progress) = self.state.calls.get_mut(&call) {
            progress.touched = Some(evidence.touched.clone());
        }
        let allowed = self.check_page_call(call, page, kind);
        match allowed.and_then(|_| self.check_allowed(call, Some(target.window()), Some((page, evidence)))) {
            Ok(allowed) => self.permit(call, session, target, allowed),
            Err(stop) => {
                self.set_stage(call, Stage::Queued(target));
                self.stop(call, session, stop);
                self.leave_page(call, page);
            }
        }
    }

    /// Whether an act may be done without asking, or by a yes that is there and is spent with this. Without evidence of a page
    /// it opens or closes something as a whole.
    pub(super) fn check_allowed(
        &mut self,
        call: CallId,
        window: Option<WindowId>,
        touched: Option<(PageId, Evidence)>,
    ) -> Result<Allowed, Stop> {
        let Some(Call { session, action, ask, opens, .. }) = self.state.calls.get(&call).map(|it| it.call.clone())
        else {
            return no(Code::Cancelled, "The call is over.")?;
        };
        let agent = self.state.agent_of(session)?;
        let judgement = match (&touched, ask) {
            (Some((_, evidence)), _) => judge(&evidence.touched, &self.state.words),
            (None, Ask::CloseWindow(_)) => judge(&Touched::Closing, &self.state.words),
            (None, _) => judge(&Touched::Opening(opens), &self.state.words),
        };
        let parts = touched.as_ref().map(|(_, evidence)| evidence.parts.clone()).unwrap_or_default();
        let of_window = window.and_then(|window| self.state.windows.get(&window));
        let signed_in = of_window.is_some_and(|window| window.may_be_signed_in);
        let place = Place { signed_in, ..Place::default() };
        match verdict(&judgement, self.state.setting_of(agent), place) {
            Verdict::Allow => return Ok(Allowed { parts, ..Allowed::default() }),
            Verdict::Ask => {}
            Verdict::Deny => {
                let sentence = "That types a password or a one-time code where a sign-in may be, which only the person does. \
                                Call browser_handoff.";
                return no(Code::HandoffRequired, sentence)?;
            }
        }
        let profile = of_window.map_or(Profile::Isolated, |window| window.profile);
        let (page, evidence) = touched.unzip();
        let key = ApprovalKey { window, profile, session, action, evidence };
        let download = judgement.downloads();
        if self.spend(&key) {
            let explains = Explained::by(&key, judgement.risk);
            Ok(Allowed { parts, download, explains })
        } else {
            Err(Stop::asks(Question::Act { key: Box::new(key), page, judgement }))
        }
    }
}
