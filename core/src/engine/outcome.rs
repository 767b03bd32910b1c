//! What came of a call on a page, before redaction.

use nexus_policy::{Code, DialogKind};

use super::Capability;
use crate::broker::{ActEffect, DownloadTold, Picture};
use crate::browser::{Dialog, HandError};
use crate::redaction::{PublicAddress, Untrusted};
use crate::uploads::UploadError;

/// Done, or why not.
pub(crate) type Outcome = Result<Done, Failure>;

/// What was done.
#[derive(Debug, Default)]
pub(crate) struct Done {
    /// In plain words, without page text.
    pub(crate) summary: String,
    pub(crate) effect: Option<ActEffect>,
    pub(crate) verified: Option<bool>,
    /// A dialog that the act opened.
    pub(crate) dialog: Option<DialogKind>,
    /// Page text to be told.
    pub(crate) text: Option<Untrusted<String>>,
    /// Whose content that or the picture is, beside the page's own: its frames'.
    pub(crate) origins: Vec<PublicAddress>,
    pub(crate) picture: Option<Picture>,
    /// What was asked about downloads.
    pub(crate) downloads: Vec<DownloadTold>,
}

impl Done {
    pub(crate) fn new(summary: impl Into<String>) -> Self {
        Self { summary: summary.into(), ..Self::default() }
    }
}

/// Why something wasn't done.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) code: Code,
    /// In plain words, without page text.
    pub(crate) sentence: String,
    pub(crate) effect: Option<ActEffect>,
    pub(crate) dialog: Option<DialogKind>,
    /// Page text that belongs to it: a dialog's message.
    pub(crate) text: Option<Untrusted<String>>,
}

impl Failure {
    pub(crate) fn new(code: Code, sentence: impl Into<String>) -> Self {
        Self { code, sentence: sentence.into(), effect: None, dialog: None, text: None }
    }

    /// A call came to somebody else than the owner of its capability, who doesn't serve it (N04).
    pub(crate) fn not_mine(capability: Capability) -> Self {
        tracing::error!(tool = capability.tool(), "a call came to the wrong engine");
        Self::cannot_serve(capability, "the call didn't reach it")
    }

    /// The owner of a capability can't serve it now, and nobody does in its place (N04).
    pub(crate) fn cannot_serve(capability: Capability, why: &str) -> Self {
        let (tool, owner) = (capability.tool(), capability.owner().as_str());
        Self::new(Code::Unavailable, format!("{tool} is the {owner} engine's, which can't serve it now: {why}."))
    }

    fn dialog_open(dialog: Dialog) -> Self {
        let sentence = format!("The page shows a dialog ({}).", dialog.kind.as_str());
        Self { dialog: Some(dialog.kind), text: Some(dialog.message), ..Self::new(Code::DialogOpen, sentence) }
    }
}

impl From<UploadError> for Failure {
    fn from(error: UploadError) -> Self {
        let code = if error == UploadError::NoCopy { Code::Unavailable } else { Code::InvalidArguments };
        Self::new(code, format!("{error} Nothing was done."))
    }
}

impl From<HandError> for Failure {
    fn from(error: HandError) -> Self {
        match error {
            HandError::Stale => Self::new(Code::PausedByUser, "A person has control."),
            HandError::DialogOpen(dialog) => Self::dialog_open(dialog),
            HandError::Crashed => Self::new(Code::PageCrashed, "The page has crashed."),
            HandError::Closed => Self::new(Code::UnknownPage, "The page was closed."),
            HandError::BrowserGone => Self::new(Code::BrowserGone, "The Window's Chromium has ended."),
            HandError::TimedOut => Self::new(Code::TimedOut, "The page didn't answer in time."),
            HandError::DocumentGone => Self::new(Code::TargetChanged, "The page went elsewhere meanwhile."),
            HandError::NotWeb => Self::new(
                Code::BlockedAddress,
                "The page shows something that isn't a page of the web, which agents may not read or act on.",
            ),
            HandError::Malformed => Self::new(Code::Unavailable, "The page's answer could not be understood."),
        }
    }
}
