//! The native UI of NEXUS: the hub and one control panel per Window. It shows the view and sends what the person
//! decides; it never decides anything itself.

mod app;
mod cards;
mod desk;
pub mod dialogs;
pub mod dispatch;
mod folder_dialog;
pub mod hub;
pub mod panel;
mod start;
pub mod theme;
mod trouble;
pub mod view_model;
pub mod widgets;

pub use app::{App, HideBy};
pub use desk::Desk;
pub use start::{AppError, AppOptions, run, run_for};
pub use trouble::{show_trouble, trouble_ui};
