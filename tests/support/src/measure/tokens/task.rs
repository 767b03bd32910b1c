//! The ten steps, as an agent would take them, and how each server is asked for them.

use serde_json::{Value, json};

/// An element as a model knows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Target {
    pub(super) role: &'static str,
    pub(super) name: &'static str,
}

const fn target(role: &'static str, name: &'static str) -> Target {
    Target { role, name }
}

#[derive(Debug)]
pub(super) enum Act {
    /// Opens a path of the shop.
    Open(&'static str),
    Click(Target),
    /// Types and presses Enter.
    Search(Target, &'static str),
    Select(Target, &'static str),
    /// What each element is set to; check boxes are checked by `true`.
    Fill(&'static [(Target, &'static str)]),
}

#[derive(Debug)]
pub(super) struct Step {
    pub(super) what: &'static str,
    pub(super) act: Act,
    /// What has to be read on the page before anyone would go on.
    pub(super) shows: &'static str,
}

pub(super) const TASK: [Step; 10] = [
    Step { what: "open the shop", act: Act::Open("/"), shows: "Search products" },
    Step { what: "search", act: Act::Search(target("searchbox", "Search products"), "lantern"), shows: "40 lanterns" },
    Step { what: "filter", act: Act::Click(target("checkbox", "In stock only")), shows: "26 lanterns" },
    Step { what: "sort", act: Act::Select(target("combobox", "Sort by"), "Lowest price"), shows: "cheapest first" },
    Step { what: "open an item", act: Act::Click(target("link", "Harbour lantern")), shows: "galvanised steel" },
    Step { what: "choose a colour", act: Act::Click(target("radio", "Green")), shows: "Green: 3 left" },
    Step { what: "add to the basket", act: Act::Click(target("button", "Add to basket")), shows: "Sum: 19.00" },
    Step { what: "check out", act: Act::Click(target("link", "Check out")), shows: "Full name" },
    Step { what: "fill the form", act: Act::Fill(FIELDS), shows: "Delivery to Norway costs 9.00" },
    Step { what: "submit", act: Act::Click(target("button", "Place order")), shows: "order 48213" },
];

const FIELDS: &[(Target, &str)] = &[
    (target("textbox", "Full name"), "Ada Berg"),
    (target("textbox", "E-mail address"), "ada@example.org"),
    (target("textbox", "Street and number"), "Sjøgata 4"),
    (target("textbox", "Postcode"), "8006"),
    (target("textbox", "Town"), "Bodø"),
    (target("combobox", "Country"), "Norway"),
    (target("checkbox", "I accept the terms"), "true"),
];

impl Act {
    /// The elements it needs references of.
    pub(super) fn targets(&self) -> Vec<Target> {
        match self {
            Self::Open(_) => Vec::new(),
            Self::Click(target) | Self::Search(target, _) | Self::Select(target, _) => vec![*target],
            Self::Fill(fields) => fields.iter().map(|(target, _)| *target).collect(),
        }
    }
}

/// Whose tools are called.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Server {
    Nexus,
    Playwright,
}

impl Server {
    /// The tool and its arguments. `references` are those of the act's targets.
    pub(super) fn request(self, act: &Act, origin: &str, references: &[String]) -> (&'static str, Value) {
        let reference = || references.first();
        let key = self.reference_key();
        match act {
            Act::Open(path) => (self.open_tool(), json!({"url": format!("{origin}{path}")})),
            Act::Click(_) => ("browser_click", json!({key: reference()})),
            Act::Search(_, text) => ("browser_type", json!({key: reference(), "text": text, "submit": true})),
            Act::Select(_, option) => (self.select_tool(), json!({key: reference(), "values": [option]})),
            Act::Fill(fields) => {
                let fields = fields
                    .iter()
                    .zip(references)
                    .map(|((target, value), reference)| self.field(*target, value, reference));
                ("browser_fill_form", json!({"fields": fields.collect::<Vec<_>>()}))
            }
        }
    }

    fn reference_key(self) -> &'static str {
        match self {
            Self::Nexus => "ref",
            Self::Playwright => "target",
        }
    }

    fn open_tool(self) -> &'static str {
        match self {
            Self::Nexus => "browser_window_open",
            Self::Playwright => "browser_navigate",
        }
    }

    fn select_tool(self) -> &'static str {
        match self {
            Self::Nexus => "browser_select",
            Self::Playwright => "browser_select_option",
        }
    }

    fn field(self, target: Target, value: &str, reference: &str) -> Value {
        let Target { role, name } = target;
        match self {
            Self::Nexus if role == "checkbox" => json!({"ref": reference, "value": value == "true"}),
            Self::Nexus => json!({"ref": reference, "value": value}),
            Self::Playwright => json!({"target": reference, "name": name, "type": role, "value": value}),
        }
    }
}
