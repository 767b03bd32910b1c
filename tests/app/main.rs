//! The screens, found by role and label, without a display.

mod cards;
mod fixture;
mod hub;
mod idle;
mod inbox;
mod pairing;
mod panel;
mod pictures;
mod profiles;
mod shell;
mod stage;
mod theme;
mod trouble;
mod view_model;
