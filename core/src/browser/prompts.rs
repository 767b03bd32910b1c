//! What Chromium itself would ask the person on a page's behalf: for files, for a passkey, for camera, place, clipboard and all
//! else that takes a permission. While an agent has control there nobody is asked and the page gets nothing: a native dialog is
//! no agent's to open, and none stays behind (A06, N13).

use std::time::Duration;

use chromiumoxide::cdp::browser_protocol::browser::ResetPermissionsParams;
use chromiumoxide::cdp::browser_protocol::page::SetInterceptFileChooserDialogParams;
use chromiumoxide::cdp::browser_protocol::web_authn;
use chromiumoxide::types::MethodId;
use chromiumoxide::{Command, Method};
use serde::Serialize;

use super::cdp::{CdpError, CdpSession, Connection};
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

/// Has Chromium deny every permission that a page asks for, without asking, and waits until it does.
pub(super) async fn deny_permissions(connection: &Connection, deadline: Duration) -> Result<(), CdpError> {
    connection.call(&CdpSession::Root, GrantPermissions::default(), deadline).await.map(|_| ())
}

/// Whose answer a page's question for a permission gets, in the whole Window.
pub(super) fn set_up_window(connection: &Connection, hands: Hands) {
    match hands {
        Hands::Agent => send(connection, &CdpSession::Root, &GrantPermissions::default()),
        // What the person decided for good holds again, and what they didn't asks them.
        Hands::Person => send(connection, &CdpSession::Root, &ResetPermissionsParams::default()),
    }
}

/// `Browser.grantPermissions` grants those it lists and rejects all others, those included that a later Chromium brings;
/// `Browser.setPermission` would go one by one by their names.
#[derive(Debug, Default, Serialize)]
struct GrantPermissions {
    permissions: [&'static str; 0],
}

impl Method for GrantPermissions {
    fn identifier(&self) -> MethodId {
        "Browser.grantPermissions".into()
    }
}

impl Command for GrantPermissions {
    type Response = serde_json::Value;
}

fn send<C: Command>(connection: &Connection, session: &CdpSession, command: &C) {
    if let Err(error) = connection.send(session, command) {
        tracing::debug!(%error, command = %command.identifier(), "Chromium's own dialogs could not be set up");
    }
}
