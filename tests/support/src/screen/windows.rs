//! The windows on the screen, as the window manager knows them.

use std::time::Duration;

use x11rb::connection::Connection;
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{
    AtomEnum, ClientMessageEvent, ConnectionExt, CreateWindowAux, EventMask, PropMode, WindowClass,
};
use x11rb::rust_connection::RustConnection;
use x11rb::wrapper::ConnectionExt as _;

use super::{Rect, Screen, ScreenError};

/// How long a search may be repeated: a window that closes meanwhile breaks it off.
const SEARCH: Duration = Duration::from_secs(5);

/// A window with a title.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScreenWindow {
    /// The server's number for it.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Where it is, without its frame. A frame can shift this by its own width.
    pub area: Rect,
}

impl Screen {
    /// Every visible window with a title. One that closes meanwhile is left out.
    pub fn windows(&self) -> Result<Vec<ScreenWindow>, ScreenError> {
        let ids = self.wait_until("a search that no closing window breaks off", SEARCH, |screen| {
            match screen.tool("xdotool", ["search", "--onlyvisible", "--name", "."]) {
                Ok(output) => Ok(Some(String::from_utf8_lossy(&output.stdout).into_owned())),
                // Without a word it fails when there is none.
                Err(ScreenError::Tool { why, .. }) => Ok(why.is_empty().then(String::new)),
                Err(error) => Err(error),
            }
        })?;
        Ok(ids.split_whitespace().filter_map(|id| self.window(id)).collect())
    }

    /// Waits for a window whose title holds this text.
    pub fn wait_for_window(&self, title: &str, limit: Duration) -> Result<ScreenWindow, ScreenError> {
        self.wait_until(&format!("a window called {title:?}"), limit, |screen| screen.find_window(title))
    }

    /// The first window whose title holds this text.
    pub fn find_window(&self, title: &str) -> Result<Option<ScreenWindow>, ScreenError> {
        Ok(self.windows()?.into_iter().find(|window| window.title.contains(title)))
    }

    /// Brings a window to the front and gives it the keyboard, as a click on a task bar does.
    pub fn activate(&self, window: &ScreenWindow) -> Result<(), ScreenError> {
        self.xdotool(&["windowactivate", &window.id])?;
        let limit = Duration::from_secs(5);
        self.wait_until(&format!("{:?} to be active", window.title), limit, |screen| {
            Ok(screen.active_window()?.filter(|active| active.id == window.id).map(drop))
        })
    }

    /// Which window has the keyboard, if one with a title has it.
    pub fn active_window(&self) -> Result<Option<ScreenWindow>, ScreenError> {
        // It fails when no window is active.
        let Ok(output) = self.tool("xdotool", ["getactivewindow"]) else { return Ok(None) };
        Ok(self.window(String::from_utf8_lossy(&output.stdout).trim()))
    }

    /// Asks a window to close, as its close button does.
    pub fn close_window(&self, window: &ScreenWindow) -> Result<(), ScreenError> {
        // As a task bar does it. xdotool only knows how to end a client by force, and a window manager's shortcut gets
        // lost now and then.
        let id = window.id.parse().map_err(|_| server_failed(&format!("{:?} isn't a window's number", window.id)))?;
        ask_to_close(&self.display, id).map_err(|error| server_failed(&*error))
    }

    fn window(&self, id: &str) -> Option<ScreenWindow> {
        let title = self.tool("xdotool", ["getwindowname", id]).ok()?;
        let geometry = self.tool("xdotool", ["getwindowgeometry", "--shell", id]).ok()?;
        let geometry = String::from_utf8_lossy(&geometry.stdout).into_owned();
        let number = |key: &str| geometry.lines().find_map(|line| line.strip_prefix(key)?.parse::<i64>().ok());
        let side = |key: &str| number(key).map(|value| u32::try_from(value).unwrap_or_default());
        Some(ScreenWindow {
            id: id.to_owned(),
            title: String::from_utf8_lossy(&title.stdout).trim().to_owned(),
            area: Rect { x: side("X=")?, y: side("Y=")?, width: side("WIDTH=")?, height: side("HEIGHT=")? },
        })
    }
}

/// A program of the person's own, which takes keys.
#[derive(Debug)]
pub struct Editor {
    server: RustConnection,
}

impl Editor {
    /// How many keys it was given since the last time.
    pub fn keys(&self) -> Result<usize, ScreenError> {
        let mut keys = 0;
        while let Some(event) = self.server.poll_for_event().map_err(|error| server_failed(&error))? {
            keys += usize::from(matches!(event, Event::KeyPress(_)));
        }
        Ok(keys)
    }
}

impl Screen {
    /// Opens a program of the person's own, with the keyboard.
    pub fn open_editor(&self) -> Result<Editor, ScreenError> {
        const TITLE: &str = "Editor of the person's own";
        let server = map_editor(&self.display, TITLE).map_err(|error| server_failed(&*error))?;
        let window = self.wait_for_window(TITLE, SEARCH)?;
        self.activate(&window)?;
        Ok(Editor { server })
    }
}

fn map_editor(display: &str, title: &str) -> Result<RustConnection, Box<dyn std::error::Error>> {
    let (server, screen) = x11rb::connect(Some(display))?;
    let screen = server.setup().roots.get(screen).ok_or("the display has no screen")?;
    let window = server.generate_id()?;
    let keys = CreateWindowAux::new().background_pixel(screen.white_pixel).event_mask(EventMask::KEY_PRESS);
    let (class, visual) = (WindowClass::INPUT_OUTPUT, screen.root_visual);
    server.create_window(x11rb::COPY_DEPTH_FROM_PARENT, window, screen.root, 0, 0, 120, 80, 0, class, visual, &keys)?;
    server.change_property8(PropMode::REPLACE, window, AtomEnum::WM_NAME, AtomEnum::STRING, title.as_bytes())?;
    server.map_window(window)?.check()?;
    Ok(server)
}

fn server_failed(why: &(impl std::fmt::Display + ?Sized)) -> ScreenError {
    ScreenError::Tool { program: "the X server".to_owned(), why: why.to_string() }
}

/// Sends the window manager the message by which a task bar closes windows.
fn ask_to_close(display: &str, window: u32) -> Result<(), Box<dyn std::error::Error>> {
    let (server, screen) = x11rb::connect(Some(display))?;
    let root = server.setup().roots.get(screen).ok_or("the display has no screen")?.root;
    let close = server.intern_atom(false, b"_NET_CLOSE_WINDOW")?.reply()?.atom;
    // The time is unknown, and the one who asks is a pager.
    let message = ClientMessageEvent::new(32, window, close, [x11rb::CURRENT_TIME, 2, 0, 0, 0]);
    let listeners = EventMask::SUBSTRUCTURE_REDIRECT | EventMask::SUBSTRUCTURE_NOTIFY;
    server.send_event(false, root, listeners, message)?.check()?;
    Ok(())
}
