//! How the rules say no: a closed list of codes, each with what the agent does next.

use std::fmt;

use crate::{ApprovalId, Span};

macro_rules! codes {
    ($($(#[$doc:meta])* $name:ident = $text:literal, $status:ident, $next:literal;)*) => {
        /// The stable codes that agents act on. The texts are part of the contract with them.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Code {
            $($(#[$doc])* $name,)*
        }

        impl Code {
            /// Every code, for tables and tests.
            pub const ALL: &[Code] = &[$(Code::$name),*];

            /// The code as agents see it.
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$name => $text,)* }
            }

            /// The status that goes with it.
            pub fn status(self) -> Status {
                match self { $(Self::$name => Status::$status,)* }
            }

            /// What the agent does next, as one sentence.
            pub fn next_step(self) -> &'static str {
                match self { $(Self::$name => $next,)* }
            }
        }
    };
}

/// How a call ended, in one word. Everything but `Ok` is an error to an MCP client.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Status {
    /// It was done.
    Ok,
    /// A person is asked; nothing was done.
    Pending,
    /// The rules say no; nothing was done.
    Refused,
    /// Something broke, or the page did not allow it.
    Error,
}

impl Status {
    /// The status as agents see it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Pending => "pending",
            Self::Refused => "refused",
            Self::Error => "error",
        }
    }
}

codes! {
    /// A person has control here (A02).
    PausedByUser = "paused_by_user", Refused, "Stop. Call browser_windows with wait_s to learn when control is given back; then take a new snapshot.";
    /// A handoff is open there (A05).
    InHandoff = "in_handoff", Refused, "The person is at work there for an agent; wait until the handoff ends.";
    /// The agent isn't paired, is revoked, or a person said no.
    NotAuthorized = "not_authorized", Refused, "A person decides this in the NEXUS window; don't retry until they have.";
    /// A person is asked whether the agent may drive there.
    GrantPending = "grant_pending", Pending, "Wait with browser_windows and wait_s until it is decided; then repeat the call.";
    /// A password or one-time code is for the person to type (A06).
    HandoffRequired = "handoff_required", Refused, "Call browser_handoff, so that the person types it; never ask them to tell you.";
    /// The scope isn't leased to the caller (N05).
    LeaseRequired = "lease_required", Refused, "Call browser_lease_acquire for it first.";
    /// Someone else holds it (N08).
    LeaseHeld = "lease_held", Refused, "Wait for it with browser_lease_acquire and wait_s, or work elsewhere.";
    /// The page is the person's own (N09).
    PageNotLeasable = "page_not_leasable", Refused, "Open a page of your own with browser_page_open.";
    /// A person is asked to allow exactly this (N16).
    ApprovalPending = "approval_pending", Pending, "Wait with browser_windows and wait_s until it is decided; then repeat the identical call.";
    /// A person said no to it.
    ApprovalRejected = "approval_rejected", Refused, "Don't repeat it; asking anew has to wait a minute.";
    /// Nobody said yes in time.
    ApprovalExpired = "approval_expired", Refused, "Don't repeat it; asking anew has to wait a minute.";
    /// A handoff was declined or ran out of time (A05).
    NotCompleted = "not_completed", Refused, "Stop. The person has control; browser_windows with wait_s tells when it is given back.";
    /// A person is asked whether the session may read here (N10).
    ObservationPending = "observation_pending", Pending, "Wait with browser_windows and wait_s until it is decided; then repeat the call.";
    /// A person said no to reading here, or nobody said yes in time (N10).
    ObservationDenied = "observation_denied", Refused, "Don't repeat it; asking anew has to wait a minute.";
    /// The agent has too many open requests.
    TooManyPending = "too_many_pending", Refused, "Wait with browser_windows and wait_s until the person has decided one.";
    /// What was judged isn't what is there now.
    TargetChanged = "target_changed", Refused, "Take a new snapshot and decide again.";
    /// The reference isn't in the latest snapshot (A09).
    StaleReference = "stale_reference", Refused, "Take a new snapshot and use its references.";
    /// The element can't be acted on as it is.
    NotActionable = "not_actionable", Error, "Look at the page again before you retry.";
    /// The owning engine can't serve this now (N04).
    Unavailable = "unavailable", Error, "Nothing else serves it; tell the person.";
    /// An address an agent may not open.
    BlockedAddress = "blocked_address", Refused, "Only http, https and about:blank can be opened.";
    /// A page dialog must be answered first.
    DialogOpen = "dialog_open", Error, "Answer it with browser_dialog first.";
    /// No such Window.
    UnknownWindow = "unknown_window", Error, "Call browser_windows to see what there is.";
    /// No such page.
    UnknownPage = "unknown_page", Error, "Call browser_windows to see what there is.";
    /// The page's renderer died.
    PageCrashed = "page_crashed", Error, "Reload it with browser_navigate, or open another page.";
    /// The Window's Chromium is gone.
    BrowserGone = "browser_gone", Error, "Open a new Window with browser_window_open.";
    /// It took too long.
    TimedOut = "timed_out", Error, "Look at the page before you retry.";
    /// The client cancelled the call.
    Cancelled = "cancelled", Error, "Look at the page before you retry.";
    /// The page's queue is at its limit.
    QueueFull = "queue_full", Refused, "Wait for earlier calls to answer.";
    /// The number of Windows or pages is at its limit.
    LimitReached = "limit_reached", Refused, "Close one you no longer need.";
    /// An argument is wrong.
    InvalidArguments = "invalid_arguments", Error, "Correct the argument and call again.";
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A no: a code, one sentence about this case, and the code's next step. Never holds page text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// What the agent acts on.
    pub code: Code,
    /// What happened, in plain words.
    pub sentence: String,
    /// What a person is asked, if that is why.
    pub pending: Option<Pending>,
}

/// A request that a person hasn't decided yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pending {
    /// Which.
    pub approval: ApprovalId,
    /// How long it is open.
    pub expires_in: Span,
}

impl Refusal {
    /// A refusal with its sentence.
    pub fn new(code: Code, sentence: impl Into<String>) -> Self {
        Self { code, sentence: sentence.into(), pending: None }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.sentence, self.code.next_step())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What agents act on stays as it is, and each no says what to do next.
    #[test]
    fn a_no_reads_as_its_sentence_and_its_next_step() {
        let statuses = [Status::Ok, Status::Pending, Status::Refused, Status::Error].map(Status::as_str);
        assert_eq!(statuses, ["ok", "pending", "refused", "error"]);
        assert_eq!(Code::QueueFull.to_string(), "queue_full");
        let refusal = Refusal::new(Code::QueueFull, "64 calls wait there.");
        assert_eq!(refusal.to_string(), "64 calls wait there. Wait for earlier calls to answer.");
    }
}
