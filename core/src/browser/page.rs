//! One page as NEXUS tracks it: what Chromium said of it last, and its gate.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use nexus_policy::DialogKind;
use serde_json::value::RawValue;
use tokio::sync::watch;

use super::banner::Banner;
use super::cdp::{CdpSession, Connection};
use super::downloads::Downloads;
use super::emulation::Emulation;
use super::forms_sent::FormsSent;
use super::frames::{FrameId, RemoteFrames};
use super::gate::Gate;
use super::launch::Display;
use super::pointer::Pointer;
use super::prompts;
use super::record::Record;
use super::references::References;
use super::title::LearnedTitle;
use super::trace::Trace;
use super::worlds::{Hands, Worlds};
use crate::engine::DevTools;
use crate::gateway::Attachments;
use crate::redaction::{PublicAddress, PublicText, Secrets, Untrusted};

/// A page of a running Chromium. It has no id of its own here: the broker names it.
#[derive(Debug)]
pub(crate) struct Page {
    /// CDP's name for it, which is also that of its main frame.
    pub(crate) target: String,
    pub(crate) session: CdpSession,
    pub(crate) connection: Arc<Connection>,
    pub(crate) gate: Arc<Gate>,
    pub(crate) references: References,
    pub(crate) remote_frames: RemoteFrames,
    pub(super) worlds: Worlds,
    pub(super) forms_sent: FormsSent,
    pub(super) pointer: Pointer,
    pub(super) banner: Banner,
    pub(crate) record: Record,
    pub(crate) attachments: Attachments,
    /// What inspects it, where NEXUS doesn't do that itself.
    pub(crate) dev_tools: Option<Arc<DevTools>>,
    pub(crate) emulation: Emulation,
    pub(crate) trace: Trace,
    pub(crate) secrets: Arc<Secrets>,
    pub(super) title: LearnedTitle,
    /// Those of its Window.
    pub(crate) downloads: Arc<Downloads>,
    /// The document of each frame for which Chromium keeps an accessibility tree.
    accessible: Mutex<BTreeMap<FrameId, String>>,
    state: watch::Sender<PageState>,
}

/// What is known of a page at one moment.
#[derive(Debug, Clone)]
pub(crate) struct PageState {
    pub(crate) address: Untrusted<String>,
    /// The scheme of the address, to know what may be read at all.
    pub(crate) scheme: String,
    pub(crate) title: Untrusted<String>,
    /// CDP's name for the document that is shown.
    pub(crate) document: String,
    /// The document that has been parsed to its end.
    pub(crate) parsed: String,
    /// The document that is there with its frames and pictures.
    pub(crate) loaded: String,
    /// The document that a navigation under way will bring.
    pub(crate) coming: Option<String>,
    /// The page has asked for a navigation that hasn't begun yet.
    pub(crate) leaving: bool,
    pub(crate) dialog: Option<Dialog>,
    /// CDP's name for the page that opened it, if it still knows that page.
    pub(crate) opener: Option<String>,
    /// Windows of Chromium that the page is opening and that aren't there yet.
    pub(crate) opening: u64,
    /// How many downloads it has begun while an agent had control.
    pub(crate) downloads: u64,
    /// The last of them.
    pub(crate) download: Option<DownloadSeen>,
    /// Navigations that brought no other document: downloads, or what was stopped.
    pub(crate) aborted: u64,
    /// How often the page has asked for files while an agent had control, and got none.
    pub(crate) choosers: u64,
    /// The last time it did.
    pub(crate) chooser: Option<Chooser>,
    /// Dialogs the page has opened so far.
    pub(crate) dialogs: u64,
    pub(crate) life: PageLife,
    /// The act of which the guard last said that it reached its target.
    pub(crate) delivered: Option<u64>,
    /// Whether what it shows came by a form that was sent in the body of a request.
    pub(crate) posted: bool,
    /// Requests the page has sent so far.
    pub(crate) requests: u64,
    /// How often a document of a frame came or went so far.
    pub(crate) frame_changes: u64,
    /// What the page has the browser drag, as Chromium wants it back.
    pub(crate) drag: Option<Untrusted<Box<RawValue>>>,
}

/// Whether a page can answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PageLife {
    Alive,
    Crashed,
    Closed,
}

/// A dialog that a page has opened.
#[derive(Debug, Clone)]
pub(crate) struct Dialog {
    /// Tells it from the page's other dialogs.
    pub(crate) number: u64,
    pub(crate) kind: DialogKind,
    pub(crate) message: Untrusted<String>,
}

