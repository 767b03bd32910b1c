//! A permit: the only thing that lets a page be touched on an agent's behalf.

use crate::sending::Explained;
use crate::{CallId, Digest, Epoch, PageId, Scope, SessionId, WindowId};

/// A spent-once yes.
///
/// Invariant (I1): only policy makes one (the constructor is private to this crate), and it can't be copied, so that
/// an act that takes it by value happens once.
#[derive(Debug, PartialEq, Eq)]
pub struct Permit {
    call: CallId,
    session: SessionId,
    target: Target,
    epoch: Epoch,
    allowed: Allowed,
}

/// What a permit allows besides the act itself.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Allowed {
    /// What it may touch; empty where that isn't an element.
    pub(crate) parts: Vec<Digest>,
    /// A person said yes to a download.
    pub(crate) download: bool,
    /// What a person's yes to it says that it sends.
    pub(crate) explains: Vec<Explained>,
}

/// Leave to look at what a call would touch, and at nothing else: nothing is done with it, and no agent is told what is seen.
#[derive(Debug, PartialEq, Eq)]
pub struct Look {
    call: CallId,
    target: Target,
    epoch: Epoch,
}

impl Look {
    pub(crate) fn new(call: CallId, target: Target, epoch: Epoch) -> Self {
        Self { call, target, epoch }
    }

    /// The call that would touch something.
    pub fn call(&self) -> CallId {
        self.call
    }

    /// Where.
    pub fn target(&self) -> Target {
        self.target
    }

    /// The epoch in which it was given. Where a later take-over counts, it is void.
    pub fn epoch(&self) -> Epoch {
        self.epoch
    }
}

/// What a permit is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target {
    /// Start this new Window.
    NewWindow(WindowId),
    /// Open this new page in this Window.
    NewPage(WindowId, PageId),
    /// Read or act on this page.
    Page(WindowId, PageId),
}

impl Target {
    /// The Window it is in.
    pub fn window(self) -> WindowId {
        match self {
            Self::NewWindow(window) | Self::NewPage(window, _) | Self::Page(window, _) => window,
        }
    }

    /// The page, if it is about one.
    pub fn page(self) -> Option<PageId> {
        match self {
            Self::NewWindow(_) => None,
            Self::NewPage(_, page) | Self::Page(_, page) => Some(page),
        }
    }

    pub(crate) fn is_under(self, scope: Scope) -> bool {
        match scope {
            Scope::Window(window) => self.window() == window,
            Scope::Page(page) => self.page() == Some(page),
        }
    }
}

impl Permit {
    pub(crate) fn new(call: CallId, session: SessionId, target: Target, epoch: Epoch, allowed: Allowed) -> Self {
        Self { call, session, target, epoch, allowed }
    }

    /// Whether this is what was judged when it was made (N17).
    pub fn covers(&self, part: Digest) -> bool {
        self.allowed.parts.contains(&part)
    }

    /// What it may touch.
    pub fn parts(&self) -> &[Digest] {
        &self.allowed.parts
    }

    /// Whether a file may come onto this computer by it: a person said yes to just that (N13).
    pub fn allows_download(&self) -> bool {
        self.allowed.download
    }

    /// The call it was made for.
    pub fn call(&self) -> CallId {
        self.call
    }

    /// Whose call that is.
    pub fn session(&self) -> SessionId {
        self.session
    }

    /// What it is for.
    pub fn target(&self) -> Target {
        self.target
    }

    /// The epoch in which it was made. Where a later take-over counts, it is void.
    pub fn epoch(&self) -> Epoch {
        self.epoch
    }
}
