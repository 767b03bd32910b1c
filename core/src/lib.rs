//! Broker, browser supervision, store and redaction of NEXUS.

pub mod broker;
pub mod browser;
mod engine;
pub mod instance;
pub mod redaction;
pub mod store;
