//! What an agent may ask for, decoded: one variant per tool. Nothing here has been judged yet.

mod inspection;

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use nexus_policy::{Digest, LeaseId, PageId, Scope, WindowId};

use super::keys::KeyPress;
use crate::engine::Capability;
use crate::redaction::PublicText;
pub use inspection::{
    AgentScript, ColorScheme, Connection, ConsoleLevel, ConsoleQuery, Emulated, NetworkQuery, PerformanceAction,
    RequestRef, Viewport,
};

/// A request with the optional `lease` that says under which lease it is made.
#[derive(Debug, Clone)]
pub struct Submission {
    /// The lease the agent names, if it names one.
    pub lease: Option<LeaseId>,
    /// A hash over the tool and all its arguments: what an approval is for.
    pub action: Digest,
    /// What it asks for.
    pub request: Request,
}

/// What a person is asked to do in a handoff: an agent's words, on one line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HandoffReason(String);

impl HandoffReason {
    /// The longest reason, in characters.
    pub const MAX_CHARS: usize = 300;
}

impl fmt::Display for HandoffReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A reason that is empty or too long.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("A reason has 1 to {} characters.", HandoffReason::MAX_CHARS)]
pub struct BadHandoffReason;

impl FromStr for HandoffReason {
    type Err = BadHandoffReason;

    fn from_str(text: &str) -> Result<Self, BadHandoffReason> {
        let shown = PublicText::from_page(text);
        let reason = shown.as_str().split_whitespace().collect::<Vec<_>>().join(" ");
        if reason.is_empty() || text.chars().count() > Self::MAX_CHARS {
            return Err(BadHandoffReason);
        }
        Ok(Self(reason))
    }
}

/// One tool call. `page: None` stands for the one page the agent holds.
#[derive(Debug, Clone)]
pub enum Request {
    /// `browser_windows`: what there is; with `wait`, as soon as something of it changes.
    Windows {
        /// How long to wait for a change.
        wait: Option<Duration>,
    },
    /// `browser_window_open`: a new Window on a fresh isolated profile, leased whole to the caller.
    WindowOpen {
        /// The first page's address; blank if absent.
        url: Option<String>,
    },
    /// `browser_window_close`: only a Window the agent opened.
    WindowClose {
        /// Which.
        window: WindowId,
    },
    /// `browser_lease_acquire`.
    LeaseAcquire {
        /// Window or page.
        scope: Scope,
        /// How long to wait, first come first served.
        wait: Option<Duration>,
    },
    /// `browser_lease_transfer`.
    LeaseTransfer {
        /// Window or page.
        scope: Scope,
        /// The name or session id of a connected agent.
        to: String,
    },
    /// `browser_handoff`.
    Handoff {
        /// Window or page; the page the caller holds if absent.
        scope: Option<Scope>,
        /// What the person is asked to do, in the agent's words.
        reason: HandoffReason,
    },
    /// `browser_lease_release`.
    LeaseRelease {
        /// Window or page.
        scope: Scope,
    },
    /// `browser_page_open`: a page opened for automation, leased to the caller.
    PageOpen {
        /// In which Window.
        window: WindowId,
        /// Its address.
        url: String,
    },
    /// `browser_downloads`.
    Downloads {
        /// In which Window.
        window: WindowId,
    },
    /// Everything that is about one page.
    OnPage {
        /// Which page; the one the caller holds if absent.
        page: Option<PageId>,
        /// What to do there.
        request: PageRequest,
    },
}

/// What can be asked of one page.
#[derive(Debug, Clone)]
pub enum PageRequest {
    /// `browser_page_close`.
    Close,
    /// `browser_navigate`.
    Navigate(Destination),
    /// `browser_snapshot`.
    Snapshot(SnapshotOptions),
    /// `browser_text`.
    Text {
        /// Only below this element.
        within: Option<ElementRef>,
        /// At most this many characters.
        max_chars: Option<usize>,
    },
    /// `browser_click`.
    Click {
        /// The element.
        target: ElementRef,
        /// Which mouse button.
        button: MouseButton,
        /// How many clicks in a row, 1 to 3.
        count: u8,
        /// Keys held meanwhile.
        modifiers: Vec<Modifier>,
    },
    /// `browser_type`.
    Type {
        /// The field.
        target: ElementRef,
        /// What to type. Never logged, never echoed (N27).
        text: TypedText,
        /// Replace what is there, or add to it.
        placement: Placement,
        /// What follows the text.
        ending: Ending,
    },
    /// `browser_find`.
    Find(Sought),
    /// `browser_hover`.
    Hover {
        /// The element.
        target: ElementRef,
    },
    /// `browser_fill_form`.
    FillForm {
        /// What goes where, in this order.
        fields: Vec<FormField>,
    },
    /// `browser_select`.
    Select {
        /// The select.
        target: ElementRef,
        /// Values or labels of its options.
        values: Vec<String>,
    },
    /// `browser_press_key`.
    PressKey(KeyPress),
    /// `browser_scroll`.
    Scroll(Scroll),
    /// `browser_drag`.
    Drag {
        /// What is dragged.
        from: ElementRef,
        /// Where it is dropped.
        to: ElementRef,
    },
    /// `browser_upload`.
    Upload {
        /// The field for files, or its label.
        target: ElementRef,
        /// The files, in their order.
        paths: Vec<UploadPath>,
    },
    /// `browser_screenshot`.
    Screenshot(PictureArea),
    /// `browser_wait`.
    Wait {
        /// What for.
        until: WaitUntil,
        /// At most this long.
        timeout: Duration,
    },
    /// `browser_dialog`.
    Dialog {
        /// Press OK or Cancel.
        reply: DialogReply,
        /// What to type into a prompt.
        text: Option<TypedText>,
    },
    /// `browser_console`.
    Console(ConsoleQuery),
    /// `browser_network`.
    Network(NetworkQuery),
    /// `browser_performance`.
    Performance(PerformanceAction),
    /// `browser_evaluate`.
    Evaluate {
        /// A function of JavaScript.
        function: AgentScript,
        /// The element that it is given.
        target: Option<ElementRef>,
    },
    /// `browser_emulate`.
    Emulate(Emulated),
}

