//! The MCP server of NEXUS: the socket, pairing, the tools that agents call, and the bridge for clients that speak
//! stdio. It decodes and renders; whether anything is done is decided behind the broker.
//!
//! `rmcp` logs whole requests at debug level, typed text included: whoever installs a subscriber caps the target
//! `rmcp` at WARN, whatever `RUST_LOG` says.

mod bridge;
mod connection;
mod door;
mod identity;
mod listener;
mod pipeline;
mod render;
mod server;
#[cfg(test)]
mod test_session;
mod tools;
mod transport;

pub use bridge::{Bridge, BridgeEnd, TokenKeeper, WhenAbsent, run_bridge};
pub use connection::serve_connection;
pub use door::{Decided, Doorkeeper, Entry, TokenDoorkeeper, WireHello};
pub use listener::{ListenError, Listener, serve_socket, serve_socket_with};
pub use pipeline::{PendingAnswer, Session};
