//! The events NEXUS listens to, decoded leniently: Chromium versions differ, and an unknown field must not cost an event.

use serde::Deserialize;
use serde_json::value::RawValue;

use super::cdp::CdpEvent;
use super::effect_gate::Paused;
use super::record;
use crate::redaction::Noted;

/// The events that are passed on; all others are dropped where they are read.
pub(super) fn wanted(method: &str) -> bool {
    matches!(
        method,
        "Target.attachedToTarget"
            | "Target.detachedFromTarget"
            | "Target.targetInfoChanged"
            | "Target.targetCrashed"
            | "Page.frameNavigated"
            | "Page.navigatedWithinDocument"
            | "Page.frameRequestedNavigation"
            | "Page.frameStartedNavigating"
            | "Page.frameStoppedLoading"
            | "Page.lifecycleEvent"
            | "Page.windowOpen"
            | "Browser.downloadWillBegin"
            | "Browser.downloadProgress"
            | "Page.fileChooserOpened"
            | "Page.javascriptDialogOpening"
            | "Page.javascriptDialogClosed"
            | "Network.requestWillBeSent"
            | "Runtime.bindingCalled"
            | "Runtime.executionContextCreated"
            | "Runtime.executionContextDestroyed"
            | "Runtime.executionContextsCleared"
            | "Input.dragIntercepted"
            | "Fetch.requestPaused"
    ) || record::is_about(method)
}

/// One event.
#[derive(Debug)]
pub(super) enum Event {
    Attached(Attached),
    Detached(Detached),
    InfoChanged(InfoChanged),
    Crashed(Crashed),
    Navigated(Navigated),
    NavigatedWithin(NavigatedWithin),
    NavigationRequested(NavigationRequested),
    NavigationStarted(NavigationStarted),
    LoadingStopped(FrameEvent),
    Lifecycle(Lifecycle),
    WindowOpening,
    DownloadBegan(DownloadBegan),
    DownloadProgressed(DownloadProgressed),
    ChooserOpened(ChooserOpened),
    DialogOpened(DialogOpened),
    DialogClosed,
    RequestSent(RequestSent),
    BindingCalled(BindingCalled),
    WorldCreated(WorldCreated),
    WorldDestroyed(WorldDestroyed),
    WorldsCleared,
    DragIntercepted(DragIntercepted),
    Paused(Paused),
}

