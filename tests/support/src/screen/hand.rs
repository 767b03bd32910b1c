//! The person's hands: pointer and keyboard of the X server, not of a page.

use super::{Rect, Screen, ScreenError};

impl Screen {
    /// Moves the pointer.
    pub fn move_to(&self, x: u32, y: u32) -> Result<(), ScreenError> {
        // Never with `--sync`: it waits for ever where the pointer already is.
        self.xdotool(&["mousemove", &x.to_string(), &y.to_string()])
    }

    /// Presses and releases the first mouse button there.
    pub fn click(&self, x: u32, y: u32) -> Result<(), ScreenError> {
        self.xdotool(&["mousemove", &x.to_string(), &y.to_string(), "click", "1"])
    }

    /// Clicks in the middle of an area.
    pub fn click_rect(&self, area: Rect) -> Result<(), ScreenError> {
        let (x, y) = area.center();
        self.click(x, y)
    }

    /// Puts the pointer into the lower right corner, where it changes the look of nothing.
    pub fn park_pointer(&self) -> Result<(), ScreenError> {
        let (width, height) = self.size();
        self.move_to(width.saturating_sub(1), height.saturating_sub(1))
    }

    /// Types into whatever has the keyboard.
    pub fn type_text(&self, text: &str) -> Result<(), ScreenError> {
        self.xdotool(&["type", "--clearmodifiers", "--delay", "8", "--", text])
    }

    /// Presses a key, such as `Return` or `ctrl+shift+t`.
    pub fn key(&self, key: &str) -> Result<(), ScreenError> {
        self.xdotool(&["key", "--clearmodifiers", "--", key])
    }

    /// Where the pointer is.
    pub fn pointer(&self) -> Result<(u32, u32), ScreenError> {
        let output = self.tool("xdotool", ["getmouselocation", "--shell"])?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let number = |key: &str| text.lines().find_map(|line| line.strip_prefix(key)?.parse().ok());
        match number("X=").zip(number("Y=")) {
            Some(place) => Ok(place),
            None => Err(ScreenError::Tool { program: "xdotool".to_owned(), why: format!("no place in {text:?}") }),
        }
    }

    pub(super) fn xdotool(&self, arguments: &[&str]) -> Result<(), ScreenError> {
        self.tool("xdotool", arguments).map(drop)
    }
}
