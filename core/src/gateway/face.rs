//! The browser that a client finds: it has one tab with one page. None of it is asked of Chromium but that page's sessions.

use std::collections::VecDeque;

use serde_json::{Map, Value, json};

/// Sessions of the page that one client may have: an inspecting engine takes two.
const MOST_ATTACHED: usize = 4;

/// What a client is shown in the browser's place.
#[derive(Debug)]
pub(super) struct Face {
    /// CDP's name for the page.
    page: String,
    /// What a client is told of it.
    info: Value,
    /// On whose behalf the page is being attached to, in order.
    attaching: VecDeque<Parent>,
    attached: usize,
    is_shown: bool,
}

/// Where a session of the page is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Parent {
    Browser,
    Tab,
}

/// The name of the tab, and of its session, which is no session of Chromium's.
const TAB: &str = "nexus-tab";

/// What comes of a command.
#[derive(Debug)]
pub(super) enum Reply {
    /// It is answered here, after these events.
    Here(Vec<(&'static str, Value)>, Value),
    /// Chromium is asked; `true`: its answer is handed on as it is.
    Ask(&'static str, Value, bool),
    /// It is refused.
    Deny(&'static str),
    /// It is answered, and that is the end.
    HangUp,
}

impl Parent {
    /// The session on which its events come.
    pub(super) fn session(self) -> Option<&'static str> {
        match self {
            Self::Browser => None,
            Self::Tab => Some(TAB),
        }
    }
}

impl Face {
    pub(super) fn of(page: &str, info: Value) -> Self {
        Self { page: page.to_owned(), info, attaching: VecDeque::new(), attached: 0, is_shown: false }
    }

    /// The session of the page that comes next was asked for; where it is shown.
    pub(super) fn attached(&mut self) -> Option<Parent> {
        self.attaching.pop_front()
    }

    /// Whether a session is that of the tab.
    pub(super) fn is_tab(session: &str) -> bool {
        session == TAB
    }

    /// What the browser answers.
    pub(super) fn browser(&mut self, method: &str, params: &Map<String, Value>) -> Reply {
        let is_true = |name: &str| params.get(name) == Some(&json!(true));
        let is_page = || params.get("targetId").and_then(Value::as_str) == Some(&self.page);
        match method {
            "Browser.close" => Reply::HangUp,
            "Browser.getVersion" => Reply::Ask("Browser.getVersion", json!({}), true),
            // Browser-wide: NEXUS's to set.
            "Browser.setDownloadBehavior" | "Target.detachFromTarget" | "Target.activateTarget" => nothing(),
            "Target.getBrowserContexts" => Reply::Here(Vec::new(), json!({"browserContextIds": []})),
            "Target.setDiscoverTargets" if is_true("discover") => {
                let events = [self.tab(), self.info.clone()];
                let events = events.map(|info| ("Target.targetCreated", json!({"targetInfo": info})));
                Reply::Here(events.into(), json!({}))
            }
            "Target.setDiscoverTargets" => nothing(),
            "Target.getTargets" => Reply::Here(Vec::new(), json!({"targetInfos": [self.info]})),
            "Target.getTargetInfo" if is_page() => Reply::Here(Vec::new(), json!({"targetInfo": self.info})),
            "Target.getTargetInfo" if !params.contains_key("targetId") => {
                let info = json!({"targetId": "nexus", "type": "browser", "title": "", "url": "", "attached": true,
                    "canAccessOpener": false});
                Reply::Here(Vec::new(), json!({"targetInfo": info}))
            }
            "Target.setAutoAttach" if is_true("autoAttach") && !self.is_shown => {
                self.is_shown = true;
                if wants_tabs(params) {
                    let attached = json!({"sessionId": TAB, "targetInfo": self.tab(), "waitingForDebugger": false});
                    return Reply::Here(vec![("Target.attachedToTarget", attached)], json!({}));
                }
                self.attach(Parent::Browser, false)
            }
            "Target.setAutoAttach" => nothing(),
            "Target.attachToTarget" if is_page() => self.attach(Parent::Browser, true),
            _ => Reply::Deny("this isn't for engines"),
        }
    }

    /// What the tab answers.
    pub(super) fn tab_session(&mut self, method: &str, params: &Map<String, Value>) -> Reply {
        match method {
            "Target.setAutoAttach" if params.get("autoAttach") == Some(&json!(true)) && self.attached == 0 => {
                self.attach(Parent::Tab, false)
            }
            "Target.setAutoAttach" | "Runtime.runIfWaitingForDebugger" => nothing(),
            _ => Reply::Deny("this isn't for engines"),
        }
    }

    fn attach(&mut self, parent: Parent, whole_answer: bool) -> Reply {
        if self.attached >= MOST_ATTACHED {
            return Reply::Deny("you have enough sessions of this page");
        }
        self.attached += 1;
        self.attaching.push_back(parent);
        Reply::Ask("Target.attachToTarget", json!({"targetId": self.page, "flatten": true}), whole_answer)
    }

    fn tab(&self) -> Value {
        let mut tab = self.info.clone();
        (tab["targetId"], tab["type"]) = (json!(TAB), json!("tab"));
        tab
    }
}

fn nothing() -> Reply {
    Reply::Here(Vec::new(), json!({}))
}

/// Whether a client wants to find its page below a tab: then it doesn't want pages themselves.
fn wants_tabs(params: &Map<String, Value>) -> bool {
    let filter = params.get("filter").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    filter.iter().any(|entry| entry["type"] == "page" && entry["exclude"] == true)
}
