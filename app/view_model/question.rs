//! What NEXUS asks before something that can't be undone.

use nexus_core::broker::{ControlView, PersonCommand, ProfileCommand, ProfileKind, ProfileState, View};
use nexus_core::store::ProfileName;
use nexus_policy::{AgentName, WindowId};

use super::action::Action;

/// Something the person is asked to confirm.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Question {
    /// Close a Window?
    CloseWindow(WindowId),
    /// Forget an agent?
    RevokeAgent(AgentName),
    /// Have a profile's Windows begin with what it holds now?
    SaveCleanState(ProfileName),
    /// End NEXUS although Windows are open?
    Quit,
}

impl Question {
    /// The question itself.
    pub fn title(&self) -> String {
        match self {
            Self::CloseWindow(_) => "Close this Window and end its Chromium?".to_owned(),
            Self::RevokeAgent(agent) => format!("Revoke {agent}?"),
            Self::SaveCleanState(profile) => format!("Save what profile {profile} holds as its clean state?"),
            Self::Quit => "Quit NEXUS?".to_owned(),
        }
    }

    /// What a yes will do, given how things are now.
    pub fn consequence(&self, view: &View) -> String {
        match self {
            Self::CloseWindow(id) => close_consequence(*id, view),
            Self::RevokeAgent(_) => {
                "Its connections end, its leases are released, and it has to be paired again.".to_owned()
            }
            Self::SaveCleanState(_) => {
                "Each of its Windows begins with it from then on, also with sign-ins that are in it. \
                                        The clean state that it has now is lost."
                    .to_owned()
            }
            Self::Quit => match view.windows.len() {
                1 => "One Window is open. It will be closed, with everything in it.".to_owned(),
                open => format!("{open} Windows are open. They will be closed, with everything in them."),
            },
        }
    }

    /// The word on the button that says yes.
    pub fn yes(&self) -> &'static str {
        match self {
            Self::CloseWindow(_) => "Close Window",
            Self::RevokeAgent(_) => "Revoke agent",
            Self::SaveCleanState(_) => "Save it",
            Self::Quit => "Quit NEXUS",
        }
    }

    /// The word on the button that leaves things as they are.
    pub fn no(&self) -> &'static str {
        match self {
            Self::CloseWindow(_) => "Keep it open",
            Self::RevokeAgent(_) => "Keep it paired",
            Self::SaveCleanState(_) => "Keep the old one",
            Self::Quit => "Go on",
        }
    }

    /// What a yes stands for.
    pub fn agreed(&self) -> Action {
        match self {
            Self::CloseWindow(id) => Action::Person(PersonCommand::CloseWindow(*id)),
            Self::RevokeAgent(agent) => Action::Person(PersonCommand::RevokeAgent(agent.clone())),
            Self::SaveCleanState(profile) => {
                Action::Person(PersonCommand::Profile(profile.clone(), ProfileCommand::SaveCleanState))
            }
            Self::Quit => Action::Quit,
        }
    }

    /// Whether what it asks about is still there.
    pub fn is_current(&self, view: &View) -> bool {
        match self {
            Self::CloseWindow(id) => view.windows.iter().any(|window| window.id == *id),
            Self::RevokeAgent(agent) => view.agents.iter().any(|paired| paired.name == *agent),
            Self::SaveCleanState(name) => view.profiles.iter().any(|profile| {
                profile.name == *name && profile.window.is_none() && profile.state == ProfileState::Ready
            }),
            Self::Quit => !view.windows.is_empty(),
        }
    }
}

fn close_consequence(id: WindowId, view: &View) -> String {
    let Some(window) = view.windows.iter().find(|window| window.id == id) else {
        return format!("Window {id} is closed already.");
    };
    let pages = match window.pages.len() {
        1 => "Its page is lost".to_owned(),
        count => format!("Its {count} pages are lost"),
    };
    match &window.control {
        ControlView::Agent(holder) => format!("{pages}, and {} stops working in it.", holder.agent),
        ControlView::Idle | ControlView::Handoff | ControlView::Taking | ControlView::Person => match window.kind {
            ProfileKind::Isolated => format!("{pages}, and so is what its isolated profile holds."),
            ProfileKind::Persistent | ProfileKind::Workspace | ProfileKind::Shared => {
                format!("{pages}. Its profile keeps what it holds, also sign-ins.")
            }
            ProfileKind::AutomationOnly => {
                format!("{pages}. The profile's next Window begins with its clean state again.")
            }
        },
    }
}

/// A question as it stands on the screen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Asked {
    /// What is asked about.
    pub question: Question,
    /// What a yes will do.
    pub consequence: String,
}

impl Asked {
    /// The question with what it means now; `None` if what it asks about is gone.
    pub fn new(question: &Question, view: &View) -> Option<Self> {
        question.is_current(view).then(|| Self { question: question.clone(), consequence: question.consequence(view) })
    }
}
