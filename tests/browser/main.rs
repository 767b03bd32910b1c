//! NEXUS with a real headless Chromium, through the bench host: what agents read, do and are told, what a person can do
//! about it, and what happens when something breaks.

mod asking;
mod audit;
mod bad_input;
mod banners;
mod clicking;
mod dialogs;
mod faults;
mod handoffs;
mod leases;
mod navigation;
mod obstacles;
mod pairing;
mod person;
mod pictures;
mod private_addresses;
mod reading;
mod references;
mod typed_values;
mod typing;
mod waiting;
mod windows;
