//! The pieces that every screen is made of. They draw and report what was pressed; they know nothing of Windows or agents.

mod activity_list;
mod badge;
mod bold;
mod button;
mod combo;
mod copy_text;
mod empty;
mod fresh;
mod message;
mod news;
mod page_texture;
mod rows;
mod scroll;
mod shortcut;

pub use activity_list::activity_list_ui;
pub use badge::{badge_ui, state_chip_ui};
pub use bold::bold_ui;
pub(crate) use button::focus_ring_ui;
pub use button::{SolidButton, quiet_button_ui};
pub use combo::named_combo_ui;
pub use copy_text::{code_ui, copy_button_ui};
pub use empty::empty_ui;
pub use fresh::{Consent, FRESH_SECONDS};
pub use message::{Weight, message_ui};
pub use news::is_news;
pub use page_texture::{free_textures, texture_of};
pub use rows::{line_ui, row_card_ui, virtual_rows_ui};
pub use scroll::scroll_ui;
pub use shortcut::{TAKE_CONTROL_KEYS, TAKE_EVERYTHING_KEYS, Wanted, pressed_shortcut};
