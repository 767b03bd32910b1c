//! What an act would touch, found out by NEXUS itself just before it. Plain data: addresses come taken apart, and nothing
//! here says what any of it means.

mod element;

pub use element::{Destination, Element, Field, Link, Method, Names, Reach, Submission};

use crate::{Digest, Origin};

/// What an act would touch, found out by NEXUS itself just before it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Evidence {
    /// A hash over everything that was found: what a yes holds for.
    pub digest: Digest,
    /// One over each thing that would be touched, without what only stands around it: what a permit holds for.
    pub parts: Vec<Digest>,
    /// Where it would happen; none where there is no page yet.
    pub origin: Option<Origin>,
    /// What is there.
    pub touched: Touched,
    /// The files that it would be given.
    pub files: Vec<GivenFile>,
}

/// A file that an act gives to a page. The person sees where it comes from; the page doesn't.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GivenFile {
    /// Its name.
    pub name: String,
    /// The folder that it is in.
    pub folder: String,
    /// Its size.
    pub bytes: u64,
    /// A hash over what it holds.
    pub content: Digest,
}

/// What an act is shown to touch. What doesn't fit, or couldn't be found out, is [`Touched::Unresolved`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Touched {
    /// Elements of a page: one for a press, every field for a form, both ends for a drag. None at all counts as unresolved.
    Elements(Vec<ElementAct>),
    /// A page goes somewhere.
    Navigation(Navigation),
    /// A new page or Window, at this address; none if it stays blank.
    Opening(Option<Destination>),
    /// The end of a page or a Window.
    Closing,
    /// An open dialog is answered.
    Dialog {
        /// Which kind.
        kind: DialogKind,
        /// OK, or Cancel.
        accept: bool,
        /// What it says.
        message: String,
    },
    /// A file comes onto this computer.
    Download {
        /// Its name.
        file: String,
    },
    /// The page may use something of this computer: camera, place, notifications.
    Permission {
        /// Chromium's word for it.
        name: String,
    },
    /// An agent's own script runs in the page.
    Script {
        /// The whole of it.
        source: String,
    },
    /// The page is shown as on another device, until the agent has control no more.
    Emulation,
    /// It couldn't be found out.
    Unresolved,
}

/// One thing done to one element.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ElementAct {
    /// What is done.
    pub act: Act,
    /// To what: for a press what is under the pointer, for a key what has the focus, for a label what it labels.
    pub element: Element,
}

/// What is done to an element.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Act {
    /// The pointer moves onto it.
    Hover,
    /// It is scrolled, or scrolled into view.
    Scroll,
    /// It is pressed, with whatever button.
    Press,
    /// Text goes into it.
    Type {
        /// Whether Enter is pressed afterwards, or the text itself holds a newline.
        enter: bool,
    },
    /// A native choice, check or date is set.
    Choose,
    /// A key is pressed while it has the focus.
    Key(KeyEffect),
    /// It is dragged, or something is dropped on it.
    Drag,
    /// It is given files.
    Upload,
}

/// What a key does by itself, whatever a page makes of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyEffect {
    /// Types a character that isn't a newline or a space.
    Text,
    /// Enter.
    Enter,
    /// Space: text in a field, a press elsewhere.
    Space,
    /// Backspace, Delete.
    Erase,
    /// Moves focus, caret, selection or what is in view, or leaves something: Tab, arrows, Page Down, Escape, Control+A; also with Shift.
    Move,
    /// Any other key with Control, Alt or Meta, and function keys.
    Shortcut,
}

/// Where a page goes without an element that is pressed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Navigation {
    /// To an address.
    To(Destination),
    /// Back, forward or reload.
    Again {
        /// Where that leads; none where it isn't known.
        destination: Option<Destination>,
        /// Whether it sends a form once more.
        posts_again: bool,
    },
}

/// What kind of dialog a page shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DialogKind {
    /// `alert()`: it only tells something.
    Alert,
    /// `confirm()`: it asks for yes or no.
    Confirm,
    /// `prompt()`: it asks for a text.
    Prompt,
    /// It asks whether to leave the page.
    BeforeUnload,
}

impl DialogKind {
    /// As agents see it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Alert => "alert",
            Self::Confirm => "confirm",
            Self::Prompt => "prompt",
            Self::BeforeUnload => "beforeunload",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Agents are told kinds of dialogs by the web's own words.
    #[test]
    fn dialogs_have_the_web_s_words() {
        let kinds = [DialogKind::Alert, DialogKind::Confirm, DialogKind::Prompt, DialogKind::BeforeUnload];
        assert_eq!(kinds.map(DialogKind::as_str), ["alert", "confirm", "prompt", "beforeunload"]);
    }
}