impl PageRequest {
    /// What it is one of, which says who serves it.
    pub(crate) fn capability(&self) -> Capability {
        match self {
            Self::Close => Capability::PageClose,
            Self::Navigate(_) => Capability::Navigate,
            Self::Snapshot(_) => Capability::Snapshot,
            Self::Text { .. } => Capability::Text,
            Self::Click { .. } => Capability::Click,
            Self::Type { .. } => Capability::Type,
            Self::Find(_) => Capability::Find,
            Self::Hover { .. } => Capability::Hover,
            Self::FillForm { .. } => Capability::FillForm,
            Self::Select { .. } => Capability::Select,
            Self::PressKey(_) => Capability::PressKey,
            Self::Scroll(_) => Capability::Scroll,
            Self::Drag { .. } => Capability::Drag,
            Self::Upload { .. } => Capability::Upload,
            Self::Screenshot(_) => Capability::Screenshot,
            Self::Wait { .. } => Capability::Wait,
            Self::Dialog { .. } => Capability::Dialog,
            Self::Console(_) => Capability::Console,
            Self::Network(_) => Capability::Network,
            Self::Performance(_) => Capability::Performance,
            Self::Evaluate { .. } => Capability::Evaluate,
            Self::Emulate(_) => Capability::Emulate,
        }
    }
}

/// Where `browser_navigate` goes. The address is the agent's text, not checked yet.
#[derive(Debug, Clone)]
pub enum Destination {
    /// An address.
    Url(String),
    /// One back in the page's history.
    Back,
    /// One forward.
    Forward,
    /// The same again.
    Reload,
}

/// What a snapshot holds.
#[derive(Debug, Clone, Default)]
pub struct SnapshotOptions {
    /// Only below this element.
    pub within: Option<ElementRef>,
    /// How much of the page.
    pub detail: Detail,
    /// At most this many characters.
    pub max_chars: Option<usize>,
}

/// How much of the page a snapshot holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Detail {
    /// Everything the accessibility tree has.
    #[default]
    Full,
    /// Only what can be acted on.
    InteractiveOnly,
}

/// What `browser_find` looks for; all of what is given has to fit.
#[derive(Debug, Clone, Default)]
pub struct Sought {
    /// The element's role.
    pub role: Option<String>,
    /// Part of its accessible name, whatever the case.
    pub name: Option<String>,
    /// Part of its visible text, whatever the case.
    pub text: Option<String>,
}

/// One field of `browser_fill_form`.
#[derive(Debug, Clone)]
pub struct FormField {
    /// The field.
    pub target: ElementRef,
    /// What it is to hold.
    pub value: FormValue,
}

/// What a field is to hold.
#[derive(Debug, Clone)]
pub enum FormValue {
    /// Text, a choice, a date, a number.
    Text(TypedText),
    /// Checked or not.
    Checked(bool),
}

/// What `browser_scroll` scrolls.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Scroll {
    /// An element into view.
    IntoView(ElementRef),
    /// By so many CSS pixels: what is under an element, or the page.
    By {
        /// The element.
        over: Option<ElementRef>,
        /// To the right.
        dx: f64,
        /// Down.
        dy: f64,
    },
}

/// An element's name in a snapshot, as the number in `e12`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ElementRef(pub u64);

impl std::fmt::Display for ElementRef {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "e{}", self.0)
    }
}

/// A mouse button.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum MouseButton {
    /// The first.
    #[default]
    Left,
    /// The wheel.
    Middle,
    /// The second.
    Right,
}

/// A key held during a click.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Modifier {
    /// Alt.
    Alt,
    /// Control.
    Control,
    /// Command or Windows.
    Meta,
    /// Shift.
    Shift,
}

/// Text that is typed. `Debug` shows only its length, so that it can't reach a log.
#[derive(Clone, PartialEq, Eq)]
pub struct TypedText(pub String);

impl std::fmt::Debug for TypedText {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "TypedText({} chars)", self.0.chars().count())
    }
}

/// Where an agent says that a file is. `Debug` shows nothing of it, so that it can't reach a log.
#[derive(Clone, PartialEq, Eq)]
pub struct UploadPath(pub PathBuf);

impl UploadPath {
    pub(crate) fn as_path(&self) -> &Path {
        &self.0
    }
}

impl std::fmt::Debug for UploadPath {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("UploadPath(…)")
    }
}

/// Whether typing replaces what the field holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Placement {
    /// The field then holds exactly the text.
    #[default]
    Replace,
    /// The field then ends with the text.
    Append,
}

/// What follows typed text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Ending {
    /// Nothing.
    #[default]
    Stay,
    /// Enter.
    Submit,
}

/// What a screenshot shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum PictureArea {
    /// What is in view.
    #[default]
    Viewport,
    /// The whole page, also what is scrolled away.
    FullPage,
    /// One element.
    Element(ElementRef),
}

/// What `browser_wait` waits for.
#[derive(Debug, Clone)]
pub enum WaitUntil {
    /// The text is visible.
    Text(String),
    /// The text is not visible any more.
    Gone(String),
    /// The element is visible.
    Visible(ElementRef),
    /// Time alone.
    Elapsed(Duration),
}

/// A dialog's two ways out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DialogReply {
    /// OK.
    Accept,
    /// Cancel.
    Dismiss,
}
