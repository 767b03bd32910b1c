//! The Chrome DevTools Protocol over a pipe of our own. CDP words (target, session, frame) stay below `browser`.

mod connection;
mod listener;
mod message;
mod pipe;

pub(crate) use connection::{Answer, CdpError, Connection, InputCommand, RawCommand, decode, within};
pub(crate) use listener::{Heard, Hearing, Listener, Outcome};
pub(crate) use message::{CdpEvent, CdpSession};
pub(crate) use pipe::CdpPipe;
