//! What the browser measured in a page, as its script tells it: milliseconds, bytes, addresses.

use serde::Deserialize;

#[derive(Debug, Deserialize)]
pub(super) struct Vitals {
    /// None if the document was there before.
    pub(super) load: Option<Load>,
    pub(super) first_paint: Option<f64>,
    pub(super) largest: Option<LargestPaint>,
    /// The worst burst of layout shifts.
    pub(super) shift: f64,
    pub(super) shifted: usize,
    pub(super) reaction: Option<Reaction>,
    /// Of 50 ms and more.
    pub(super) tasks: Vec<f64>,
    pub(super) frames: Vec<SlowFrame>,
    pub(super) requests: Requests,
}

#[derive(Debug, Deserialize)]
pub(super) struct Load {
    pub(super) first_byte: f64,
    pub(super) ready: f64,
    pub(super) done: f64,
}

#[derive(Debug, Deserialize)]
pub(super) struct LargestPaint {
    pub(super) at: f64,
    pub(super) tag: Option<String>,
    pub(super) address: Option<String>,
}

/// The slowest answer to a press or a key.
#[derive(Debug, Deserialize)]
pub(super) struct Reaction {
    pub(super) event: String,
    pub(super) took: f64,
    pub(super) tag: Option<String>,
    pub(super) waited: f64,
    pub(super) ran: f64,
}

#[derive(Debug, Deserialize)]
pub(super) struct SlowFrame {
    pub(super) took: f64,
    pub(super) blocked: f64,
    pub(super) scripts: Vec<FrameScript>,
}

#[derive(Debug, Deserialize)]
pub(super) struct FrameScript {
    pub(super) took: f64,
    /// How much of it the browser had to lay out at once, because the script asked for sizes.
    pub(super) layout: f64,
    pub(super) function: String,
    pub(super) address: String,
}

#[derive(Debug, Deserialize)]
pub(super) struct Requests {
    pub(super) count: usize,
    pub(super) bytes: f64,
    pub(super) blocking: Vec<Asked>,
    pub(super) slowest: Vec<Asked>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Asked {
    pub(super) address: String,
    pub(super) took: f64,
}

impl Vitals {
    /// Whether the document was loaded in the time that is told.
    pub(super) fn saw_loading(&self) -> bool {
        self.load.is_some()
    }
}
