//! A person at the screen: looks at it, finds a button by its colour, and presses it with the real pointer.

mod appearance;

use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};

pub use appearance::{
    Button, FAILURE, GIVE_BACK, HUB_TITLE, PAIR, PANEL_TITLE, TAKE_CONTROL, TOLERANCE, YOU_HAVE_CONTROL,
};

use crate::deadline::{Deadline, wait_until};
use crate::screen::{Rect, Rgb, Screen, ScreenError, ScreenWindow};
use appearance::{BETWEEN_ENTRIES, CHOSEN, NAVIGATION, REQUESTS, SMALLEST_BADGE, SMALLEST_BUTTON, SMALLEST_ENTRY};

/// How long a button may take to show up and to have its effect.
const PATIENCE: Duration = Duration::from_secs(45);
/// How long one press may take to have its effect before it is repeated: a new card ignores presses at first.
const EFFECT: Duration = Duration::from_secs(3);
/// How long a person takes to press what has just shown up; a new card ignores presses for half a second.
const REACTION: Duration = Duration::from_millis(600);
/// How far a window's frame may shift its place.
const FRAME: u32 = 48;

/// The person.
#[derive(Debug)]
pub struct Person<'a> {
    screen: &'a Screen,
}

impl<'a> Person<'a> {
    /// Somebody at this screen.
    pub fn at(screen: &'a Screen) -> Self {
        Self { screen }
    }

    /// The hub, if it is on the screen. A panel's title holds more than the hub's.
    pub fn hub(&self) -> Result<Option<ScreenWindow>, ScreenError> {
        let is_hub = |window: &ScreenWindow| window.title.contains(HUB_TITLE) && !window.title.contains(PANEL_TITLE);
        Ok(self.screen.windows()?.into_iter().find(is_hub))
    }

    /// Waits until the hub says that an agent asks for something, and goes where it can be answered.
    pub fn look_at_requests(&self) -> Result<()> {
        let badge = self.screen.wait_until("a badge in the hub's navigation", PATIENCE, |screen| {
            let Some(hub) = self.hub()? else { return Ok(None) };
            screen.activate(&hub)?;
            self.see_in_navigation(&hub, REQUESTS, SMALLEST_BADGE)
        })?;
        Ok(self.screen.click_rect(badge)?)
    }

    /// Goes from the screen that the hub shows to the next one in its navigation.
    pub fn go_to_next_screen(&self) -> Result<()> {
        let hub = self.hub()?.context("the hub isn't on the screen")?;
        self.screen.activate(&hub)?;
        let chosen = |what: &str, is_it: &dyn Fn(Rect) -> bool| {
            self.screen.wait_until(what, PATIENCE, |_| {
                Ok(self.see_in_navigation(&hub, CHOSEN, SMALLEST_ENTRY)?.filter(|entry| is_it(*entry)))
            })
        };
        let entry = chosen("the entry of the screen that is on", &|_| true)?;
        let next = Rect { y: entry.y + entry.height + BETWEEN_ENTRIES, ..entry };
        self.screen.click_rect(next)?;
        let (x, y) = next.center();
        chosen("the next screen", &|entry| entry.contains(x, y))?;
        Ok(())
    }

    fn see_in_navigation(&self, hub: &ScreenWindow, color: Rgb, at_least: usize) -> Result<Option<Rect>, ScreenError> {
        self.screen.park_pointer()?;
        let navigation = ScreenWindow { area: Rect { width: NAVIGATION, ..hub.area }, ..hub.clone() };
        let areas = self.screen.pixels()?.find_areas(color, TOLERANCE, at_least);
        Ok(areas.into_iter().find(|area| area.width < NAVIGATION && lies_in(*area, &navigation)))
    }

    /// Presses a button until it has had its effect.
    pub fn press(&self, button: &Button, mut happened: impl FnMut() -> Result<bool>) -> Result<()> {
        let deadline = Deadline::after(PATIENCE);
        let mut presses = 0;
        loop {
            if let Some(area) = self.look_for(button)? {
                self.screen.click_rect(area)?;
                presses += 1;
            }
            let effect = format!("the effect of {:?}", button.label);
            match wait_until(&effect, EFFECT, || happened().map(|yes| yes.then_some(())).transpose()) {
                Ok(outcome) => return outcome,
                Err(_) if !deadline.passed() => {}
                Err(_) => bail!("{button:?} was found and pressed {presses} times, without effect"),
            }
        }
    }

    /// Presses a button once, as soon as it has been in sight for a moment.
    pub fn press_once(&self, button: &Button) -> Result<()> {
        let deadline = Deadline::after(PATIENCE);
        while self.look_for(button)?.is_none() {
            ensure!(!deadline.passed(), "{button:?} did not show up");
        }
        std::thread::sleep(REACTION);
        let area = self.look_for(button)?.with_context(|| format!("{button:?} went away again"))?;
        Ok(self.screen.click_rect(area)?)
    }

    /// Looks for the button's colour in its window, with the pointer out of the way; if it isn't in sight, brings the
    /// window to the front and looks again.
    fn look_for(&self, button: &Button) -> Result<Option<Rect>> {
        let Some(window) = self.screen.find_window(button.window)? else { return Ok(None) };
        self.screen.park_pointer()?;
        if let Some(area) = self.see(button, &window)? {
            return Ok(Some(area));
        }
        self.screen.activate(&window)?;
        self.see(button, &window)
    }

    fn see(&self, button: &Button, window: &ScreenWindow) -> Result<Option<Rect>> {
        let areas = self.screen.pixels()?.find_areas(button.color, TOLERANCE, SMALLEST_BUTTON);
        Ok(areas.into_iter().find(|area| lies_in(*area, window)))
    }
}

fn lies_in(area: Rect, window: &ScreenWindow) -> bool {
    let Rect { x, y, width, height } = window.area;
    let (left, top) = (x.saturating_sub(FRAME), y.saturating_sub(FRAME));
    let around = Rect { x: left, y: top, width: width + 2 * FRAME, height: height + 2 * FRAME };
    let (x, y) = area.center();
    around.contains(x, y)
}
