//! An element of a page, as NEXUS saw it: what it is, what it is called, and where pressing it leads.

use crate::Origin;

/// An element. Text that isn't there is empty; tags, roles and types are in lower case.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Element {
    /// Whether everything below could be found out. If not, nothing of it can calm.
    pub resolved: bool,
    /// Its tag.
    pub tag: String,
    /// Its role, computed or given.
    pub role: String,
    /// The `type` that is in effect: `submit` for a button that says nothing else.
    pub input_type: String,
    /// What it is called.
    pub names: Names,
    /// What of it takes text.
    pub field: Field,
    /// Where it leads, if it or something around it is a link.
    pub link: Option<Link>,
    /// The form that it sends: when pressed if it is a button, with Enter if it is a field.
    pub submits: Option<Submission>,
    /// Whether an act on it was seen to begin a download before.
    pub downloads: bool,
    /// Text near it that says what it is about: the heading of its dialog, its row. It can only raise the risk.
    pub surroundings: String,
    /// The origin of its frame, where that isn't the page's own.
    pub foreign_frame: Option<Origin>,
}

/// What an element is called, in all the places that say so.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Names {
    /// Its accessible name.
    pub accessible: String,
    /// Its text, as rendered.
    pub visible: String,
    /// Its tooltip.
    pub title: String,
    /// The caption of an `input` that is a button. Never what was typed.
    pub value: String,
}

/// What tells one field from another.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Field {
    /// Its `autocomplete`.
    pub autocomplete: String,
    /// Its placeholder, label, `name` and `id`: whatever hints at what belongs into it.
    pub hints: Vec<String>,
    /// Whether it takes text though it isn't a native field.
    pub editable: bool,
    /// Whether it shows dots for what is typed.
    pub masked: bool,
}

/// A link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Link {
    /// Where it leads.
    pub destination: Destination,
    /// Whether it says that it is a download.
    pub downloads: bool,
}

/// What a form would send, and where: by the submitter's own attributes where it has some.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Submission {
    /// How.
    pub method: Method,
    /// Where.
    pub destination: Destination,
    /// The button that submits, where it isn't the element itself: for Enter the form's default button.
    pub submitter: Names,
    /// The names of the form's buttons, where none of them is its default button.
    pub buttons: Vec<String>,
}

/// How a form is sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// In the address.
    Get,
    /// In the body.
    Post,
    /// Not at all: it closes its dialog.
    Dialog,
}

impl Method {
    /// By a form's `method`, in whatever case. Anything that isn't known to do less sends in the body.
    pub fn of_attribute(method: &str) -> Self {
        match method.trim().to_ascii_lowercase().as_str() {
            "" | "get" => Self::Get,
            "dialog" => Self::Dialog,
            _ => Self::Post,
        }
    }
}

/// An address, taken apart by whoever can.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Destination {
    /// What kind of place it is, seen from the page.
    pub reach: Reach,
    /// Its path, percent-decoded.
    pub path: String,
    /// The names and values of its query, decoded.
    pub query: Vec<(String, String)>,
}

/// What kind of place an address is, seen from the page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reach {
    /// The same document: only the fragment differs.
    SameDocument,
    /// The page's own origin, or a blank page.
    SameOrigin,
    /// Another origin.
    OtherOrigin(Origin),
    /// Another program: `mailto:`, `tel:` and the like.
    OtherProgram {
        /// The scheme.
        scheme: String,
    },
    /// A script of the page's own: `javascript:`.
    Script,
    /// An address without an origin: `data:`, `blob:`, `file:` and whatever else.
    Opaque,
    /// Not an address.
    Unparsable,
}

#[cfg(test)]
mod tests;
