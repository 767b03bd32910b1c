//! One Chromium per Window: found, started, supervised and ended here, and spoken to over a pipe (N01).
//!
//! Nothing here decides. What an agent wants done passes [`Hand`], which takes a permit.

mod attach;
mod banner;
mod cdp;
mod cookies;
mod downloads;
mod effect_gate;
mod emulation;
mod events;
mod forms_sent;
mod frames;
mod gate;
mod hand;
mod launch;
mod locate;
mod noting;
mod numbers;
mod ordinary;
mod own;
mod page;
mod pointer;
mod preferences;
mod profile;
mod prompts;
mod record;
mod references;
mod shadow;
mod title;
mod trace;
mod track;
mod window;
pub(crate) mod world;
mod worlds;

pub(crate) use cdp::{CdpError, CdpSession, Connection, Heard, Hearing, InputCommand, Listener, Outcome, RawCommand};
pub(crate) use cookies::CookieNotSet;
pub use downloads::DownloadState;
pub(crate) use downloads::{ARRIVING_PREFIX, Download, Downloads, file_name};
pub(crate) use effect_gate::{GateState, HeldSending};
pub(crate) use emulation::NetworkConditions;
pub(crate) use frames::{Frame, FrameId, frames_found};
pub(crate) use gate::{Held, Press};
pub(crate) use hand::{AGENTS_TWIST, Hand, HandError, Sight, bits, button, key};
pub use launch::{Display, LaunchOptions, Sandbox};
pub use locate::{LocateError, locate_browser};
pub(crate) use noting::Teller;
pub(crate) use numbers::Numbers;
pub(crate) use ordinary::OrdinaryBrowser;
pub use own::TestFault;
pub(crate) use own::{release_held, show_person, test_evaluate, test_fault, test_press, test_type};
pub(crate) use page::{Chooser, Dialog, DownloadSeen, Page, PageLife, PageState};
#[cfg(test)]
pub(crate) use profile::ProfileDirectory;
pub(crate) use profile::{ISOLATED_PREFIX, Opening};
pub(crate) use record::{Told, Withheld};
pub(crate) use references::{Extent, Given, MOST_NESTED, Owner};
pub(crate) use shadow::{adopt_closed_roots, adopt_suspected_roots, resolve};
pub(crate) use trace::{LONGEST_TRACE, TraceEnd};
pub(crate) use window::{Browser, BrowserFact, StartError};
pub(crate) use worlds::Hands;
