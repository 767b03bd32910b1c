//! What a person can do on a screen. Drawing only collects these; the app carries them out afterwards.

use nexus_core::broker::{CookieCommand, PersonCommand};

use super::question::Question;

/// One thing a person did on a screen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Action {
    /// Something for the broker.
    Person(PersonCommand),
    /// Ask before doing something that can't be undone.
    Ask(Question),
    /// The person doesn't want what was asked about.
    DropQuestion,
    /// Show another screen of the hub.
    Show(Screen),
    /// Bring the hub to the front, also when it is hidden.
    ShowHub,
    /// Ask for a folder from which agents may upload, by the desktop's own dialog.
    ChooseUploadFolder,
    /// A step of bringing cookies over, whose answer goes to its card.
    Cookies(CookieCommand),
    /// Ask for the folder of a browser profile, by the desktop's own dialog.
    ChooseCookieFolder,
    /// The person has read what went wrong.
    DropFailure,
    /// Light instead of dark, or the other way round.
    SwitchTheme,
    /// End NEXUS; asked about before if Windows are open.
    Quit,
}

/// The hub's screens, in the order of its navigation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Screen {
    /// The Windows.
    Windows,
    /// What waits for the person.
    Inbox,
    /// The profiles that outlive their Window.
    Profiles,
    /// Paired agents, and how to connect one.
    Agents,
    /// What happened in every Window.
    Activity,
    /// What concerns every agent.
    Settings,
    /// What NEXUS is and how to begin.
    Start,
}

impl Screen {
    /// Every screen, in order.
    pub const ALL: [Screen; 7] =
        [Self::Windows, Self::Inbox, Self::Profiles, Self::Agents, Self::Activity, Self::Settings, Self::Start];

    /// Its name in the navigation.
    pub fn name(self) -> &'static str {
        match self {
            Self::Windows => "Windows",
            Self::Inbox => "Inbox",
            Self::Profiles => "Profiles",
            Self::Agents => "Agents",
            Self::Activity => "Activity",
            Self::Settings => "Settings",
            Self::Start => "Start",
        }
    }

    /// Its glyph in the navigation.
    pub fn icon(self) -> &'static str {
        match self {
            Self::Windows => "🖥",
            Self::Inbox => "📥",
            Self::Profiles => "📁",
            Self::Agents => "💬",
            Self::Activity => "🕒",
            Self::Settings => "⚙",
            Self::Start => "🏠",
        }
    }
}
