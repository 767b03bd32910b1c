//! The keys that can be pressed, by the names that the UI Events specification gives them.

use super::request::Modifier;

/// One key of a keyboard with the US layout.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Key {
    /// Its `key` value: `Enter`, `a`, `A`, `ArrowDown`.
    pub name: &'static str,
    /// Its `code` value: where it is.
    pub code: &'static str,
    /// Windows's number for it, by which Chromium knows it.
    pub virtual_code: i64,
    /// What it types.
    pub text: Option<&'static str>,
}

/// A key with the modifiers held meanwhile.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyPress {
    /// The modifiers.
    pub modifiers: Vec<Modifier>,
    /// The key.
    pub key: Key,
}

/// Why a key isn't pressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum KeyError {
    /// No key is called that.
    #[error(
        "`key` takes a key such as Enter, Tab, Escape, ArrowDown, F5 or a, with modifiers before it: Control+A, Shift+Tab."
    )]
    Unknown,
    /// It would read or replace what the person has on their clipboard.
    #[error("Keys that copy, cut or paste aren't pressed: the clipboard is the person's. Use browser_type.")]
    Clipboard,
}

impl KeyPress {
    /// Parses `Enter`, `Control+A`, `Control+Shift++`.
    pub fn parse(text: &str) -> Result<Self, KeyError> {
        let (modifiers, name) = match text.rsplit_once('+') {
            // The plus itself, alone or after modifiers.
            Some((before, "")) if before.is_empty() || before.ends_with('+') => (before, "+"),
            Some((before, name)) => (before, name),
            None => ("", text),
        };
        let modifiers: Vec<Modifier> = modifiers
            .split('+')
            .filter(|name| !name.is_empty())
            .map(|name| modifier(name).ok_or(KeyError::Unknown))
            .collect::<Result<_, _>>()?;
        let is_shifted = modifiers.contains(&Modifier::Shift);
        let key = find(name, is_shifted).ok_or(KeyError::Unknown)?;
        let pressed = Self { modifiers, key };
        if pressed.is_clipboard() { Err(KeyError::Clipboard) } else { Ok(pressed) }
    }

    /// Enter, with nothing held.
    pub fn enter() -> Self {
        let (_, name, code, virtual_code, text) = ENTER;
        Self { modifiers: Vec::new(), key: Key { name, code, virtual_code, text } }
    }

    /// Whether it types its text: with Control, Alt or Meta it is a command.
    pub fn types_text(&self) -> bool {
        self.key.text.is_some() && self.modifiers.iter().all(|modifier| *modifier == Modifier::Shift)
    }

    /// Whether it changes what a field holds.
    pub fn edits(&self) -> bool {
        let types = self.types_text() && !matches!(self.key.name, "Enter" | "Tab");
        types || matches!(self.key.name, "Backspace" | "Delete")
    }

    fn is_clipboard(&self) -> bool {
        let commands = self.modifiers.iter().any(|modifier| matches!(modifier, Modifier::Control | Modifier::Meta));
        let is_shifted = self.modifiers.contains(&Modifier::Shift);
        match self.key.code {
            "KeyC" | "KeyX" | "KeyV" => commands,
            "Insert" => commands || is_shifted,
            "Delete" => is_shifted,
            _ => false,
        }
    }
}

fn modifier(name: &str) -> Option<Modifier> {
    match name {
        "Alt" => Some(Modifier::Alt),
        "Control" | "Ctrl" | "ControlOrMeta" => Some(Modifier::Control),
        "Meta" | "Command" | "Cmd" => Some(Modifier::Meta),
        "Shift" => Some(Modifier::Shift),
        _ => None,
    }
}

fn find(name: &str, is_shifted: bool) -> Option<Key> {
    if let Some((_, name, code, virtual_code, text)) = NAMED.iter().find(|(called, ..)| called.contains(&name)) {
        return Some(Key { name, code, virtual_code: *virtual_code, text: *text });
    }
    let printable = |(plain, shifted, code, virtual_code): &(&'static str, &'static str, &'static str, i64)| {
        let typed = match (name == *plain, name == *shifted) {
            (true, _) if is_shifted => *shifted,
            (true, _) => *plain,
            (false, true) => *shifted,
            (false, false) => return None,
        };
        Some(Key { name: typed, code, virtual_code: *virtual_code, text: Some(typed) })
    };
    PRINTABLE.iter().find_map(printable)
}

/// Keys by their names; the first is their `key` value unless another is given.
type Named = (&'static [&'static str], &'static str, &'static str, i64, Option<&'static str>);

const ENTER: Named = (&["Enter", "Return"], "Enter", "Enter", 13, Some("\r"));

