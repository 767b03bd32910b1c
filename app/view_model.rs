//! What the screens show, worked out from the view: words, icons, colour roles, rows. Pure; it never names egui.

mod action;
mod activity;
mod client_config;
mod clock;
mod control_state;
mod hub_view;
mod panel_view;
mod placement;
mod question;
mod rows;
mod situation;

pub use action::{Action, Screen};
pub use activity::{ActivityRow, activity_rows};
pub use client_config::{ClientConfig, client_configs};
pub use clock::{clock_text, time_left_text};
pub use control_state::{ControlState, StateRole, page_state, window_state};
pub use hub_view::{AgentRow, HubView, PairingCard, WindowRow, address_from_person};
pub use panel_view::PanelView;
pub use placement::{Size, beside};
pub use question::{Asked, Question};
pub use rows::{LeaseRow, PageControl, PageRow, lease_rows, page_rows};
pub use situation::{HubVisibility, Situation, waiting_text};
