//! What a tool call answered, taken apart.

use std::time::Instant;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde_json::Value;

use super::in_flight::Answered;

/// A picture in an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Image {
    /// Its media type.
    pub media_type: String,
    /// The file's bytes; empty if they weren't Base64.
    pub bytes: Vec<u8>,
}

/// The answer to one tool call.
#[derive(Debug, Clone)]
pub struct ToolResult {
    /// Which tool was called.
    pub tool: String,
    /// `ok`, `pending`, `refused` or `error`; empty if the answer has none.
    pub status: String,
    /// The stable code; empty if the answer has none.
    pub code: String,
    /// The whole `structuredContent`; `null` if there is none.
    pub structured: Value,
    /// All text parts, joined by line ends.
    pub text: String,
    /// All pictures.
    pub images: Vec<Image>,
    /// What MCP clients see as success or failure.
    pub is_error: bool,
    /// Everything as it came, for searches through all that an agent was told.
    pub raw: Value,
    /// When the answer had been read.
    pub at: Instant,
}

impl ToolResult {
    pub(super) fn from_answer(tool: &str, answered: Answered) -> Self {
        let Answered { result: raw, at } = answered;
        let structured = raw.get("structuredContent").cloned().unwrap_or(Value::Null);
        let fact = |key: &str| structured.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
        let parts = raw.get("content").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
        let texts: Vec<&str> = parts.iter().filter_map(|part| part.get("text")?.as_str()).collect();
        Self {
            tool: tool.to_owned(),
            status: fact("status"),
            code: fact("code"),
            text: texts.join("\n"),
            images: parts.iter().filter_map(image).collect(),
            is_error: raw.get("isError").and_then(Value::as_bool).unwrap_or(false),
            structured,
            raw,
            at,
        }
    }

    /// Whether it was done.
    pub fn is_ok(&self) -> bool {
        self.status == "ok"
    }

    /// The answer, if the call was done.
    ///
    /// # Panics
    /// If it wasn't, with everything the server said.
    #[track_caller]
    pub fn expect_ok(self) -> Self {
        assert!(self.is_ok() && !self.is_error, "{} was not done: {}", self.tool, self.raw);
        self
    }

    /// The answer, if it carries this code.
    ///
    /// # Panics
    /// If it doesn't, with everything the server said.
    #[track_caller]
    pub fn expect_code(self, code: &str) -> Self {
        assert_eq!(self.code, code, "{} answered {}", self.tool, self.raw);
        self
    }

    /// A fact of `structuredContent` that is text, such as `window`, `page`, `lease` or `address`.
    ///
    /// # Panics
    /// If there is none of this name.
    #[track_caller]
    pub fn fact(&self, key: &str) -> &str {
        let found = self.structured.get(key).and_then(Value::as_str);
        found.unwrap_or_else(|| panic!("{} answered without {key}: {}", self.tool, self.raw))
    }

    /// The reference of the first element of this role and name in a snapshot.
    ///
    /// # Panics
    /// If there is none.
    #[track_caller]
    pub fn reference(&self, role: &str, name: &str) -> &str {
        let found = self.find_reference(role, name);
        found.unwrap_or_else(|| panic!("no {role} {name:?} in:\n{}", self.text))
    }

    /// The same, if there is one.
    pub fn find_reference(&self, role: &str, name: &str) -> Option<&str> {
        let element = format!("- {role} \"{name}\"");
        let line = self.text.lines().find(|line| line.trim_start().starts_with(&element))?;
        line.split_once("[ref=")?.1.split_once(']').map(|(reference, _)| reference)
    }

    /// The reference of the first element of this name, whatever its role.
    ///
    /// # Panics
    /// If there is none.
    #[track_caller]
    pub fn reference_of_name(&self, name: &str) -> &str {
        let named = format!(" \"{name}\"");
        let line = self.text.lines().find(|line| line.contains(&named) && line.contains("[ref="));
        let reference = line.and_then(|line| Some(line.split_once("[ref=")?.1.split_once(']')?.0));
        reference.unwrap_or_else(|| panic!("nothing called {name:?} in:\n{}", self.text))
    }

    /// Width and height of the first picture, which has to be a PNG file.
    pub fn picture_size(&self) -> Option<(u32, u32)> {
        let bytes = &self.images.first()?.bytes;
        let number = |at: usize| bytes.get(at..at + 4).and_then(|four| four.try_into().ok()).map(u32::from_be_bytes);
        number(16).zip(number(20))
    }

    /// Whether anything in the answer holds this text.
    pub fn mentions(&self, text: &str) -> bool {
        self.raw.to_string().contains(text)
    }
}

fn image(part: &Value) -> Option<Image> {
    let data = part.get("data")?.as_str()?;
    let media_type = part.get("mimeType")?.as_str()?.to_owned();
    Some(Image { media_type, bytes: BASE64_STANDARD.decode(data).unwrap_or_default() })
}
