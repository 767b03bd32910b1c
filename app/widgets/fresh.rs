//! Keeps a press meant for something else from hitting a button that has only just appeared under the pointer.

use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher, Hash};

use egui::{Id, Key, PointerButton, Response, Ui};

/// How long a button that has just appeared ignores every input.
pub const FRESH_SECONDS: f64 = 0.5;

#[derive(Debug, Clone, Copy)]
struct Shown {
    what: u64,
    since: f64,
    last_pass: u64,
    last_press: f64,
}

/// Whether a press on a button may count. Made once a pass for a button, or for several that appear together.
#[derive(Debug, Clone, Copy)]
pub struct Consent {
    by_key: bool,
    by_pointer: bool,
}

impl Consent {
    /// Looks since when `what` has been at this place, without a break and without moving up or down.
    pub fn new(ui: &Ui, place: Id, what: impl Hash) -> Self {
        // Every native window counts its own passes, and all of them share this memory.
        let place = place.with(ui.ctx().viewport_id());
        let top = ui.next_widget_position().y.round() as i32;
        let what = BuildHasherDefault::<DefaultHasher>::default().hash_one((what, top));
        let pass = ui.ctx().cumulative_pass_nr();
        let (now, is_pressed) = ui.input(|input| (input.time, input.pointer.any_pressed()));
        let mut shown = ui
            .data(|data| data.get_temp::<Shown>(place))
            .filter(|shown| shown.what == what && pass.saturating_sub(shown.last_pass) <= 1)
            .unwrap_or(Shown { what, since: now, last_pass: pass, last_press: now });
        shown.last_pass = pass;
        if is_pressed {
            shown.last_press = now;
        }
        ui.data_mut(|data| data.insert_temp(place, shown));
        // A click counts from its press: one that began before the button was there was meant for something else.
        Self { by_key: now - shown.since >= FRESH_SECONDS, by_pointer: shown.last_press - shown.since >= FRESH_SECONDS }
    }

    /// Whether the button was pressed, by pointer or key, and not too early.
    pub fn is_given(self, response: &Response) -> bool {
        let counts = if response.clicked_by(PointerButton::Primary) { self.by_pointer } else { self.by_key };
        response.clicked() && counts
    }

    /// The same without Enter: nothing is approved by a key that people press without looking.
    pub fn is_given_deliberately(self, ui: &Ui, response: &Response) -> bool {
        self.is_given(response) && !ui.input(|input| input.key_pressed(Key::Enter))
    }
}

/// Whether what is drawn at a place wasn't there in the pass before. Ask once a pass.
pub fn has_just_appeared(ui: &Ui, place: Id) -> bool {
    let place = place.with("appeared");
    let pass = ui.ctx().cumulative_pass_nr();
    let last = ui.data(|data| data.get_temp::<u64>(place));
    ui.data_mut(|data| data.insert_temp(place, pass));
    last.is_none_or(|last| pass.saturating_sub(last) > 1)
}
