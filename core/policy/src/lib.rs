//! The rules of NEXUS as plain data and functions: no IO, no clock, no async, no randomness.
//!
//! One entry: [`Policy::step`] takes what happened and says what to do. It never fails and never waits.

mod approval;
mod effect;
mod epoch;
mod evidence;
mod ids;
mod input;
mod permit;
mod policy;
mod profile;
mod refusal;
mod risk;
mod sending;
mod state;
mod step;
mod time;

pub use approval::{ApprovalKey, ApprovalSetting, Digest, Origin, Question, RequestState};
pub use effect::{Effect, Fact, Granted, PairingVerdict, PersonRefusal};
pub use epoch::Epoch;
pub use evidence::{
    Act, Destination, DialogKind, Element, ElementAct, Evidence, Field, GivenFile, KeyEffect, Link, Method, Names,
    Navigation, Reach, Submission, Touched,
};
pub use ids::{
    AgentName, ApprovalId, BadAgentName, CallId, HandoffId, LeaseId, NotAnId, PageId, ProfileId, Scope, SendingId,
    SessionId, TakeoverId, WindowId,
};
pub use input::{Ask, Call, Command, Input, PageAsk, Settled};
pub use permit::{Look, Permit, Target};
pub use policy::{ControlState, HandoffRecord, LeaseRecord, PageRecord, Policy, RequestRecord, WindowRecord, limits};
pub use profile::{Availability, BadWorkspaceName, CleanState, KeptKind, Loan, Profile, WorkspaceName};
pub use refusal::{Code, Pending, Refusal, Status};
pub use risk::{
    BadEntry, Consequence, FieldKind, Judgement, Lexicon, PageText, Place, Reason, Risk, Verdict, Words, judge, verdict,
};
pub use sending::{Endpoint, Sending, SendingKey};
pub use state::{EffectGate, Life, Opener, PersonControl, Unasked};
pub use time::{Span, Time};
