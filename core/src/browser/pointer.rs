//! The pointer and the ring by which the person sees where an agent acts. Chromium draws them over the page, as for its
//! developer tools, so that nothing of them is in it. That takes the page's time, so they come once the agent rests.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use chromiumoxide::cdp::browser_protocol::dom::{self, Quad, Rect, Rgba};
use chromiumoxide::cdp::browser_protocol::overlay::{
    self, DisableParams, HideHighlightParams, HighlightQuadParams, HingeConfig, SetShowHingeParams,
};
use nexus_policy::Epoch;
use tokio::time::{Instant, sleep};

use super::cdp::CdpError;
use super::hand::{HandError, Sight};
use super::launch::Display;
use super::page::Page;

/// How long after an agent pointed somewhere the person sees it, unless it points elsewhere by then. Most acts are over.
const REST: Duration = Duration::from_millis(100);
/// How long they see it.
const SHOWN_FOR: Duration = Duration::from_millis(1500);
/// The panel's colour for what an agent has control of: red, green, blue.
const COLOR: [i64; 3] = [0x1F, 0x5F, 0xBF];
/// The arrow's corners from its tip, which is where the agent points.
const ARROW: [(f64, f64); 4] = [(0.0, 0.0), (26.0, 11.0), (13.0, 14.0), (9.0, 27.0)];
/// Between an element and the ring around it.
const MARGIN: f64 = 4.0;
/// The ring of what is smaller, or has no size at all.
const SMALLEST_RING: f64 = 24.0;

/// What an agent points with on one page.
#[derive(Debug)]
pub(crate) struct Pointer {
    display: Display,
    /// Locked while commands are sent, so that Chromium gets them in the order of the changes.
    state: Mutex<State>,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum State {
    Away,
    /// An agent pointed at that moment, and the person will see it.
    Coming(Instant),
    /// They do.
    Shown(Instant),
}

/// A point of the page's viewport, and the size of the element around it.
#[derive(Debug, Clone, Copy)]
struct Aim {
    at: (f64, f64),
    size: (f64, f64),
}

impl Pointer {
    pub(super) fn new(display: Display) -> Self {
        Self { display, state: Mutex::new(State::Away) }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Goes on from one state to the next and draws it, unless another has come in between.
    fn go_on(&self, from: State, to: State, draw: impl FnOnce() -> Result<(), CdpError>) {
        let mut state = self.state();
        if *state == from {
            *state = to;
            note(draw());
        }
    }
}

impl Sight {
    /// Has the person see where the agent acts: at a point of the page's viewport, in an element of this size around it.
    /// What they saw until now goes.
    pub(crate) fn point_at(&self, at: (f64, f64), size: (f64, f64)) {
        let page = self.page();
        if page.pointer.display == Display::Headless {
            return;
        }
        let now = Instant::now();
        let mut state = page.pointer.state();
        if let State::Shown(_) = *state {
            note(page.hide());
        }
        *state = State::Coming(now);
        drop(state);
        tokio::spawn(show_for_a_while(Arc::clone(page), self.epoch(), now, Aim { at, size }));
    }

    /// Takes the pointer away and waits until it is: it has no place in a picture.
    pub(crate) async fn hide_pointer(&self, deadline: Duration) -> Result<(), HandError> {
        let before = std::mem::replace(&mut *self.page().pointer.state(), State::Away);
        if let State::Shown(_) = before {
            self.begin(&SetShowHingeParams::default())?;
            self.ask(HideHighlightParams::default(), deadline).await?;
        }
        Ok(())
    }
}

impl Page {
    /// Takes the pointer away for the person, and with it what Chromium does while it draws for developer tools: it hands
    /// the page each move of the mouse at once.
    pub(crate) fn put_pointer_away(&self) {
        if self.pointer.display == Display::Headful {
            let mut state = self.pointer.state();
            *state = State::Away;
            note(self.stop_drawing());
        }
    }

    fn show(&self, epoch: Epoch, aim: Aim) -> Result<(), CdpError> {
        let Self { connection, session, gate, .. } = self;
        // Off at first, and again after a take-over.
        connection.send_permitted(session, &dom::EnableParams::default(), gate, epoch)?;
        connection.send_permitted(session, &overlay::EnableParams::default(), gate, epoch)?;
        connection.send_permitted(session, &arrow(aim), gate, epoch)?;
        connection.send_permitted(session, &ring(aim), gate, epoch)?;
        Ok(())
    }

    /// NEXUS's own doing, so no permit is asked for.
    fn hide(&self) -> Result<(), CdpError> {
        self.connection.send(&self.session, &SetShowHingeParams::default())?;
        self.connection.send(&self.session, &HideHighlightParams::default())?;
        Ok(())
    }

    /// The same, so that Chromium does nothing of the kind any more.
    fn stop_drawing(&self) -> Result<(), CdpError> {
        self.connection.send(&self.session, &SetShowHingeParams::default())?;
        self.connection.send(&self.session, &DisableParams::default())?;
        Ok(())
    }
}

fn note(drawn: Result<(), CdpError>) {
    if let Err(error) = drawn {
        tracing::debug!(%error, "a page that is gone shows no pointer");
    }
}

/// Shows the pointer once the agent rests, and takes it away after a while; neither if the agent has pointed again.
async fn show_for_a_while(page: Arc<Page>, epoch: Epoch, since: Instant, aim: Aim) {
    sleep(REST).await;
    page.pointer.go_on(State::Coming(since), State::Shown(since), || page.show(epoch, aim));
    sleep(SHOWN_FOR).await;
    page.pointer.go_on(State::Shown(since), State::Away, || page.hide());
}

fn arrow(Aim { at: (x, y), .. }: Aim) -> HighlightQuadParams {
    let corners: Vec<f64> = ARROW.iter().flat_map(|(right, down)| [x + right, y + down]).collect();
    let mut arrow = HighlightQuadParams::new(Quad::new(corners));
    arrow.color = Some(color(1.0));
    arrow.outline_color = Some(Rgba::new(255, 255, 255));
    arrow
}

/// Chromium has one more shape to draw beside a quad: the hinge of a foldable screen. It takes whole pixels, none negative.
fn ring(Aim { at: (x, y), size: (width, height) }: Aim) -> SetShowHingeParams {
    let side = |middle: f64, length: f64| {
        let half = (length / 2.0 + MARGIN).max(SMALLEST_RING / 2.0);
        let start = (middle - half).round().max(0.0);
        (start, (middle + half).round() - start)
    };
    let ((left, across), (top, down)) = (side(x, width), side(y, height));
    let mut hinge = HingeConfig::new(Rect::new(left, top, across, down));
    hinge.content_color = Some(color(0.14));
    hinge.outline_color = Some(color(1.0));
    SetShowHingeParams { hinge_config: Some(hinge) }
}

fn color(opacity: f64) -> Rgba {
    let [red, green, blue] = COLOR;
    Rgba { r: red, g: green, b: blue, a: Some(opacity) }
}
