//! The tools as data: name, description, hints, schema and decoder of each, in one table. Every call goes through
//! [`Tool::decode`], so an argument that isn't in the schema can't get past it.

mod acting;
mod arguments;
mod filling;
mod inspection;
mod leases;
mod reading;
mod schema;
#[cfg(test)]
mod tests;
mod windows;

use std::sync::{Arc, LazyLock};

use nexus_core::Capability;
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
    /// What an engine does with a page: named by the one table of who serves what (N03).
    fn of<A: Arguments>(capability: Capability, kind: Kind, description: &'static str) -> Self {
        Self::new::<A>(capability.tool(), kind, description)
    }

    /// What NEXUS itself does.
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
    use {acting as act, filling as fill, inspection as inspect, leases as lease, reading as read, windows as window};
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
        Tool::of::<window::PageOpen>(
            Capability::PageOpen,
            Adds,
            "Open a page of your own in a Window. You hold its lease.",
        ),
        Tool::of::<window::PageClose>(Capability::PageClose, Acts, "Close a page."),
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
        Tool::of::<act::Navigate>(
            Capability::Navigate,
            Acts,
            "Load an address (http, https, about:blank), go back, forward or reload. Answers once the page is parsed.",
        ),
        Tool::of::<read::Snapshot>(
            Capability::Snapshot,
            Reads,
            "The page as an accessibility tree with the refs that acts need. Never shows what was typed into fields.",
        ),
        Tool::of::<read::Text>(Capability::Text, Reads, "The page's visible text, without refs."),
        Tool::of::<read::Find>(
            Capability::Find,
            Reads,
            "Elements that fit all you give, with refs, without the whole tree. Name and text match in part, in any case.",
        ),
        Tool::of::<act::Click>(
            Capability::Click,
            Acts,
            "Click an element of the latest snapshot. effect tells what followed.",
        ),
        Tool::of::<act::Hover>(Capability::Hover, Acts, "Move the pointer onto an element."),
        Tool::of::<act::Type>(
            Capability::Type,
            Acts,
            "Type into a field, replacing what it holds. verified: true says that it now holds exactly this text.",
        ),
        Tool::of::<fill::FillForm>(
            Capability::FillForm,
            Acts,
            "Fill several fields of any kind. Answers ok only if all hold their value, else which don't.",
        ),
        Tool::of::<fill::Select>(Capability::Select, Acts, "Choose in a select: exactly these options."),
        Tool::of::<act::PressKey>(Capability::PressKey, Acts, "Press a key where the focus is."),
        Tool::of::<act::ScrollBy>(
            Capability::Scroll,
            Acts,
            "Turn the wheel over the page or an element, or scroll to one.",
        ),
        Tool::of::<act::Drag>(Capability::Drag, Acts, "Drag one element onto another."),
        Tool::of::<act::Upload>(
            Capability::Upload,
            Acts,
            "Give a field files of this computer, from folders the person allows. They are asked each time.",
        ),
        Tool::of::<read::Screenshot>(
            Capability::Screenshot,
            Reads,
            "A picture of the page or one element, typed values painted over. To act you need browser_snapshot.",
        ),
        Tool::of::<read::Wait>(
            Capability::Wait,
            Reads,
            "Wait until a text is there or gone, a ref is visible, or some seconds have passed. Exactly one of them.",
        ),
        Tool::of::<act::Dialog>(
            Capability::Dialog,
            Acts,
            "Answer the page's open dialog: OK (accept: true) or Cancel.",
        ),
        Tool::of::<window::Downloads>(
            Capability::Downloads,
            Reads,
            "What your acts downloaded in a Window: name, size, state. The person keeps the files.",
        ),
        Tool::of::<inspect::Console>(
            Capability::Console,
            Reads,
            "What a page's scripts logged and threw since an agent got control of it. Repeats are one entry.",
        ),
        Tool::of::<inspect::Network>(
            Capability::Network,
            Reads,
            "A page's requests since an agent got control of it: method, outcome, type, address, size, time, who sent it. \
             No bodies.",
        ),
        Tool::of::<inspect::Performance>(
            Capability::Performance,
            Reads,
            "How fast a page is: metrics tells how loading and reacting went; start and stop trace what its scripts do.",
        ),
        Tool::of::<inspect::Evaluate>(
            Capability::Evaluate,
            Acts,
            "Run a function in the page. A person reads it and is asked each time; what fields hold is taken out of the result.",
        ),
        Tool::of::<inspect::Emulate>(
            Capability::Emulate,
            Acts,
            "Show the page as on another device or connection, until your control ends.",
        ),
    ]
}
