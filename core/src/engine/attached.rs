//! Engines of somebody else's, attached to a page: Node programs, pinned by the lock in `resources/engines`, started for one page,
//! reachable by their standard input and output alone, and reaching nothing but their door of the gateway. None starts a
//! browser (N01).

mod confine;
mod devtools;
mod error;
mod install;
mod mcp;
mod node;
mod package;
mod process;

pub use confine::{Confinement, confinement};
pub(crate) use devtools::DevTools;
pub use error::EngineError;
pub use install::{InstallStep, install};
pub use node::{Node, find_node};
pub use package::{EnginePackage, engines_folder};
pub(crate) use process::PREFIX as ENGINE_PREFIX;
