//! The tools as data: name, description, hints, schema and decoder of each, in one table. Every call goes through
//! [`Tool::decode`], so an argument that isn't in the schema can't get past it.

mod acting;
mod arguments;
mod filling;
mod leases;
mod reading;
mod schema;
#[cfg(test)]
mod tests;
mod windows;

use std::sync::{Arc, LazyLock};

use nexus_core::broker::{Request, Submission};
use nexus_policy::{Code, Digest, LeaseId, Refusal};
use rmcp::model::{JsonObject, ToolAnnotations};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::Value;
use sha2::{Digest as _, Sha256};

/// The arguments of one tool.
trait Arguments: DeserializeOwned + JsonSchema {
    /// Parses what the schema can't express: ids, references, which arguments go together.
    fn asked(self) -> Result<Asked, Refusal>;
}

/// A call's arguments, parsed.
struct Asked {
    lease: Option<LeaseId>,
    request: Request,
}

/// What a tool does to the world, for the hints that clients show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Changes nothing.
    Reads,
    /// Changes only what there is in NEXUS: opens, leases.
    Adds,
    /// Acts in a page or closes something.
    Acts,
}

/// One tool.
pub(crate) struct Tool {
    /// Its name on the wire.
    pub(crate) name: &'static str,
    description: &'static str,
    kind: Kind,
    schema: Arc<JsonObject>,
    decode: fn(Value) -> Result<Asked, Refusal>,
}

impl Tool {
    fn new<A: Arguments>(name: &'static str, kind: Kind, description: &'static str) -> Self {
        let decode = |arguments| match serde_json::from_value::<A>(arguments) {
            Ok(arguments) => arguments.asked(),
            // The schema was checked before, so this is ours; serde's message could hold what was typed.
            Err(_) => Err(Refusal::new(Code::InvalidArguments, "The arguments don't fit the tool's schema.")),
        };
        Self { name, description, kind, schema: Arc::new(schema::of::<A>()), decode }
    }

    /// Parses a call's arguments. The refusal says which argument is wrong and what it takes, never what it held.
    pub(crate) fn decode(&self, arguments: JsonObject) -> Result<Submission, Refusal> {
        schema::check(self.name, &self.schema, &arguments)?;
        let action = self.action(&arguments);
        let Asked { lease, request } = (self.decode)(Value::Object(arguments))?;
        Ok(Submission { lease, action, request })
    }

    /// What a person's yes is for: this tool with exactly these arguments, whatever their order.
    fn action(&self, arguments: &JsonObject) -> Digest {
        let mut sorted: Vec<(&String, &Value)> = arguments.iter().collect();
        sorted.sort_by_key(|(name, _)| *name);
        let mut hash = Sha256::new();
        hash.update(self.name);
        for (name, value) in sorted {
            hash.update([0]);
            hash.update(name);
            hash.update([0]);
            hash.update(value.to_string());
        }
        Digest(hash.finalize().into())
    }

    fn listed(&self) -> rmcp::model::Tool {
        let hints = match self.kind {
            Kind::Reads => ToolAnnotations::new().read_only(true),
            Kind::Adds => ToolAnnotations::new().destructive(false),
            Kind::Acts => ToolAnnotations::new().destructive(true),
        };
        rmcp::model::Tool::new(self.name, self.description, Arc::clone(&self.schema)).with_annotations(hints)
    }
}

/// Every tool of this release, in the order in which they are listed.
pub(crate) fn all() -> &'static [Tool] {
    static TOOLS: LazyLock<Vec<Tool>> = LazyLock::new(table);
    &TOOLS
}

/// The tool of that name.
pub(crate) fn find(name: &str) -> Option<&'static Tool> {
    all().iter().find(|tool| tool.name == name)
}

/// The tools as `tools/list` answers them.
pub(crate) fn listed() -> Vec<rmcp::model::Tool> {
    all().iter().map(Tool::listed).collect()
}

