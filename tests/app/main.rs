//! The screens, found by role and label, without a display.

mod fixture;
mod hub;
mod idle;
mod pairing;
mod panel;
mod shell;
mod stage;
mod theme;
mod view_model;
