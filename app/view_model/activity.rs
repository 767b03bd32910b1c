//! The lines of the activity list, in plain words.

use chrono::{DateTime, Local};
use nexus_core::broker::{ActivityOutcome, ActivityView, View};
use nexus_policy::{Code, WindowId};

/// One line of the activity list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ActivityRow {
    /// When, to the second.
    pub time: String,
    /// Who: an agent, or "You".
    pub who: String,
    /// What and where: "click · w1 · p4".
    pub what: String,
    /// How it ended.
    pub outcome: &'static str,
    /// Whether it was done.
    pub done: bool,
}

impl ActivityRow {
    fn holds(&self, words: &[String]) -> bool {
        let text = format!("{} {} {} {}", self.time, self.who, self.what, self.outcome).to_lowercase();
        words.iter().all(|word| text.contains(word))
    }
}

/// What happened in one Window, or everywhere, newest first. Every word of the filter must occur in a line.
pub fn activity_rows(view: &View, window: Option<WindowId>, filter: &str) -> Vec<ActivityRow> {
    let words: Vec<String> = filter.split_whitespace().map(str::to_lowercase).collect();
    view.activity
        .iter()
        .filter(|activity| window.is_none() || activity.window == window)
        .map(|activity| activity_row(activity, window))
        .filter(|row| words.is_empty() || row.holds(&words))
        .collect()
}

fn activity_row(activity: &ActivityView, shown_for: Option<WindowId>) -> ActivityRow {
    let at: DateTime<Local> = activity.at.into();
    let mut what = activity.what.clone();
    if let (Some(window), None) = (activity.window, shown_for) {
        what.push_str(&format!(" · {window}"));
    }
    if let Some(page) = activity.page {
        what.push_str(&format!(" · {page}"));
    }
    let (outcome, done) = match activity.outcome {
        ActivityOutcome::Done => ("done", true),
        ActivityOutcome::Not(code) => (outcome_words(code), false),
    };
    ActivityRow {
        time: at.format("%H:%M:%S").to_string(),
        who: activity.agent.as_ref().map_or_else(|| "You".to_owned(), ToString::to_string),
        what,
        outcome,
        done,
    }
}

fn outcome_words(code: Code) -> &'static str {
    match code {
        Code::PausedByUser => "refused: you have control",
        Code::InHandoff => "refused: handed to you",
        Code::GrantPending | Code::ObservationPending | Code::ApprovalPending => "waits for your answer",
        Code::ApprovalRejected => "refused: you said no",
        Code::ApprovalExpired => "refused: nobody said yes in time",
        Code::NotCompleted => "not completed: the handoff ended without it",
        Code::TooManyPending => "refused: too many requests wait for you",
        Code::NotAuthorized => "refused: not allowed",
        Code::HandoffRequired => "refused: yours to type",
        Code::LeaseRequired => "refused: no lease",
        Code::LeaseHeld => "refused: another agent holds it",
        Code::PageNotLeasable => "refused: your own page",
        Code::ObservationDenied => "refused: may not read this",
        Code::TargetChanged => "refused: the page changed first",
        Code::StaleReference => "refused: outdated element",
        Code::NotActionable => "not possible on the page",
        Code::Unavailable => "not available",
        Code::BlockedAddress => "refused: address not allowed",
        Code::DialogOpen => "a page dialog is open",
        Code::UnknownWindow => "no such Window",
        Code::UnknownPage => "no such page",
        Code::PageCrashed => "the page crashed",
        Code::BrowserGone => "Chromium has ended",
        Code::TimedOut => "took too long",
        Code::Cancelled => "cancelled",
        Code::QueueFull => "refused: too many calls waiting",
        Code::LimitReached => "refused: limit reached",
        Code::InvalidArguments => "malformed request",
    }
}