fn table() -> Vec<Tool> {
    use Kind::{Acts, Adds, Reads};
    use {acting as act, filling as fill, leases as lease, reading as read, windows as window};
    vec![
        Tool::new::<window::Windows>(
            "browser_windows",
            Reads,
            "Every Window with its control state; the pages you may see, your leases, what a person is asked; who else is \
             connected. With wait_s it answers as soon as something of this changes: never poll.",
        ),
        Tool::new::<window::WindowOpen>(
            "browser_window_open",
            Adds,
            "Open a Window of your own on a fresh, empty profile. You hold its lease.",
        ),
        Tool::new::<window::WindowClose>(
            "browser_window_close",
            Acts,
            "Close a Window you opened. Its profile is discarded.",
        ),
        Tool::new::<window::PageOpen>(
            "browser_page_open",
            Adds,
            "Open a page of your own in a Window. You hold its lease.",
        ),
        Tool::new::<window::PageClose>("browser_page_close", Acts, "Close a page."),
        Tool::new::<lease::Acquire>(
            "browser_lease_acquire",
            Adds,
            "Get the exclusive right to act in a Window with all its pages, or on one page. With wait_s you wait in line \
             while someone else holds it. Sub-agents that share a connection name theirs as lease in every act.",
        ),
        Tool::new::<lease::Release>("browser_lease_release", Adds, "Give a lease back. The page stays as it is."),
        Tool::new::<lease::Transfer>(
            "browser_lease_transfer",
            Adds,
            "Give your lease to another connected agent, in one step: you can't act there from then on.",
        ),
        Tool::new::<lease::Handoff>(
            "browser_handoff",
            Adds,
            "Ask the person to do something there that you may not: sign in, a code, a CAPTCHA. Waits up to 5 minutes; if \
             your client gives up sooner, call again. Nothing there can be read meanwhile.",
        ),
        Tool::new::<act::Navigate>(
            "browser_navigate",
            Acts,
            "Load an address (http, https, about:blank), go back, forward or reload. Answers once the page is parsed.",
        ),
        Tool::new::<read::Snapshot>(
            "browser_snapshot",
            Reads,
            "The page as an accessibility tree with the refs that acts need. Never shows what was typed into fields.",
        ),
        Tool::new::<read::Text>("browser_text", Reads, "The page's visible text, without refs."),
        Tool::new::<read::Find>(
            "browser_find",
            Reads,
            "Elements that fit all you give, with refs, without the whole tree. Name and text match in part, in any case.",
        ),
        Tool::new::<act::Click>(
            "browser_click",
            Acts,
            "Click an element of the latest snapshot. effect tells what followed.",
        ),
        Tool::new::<act::Hover>("browser_hover", Acts, "Move the pointer onto an element."),
        Tool::new::<act::Type>(
            "browser_type",
            Acts,
            "Type into a field, replacing what it holds. verified: true says that it now holds exactly this text.",
        ),
        Tool::new::<fill::FillForm>(
            "browser_fill_form",
            Acts,
            "Fill several fields of any kind. Answers ok only if all hold their value, else which don't.",
        ),
        Tool::new::<fill::Select>("browser_select", Acts, "Choose in a select: exactly these options."),
        Tool::new::<act::PressKey>("browser_press_key", Acts, "Press a key where the focus is."),
        Tool::new::<act::ScrollBy>(
            "browser_scroll",
            Acts,
            "Turn the wheel over the page or an element, or scroll to one.",
        ),
        Tool::new::<act::Drag>("browser_drag", Acts, "Drag one element onto another."),
        Tool::new::<act::Upload>(
            "browser_upload",
            Acts,
            "Give a field files of this computer, from folders the person allows. They are asked each time.",
        ),
        Tool::new::<read::Screenshot>(
            "browser_screenshot",
            Reads,
            "A picture of the page or one element, typed values painted over. To act you need browser_snapshot.",
        ),
        Tool::new::<read::Wait>(
            "browser_wait",
            Reads,
            "Wait until a text is there or gone, a ref is visible, or some seconds have passed. Exactly one of them.",
        ),
        Tool::new::<act::Dialog>("browser_dialog", Acts, "Answer the page's open dialog: OK (accept: true) or Cancel."),
        Tool::new::<window::Downloads>(
            "browser_downloads",
            Reads,
            "What your acts downloaded in a Window: name, size, state. The person keeps the files.",
        ),
    ]
}
