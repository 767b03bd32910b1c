//! Arguments of the tools that act in a page.

use nexus_core::broker::{
    Destination, DialogReply, Ending, KeyPress, Modifier, MouseButton, PageRequest, Placement, Scroll, TypedText,
    UploadPath,
};
use nexus_policy::Refusal;
use schemars::JsonSchema;
use serde::Deserialize;

use super::arguments::{MAX_ADDRESS_CHARS, MAX_TYPED_CHARS, element, on_page, optional_element, wrong};
use super::{Arguments, Asked};

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Navigate {
    page: Option<String>,
    /// Address, or give go.
    #[schemars(length(max = MAX_ADDRESS_CHARS))]
    url: Option<String>,
    go: Option<Go>,
    lease: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Go {
    Back,
    Forward,
    Reload,
}

impl Arguments for Navigate {
    fn asked(self) -> Result<Asked, Refusal> {
        let Self { page, url, go, lease } = self;
        let destination = match (url, go) {
            (Some(url), None) => Destination::Url(url),
            (None, Some(Go::Back)) => Destination::Back,
            (None, Some(Go::Forward)) => Destination::Forward,
            (None, Some(Go::Reload)) => Destination::Reload,
            (None, None) | (Some(_), Some(_)) => return Err(wrong("Give exactly one of `url` and `go`.")),
        };
        on_page(page.as_deref(), lease.as_deref(), PageRequest::Navigate(destination))
    }
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Click {
    page: Option<String>,
    #[serde(rename = "ref")]
    target: String,
    button: Option<Button>,
    /// 2 is a double click.
    #[schemars(range(min = 1, max = 3))]
    count: Option<u8>,
    /// Keys held meanwhile.
    #[schemars(length(max = 4))]
    modifiers: Option<Vec<HeldKey>>,
    lease: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Button {
    Left,
    Middle,
    Right,
}

#[derive(Deserialize, JsonSchema)]
enum HeldKey {
    Alt,
    Control,
    Meta,
    Shift,
}

impl Arguments for Click {
    fn asked(self) -> Result<Asked, Refusal> {
        let Self { page, target, button, count, modifiers, lease } = self;
        let button = match button {
            None | Some(Button::Left) => MouseButton::Left,
            Some(Button::Middle) => MouseButton::Middle,
            Some(Button::Right) => MouseButton::Right,
        };
        let modifiers = modifiers.unwrap_or_default().into_iter().map(modifier).collect();
        let target = element("ref", &target)?;
        let click = PageRequest::Click { target, button, count: count.unwrap_or(1), modifiers };
        on_page(page.as_deref(), lease.as_deref(), click)
    }
}

fn modifier(key: HeldKey) -> Modifier {
    match key {
        HeldKey::Alt => Modifier::Alt,
        HeldKey::Control => Modifier::Control,
        HeldKey::Meta => Modifier::Meta,
        HeldKey::Shift => Modifier::Shift,
    }
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Hover {
    page: Option<String>,
    #[serde(rename = "ref")]
    target: String,
    lease: Option<String>,
}

impl Arguments for Hover {
    fn asked(self) -> Result<Asked, Refusal> {
        let Self { page, target, lease } = self;
        on_page(page.as_deref(), lease.as_deref(), PageRequest::Hover { target: element("ref", &target)? })
    }
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct PressKey {
    page: Option<String>,
    /// As in Enter, ArrowDown, Control+A.
    #[schemars(length(max = 40))]
    key: String,
    lease: Option<String>,
}

impl Arguments for PressKey {
    fn asked(self) -> Result<Asked, Refusal> {
        let Self { page, key, lease } = self;
        let pressed = KeyPress::parse(&key).map_err(|error| wrong(error.to_string()))?;
        on_page(page.as_deref(), lease.as_deref(), PageRequest::PressKey(pressed))
    }
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ScrollBy {
    page: Option<String>,
    /// Alone: into view. With dx or dy: what is scrolled.
    #[serde(rename = "ref")]
    target: Option<String>,
    #[schemars(range(min = -100_000, max = 100_000))]
    dx: Option<f64>,
    /// Pixels down.
    #[schemars(range(min = -100_000, max = 100_000))]
    dy: Option<f64>,
    lease: Option<String>,
}

impl Arguments for ScrollBy {
    fn asked(self) -> Result<Asked, Refusal> {
        let Self { page, target, dx, dy, lease } = self;
        let scroll = match (optional_element("ref", target.as_deref())?, dx, dy) {
            (Some(target), None, None) => Scroll::IntoView(target),
            (None, None, None) => return Err(wrong("Give `ref`, `dx` or `dy`.")),
            (over, dx, dy) => Scroll::By { over, dx: dx.unwrap_or_default(), dy: dy.unwrap_or_default() },
        };
        on_page(page.as_deref(), lease.as_deref(), PageRequest::Scroll(scroll))
    }
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Drag {
    page: Option<String>,
    from: String,
    to: String,
    lease: Option<String>,
}

impl Arguments for Drag {
    fn asked(self) -> Result<Asked, Refusal> {
        let Self { page, from, to, lease } = self;
        let drag = PageRequest::Drag { from: element("from", &from)?, to: element("to", &to)? };
        on_page(page.as_deref(), lease.as_deref(), drag)
    }
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Upload {
    page: Option<String>,
    /// A field for files, or its label.
    #[serde(rename = "ref")]
    target: String,
    /// Absolute.
    #[schemars(length(min = 1, max = 20), inner(length(min = 1, max = 4096)))]
    paths: Vec<String>,
    lease: Option<String>,
}

impl Arguments for Upload {
    fn asked(self) -> Result<Asked, Refusal> {
        let Self { page, target, paths, lease } = self;
        let paths = paths.into_iter().map(|path| UploadPath(path.into())).collect();
        let upload = PageRequest::Upload { target: element("ref", &target)?, paths };
        on_page(page.as_deref(), lease.as_deref(), upload)
    }
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Type {
    page: Option<String>,
    #[serde(rename = "ref")]
    target: String,
    #[schemars(length(max = MAX_TYPED_CHARS))]
    text: String,
    /// Press Enter after it.
    submit: Option<bool>,
    /// Add to what the field holds.
    append: Option<bool>,
    lease: Option<String>,
}

impl Arguments for Type {
    fn asked(self) -> Result<Asked, Refusal> {
        let Self { page, target, text, submit, append, lease } = self;
        let placement = if append == Some(true) { Placement::Append } else { Placement::Replace };
        let ending = if submit == Some(true) { Ending::Submit } else { Ending::Stay };
        let target = element("ref", &target)?;
        let request = PageRequest::Type { target, text: TypedText(text), placement, ending };
        on_page(page.as_deref(), lease.as_deref(), request)
    }
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Dialog {
    page: Option<String>,
    accept: bool,
    /// For a prompt.
    #[schemars(length(max = MAX_TYPED_CHARS))]
    text: Option<String>,
    lease: Option<String>,
}

impl Arguments for Dialog {
    fn asked(self) -> Result<Asked, Refusal> {
        let Self { page, accept, text, lease } = self;
        let reply = if accept { DialogReply::Accept } else { DialogReply::Dismiss };
        on_page(page.as_deref(), lease.as_deref(), PageRequest::Dialog { reply, text: text.map(TypedText) })
    }
}
