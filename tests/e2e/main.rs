//! The whole of NEXUS as people and agents meet it: the real program on a virtual screen, a real MCP client over
//! `nexus mcp`, a real Chromium, and a person's real pointer.

mod agent;
mod asked;
mod audit_check;
mod bare;
mod bridge;
mod by_hand;
mod command_line;
mod crash;
mod doctor;
mod hammer;
mod idle;
mod keyboard;
mod main_story;
mod no_browser;
mod no_display;
mod second_start;
mod socket;
mod stage;
mod trouble;
mod watched;