/// Decodes an event; `None` if it isn't as expected, which is logged by its name alone.
pub(super) fn decode(event: &CdpEvent) -> Option<Event> {
    let params = event.params.get();
    let decoded = match event.method.as_str() {
        "Target.attachedToTarget" => serde_json::from_str(params).map(Event::Attached),
        "Target.detachedFromTarget" => serde_json::from_str(params).map(Event::Detached),
        "Target.targetInfoChanged" => serde_json::from_str(params).map(Event::InfoChanged),
        "Target.targetCrashed" => serde_json::from_str(params).map(Event::Crashed),
        "Page.frameNavigated" => serde_json::from_str(params).map(Event::Navigated),
        "Page.navigatedWithinDocument" => serde_json::from_str(params).map(Event::NavigatedWithin),
        "Page.frameRequestedNavigation" => serde_json::from_str(params).map(Event::NavigationRequested),
        "Page.frameStartedNavigating" => serde_json::from_str(params).map(Event::NavigationStarted),
        "Page.frameStoppedLoading" => serde_json::from_str(params).map(Event::LoadingStopped),
        "Page.lifecycleEvent" => serde_json::from_str(params).map(Event::Lifecycle),
        "Page.windowOpen" => Ok(Event::WindowOpening),
        "Browser.downloadWillBegin" => serde_json::from_str(params).map(Event::DownloadBegan),
        "Browser.downloadProgress" => serde_json::from_str(params).map(Event::DownloadProgressed),
        "Page.fileChooserOpened" => serde_json::from_str(params).map(Event::ChooserOpened),
        "Page.javascriptDialogOpening" => serde_json::from_str(params).map(Event::DialogOpened),
        "Page.javascriptDialogClosed" => Ok(Event::DialogClosed),
        "Network.requestWillBeSent" => serde_json::from_str(params).map(Event::RequestSent),
        "Fetch.requestPaused" => serde_json::from_str(params).map(Event::Paused),
        "Input.dragIntercepted" => serde_json::from_str(params).map(Event::DragIntercepted),
        "Runtime.bindingCalled" => serde_json::from_str(params).map(Event::BindingCalled),
        "Runtime.executionContextCreated" => serde_json::from_str(params).map(Event::WorldCreated),
        "Runtime.executionContextDestroyed" => serde_json::from_str(params).map(Event::WorldDestroyed),
        "Runtime.executionContextsCleared" => Ok(Event::WorldsCleared),
        _ => return None,
    };
    decoded.inspect_err(|_| tracing::warn!(event = event.method, "an event of Chromium's could not be read")).ok()
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct TargetInfo {
    pub(super) target_id: String,
    pub(super) r#type: String,
    pub(super) url: String,
    pub(super) opener_id: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Attached {
    pub(super) session_id: String,
    pub(super) target_info: TargetInfo,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Detached {
    pub(super) session_id: String,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct InfoChanged {
    pub(super) target_info: TargetInfo,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Crashed {
    pub(super) target_id: String,
    #[serde(default)]
    pub(super) status: String,
    #[serde(default)]
    pub(super) error_code: i64,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Frame {
    pub(super) id: String,
    pub(super) parent_id: Option<String>,
    pub(super) loader_id: String,
    pub(super) url: String,
}

#[derive(Debug, Deserialize)]
pub(super) struct Navigated {
    pub(super) frame: Frame,
    #[serde(default)]
    pub(super) r#type: String,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct NavigatedWithin {
    pub(super) frame_id: String,
    pub(super) url: String,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct NavigationRequested {
    pub(super) frame_id: String,
    #[serde(default)]
    pub(super) disposition: String,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct NavigationStarted {
    pub(super) frame_id: String,
    pub(super) loader_id: String,
    #[serde(default)]
    pub(super) navigation_type: String,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct FrameEvent {
    pub(super) frame_id: String,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Lifecycle {
    pub(super) frame_id: String,
    pub(super) loader_id: String,
    pub(super) name: String,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct DownloadBegan {
    #[serde(default)]
    pub(super) frame_id: String,
    pub(super) guid: String,
    #[serde(default)]
    pub(super) url: String,
    #[serde(default)]
    pub(super) suggested_filename: String,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct DownloadProgressed {
    pub(super) guid: String,
    #[serde(default)]
    pub(super) received_bytes: f64,
    #[serde(default)]
    pub(super) state: String,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ChooserOpened {
    #[serde(default)]
    pub(super) frame_id: String,
    pub(super) backend_node_id: Option<i64>,
}

#[derive(Debug, Deserialize)]
pub(super) struct DialogOpened {
    pub(super) message: String,
    pub(super) r#type: String,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct RequestSent {
    pub(super) request_id: String,
    #[serde(default)]
    pub(super) r#type: String,
    #[serde(default)]
    pub(super) frame_id: String,
    pub(super) loader_id: String,
    pub(super) request: Request,
}

#[derive(Debug, Deserialize)]
pub(super) struct Request {
    pub(super) url: String,
    pub(super) method: String,
}

#[derive(Debug, Deserialize)]
pub(super) struct BindingCalled {
    pub(super) name: String,
    #[serde(default)]
    pub(super) payload: String,
}

/// What the guard tells, in the order in which it happens.
#[derive(Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(super) enum GuardTold {
    /// An event of an act reached its target.
    Delivered { act: u64 },
    /// The person pressed.
    Press,
    /// The person pressed a key.
    Key,
    /// The person pasted.
    Paste,
    /// The person dropped something.
    Drop,
    /// A key that no act explains was kept from the page.
    Kept,
    /// A password-like field holds something.
    Secret { secret: Noted },
}

#[derive(Debug, Deserialize)]
pub(super) struct WorldCreated {
    pub(super) context: WorldDescription,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct WorldDescription {
    pub(super) id: i64,
    pub(super) name: String,
    pub(super) origin: String,
    #[serde(default)]
    pub(super) unique_id: String,
    #[serde(default)]
    pub(super) aux_data: WorldFrame,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct WorldFrame {
    #[serde(default)]
    pub(super) frame_id: String,
    /// Whether it is the page's own.
    #[serde(default)]
    pub(super) is_default: bool,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct WorldDestroyed {
    pub(super) execution_context_id: i64,
}

#[derive(Debug, Deserialize)]
pub(super) struct DragIntercepted {
    pub(super) data: Box<RawValue>,
}
