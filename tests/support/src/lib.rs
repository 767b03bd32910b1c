//! What the end-to-end tests, the demo and the measurements share: a virtual screen, an MCP client, a test site and the
//! bench host.
//! Blocking calls with deadlines on plain threads. Nothing here knows the rules of NEXUS or depends on its crates.

pub mod bench_host;
pub mod built;
pub mod cdp_client;
pub mod deadline;
pub mod demo;
pub mod leftovers;
pub mod mcp_client;
pub mod measure;
pub mod person;
pub mod process;
pub mod scenario;
pub mod screen;
pub mod site;
pub mod stage;
pub mod surroundings;

pub use bench_host::{BenchHost, Human};
pub use mcp_client::{Hello, McpClient, ToolResult, Welcome};
pub use person::Person;
pub use scenario::Scenario;
pub use screen::Screen;
pub use site::Site;
