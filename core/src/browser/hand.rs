//! The hand of an agent on a page: made from a permit, and the only way for an agent's call to touch one (I1). What it would
//! touch is looked at before, on policy's word.

use std::ops::Deref;
use std::sync::Arc;
use std::time::Duration;

use chromiumoxide::Command;
use chromiumoxide::cdp::browser_protocol::input::{
    DispatchKeyEventParams, DispatchKeyEventType, DispatchMouseEventParams, DispatchMouseEventType, MouseButton,
};
use nexus_policy::{Digest, Epoch, Look, Permit};

use super::cdp::{CdpError, CdpSession, InputCommand, decode, within};
use super::gate::{Held, Press};
use super::page::{Dialog, Page, PageLife, PageState};
use crate::broker::{Key, KeyPress, Modifier};

/// Why a page didn't do what was asked.
#[derive(Debug, Clone)]
pub(crate) enum HandError {
    /// A person took control, or the lease was revoked: policy has answered the call already.
    Stale,
    /// The page's dialog has to be answered first.
    DialogOpen(Dialog),
    /// The page's renderer died.
    Crashed,
    /// The page is closed.
    Closed,
    /// Chromium is gone.
    BrowserGone,
    /// The page didn't answer in time.
    TimedOut,
    /// The document went away meanwhile.
    DocumentGone,
    /// The page shows something that no agent may see, such as Chromium's settings.
    NotWeb,
    /// Chromium or the script answered something else than expected.
    Malformed,
}

impl From<CdpError> for HandError {
    fn from(error: CdpError) -> Self {
        match error {
            CdpError::Gone => Self::BrowserGone,
            CdpError::TimedOut => Self::TimedOut,
            CdpError::Stale => Self::Stale,
            // A context or node that is not there any more, as after a navigation.
            CdpError::Refused(_) => Self::DocumentGone,
            CdpError::Malformed => Self::Malformed,
        }
    }
}

/// A look at one page: for finding out what an act would touch, and the eyes of every hand.
#[derive(Debug)]
pub(crate) struct Sight {
    epoch: Epoch,
    page: Arc<Page>,
}

/// An agent's hand on one page, as long as its permit counts.
#[derive(Debug)]
pub(crate) struct Hand {
    permit: Permit,
    sight: Sight,
}

impl Hand {
    /// Takes the permit: what it allows happens through this hand alone.
    pub(crate) fn new(permit: Permit, page: Arc<Page>) -> Self {
        let sight = Sight { epoch: permit.epoch(), page };
        Self { permit, sight }
    }

    /// Whether this is what was judged when it was permitted (N17).
    pub(crate) fn covers(&self, part: Digest) -> bool {
        self.permit.covers(part)
    }

    /// What it may touch.
    pub(crate) fn parts(&self) -> &[Digest] {
        self.permit.parts()
    }

    /// Whether a file may come onto this computer by it (N13).
    pub(crate) fn allows_download(&self) -> bool {
        self.permit.allows_download()
    }

    /// The same while a dialog is open: for the answer to it, and for leaving the page.
    pub(crate) async fn ask_despite_dialog<C: Command>(
        &self,
        command: C,
        deadline: Duration,
    ) -> Result<C::Response, HandError> {
        let answer = self.permitted(&self.page.session, command, deadline).await?;
        self.still_counts(answer)
    }

    /// Sends inputs in one write, all or none, and waits until the page has handled them.
    pub(crate) async fn input<C: Command>(
        &self,
        inputs: Vec<InputCommand<C>>,
        deadline: Duration,
    ) -> Result<(), HandError> {
        self.check_web()?;
        let handled = async {
            let page = &self.page;
            for answer in page.connection.send_inputs(&page.session, inputs, &page.gate, self.epoch())? {
                answer.await.map_err(|_| CdpError::Gone)??;
            }
            Ok(())
        };
        self.unless(within(deadline, handled), blocked).await
    }
}

impl Deref for Hand {
    type Target = Sight;

    fn deref(&self) -> &Sight {
        &self.sight
    }
}

impl Sight {
    /// Takes policy's word that something may be looked at.
    pub(crate) fn new(look: &Look, page: Arc<Page>) -> Self {
        Self { epoch: look.epoch(), page }
    }

    /// For what NEXUS itself shows the person of a page; nothing of it goes to an agent.
    pub(crate) fn for_person(page: Arc<Page>) -> Self {
        Self { epoch: page.gate.floor(), page }
    }

    /// The page.
    pub(crate) fn page(&self) -> &Arc<Page> {
        &self.page
    }

    /// The epoch in which it was permitted.
    pub(crate) fn epoch(&self) -> Epoch {
        self.epoch
    }

    /// Sends a command and waits for its answer, unless something makes waiting pointless. The epoch is compared when
    /// the command is written and again when its answer is in (A03).
    pub(crate) async fn ask<C: Command>(&self, command: C, deadline: Duration) -> Result<C::Response, HandError> {
        self.ask_in(&self.page.session, command, deadline).await
    }

    /// The same of one of the page's frames, which may have a session of its own.
    pub(crate) async fn ask_in<C: Command>(
        &self,
        session: &CdpSession,
        command: C,
        deadline: Duration,
    ) -> Result<C::Response, HandError> {
        self.check_web()?;
        self.unless(self.permitted(session, command, deadline), blocked).await
    }

    /// The same for what changes something there by itself: a take-over waits for it as it does for input.
    pub(crate) async fn change_in<C: Command>(
        &self,
        session: &CdpSession,
        command: C,
        deadline: Duration,
    ) -> Result<C::Response, HandError> {
        self.check_web()?;
        let Page { connection, gate, .. } = &*self.page;
        let changed = async {
            let change = vec![InputCommand { command, press: Press::Neutral }];
            let answers = connection.send_inputs(session, change, gate, self.epoch())?;
            decode::<C>(answers.into_iter().next().ok_or(CdpError::Malformed)?).await
        };
        self.unless(within(deadline, changed), blocked).await
    }

