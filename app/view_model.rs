//! What the screens show, worked out from the view: words, icons, colour roles, rows. Pure; it never names egui.

mod action;
mod activity;
mod approval_choice;
mod client_config;
mod clock;
mod control_state;
mod handoff_card;
mod hub_view;
mod inbox;
mod panel_view;
mod placement;
mod profile_row;
mod question;
mod request_card;
mod rows;
mod situation;
mod waiting;
mod whereabouts;

pub use action::{Action, Screen};
pub use activity::{ActivityRow, activity_rows};
pub use approval_choice::{ApprovalChoice, approval_choice};
pub use client_config::{ClientConfig, client_configs};
pub use clock::{clock_text, time_left_text};
pub use control_state::{ControlState, StateRole, page_state, window_state};
pub use handoff_card::{HandoffCard, HandoffEnding};
pub use hub_view::{AgentRow, HubView, WindowRow, address_from_person};
pub use inbox::{Inbox, PairingCard};
pub use panel_view::PanelView;
pub use placement::{Size, beside};
pub use profile_row::{ProfileRow, profile_from_person};
pub use question::{Asked, Question};
pub use request_card::{Answer, RequestCard};
pub use rows::{LeaseRow, PageControl, PageRow, lease_rows, page_rows};
pub use situation::{HubVisibility, Situation};
pub use waiting::Waiting;
pub use whereabouts::Whereabouts;
