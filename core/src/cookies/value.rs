//! A cookie's value: on its way to a Chromium, and never shown.

use std::fmt;

/// What a cookie holds. `Debug` doesn't show it, there is no `Display`, and it can't be copied.
pub(crate) struct CookieValue(String);

impl CookieValue {
    /// A value that is text, as a cookie's has to be.
    pub(super) fn of_bytes(bytes: Vec<u8>) -> Option<Self> {
        String::from_utf8(bytes).ok().map(Self)
    }

    /// For the Chromium that gets it.
    pub(crate) fn into_text(self) -> String {
        self.0
    }
}

impl fmt::Debug for CookieValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("CookieValue(…)")
    }
}
