//! The card of something that the person is asked on an agent's behalf: who, what, where, and what can be answered.

use std::time::SystemTime;

use nexus_core::broker::{About, AboutFile, CardPicture, Decision, ProfileKind, Question, RequestView, View};
use nexus_policy::ApprovalId;

use super::caption::Caption;
use super::clock::left_text;
use super::size::size_text;
use super::whereabouts::Whereabouts;

/// One request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestCard {
    /// To decide it.
    pub approval: ApprovalId,
    /// Who asks for what: "Claude Code asks to read this page".
    pub title: String,
    /// What it is about, where that is a thing on a page: "button “Place order”. Sends a form to /order on the same site".
    pub about: Option<String>,
    /// What of the page it is about.
    pub picture: CardPicture,
    /// What a picture shows, or why there is none.
    pub caption: Caption,
    /// The files that it gives to the page: "report.pdf · 1.2 MB · in /home/anna/Documents".
    pub files: Vec<String>,
    /// The script that it runs, whole.
    pub script: Option<String>,
    /// Why NEXUS asks, the gravest first.
    pub reasons: Vec<String>,
    /// What the agent read before, from other sites than this one.
    pub read_before: Option<String>,
    /// What a yes means.
    pub why: String,
    /// Where.
    pub at: Whereabouts,
    /// "4:12 left".
    pub time_left: String,
    /// The buttons, in order.
    pub answers: Vec<Answer>,
    /// What it is about in one line, for a screen reader.
    pub name: String,
}

/// One button of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Answer {
    /// What is written on it.
    pub label: &'static str,
    /// What it decides.
    pub decision: Decision,
}

impl Answer {
    const APPROVE_ONCE: Self = Self { label: "Approve once", decision: Decision::Approve };
    const REJECT: Self = Self { label: "Reject", decision: Decision::Reject };
    const ALLOW: Self = Self { label: "Allow", decision: Decision::Approve };
    const DO_NOT_ALLOW: Self = Self { label: "Don't allow", decision: Decision::Reject };
    const ALWAYS_HERE: Self = Self { label: "Always allow this here", decision: Decision::ApproveAlways };
    const ALWAYS: Self = Self { label: "Always on this profile", decision: Decision::ApproveAlways };
}

impl RequestCard {
    pub(crate) fn new(request: &RequestView, view: &View, now: SystemTime) -> Self {
        let at = Whereabouts::new(view, request.window, request.page, request.origin.as_deref());
        let title = title(request);
        let profile = PersistentProfile::of(request, view);
        Self {
            approval: request.approval,
            about: about(&request.question),
            picture: request.picture.clone(),
            caption: Caption::of(&request.picture),
            read_before: read_before(&request.read_before),
            files: files(&request.question),
            script: script(&request.question),
            reasons: reasons(&request.question),
            why: why(&request.question, profile.as_ref()),
            time_left: left_text(request.expires_at, now),
            answers: answers(&request.question, profile.is_some()),
            name: format!("{title}, {}", at.name()),
            title,
            at,
        }
    }
}

/// The profile of a request's Window, where an answer can be kept.
struct PersistentProfile {
    called: String,
}

impl PersistentProfile {
    fn of(request: &RequestView, view: &View) -> Option<Self> {
        let window = view.windows.iter().find(|window| Some(window.id) == request.window)?;
        match window.kind {
            // A shared profile is let out anew each time.
            ProfileKind::Isolated | ProfileKind::Shared => None,
            ProfileKind::Persistent | ProfileKind::Workspace | ProfileKind::AutomationOnly => {
                Some(Self { called: window.profile.as_ref().map(|name| format!(" “{name}”")).unwrap_or_default() })
            }
        }
    }
}

fn title(request: &RequestView) -> String {
    let asker = &request.asked_by.agent;
    match &request.question {
        Question::Read => format!("{asker} asks to read this page"),
        Question::Drive { agent } if agent == asker => {
            format!("{asker} asks to drive this Window, which may hold your sign-in")
        }
        Question::Drive { agent } => {
            format!("{asker} asks to let {agent} drive this Window, which may hold your sign-in")
        }
        Question::Send { what, about, method, to, held, .. } => {
            let host = to.origin().split_once("://").map_or(to.origin(), |(_, host)| host);
            let path = &to.as_str()[to.origin().len()..];
            let times = if *held > 1 { format!(", {held} times") } else { String::new() };
            format!("Because {asker} {}, {host} would receive {method} {path}{times}", did(what, about.as_ref()))
        }
        Question::Act { what, .. } if what.trim().is_empty() => format!("{asker} asks to do something"),
        Question::Act { what, .. } => format!("{asker} asks to {what}"),
    }
}

