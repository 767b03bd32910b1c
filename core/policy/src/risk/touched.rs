//! What each kind of touching may do.

mod field;
mod press;

use super::names::{judge_names, judge_text};
use super::{PageText, Reason, Words, address};
use crate::{Act, DialogKind, ElementAct, KeyEffect, Method, Navigation, Reach, Submission, Touched};

/// Everything in the evidence that raises the risk.
pub(super) fn reasons(touched: &Touched, words: &Words) -> Vec<Reason> {
    let mut reasons = Vec::new();
    match touched {
        Touched::Elements(acts) if acts.is_empty() => reasons.push(Reason::Unresolved),
        Touched::Elements(acts) => acts.iter().for_each(|act| element(act, words, &mut reasons)),
        Touched::Navigation(Navigation::To(destination)) | Touched::Opening(Some(destination)) => {
            go(destination, words, &mut reasons);
        }
        Touched::Navigation(Navigation::Again { destination, posts_again }) => {
            match destination {
                Some(destination) => go(destination, words, &mut reasons),
                None => reasons.push(Reason::Unresolved),
            }
            if *posts_again {
                reasons.push(Reason::SendsAgain);
            }
        }
        Touched::Opening(None) | Touched::Closing => {}
        Touched::Dialog { kind, accept, message } => dialog(*kind, *accept, message, words, &mut reasons),
        Touched::Download { file: _ } => reasons.push(Reason::Downloads),
        Touched::Permission { name } => reasons.push(Reason::Permits { name: name.clone() }),
        Touched::Script { source: _ } => reasons.push(Reason::RunsScript),
        Touched::Emulation => {}
        Touched::Unresolved => reasons.push(Reason::Unresolved),
    }
    reasons
}

fn element(act: &ElementAct, words: &Words, reasons: &mut Vec<Reason>) {
    let ElementAct { act, element } = act;
    let needs_to_be_known = match act {
        Act::Hover | Act::Scroll => false,
        Act::Press | Act::Type { .. } | Act::Choose | Act::Key(_) | Act::Drag | Act::Upload => true,
    };
    if needs_to_be_known && !(element.resolved && press::is_known(element)) {
        reasons.push(Reason::Unresolved);
    }
    if needs_to_be_known && element.downloads {
        reasons.push(Reason::Downloads);
    }
    match act {
        Act::Hover | Act::Scroll => {}
        Act::Press => press::press(element, words, reasons),
        Act::Type { enter } => {
            field::typing(element, words, reasons);
            if *enter {
                press::enter(element, words, reasons);
            }
        }
        Act::Choose => press::choose(element, words, reasons),
        Act::Key(key) => self::key(*key, element, words, reasons),
        Act::Drag => press::drag(element, words, reasons),
        Act::Upload => reasons.push(Reason::Uploads),
    }
}

fn key(key: KeyEffect, element: &crate::Element, words: &Words, reasons: &mut Vec<Reason>) {
    let takes_text = field::takes_text(element);
    match key {
        KeyEffect::Move => {}
        KeyEffect::Text | KeyEffect::Space | KeyEffect::Erase if takes_text => {
            field::typing(element, words, reasons);
        }
        KeyEffect::Text if press::is_choice(element) => {}
        KeyEffect::Text => reasons.push(Reason::Scripted),
        KeyEffect::Enter if takes_text || press::is_choice(element) => press::enter(element, words, reasons),
        KeyEffect::Enter | KeyEffect::Space => press::press(element, words, reasons),
        KeyEffect::Erase | KeyEffect::Shortcut => reasons.push(Reason::UnclearKey),
    }
}

/// Going somewhere without an element. What only moves within the document needs no scripts.
fn go(destination: &crate::Destination, words: &Words, reasons: &mut Vec<Reason>) {
    if destination.reach != Reach::SameDocument {
        address::judge(destination, words, reasons);
        if address::is_file(destination) {
            reasons.push(Reason::Downloads);
        }
    }
}

/// What sending a form may do.
fn submission(sent: &Submission, words: &Words, reasons: &mut Vec<Reason>) {
    let Submission { method, destination, submitter, buttons } = sent;
    match method {
        Method::Dialog => reasons.push(Reason::Scripted),
        Method::Get | Method::Post => address::judge(destination, words, reasons),
    }
    match (method, &destination.reach) {
        (Method::Dialog, _) => {}
        (Method::Get | Method::Post, Reach::OtherOrigin(origin)) => {
            reasons.push(Reason::SendsElsewhere(origin.clone()))
        }
        (Method::Post, _) => reasons.push(Reason::Sends),
        (Method::Get, _) => {}
    }
    judge_names(submitter, words, reasons);
    buttons.iter().for_each(|button| judge_text(button, words, reasons));
}

fn dialog(kind: DialogKind, accept: bool, message: &str, words: &Words, reasons: &mut Vec<Reason>) {
    match kind {
        _ if !accept => {}
        DialogKind::Alert => {}
        DialogKind::Confirm | DialogKind::Prompt => {
            reasons.push(Reason::AcceptsDialog(PageText(message.to_owned())));
            judge_text(message, words, reasons);
        }
        DialogKind::BeforeUnload => reasons.push(Reason::LeavesUnsaved),
    }
}
