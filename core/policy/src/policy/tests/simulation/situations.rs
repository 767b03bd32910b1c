//! What has to happen in the simulation for it to prove anything, and how often it did.

use std::collections::BTreeMap;

macro_rules! situations {
    ($($name:ident = $text:literal,)*) => {
        /// One thing that has to happen.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        pub(super) enum Situation { $($name,)* }

        impl Situation {
            const ALL: &[Situation] = &[$(Situation::$name),*];

            fn as_str(self) -> &'static str {
                match self { $(Self::$name => $text,)* }
            }
        }
    };
}

situations! {
    ReadInHandoff = "read refused in a handoff",
    ActInHandoff = "act refused in a handoff",
    ReadUnderControl = "read refused under the person's control",
    ActUnderControl = "act refused under the person's control",
    StoppedByTakeover = "running call stopped by a take-over",
    StoppedBeforeExamined = "act stopped by a take-over while it was examined",
    LateExamination = "examination reported after its act was answered",
    OutcomeDropped = "outcome dropped because its call was answered",
    OutcomeTold = "outcome told",
    InForce = "take-over in force",
    ActAsked = "act asked about",
    AskedAgain = "identical request merged",
    Spent = "approval spent",
    Rejected = "rejected act tried again",
    Expired = "expired act tried again",
    TooMany = "request over the limit",
    YesExpired = "yes not used in time",
    LateDecision = "decision after the end of a request",
    Withdrawn = "request withdrawn by a take-over",
    ReadAllowed = "read by the person's leave",
    ReadDenied = "read denied by the person",
    LeaveEndedByTakeover = "leave to read ended by a take-over",
    LeaveEndedByOrigin = "leave to read ended by another origin",
    StoppedBySignIn = "call stopped by a sign-in",
    StoppedByOrigin = "read stopped by another origin",
    Resumed = "lease resumed in grace",
    ResumedUnderControl = "lease resumed in grace under the person's control",
    NotResumed = "lease in grace refused to another agent",
    KeptInGrace = "lease in grace kept from another session",
    GraceOver = "grace ran out",
    WindowOverPages = "Window lease over page leases",
    WaitGranted = "lease got by waiting",
    WaitTimedOut = "wait for a lease timed out",
    Overtaking = "lease refused because another call waits",
    Transferred = "lease transferred",
    TransferAsked = "transfer of a sign-in asked about",
    Revoked = "running call stopped by a revocation",
    HandoffJoined = "handoff joined by a repeat",
    HandoffDone = "handoff completed",
    HandoffDeclined = "handoff declined",
    HandoffTimedOut = "handoff out of time",
    HandoffTaken = "handoff ended by a take-over",
    HandoffLost = "handoff ended with its lease",
    GiveBackInHandoff = "give back refused in a handoff",
    DriveAsked = "driving asked about",
    DriveGranted = "driving allowed by a card",
    DriveRefused = "driving refused for good",
    GrantRevoked = "grant revoked under a lease",
    ProfileInUse = "profile open already",
    UnusedClosed = "unused Window closed",
    Popup = "popup joined its opener's lease",
    PersonsPopup = "popup beside the person is the person's",
    GateShut = "effect gate shut",
    GateOpened = "effect gate opened by the person's control",
    SentUntouched = "sent by a Window that no agent had touched",
    SentFreely = "sent by the person's page, or as always",
    SentUnowned = "sending of an act whose lease is over failed",
    SentExplained = "sent as a yes to an act said",
    SendAsked = "sending asked about",
    SendJoined = "sending joined another of its kind",
    SendGivenUp = "sending given up by its page",
    SentTold = "identical call told that its sending has gone out",
    EndedHeld = "act ended with what it led to being held",
    BrowserDied = "browser died under a call",
    SessionLost = "connection lost under a call",
}

/// How often each situation occurred.
#[derive(Debug, Default)]
pub(super) struct Situations(BTreeMap<Situation, usize>);

impl Situations {
    pub(super) fn note(&mut self, situation: Situation) {
        *self.0.entry(situation).or_default() += 1;
    }

    pub(super) fn add(&mut self, other: &Self) {
        for (situation, times) in &other.0 {
            *self.0.entry(*situation).or_default() += times;
        }
    }

    pub(super) fn missing(&self) -> Vec<Situation> {
        Situation::ALL.iter().copied().filter(|situation| !self.0.contains_key(situation)).collect()
    }

    pub(super) fn table(&self) -> String {
        let times = |situation| self.0.get(situation).copied().unwrap_or_default();
        Situation::ALL.iter().map(|situation| format!("{:>10}  {}\n", times(situation), situation.as_str())).collect()
    }
}
