//! What Chromium itself would ask the person on a page's behalf: for files, for a passkey. While an agent has control there
//! nobody is asked and the page gets nothing: a native dialog is no agent's to open, and none stays behind (A06, N13).

use chromiumoxide::Command;
use chromiumoxide::cdp::browser_protocol::page::SetInterceptFileChooserDialogParams;
use chromiumoxide::cdp::browser_protocol::web_authn;

use super::cdp::{CdpSession, Connection};
use super::worlds::Hands;

/// Sets a session up for those hands. Commands on one session are carried out in order, so what an agent does next comes after.
pub(super) fn set_up(connection: &Connection, session: &CdpSession, hands: Hands) {
    let mut files = SetInterceptFileChooserDialogParams::new(hands == Hands::Agent);
    files.cancel = Some(true);
    send(connection, session, &files);
    match hands {
        // Passkeys are looked for on a virtual authenticator, and there is none.
        Hands::Agent => send(connection, session, &web_authn::EnableParams::default()),
        Hands::Person => send(connection, session, &web_authn::DisableParams::default()),
    }
}

fn send<C: Command>(connection: &Connection, session: &CdpSession, command: &C) {
    if let Err(error) = connection.send(session, command) {
        tracing::debug!(%error, command = %command.identifier(), "Chromium's own dialogs could not be set up");
    }
}
