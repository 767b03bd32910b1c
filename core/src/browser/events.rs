//! The events NEXUS listens to, decoded leniently: Chromium versions differ, and an unknown field must not cost an event.

use serde::Deserialize;
use serde_json::value::RawValue;

use super::cdp::CdpEvent;

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
            | "Page.javascriptDialogOpening"
            | "Page.javascriptDialogClosed"
            | "Network.requestWillBeSent"
            | "Runtime.bindingCalled"
            | "Input.dragIntercepted"
    )
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
    DialogOpened(DialogOpened),
    DialogClosed,
    RequestSent(RequestSent),
    BindingCalled(BindingCalled),
    DragIntercepted(DragIntercepted),
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
        "Page.javascriptDialogOpening" => serde_json::from_str(params).map(Event::DialogOpened),
        "Page.javascriptDialogClosed" => Ok(Event::DialogClosed),
        "Network.requestWillBeSent" => serde_json::from_str(params).map(Event::RequestSent),
        "Input.dragIntercepted" => serde_json::from_str(params).map(Event::DragIntercepted),
        "Runtime.bindingCalled" => serde_json::from_str(params).map(Event::BindingCalled),
        _ => return None,
    };
    decoded.inspect_err(|_| tracing::warn!(event = event.method, "an event of Chromium's could not be read")).ok()
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct TargetInfo {
    pub(super) target_id: String,
    pub(super) r#type: String,
    pub(super) title: String,
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
pub(super) struct DialogOpened {
    pub(super) message: String,
    pub(super) r#type: String,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct RequestSent {
    #[serde(default)]
    pub(super) r#type: String,
}

#[derive(Debug, Deserialize)]
pub(super) struct BindingCalled {
    pub(super) name: String,
}

#[derive(Debug, Deserialize)]
pub(super) struct DragIntercepted {
    pub(super) data: Box<RawValue>,
}
