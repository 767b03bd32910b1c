//! The broker: the one task that owns the rules, between agents, the person and the browsers.

mod activity;
mod agent_port;
mod answer;
mod approval_settings;
mod asking;
mod audit_log;
mod calls;
mod card_picture;
mod clock;
mod cookie_command;
mod cookie_import;
mod downloads;
mod effect_gate;
mod effects;
mod engines;
mod inside;
mod keys;
mod overview;
mod people;
mod person;
mod person_port;
mod person_record;
mod profile_command;
mod profile_upkeep;
mod profiles;
mod publish;
mod read_before;
mod registry;
mod request;
mod run;
mod sessions;
mod sign_in;
mod start;
mod takeover;
mod test_hand;
mod upload_folders;
mod view;
mod windows;
mod work;

pub use agent_port::{Admission, AgentPort, AgentSession, CallHandle, Hello, PendingPairing};
pub use answer::{
    ActEffect, Answer, DownloadTold, Facts, HandoffOutcome, Overview, OverviewAgent, OverviewLease, OverviewPage,
    OverviewRequest, OverviewWindow, Picture,
};
pub use audit_log::AuditExtract;
pub use card_picture::{CardPicture, PagePicture};
pub use cookie_command::CookieCommand;
pub use keys::{Key, KeyError, KeyPress};
pub use person::{Decision, Event, PersonAnswer, PersonCommand, PersonError};
pub use person_port::PersonPort;
pub use profile_command::ProfileCommand;
pub use request::{
    AgentScript, BadHandoffReason, ColorScheme, Connection, ConsoleLevel, ConsoleQuery, Destination, Detail,
    DialogReply, ElementRef, Emulated, Ending, FormField, FormValue, HandoffReason, Modifier, MouseButton,
    NetworkQuery, PageRequest, PerformanceAction, PictureArea, Placement, Request, RequestRef, Scroll, SnapshotOptions,
    Sought, Submission, TypedText, UploadPath, Viewport, WaitUntil,
};
pub use start::{BrokerConfig, RunningBroker, start_broker};
pub use test_hand::{TestError, TestExtent, TestFault, TestHand};
pub use view::{
    About, AboutFile, ActivityOutcome, ActivityView, AgentView, Bounds, ControlView, DownloadView, HandoffView, Health,
    Holder, LeaseView, Notice, NoticeKind, OpenedBy, PageView, PairingView, ProfileKind, ProfileState, ProfileView,
    Question, RequestView, SessionView, UnaskedView, View, WindowView,
};
