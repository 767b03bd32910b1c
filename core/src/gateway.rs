//! The gateway: how an engine that is attached reaches Chromium, which has no port of its own. A door opens on loopback for
//! one engine and one page, with a token of its own, to the first who shows it. Behind it the engine finds a browser with that
//! page alone, and of the protocol what the table in `rules` lets its role have.
//!
//! Invariant (I19): what an engine sends is written, and what Chromium says reaches it, only while the agent's control lasts in
//! which its door was opened; input only while a permit to act is being spent.

mod attachment;
mod client;
mod commands;
mod door;
mod face;
mod hearing;
mod leave;
mod message;
mod pace;
mod rules;
mod sessions;

pub(crate) use attachment::{Attachment, Attachments, Stage};
pub(crate) use door::open_door;
pub use leave::Extent;
