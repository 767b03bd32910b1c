//! Everything that waits for the person, from every Window and from agents that aren't paired yet.

use egui::Ui;
use nexus_core::broker::NoticeKind;

use super::HubPicture;
use super::notices::notices_ui;
use crate::cards::cards_ui;
use crate::view_model::Action;
use crate::widgets::empty_ui;

pub(super) fn inbox_ui(ui: &mut Ui, picture: &HubPicture<'_>, actions: &mut Vec<Action>) {
    notices_ui(ui, &picture.view.notices, |kind| matches!(kind, NoticeKind::NoKeychain | NoticeKind::Problem), actions);
    let inbox = &picture.view.inbox;
    if inbox.is_empty() {
        let how = "Here appears what only you can decide or do: agents that ask to be paired, to read or to drive what \
                   may hold your sign-in, to do something that needs your yes, or that hand you something to do.";
        empty_ui(ui, "Nothing waits for you.", how);
    }
    cards_ui(ui, inbox, picture.appearance, actions);
}
