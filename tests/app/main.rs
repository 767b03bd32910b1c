//! The screens, found by role and label, without a display.

mod cards;
mod cookie_import;
mod fixture;
mod hub;
mod idle;
mod inbox;
mod new_profile;
mod pairing;
mod panel;
mod pictures;
mod profile_life;
mod profiles;
mod reopen;
mod shell;
mod stage;
mod theme;
mod trouble;
mod view_model;
mod workspaces;
