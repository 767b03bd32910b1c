//! Who serves what: every capability of a page has exactly one owner (N03). The names of the tools, the dispatch of calls,
//! what an agent is told when the owner can't serve it, and the README's list follow from this table.

/// What fills a page's capabilities: one provider each, fixed for the life of a Window.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum EngineRole {
    /// What a person does to a page, and what they see of it.
    Interaction,
    /// What a developer looks at behind a page.
    Inspection,
}

impl EngineRole {
    /// The word for it in product texts.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Interaction => "interaction",
            Self::Inspection => "inspection",
        }
    }
}

/// A kind of thing that an agent can have done with a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "each is the tool of its name")]
pub enum Capability {
    PageOpen,
    PageClose,
    Navigate,
    Snapshot,
    Text,
    Find,
    Click,
    Hover,
    Type,
    FillForm,
    Select,
    PressKey,
    Scroll,
    Drag,
    Upload,
    Dialog,
    Screenshot,
    Wait,
    Downloads,
    Console,
    Network,
    Performance,
    Evaluate,
    Emulate,
}

impl Capability {
    /// Every one.
    pub const ALL: [Self; 24] = [
        Self::PageOpen,
        Self::PageClose,
        Self::Navigate,
        Self::Snapshot,
        Self::Text,
        Self::Find,
        Self::Click,
        Self::Hover,
        Self::Type,
        Self::FillForm,
        Self::Select,
        Self::PressKey,
        Self::Scroll,
        Self::Drag,
        Self::Upload,
        Self::Dialog,
        Self::Screenshot,
        Self::Wait,
        Self::Downloads,
        Self::Console,
        Self::Network,
        Self::Performance,
        Self::Evaluate,
        Self::Emulate,
    ];

    /// The tool that it is, and its owner.
    const fn entry(self) -> (&'static str, EngineRole) {
        use EngineRole::{Inspection, Interaction};
        match self {
            Self::PageOpen => ("browser_page_open", Interaction),
            Self::PageClose => ("browser_page_close", Interaction),
            Self::Navigate => ("browser_navigate", Interaction),
            Self::Snapshot => ("browser_snapshot", Interaction),
            Self::Text => ("browser_text", Interaction),
            Self::Find => ("browser_find", Interaction),
            Self::Click => ("browser_click", Interaction),
            Self::Hover => ("browser_hover", Interaction),
            Self::Type => ("browser_type", Interaction),
            Self::FillForm => ("browser_fill_form", Interaction),
            Self::Select => ("browser_select", Interaction),
            Self::PressKey => ("browser_press_key", Interaction),
            Self::Scroll => ("browser_scroll", Interaction),
            Self::Drag => ("browser_drag", Interaction),
            Self::Upload => ("browser_upload", Interaction),
            Self::Dialog => ("browser_dialog", Interaction),
            Self::Screenshot => ("browser_screenshot", Interaction),
            Self::Wait => ("browser_wait", Interaction),
            Self::Downloads => ("browser_downloads", Interaction),
            Self::Console => ("browser_console", Inspection),
            Self::Network => ("browser_network", Inspection),
            Self::Performance => ("browser_performance", Inspection),
            Self::Evaluate => ("browser_evaluate", Inspection),
            Self::Emulate => ("browser_emulate", Inspection),
        }
    }

    /// The tool's name.
    pub const fn tool(self) -> &'static str {
        self.entry().0
    }

    /// Who serves it, and nobody else (N04).
    pub const fn owner(self) -> EngineRole {
        self.entry().1
    }
}
