//! Broker, browser supervision, store and redaction of NEXUS.

pub mod broker;
pub mod browser;
pub mod consequences;
mod cookies;
mod destination;
pub mod doctor;
mod engine;
mod gateway;
pub mod instance;
mod private;
mod profiles;
pub mod redaction;
pub mod store;
mod uploads;

pub use cookies::{
    BadCookieDomain, CookieDomain, CookieError, CookieSkip, CookieSource, DomainCookies, DomainReport, ImportReport,
};
pub use destination::{destination, form_destination};
pub use engine::{
    Capability, Confinement, EngineError, EngineHealth, EnginePackage, EngineRole, InspectionChoice,
    InspectionProvider, InstallStep, Node, confinement, engines_folder, find_node, install as install_engines,
};
pub use private::confine_process;
pub use profiles::Progress;
pub use uploads::{BadUploadFolder, UploadFolder};