const NAMED: &[Named] = &[
    ENTER,
    (&["NumpadEnter"], "Enter", "NumpadEnter", 13, Some("\r")),
    (&["Tab"], "Tab", "Tab", 9, None),
    (&["Escape", "Esc"], "Escape", "Escape", 27, None),
    (&["Backspace"], "Backspace", "Backspace", 8, None),
    (&["Delete", "Del"], "Delete", "Delete", 46, None),
    (&["Insert"], "Insert", "Insert", 45, None),
    (&["Space", "Spacebar"], " ", "Space", 32, Some(" ")),
    (&["ArrowUp", "Up"], "ArrowUp", "ArrowUp", 38, None),
    (&["ArrowDown", "Down"], "ArrowDown", "ArrowDown", 40, None),
    (&["ArrowLeft", "Left"], "ArrowLeft", "ArrowLeft", 37, None),
    (&["ArrowRight", "Right"], "ArrowRight", "ArrowRight", 39, None),
    (&["Home"], "Home", "Home", 36, None),
    (&["End"], "End", "End", 35, None),
    (&["PageUp"], "PageUp", "PageUp", 33, None),
    (&["PageDown"], "PageDown", "PageDown", 34, None),
    (&["ContextMenu"], "ContextMenu", "ContextMenu", 93, None),
    (&["F1"], "F1", "F1", 112, None),
    (&["F2"], "F2", "F2", 113, None),
    (&["F3"], "F3", "F3", 114, None),
    (&["F4"], "F4", "F4", 115, None),
    (&["F5"], "F5", "F5", 116, None),
    (&["F6"], "F6", "F6", 117, None),
    (&["F7"], "F7", "F7", 118, None),
    (&["F8"], "F8", "F8", 119, None),
    (&["F9"], "F9", "F9", 120, None),
    (&["F10"], "F10", "F10", 121, None),
    (&["F11"], "F11", "F11", 122, None),
    (&["F12"], "F12", "F12", 123, None),
    (&["Alt"], "Alt", "AltLeft", 18, None),
    (&["Control"], "Control", "ControlLeft", 17, None),
    (&["Meta"], "Meta", "MetaLeft", 91, None),
    (&["Shift"], "Shift", "ShiftLeft", 16, None),
];

/// Keys that type: plain, shifted, code, virtual code.
const PRINTABLE: &[(&str, &str, &str, i64)] = &[
    (" ", " ", "Space", 32),
    ("a", "A", "KeyA", 65),
    ("b", "B", "KeyB", 66),
    ("c", "C", "KeyC", 67),
    ("d", "D", "KeyD", 68),
    ("e", "E", "KeyE", 69),
    ("f", "F", "KeyF", 70),
    ("g", "G", "KeyG", 71),
    ("h", "H", "KeyH", 72),
    ("i", "I", "KeyI", 73),
    ("j", "J", "KeyJ", 74),
    ("k", "K", "KeyK", 75),
    ("l", "L", "KeyL", 76),
    ("m", "M", "KeyM", 77),
    ("n", "N", "KeyN", 78),
    ("o", "O", "KeyO", 79),
    ("p", "P", "KeyP", 80),
    ("q", "Q", "KeyQ", 81),
    ("r", "R", "KeyR", 82),
    ("s", "S", "KeyS", 83),
    ("t", "T", "KeyT", 84),
    ("u", "U", "KeyU", 85),
    ("v", "V", "KeyV", 86),
    ("w", "W", "KeyW", 87),
    ("x", "X", "KeyX", 88),
    ("y", "Y", "KeyY", 89),
    ("z", "Z", "KeyZ", 90),
    ("0", ")", "Digit0", 48),
    ("1", "!", "Digit1", 49),
    ("2", "@", "Digit2", 50),
    ("3", "#", "Digit3", 51),
    ("4", "$", "Digit4", 52),
    ("5", "%", "Digit5", 53),
    ("6", "^", "Digit6", 54),
    ("7", "&", "Digit7", 55),
    ("8", "*", "Digit8", 56),
    ("9", "(", "Digit9", 57),
    ("-", "_", "Minus", 189),
    ("=", "+", "Equal", 187),
    ("[", "{", "BracketLeft", 219),
    ("]", "}", "BracketRight", 221),
    ("\\", "|", "Backslash", 220),
    (";", ":", "Semicolon", 186),
    ("'", "\"", "Quote", 222),
    ("`", "~", "Backquote", 192),
    (",", "<", "Comma", 188),
    (".", ">", "Period", 190),
    ("/", "?", "Slash", 191),
];

#[cfg(test)]
mod tests;
