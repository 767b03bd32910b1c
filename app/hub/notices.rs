//! What the person should know about this machine, with the button that mends it where there is one.

use egui::Ui;
use nexus_core::broker::{Notice, NoticeKind, PersonCommand};

use crate::view_model::Action;
use crate::widgets::{Weight, message_ui};

/// Draws the notices of the wanted kinds.
pub(super) fn notices_ui(ui: &mut Ui, notices: &[Notice], wanted: fn(NoticeKind) -> bool, actions: &mut Vec<Action>) {
    for notice in notices.iter().filter(|notice| wanted(notice.kind)) {
        let (weight, button) = match notice.kind {
            NoticeKind::NoBrowser | NoticeKind::Problem => (Weight::Failure, None),
            NoticeKind::NoSandbox => (Weight::Warning, None),
            NoticeKind::NoKeychain => (Weight::Warning, Some("Keep tokens in a private file")),
        };
        if message_ui(ui, weight, &notice.text, button) {
            actions.push(Action::Person(PersonCommand::KeepTokensInFile));
        }
    }
}
