//! What engines do, told as an agent sees it, so that each scenario holds for whatever provider fills its role: the built-in one
//! here. N03, N04.

mod attached;
mod console;
mod emulate;
mod evaluate;
mod gateway;
mod hostile;
mod network;
mod performance;
mod person;
mod playwright;
mod shared;
