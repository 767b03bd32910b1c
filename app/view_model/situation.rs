//! What a screen shows besides the view: a question, a failure, where the hub is.

use super::question::Asked;

/// Whether the hub can be seen.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum HubVisibility {
    /// It is an ordinary window on the screen.
    #[default]
    Shown,
    /// The person closed it while Windows were open.
    Hidden,
}

/// What there is besides the view.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Situation {
    /// What the person is asked.
    pub asked: Option<Asked>,
    /// What went wrong with something the person did here.
    pub failure: Option<String>,
    /// Where the hub is.
    pub hub: HubVisibility,
}
