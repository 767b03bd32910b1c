//! What of the protocol each engine role may have of its page. What isn't listed is refused, and so is each parameter: it is
//! left out. Cookies, storage, files, downloads, permissions, other pages and Chromium itself are in no row.

use super::leave::Extent;
use crate::engine::EngineRole;

/// What becomes of a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Rule {
    /// Chromium gets it if the permit that is being spent goes this far.
    Pass(Extent),
    /// It is answered, and nothing is done: what it wants is NEXUS's to do, or changes more than one page.
    Swallow,
    /// It is refused.
    Deny,
}

use Extent::{Acting, Listening, Reading};
use Rule::{Deny, Pass, Swallow};

/// A method, the parameters that are passed on, and what becomes of it for interaction and for inspection.
type Row = (&'static str, &'static [&'static str], Rule, Rule);

/// On sessions of the page, its frames and its workers.
#[rustfmt::skip]
const ROWS: &[Row] = &[
    // Setting up.
    ("Target.setAutoAttach",                       &["autoAttach"],                          Pass(Listening), Pass(Listening)),
    ("Target.detachFromTarget",                    &["sessionId"],                           Pass(Listening), Pass(Listening)),
    ("Page.enable",                                &[],                                      Pass(Listening), Pass(Listening)),
    ("Page.getFrameTree",                          &[],                                      Pass(Listening), Pass(Listening)),
    ("Page.setLifecycleEventsEnabled",             &["enabled"],                             Pass(Listening), Pass(Listening)),
    ("Page.addScriptToEvaluateOnNewDocument",      &["source", "worldName"],                 Pass(Listening), Swallow),
    ("Page.createIsolatedWorld",                   &["frameId", "worldName"],                Pass(Listening), Swallow),
    ("Runtime.enable",                             &[],                                      Pass(Listening), Pass(Listening)),
    ("Runtime.releaseObject",                      &["objectId"],                            Pass(Listening), Pass(Listening)),
    ("Runtime.releaseObjectGroup",                 &["objectGroup"],                         Pass(Listening), Pass(Listening)),
    ("Network.enable",                             &[],                                      Pass(Listening), Pass(Listening)),
    ("Log.enable",                                 &[],                                      Pass(Listening), Pass(Listening)),

    // Looking. Scripts run in the client's own worlds alone, where there are no cookies and no storage.
    ("Runtime.evaluate",                           EVALUATE,                                 Pass(Reading),   Deny),
    ("Runtime.callFunctionOn",                     CALL,                                     Pass(Reading),   Deny),
    ("Runtime.getProperties",                      &["objectId", "ownProperties"],           Pass(Reading),   Pass(Reading)),
    ("DOM.describeNode",                           &["nodeId", "backendNodeId", "objectId"], Pass(Reading),   Deny),
    ("DOM.resolveNode",                            &["backendNodeId", "executionContextId"], Pass(Reading),   Deny),
    ("DOM.getContentQuads",                        &["backendNodeId", "objectId"],           Pass(Reading),   Deny),
    ("DOM.getBoxModel",                            &["backendNodeId", "objectId"],           Pass(Reading),   Deny),
    ("Page.getLayoutMetrics",                      &[],                                      Pass(Reading),   Deny),
    ("Page.captureScreenshot",                     &["format", "quality", "clip"],           Pass(Reading),   Deny),

    // Acting.
    ("DOM.scrollIntoViewIfNeeded",                 &["backendNodeId", "objectId", "rect"],   Pass(Acting),    Deny),
    ("Page.navigate",                              &["url", "frameId"],                      Pass(Acting),    Deny),
    ("Input.dispatchMouseEvent",                   MOUSE,                                    Pass(Acting),    Deny),
    ("Input.dispatchKeyEvent",                     KEY,                                      Pass(Acting),    Deny),
    ("Input.insertText",                           &["text"],                                Pass(Acting),    Deny),

    // NEXUS's own, or Chromium's as a whole. Nothing waits for a client's word to go on.
    ("Runtime.runIfWaitingForDebugger",            &[],                                      Swallow,         Swallow),
    ("Page.bringToFront",                          &[],                                      Swallow,         Swallow),
    ("Page.setInterceptFileChooserDialog",         &[],                                      Swallow,         Swallow),
    ("Page.setFontFamilies",                       &[],                                      Swallow,         Swallow),
    ("Emulation.setFocusEmulationEnabled",         &[],                                      Swallow,         Swallow),
    ("Network.setAttachDebugStack",                &[],                                      Swallow,         Swallow),
    ("Log.startViolationsReport",                  &[],                                      Swallow,         Swallow),
    ("Performance.enable",                         &[],                                      Swallow,         Swallow),

    // What an inspecting engine sets up by habit and NEXUS has it do without.
    ("Audits.enable",                              &[],                                      Deny,            Swallow),
    ("WebMCP.enable",                              &[],                                      Deny,            Swallow),
    ("DOM.enable",                                 &[],                                      Deny,            Swallow),
    ("CSS.enable",                                 &[],                                      Deny,            Swallow),
    ("Debugger.enable",                            &[],                                      Deny,            Swallow),
    ("Debugger.setSkipAllPauses",                  &[],                                      Deny,            Swallow),
    ("Debugger.setPauseOnExceptions",              &[],                                      Deny,            Swallow),
    ("Debugger.setAsyncCallStackDepth",            &[],                                      Deny,            Swallow),
    ("Debugger.setBlackboxPatterns",               &[],                                      Deny,            Swallow),
    ("Debugger.setBlackboxExecutionContexts",      &[],                                      Deny,            Swallow),
    ("Profiler.enable",                            &[],                                      Deny,            Swallow),
    ("Autofill.enable",                            &[],                                      Deny,            Swallow),
    ("Autofill.setAddresses",                      &[],                                      Deny,            Swallow),
];

/// Neither the console's own functions, which reach into every world, nor a gesture of the person's.
const EVALUATE: &[&str] = &[
    "expression",
    "contextId",
    "uniqueContextId",
    "objectGroup",
    "silent",
    "returnByValue",
    "awaitPromise",
    "serializationOptions",
];

const CALL: &[&str] = &[
    "functionDeclaration",
    "objectId",
    "arguments",
    "executionContextId",
    "uniqueContextId",
    "objectGroup",
    "silent",
    "returnByValue",
    "awaitPromise",
    "serializationOptions",
];

const MOUSE: &[&str] =
    &["type", "x", "y", "modifiers", "button", "buttons", "clickCount", "deltaX", "deltaY", "pointerType", "force"];

/// Without `commands`, which are Chromium's editing commands by name: paste among them.
const KEY: &[&str] = &[
    "type",
    "modifiers",
    "text",
    "unmodifiedText",
    "key",
    "code",
    "windowsVirtualKeyCode",
    "location",
    "autoRepeat",
    "isKeypad",
];

/// What becomes of a command on a session of the page, and which parameters go with it.
pub(super) fn rule(role: EngineRole, method: &str) -> (Rule, &'static [&'static str]) {
    match ROWS.iter().find(|row| row.0 == method) {
        Some((_, parameters, interaction, inspection)) => match role {
            EngineRole::Interaction => (*interaction, parameters),
            EngineRole::Inspection => (*inspection, parameters),
        },
        None => (Deny, &[]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// N03: nothing that inspection gets runs a script or moves anything; N25: no row names a domain of secrets.
    #[test]
    fn inspection_only_listens_and_reads() {
        for (method, _, _, inspection) in ROWS {
            assert_ne!(*inspection, Pass(Acting), "{method}");
            for domain in ["Storage.", "Fetch.", "IO.", "Browser.", "Security.", "WebAuthn.", "IndexedDB.", "Tracing."]
            {
                assert!(!method.starts_with(domain), "{method}");
            }
        }
        for method in ["Runtime.evaluate", "Runtime.callFunctionOn", "Input.dispatchKeyEvent", "Page.captureScreenshot"]
        {
            assert_eq!(rule(EngineRole::Inspection, method).0, Deny, "{method}");
        }
    }

    /// All that moves something needs a permit to act.
    #[test]
    fn input_and_navigation_need_a_permit_to_act() {
        for (method, _, interaction, _) in ROWS {
            if method.starts_with("Input.") || *method == "Page.navigate" {
                assert_eq!(*interaction, Pass(Acting), "{method}");
            }
        }
        assert_eq!(rule(EngineRole::Interaction, "Network.getCookies").0, Deny);
        assert_eq!(rule(EngineRole::Interaction, "page.navigate").0, Deny, "names are exact");
    }
}
