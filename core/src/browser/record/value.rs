//! What scripts hand to the console, as text.

use serde::Deserialize;
use serde_json::Value;

/// Characters of a text in a preview from which on Chromium leaves out its middle: a part of a secret isn't known as one.
const ABBREVIATED: usize = 100;
/// Characters of a function's source.
const SOURCE: usize = 80;

/// A value of a script.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct RemoteObject {
    r#type: String,
    #[serde(default)]
    subtype: String,
    #[serde(default)]
    value: Option<Value>,
    unserializable_value: Option<String>,
    description: Option<String>,
    preview: Option<Preview>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Preview {
    #[serde(default)]
    r#type: String,
    #[serde(default)]
    subtype: String,
    #[serde(default)]
    description: Option<String>,
    #[serde(default)]
    overflow: bool,
    #[serde(default)]
    properties: Vec<Property>,
    #[serde(default)]
    entries: Vec<Entry>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Property {
    name: String,
    r#type: String,
    value: Option<String>,
    value_preview: Option<Preview>,
}

#[derive(Deserialize)]
struct Entry {
    key: Option<Preview>,
    value: Preview,
}

impl RemoteObject {
    pub(super) fn text(&self) -> String {
        let described = || self.description.clone().unwrap_or_else(|| self.r#type.clone());
        match (self.r#type.as_str(), &self.value, &self.preview) {
            (_, Some(Value::String(text)), _) => text.clone(),
            (_, Some(value), _) => value.to_string(),
            ("function", ..) => first_line(&described()),
            ("object", None, _) if self.subtype == "null" => "null".to_owned(),
            ("object", None, _) if self.subtype == "error" => described(),
            ("object", None, Some(preview)) => preview.text(),
            _ => self.unserializable_value.clone().unwrap_or_else(described),
        }
    }
}

impl Preview {
    fn text(&self) -> String {
        let rest = self.overflow.then(|| "…".to_owned());
        let list = |items: Vec<String>| items.into_iter().chain(rest.clone()).collect::<Vec<_>>().join(", ");
        let described = self.description.clone().unwrap_or_default();
        match (self.r#type.as_str(), self.subtype.as_str()) {
            ("string", _) => quoted(&described),
            ("object", "array" | "typedarray") => {
                format!("[{}]", list(self.properties.iter().map(Property::value).collect()))
            }
            ("object", "map" | "weakmap" | "set" | "weakset" | "iterator") => {
                format!("{described} {{{}}}", list(self.entries.iter().map(Entry::text).collect()))
            }
            ("object", "null" | "error" | "node" | "date" | "regexp") => described,
            ("object", _) => {
                let name = if described == "Object" { String::new() } else { format!("{described} ") };
                let each = self.properties.iter().map(|property| format!("{}: {}", property.name, property.value()));
                format!("{name}{{{}}}", list(each.collect()))
            }
            _ => described,
        }
    }
}

impl Property {
    fn value(&self) -> String {
        let value = self.value.clone().unwrap_or_default();
        match (self.r#type.as_str(), &self.value_preview) {
            (_, Some(preview)) => preview.text(),
            ("string", None) => quoted(&value),
            ("function", None) => "function".to_owned(),
            _ => value,
        }
    }
}

impl Entry {
    fn text(&self) -> String {
        match &self.key {
            Some(key) => format!("{} => {}", key.text(), self.value.text()),
            None => self.value.text(),
        }
    }
}

fn quoted(text: &str) -> String {
    if text.chars().count() >= ABBREVIATED { "\"…\"".to_owned() } else { format!("\"{text}\"") }
}

fn first_line(source: &str) -> String {
    source.lines().next().unwrap_or_default().chars().take(SOURCE).collect()
}

/// The arguments of a call as the console shows them: the first may say by `%` where others stand.
pub(super) fn message(arguments: &[RemoteObject]) -> String {
    let mut texts = arguments.iter().map(RemoteObject::text);
    let Some(first) = texts.next() else { return String::new() };
    let is_format = arguments[0].r#type == "string" && arguments.len() > 1;
    let mut said = if is_format { formatted(&first, &mut texts) } else { first };
    for text in texts {
        said.push(' ');
        said += &text;
    }
    said
}

fn formatted(format: &str, texts: &mut impl Iterator<Item = String>) -> String {
    let mut said = String::with_capacity(format.len());
    let mut rest = format.chars().peekable();
    while let Some(c) = rest.next() {
        let directive = rest.peek().copied().filter(|_| c == '%');
        match directive {
            Some('%') => {
                rest.next();
                said.push('%');
            }
            // How it looks is no part of what it says.
            Some('c') => drop((rest.next(), texts.next())),
            Some('s' | 'd' | 'i' | 'f' | 'o' | 'O') => match texts.next() {
                Some(text) => {
                    rest.next();
                    said += &text;
                }
                None => said.push(c),
            },
            Some(_) | None => said.push(c),
        }
    }
    said
}