    /// Has a command written while the permit counts, and doesn't wait for its answer.
    pub(crate) fn begin<C: Command>(&self, command: &C) -> Result<(), HandError> {
        self.check_web()?;
        let Page { connection, session, gate, .. } = &*self.page;
        connection.send_permitted(session, command, gate, self.epoch())?;
        Ok(())
    }

    /// The same for leaving the page: also where what it shows may not be read, and after a crash.
    pub(crate) async fn ask_to_leave<C: Command>(
        &self,
        command: C,
        deadline: Duration,
    ) -> Result<C::Response, HandError> {
        let gone = |state: &PageState| blocked(state).filter(|error| !matches!(error, HandError::Crashed));
        self.unless(self.permitted(&self.page.session, command, deadline), gone).await
    }

    /// Has a command written only while the permit counts, and waits for its answer.
    async fn permitted<C: Command>(
        &self,
        session: &CdpSession,
        command: C,
        deadline: Duration,
    ) -> Result<C::Response, CdpError> {
        let Page { connection, gate, .. } = &*self.page;
        let sent = connection.send_permitted(session, &command, gate, self.epoch())?;
        within(deadline, decode::<C>(sent)).await
    }

    /// Chromium's own pages, files and extensions are none of an agent's business.
    fn check_web(&self) -> Result<(), HandError> {
        if self.page.is_web() { Ok(()) } else { Err(HandError::NotWeb) }
    }

    /// Waits for an answer until it comes, or something about the page makes that impossible.
    async fn unless<T>(
        &self,
        answer: impl Future<Output = Result<T, CdpError>>,
        blocked: fn(&PageState) -> Option<HandError>,
    ) -> Result<T, HandError> {
        let mut state = self.page.watch();
        tokio::select! {
            biased;
            blocked = async {
                loop {
                    if let Some(blocked) = blocked(&state.borrow_and_update()) {
                        return blocked;
                    }
                    if state.changed().await.is_err() {
                        return HandError::Closed;
                    }
                }
            } => Err(blocked),
            answer = answer => self.still_counts(answer?),
        }
    }

    fn still_counts<T>(&self, answer: T) -> Result<T, HandError> {
        if self.page.gate.admits(self.epoch()) { Ok(answer) } else { Err(HandError::Stale) }
    }
}

fn blocked(state: &PageState) -> Option<HandError> {
    match (state.life, &state.dialog) {
        (PageLife::Closed, _) => Some(HandError::Closed),
        (PageLife::Crashed, _) => Some(HandError::Crashed),
        (PageLife::Alive, Some(dialog)) => Some(HandError::DialogOpen(dialog.clone())),
        (PageLife::Alive, None) => None,
    }
}

/// Degrees by which the pointer of an agent is turned, by which the guard tells its presses from the person's: no mouse can
/// be turned. The script has the same number.
pub(crate) const AGENTS_TWIST: i64 = 219;

/// A mouse event at a point of the viewport, in CSS pixels.
pub(crate) fn button(
    kind: DispatchMouseEventType,
    at: (f64, f64),
    button: MouseButton,
    count: i64,
    modifiers: i64,
) -> InputCommand<DispatchMouseEventParams> {
    let held = Held::Button(name_of(&button));
    let press = match kind {
        DispatchMouseEventType::MousePressed => Press::Down(held),
        DispatchMouseEventType::MouseReleased => Press::Up(held),
        DispatchMouseEventType::MouseMoved | DispatchMouseEventType::MouseWheel => Press::Neutral,
    };
    let mut command = DispatchMouseEventParams::new(kind, at.0, at.1);
    command.button = Some(button);
    command.click_count = Some(count);
    command.twist = Some(AGENTS_TWIST);
    command.modifiers = Some(modifiers);
    InputCommand { command, press }
}

fn name_of(button: &MouseButton) -> &'static str {
    match button {
        MouseButton::Left => "left",
        MouseButton::Middle => "middle",
        MouseButton::Right => "right",
        MouseButton::None | MouseButton::Back | MouseButton::Forward => "none",
    }
}

/// A key going down or up, with the modifiers that are held with it.
pub(crate) fn key(kind: DispatchKeyEventType, pressed: &KeyPress) -> InputCommand<DispatchKeyEventParams> {
    let Key { name, code, virtual_code, text, .. } = pressed.key;
    let held = Held::Key(name.into());
    let press = match kind {
        DispatchKeyEventType::KeyUp => Press::Up(held),
        DispatchKeyEventType::KeyDown | DispatchKeyEventType::RawKeyDown => Press::Down(held),
        DispatchKeyEventType::Char => Press::Neutral,
    };
    let types = kind == DispatchKeyEventType::KeyDown && pressed.types_text();
    let mut command = DispatchKeyEventParams::new(kind);
    command.key = Some(name.to_owned());
    command.code = Some(code.to_owned());
    command.windows_virtual_key_code = Some(virtual_code);
    command.modifiers = Some(bits(&pressed.modifiers));
    command.text = text.filter(|_| types).map(str::to_owned);
    InputCommand { command, press }
}

/// CDP's number for modifiers that are held together.
pub(crate) fn bits(modifiers: &[Modifier]) -> i64 {
    let bit = |modifier: &Modifier| match modifier {
        Modifier::Alt => 1,
        Modifier::Control => 2,
        Modifier::Meta => 4,
        Modifier::Shift => 8,
    };
    modifiers.iter().fold(0, |bits, modifier| bits | bit(modifier))
}