/// A download that a page began.
#[derive(Debug, Clone)]
pub(crate) struct DownloadSeen {
    pub(crate) name: Untrusted<String>,
    /// Whether the person said yes to it, so that it comes.
    pub(crate) comes: bool,
}

/// A page's question for files.
#[derive(Debug, Clone)]
pub(crate) struct Chooser {
    /// Where.
    pub(crate) frame: FrameId,
    /// CDP's name for the field that they are for, if they are for one.
    pub(crate) field: Option<i64>,
}

impl Page {
    pub(crate) fn new(
        target: String,
        session: CdpSession,
        connection: Arc<Connection>,
        gate: Arc<Gate>,
        display: Display,
        downloads: Arc<Downloads>,
        secrets: Secrets,
    ) -> Self {
        let state = PageState {
            address: Untrusted::new("about:blank".to_owned()),
            scheme: "about".to_owned(),
            title: Untrusted::new(String::new()),
            document: String::new(),
            parsed: String::new(),
            loaded: String::new(),
            coming: None,
            leaving: false,
            dialog: None,
            opener: None,
            opening: 0,
            downloads: 0,
            download: None,
            aborted: 0,
            choosers: 0,
            chooser: None,
            dialogs: 0,
            life: PageLife::Alive,
            delivered: None,
            posted: false,
            requests: 0,
            frame_changes: 0,
            drag: None,
        };
        Self {
            target,
            session,
            connection,
            gate,
            references: References::default(),
            remote_frames: RemoteFrames::default(),
            worlds: Worlds::default(),
            forms_sent: FormsSent::default(),
            pointer: Pointer::new(display),
            banner: Banner::default(),
            record: Record::default(),
            attachments: Attachments::default(),
            dev_tools: None,
            emulation: Emulation::default(),
            trace: Trace::default(),
            secrets: Arc::new(secrets),
            title: LearnedTitle::default(),
            downloads,
            accessible: Mutex::default(),
            state: watch::Sender::new(state),
        }
    }

    /// Whether Chromium keeps an accessibility tree for this document of a frame.
    pub(crate) fn is_accessible(&self, frame: &FrameId, document: &str) -> bool {
        self.accessible().get(frame).is_some_and(|known| known == document)
    }

    /// Remembers that Chromium keeps one.
    pub(crate) fn set_accessible(&self, frame: &FrameId, document: &str) {
        self.accessible().insert(frame.clone(), document.to_owned());
    }

    fn accessible(&self) -> MutexGuard<'_, BTreeMap<FrameId, String>> {
        self.accessible.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether a form was ever sent from it to this address, so that showing that again may send it again.
    pub(crate) fn has_posted(&self, address: &str) -> bool {
        self.forms_sent.were_sent_to(address)
    }

    /// From now on these hands' keys reach it, Chromium asks the person for it or doesn't, and what it says is kept or isn't.
    pub(crate) fn set_hands(&self, hands: Hands) {
        match hands {
            Hands::Agent => self.record.open(),
            Hands::Person => {
                self.record.close();
                self.attachments.end();
                self.end_emulation();
                self.end_trace(None);
            }
        }
        if self.worlds.set_hands(&self.connection, hands) {
            for session in self.sessions() {
                prompts::set_up(&self.connection, &session, hands);
            }
        }
    }

    /// What is known now.
    pub(crate) fn state(&self) -> PageState {
        self.state.borrow().clone()
    }

    /// Its address, as anyone may know it (N26).
    pub(crate) fn public_address(&self) -> PublicAddress {
        self.state.borrow().address.address(&self.secrets)
    }

    /// Its title, as anyone may know it.
    pub(crate) fn public_title(&self) -> PublicText {
        self.state.borrow().title.redact(&self.secrets)
    }

    /// Whether it shows a page of the web now.
    pub(crate) fn is_web(&self) -> bool {
        self.state.borrow().is_web()
    }

    /// What is known, and each change of it.
    pub(crate) fn watch(&self) -> watch::Receiver<PageState> {
        self.state.subscribe()
    }

    /// Takes in what Chromium said.
    pub(crate) fn update(&self, change: impl FnOnce(&mut PageState)) {
        self.state.send_modify(change);
    }
}

impl PageState {
    /// Takes in where the page is.
    pub(crate) fn set_address(&mut self, address: String) {
        self.scheme = address.split_once(':').map_or_else(String::new, |(scheme, _)| scheme.to_ascii_lowercase());
        self.address = Untrusted::new(address);
    }

    /// Whether this is a page of the web. Chromium's own pages, local files and extensions show what no agent may see.
    pub(crate) fn is_web(&self) -> bool {
        matches!(self.scheme.as_str(), "http" | "https" | "about" | "data" | "blob" | "")
    }
}
