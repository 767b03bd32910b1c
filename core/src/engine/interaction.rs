//! The built-in interaction provider: what a person does to a page, done over CDP.
//!
//! Every function takes a [`Hand`], so nothing here works without a permit.

mod act;
mod capture;
mod choose;
mod chooser;
mod click;
mod dialog;
mod drag;
mod evidence;
mod fill_form;
mod history;
mod kept;
mod navigate;
mod press_key;
mod read;
mod reading;
mod scroll;
mod settle;
mod spot;
mod target_picture;
mod typing;
mod upload;
mod wait;

use std::time::{Duration, Instant};

use nexus_policy::Code;

use self::kept::Kept;
use super::ANSWER_DEADLINE;
use super::outcome::{Failure, Outcome};
use crate::broker::{ElementRef, PageRequest};
use crate::browser::Hand;

pub(crate) use evidence::{document_part, examine};
pub(crate) use navigate::{check_address, navigate_to};
pub(crate) use spot::object_of;
pub(crate) use target_picture::picture_targets;
pub(crate) use upload::upload;

/// How long an act waits for its target to become usable.
const PATIENCE: Duration = Duration::from_secs(2);

/// How long what a busy page comes to too late is sent again.
const PATIENCE_WITH_A_BUSY_PAGE: Duration = Duration::from_secs(10);

/// Until when something is tried again.
#[derive(Debug, Clone, Copy)]
struct Patience {
    began: Instant,
}

impl Patience {
    fn from_now() -> Self {
        Self { began: Instant::now() }
    }

    fn is_over(self) -> bool {
        self.began.elapsed() >= PATIENCE
    }

    fn is_over_with_a_busy_page(self) -> bool {
        self.began.elapsed() >= PATIENCE_WITH_A_BUSY_PAGE
    }

    fn is_over_with(self, kept: &Kept) -> bool {
        if kept.came_too_late() { self.is_over_with_a_busy_page() } else { self.is_over() }
    }
}

/// Carries out a call on a page. Closing it is the Window's business, not the page's.
pub(crate) async fn perform(hand: &Hand, request: &PageRequest) -> Outcome {
    match request {
        PageRequest::Snapshot(_)
        | PageRequest::Text { .. }
        | PageRequest::Find(_)
        | PageRequest::Click { .. }
        | PageRequest::Hover { .. }
        | PageRequest::Type { .. }
        | PageRequest::FillForm { .. }
        | PageRequest::Select { .. }
        | PageRequest::PressKey(_)
        | PageRequest::Scroll(_)
        | PageRequest::Drag { .. }
        | PageRequest::Screenshot(_) => settle::arrive(hand).await?,
        PageRequest::Navigate(_)
        | PageRequest::Upload { .. }
        | PageRequest::Wait { .. }
        | PageRequest::Dialog { .. }
        | PageRequest::Close
        | PageRequest::Console(_)
        | PageRequest::Network(_)
        | PageRequest::Performance(_)
        | PageRequest::Evaluate { .. }
        | PageRequest::Emulate(_) => {}
    }
    match request {
        PageRequest::Navigate(destination) => navigate::navigate(hand, destination).await,
        PageRequest::Snapshot(options) => read::snapshot(hand, options).await,
        PageRequest::Text { within, max_chars } => read::text(hand, *within, *max_chars).await,
        PageRequest::Click { target, button, count, modifiers } => {
            click::click(hand, *target, *button, *count, modifiers).await
        }
        PageRequest::Type { target, text, placement, ending } => {
            typing::type_text(hand, *target, text, *placement, *ending).await
        }
        PageRequest::Find(sought) => read::find(hand, sought).await,
        PageRequest::Hover { target } => click::hover(hand, *target).await,
        PageRequest::FillForm { fields } => fill_form::fill_form(hand, fields).await,
        PageRequest::Select { target, values } => choose::select(hand, *target, values).await,
        PageRequest::PressKey(pressed) => press_key::press_key(hand, pressed).await,
        PageRequest::Scroll(by) => scroll::scroll(hand, *by).await,
        PageRequest::Drag { from, to } => drag::drag(hand, *from, *to).await,
        PageRequest::Screenshot(area) => capture::screenshot(hand, *area).await,
        PageRequest::Wait { until, timeout } => wait::wait(hand, until, *timeout).await,
        PageRequest::Dialog { reply, text } => dialog::answer(hand, *reply, text.as_ref()).await,
        PageRequest::Close => Err(Failure::new(Code::Unavailable, "Pages are closed by their Window.")),
        // They come with it, see `upload`.
        PageRequest::Upload { .. } => Err(Failure::new(Code::Unavailable, "The files to upload are missing.")),
        PageRequest::Console(_)
        | PageRequest::Network(_)
        | PageRequest::Performance(_)
        | PageRequest::Evaluate { .. }
        | PageRequest::Emulate(_) => Err(Failure::not_mine(request.capability())),
    }
}

fn stale(reference: ElementRef) -> Failure {
    Failure::new(Code::StaleReference, format!("{reference} isn't in the latest snapshot of this page."))
}

fn cannot(target: ElementRef, why: &str) -> Failure {
    Failure::new(Code::NotActionable, format!("{target} {why}. Nothing was done."))
}