/// What an agent did, as one says it afterwards.
fn did(what: &str, about: Option<&About>) -> String {
    let verb = match what {
        "click" => "pressed",
        "type" => "typed into",
        "press key" => "pressed a key in",
        "choose" => "chose something in",
        "fill form" => "filled",
        "point at" => "pointed at",
        "scroll" => "scrolled to",
        "drag" => "dragged something to",
        "upload" => "gave files to",
        "answer dialog" => return "answered a dialog".to_owned(),
        "run a script" => return "ran a script of its own".to_owned(),
        "navigate" | "open page" => return "went to an address".to_owned(),
        _ => return "did something on the page".to_owned(),
    };
    match about {
        Some(About { name, .. }) if !name.is_empty() => format!("{verb} “{name}”"),
        Some(About { kind, .. }) if !kind.is_empty() => format!("{verb} a {kind} without a name"),
        Some(_) | None => format!("{verb} something on the page"),
    }
}

/// Reasons shown on a card: more than these, and nobody reads them.
const REASONS: usize = 4;

fn reasons(question: &Question) -> Vec<String> {
    if let Question::Send { fields, .. } = question {
        return holds(fields).into_iter().collect();
    }
    let Question::Act { why, .. } = question else { return Vec::new() };
    let more = why.len().saturating_sub(REASONS);
    let rest = (more > 0).then(|| format!("… and {more} more"));
    why.iter().take(REASONS).cloned().chain(rest).collect()
}

/// What a body holds, without a value.
fn holds(fields: &[String]) -> Option<String> {
    (!fields.is_empty()).then(|| format!("It holds: {}", fields.join(", ")))
}

/// Origins shown on a card: more than these, and nobody reads them.
const ORIGINS: usize = 4;

fn read_before(origins: &[String]) -> Option<String> {
    let shown = origins.iter().take(ORIGINS).map(String::as_str).collect::<Vec<_>>().join(", ");
    match origins.len() {
        0 => None,
        count if count > ORIGINS => Some(format!("Read before from other sites: {shown} and {} more", count - ORIGINS)),
        _ => Some(format!("Read before from other sites: {shown}")),
    }
}

/// All of them: what isn't seen can't be agreed to.
fn files(question: &Question) -> Vec<String> {
    let Question::Act { files, .. } = question else { return Vec::new() };
    let line = |AboutFile { name, folder, bytes }: &AboutFile| format!("{name} · {} · in {folder}", size_text(*bytes));
    files.iter().map(line).collect()
}

fn script(question: &Question) -> Option<String> {
    let Question::Act { script, .. } = question else { return None };
    script.clone()
}

fn about(question: &Question) -> Option<String> {
    if let Question::Send { to, .. } = question {
        return Some(format!("It would go to {}", to.origin()));
    }
    let Question::Act { about: Some(About { kind, name, leads }), .. } = question else { return None };
    let called = if name.is_empty() { format!("{kind} without a name") } else { format!("{kind} “{name}”") };
    Some(match leads {
        Some(leads) => format!("{called}. {leads}"),
        None => called,
    })
}

fn why(question: &Question, profile: Option<&PersistentProfile>) -> String {
    match (question, profile) {
        (Question::Read, _) => "You may be signed in there: the agent would learn what the page shows.".to_owned(),
        (Question::Drive { agent }, None) => format!("{agent} could do there what you can, while this Window is open."),
        (Question::Drive { agent }, Some(PersistentProfile { called })) => {
            format!("{agent} could do there what you can. Always: also in later Windows of the profile{called}.")
        }
        (Question::Act { .. }, _) => "A yes is for this one time.".to_owned(),
        (Question::Send { .. }, _) => {
            "Nothing has been sent yet. Once: just this. Always: whatever goes there, from any page of this Window, as long as \
             it is open."
                .to_owned()
        }
    }
}

fn answers(question: &Question, can_be_kept: bool) -> Vec<Answer> {
    match question {
        Question::Act { .. } => vec![Answer::APPROVE_ONCE, Answer::REJECT],
        Question::Send { .. } => vec![Answer::APPROVE_ONCE, Answer::REJECT, Answer::ALWAYS_HERE],
        Question::Drive { .. } if can_be_kept => vec![Answer::ALLOW, Answer::DO_NOT_ALLOW, Answer::ALWAYS],
        Question::Drive { .. } | Question::Read => vec![Answer::ALLOW, Answer::DO_NOT_ALLOW],
    }
}
