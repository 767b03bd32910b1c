//! Pages that work against the agent, and a person beside it: what the guard in the page lets through, and what it keeps.
//! What counts is what the page and its server got, not what an agent was told.

#![allow(clippy::print_stdout)] // Figures, for who asks for them with --nocapture.

mod busy;
mod card_pictures;
mod consequences;
mod downloads;
mod files;
mod permissions;
mod person;
mod swaps;
mod tampering;
mod viewers;
