//! The person's side as JSON: the view, events and audit entries.

use std::time::{SystemTime, UNIX_EPOCH};

use nexus_core::EngineHealth;
use nexus_core::broker::{
    About, AboutFile, ActivityOutcome, ActivityView, AgentView, Bounds, CardPicture, ControlView, DownloadView, Event,
    HandoffView, Health, Holder, LeaseView, Notice, OpenedBy, PagePicture, PageView, PairingView, ProfileKind,
    ProfileState, ProfileView, Question, RequestView, SessionView, UnaskedView, View, WindowView,
};
use nexus_core::store::{AuditEntry, AuditNumber, AuditOutcome, ProfileName};
use nexus_policy::{KeptKind, Scope, Unasked};
use serde_json::{Value, json};

pub(crate) fn view_json(view: &View) -> Value {
    let View {
        windows,
        agents,
        pairings,
        requests,
        handoffs,
        profiles,
        workspace,
        activity,
        downloads_folder,
        upload_folders,
        inspection,
        notices,
    } = view;
    json!({
        "windows": windows.iter().map(window_json).collect::<Vec<_>>(),
        "agents": agents.iter().map(agent_json).collect::<Vec<_>>(),
        "pairings": pairings.iter().map(pairing_json).collect::<Vec<_>>(),
        "requests": requests.iter().map(request_json).collect::<Vec<_>>(),
        "handoffs": handoffs.iter().map(handoff_json).collect::<Vec<_>>(),
        "profiles": profiles.iter().map(profile_json).collect::<Vec<_>>(),
        "workspace": workspace.as_ref().map(|workspace| workspace.as_str()),
        "activity": activity.iter().map(activity_json).collect::<Vec<_>>(),
        "downloads_folder": downloads_folder,
        "inspection": inspection.as_str(),
        "upload_folders": upload_folders.iter().map(|folder| folder.as_path()).collect::<Vec<_>>(),
        "notices": notices.iter().map(|Notice { kind: _, text }| text).collect::<Vec<_>>(),
    })
}

fn window_json(window: &WindowView) -> Value {
    let WindowView {
        id,
        opened_by,
        kind,
        profile,
        closes_at,
        control,
        may_be_signed_in,
        health,
        pages,
        downloads,
        unasked,
        leases,
        bounds,
    } = window;
    json!({
        "window": id.to_string(),
        "opened_by": opened_by_json(opened_by),
        "kind": kind.as_str(),
        "profile": profile.as_ref().map(ProfileName::as_str),
        "closes_at_ms": closes_at.map(millis),
        "control": control_json(control),
        "may_be_signed_in": may_be_signed_in,
        "health": match health {
            Health::Starting => json!("starting"),
            Health::Running => json!("running"),
            Health::Gone(reason) => json!({"gone": reason}),
        },
        "pages": pages.iter().map(page_json).collect::<Vec<_>>(),
        "downloads": downloads.iter().map(download_json).collect::<Vec<_>>(),
        "unasked": unasked.iter().map(unasked_json).collect::<Vec<_>>(),
        "leases": leases.iter().map(lease_json).collect::<Vec<_>>(),
        "bounds": bounds.map(|Bounds { x, y, width, height }| json!([x, y, width, height])),
    })
}

fn unasked_json(UnaskedView { endpoint, to, why }: &UnaskedView) -> Value {
    let why = match why {
        Unasked::ByItself => "by_itself",
        Unasked::Allowed => "allowed",
    };
    json!({"method": endpoint.method, "to": to.as_str(), "why": why})
}

fn page_json(page: &PageView) -> Value {
    let PageView { id, title, origin, address, opened_by, control, queue_length, crashed, dialog_open, inspection } =
        page;
    json!({
        "page": id.to_string(), "title": title, "origin": origin, "address": address,
        "opened_by": opened_by_json(opened_by), "control": control_json(control), "queue_length": queue_length,
        "crashed": crashed, "dialog_open": dialog_open, "inspection": inspection.map(EngineHealth::as_str),
    })
}

fn lease_json(lease: &LeaseView) -> Value {
    let LeaseView { id, holder, scope, since, suspended } = lease;
    json!({
        "lease": id.to_string(), "holder": holder_json(holder), "scope": scope.to_string(), "since_ms": millis(*since),
        "suspended": suspended,
    })
}

fn holder_json(Holder { agent, session }: &Holder) -> Value {
    json!({"agent": agent.as_str(), "session": session.to_string()})
}

fn opened_by_json(opened_by: &OpenedBy) -> Value {
    match opened_by {
        OpenedBy::Person => json!("person"),
        OpenedBy::Agent(agent) => json!({"agent": agent.as_str()}),
        OpenedBy::RevokedAgent => json!("revoked_agent"),
    }
}

fn control_json(control: &ControlView) -> Value {
    match control {
        ControlView::Idle => json!({"state": "idle"}),
        ControlView::Agent(holder) => json!({"state": "agent", "holder": holder_json(holder)}),
        ControlView::Handoff => json!({"state": "handoff"}),
        ControlView::Taking => json!({"state": "user", "in_force": false}),
        ControlView::Person => json!({"state": "user", "in_force": true}),
    }
}

fn agent_json(AgentView { name, approvals, sessions }: &AgentView) -> Value {
    let session = |SessionView { id, since, program }: &SessionView| json!({"session": id.to_string(), "since_ms": millis(*since), "program": program});
    let sessions = sessions.iter().map(session).collect::<Vec<_>>();
    json!({"agent": name.as_str(), "approvals": approvals.as_str(), "sessions": sessions})
}

fn pairing_json(pairing: &PairingView) -> Value {
    let PairingView { approval, agent, code, program, expires_at } = pairing;
    json!({
        "approval": approval.to_string(), "agent": agent.as_str(), "code": code, "program": program,
        "expires_at_ms": millis(*expires_at),
    })
}

fn request_json(request: &RequestView) -> Value {
    let RequestView { approval, asked_by, question, window, page, origin, picture, read_before, expires_at } = request;
    let mut object = json!({
        "approval": approval.to_string(), "kind": question.as_str(), "asked_by": holder_json(asked_by),
        "window": window.map(|window| window.to_string()), "page": page.map(|page| page.to_string()),
        "origin": origin, "picture": picture_json(picture), "read_before": read_before,
        "expires_at_ms": millis(*expires_at),
    });
    match question {
        Question::Drive { agent } => object["agent"] = json!(agent.as_str()),
        Question::Read => {}
        Question::Send { what, about, method, to, fields, held } => {
            object["what"] = json!(what);
            object["sends"] = json!({"method": method, "to": to.as_str(), "fields": fields, "held": held});
            if let Some(About { kind, name, leads }) = about {
                object["about"] = json!({"kind": kind, "name": name, "leads": leads});
            }
        }
        Question::Act { what, about, files, script, why } => {
            object["what"] = json!(what);
            object["why"] = json!(why);
            if !files.is_empty() {
                object["files"] = files.iter().map(file_json).collect();
            }
            if let Some(script) = script {
                object["script"] = json!(script);
            }
            if let Some(About { kind, name, leads }) = about {
                object["about"] = json!({"kind": kind, "name": name, "leads": leads});
            }
        }
    }
    object
}

/// How the picture is doing; its pixels are asked for by themselves.
fn picture_json(picture: &CardPicture) -> Value {
    match picture {
        CardPicture::None => Value::Null,
        CardPicture::Coming => json!("coming"),
        CardPicture::Taken(picture) => {
            let PagePicture { width, height, rgb: _, outlined, out_of_view } = &**picture;
            json!({"width": width, "height": height, "outlined": outlined, "out_of_view": out_of_view})
        }
        CardPicture::Missing(why) => json!({"missing": why}),
    }
}

fn download_json(DownloadView { name, bytes, state }: &DownloadView) -> Value {
    json!({"name": name, "bytes": bytes, "state": state.as_str()})
}

fn file_json(AboutFile { name, folder, bytes }: &AboutFile) -> Value {
    json!({"name": name, "folder": folder, "bytes": bytes})
}

fn handoff_json(handoff: &HandoffView) -> Value {
    let HandoffView { handoff, asked_by, reason, window, page, origin, expires_at } = handoff;
    json!({
        "handoff": handoff.to_string(), "asked_by": holder_json(asked_by), "reason": reason,
        "window": window.map(|window| window.to_string()), "page": page.map(|page| page.to_string()),
        "origin": origin, "expires_at_ms": millis(*expires_at),
    })
}

fn profile_json(profile: &ProfileView) -> Value {
    let ProfileView { name, kind, state, drivers, window, opened_at, bytes, was_open, was_signed_in } = profile;
    let workspace = match kind {
        KeptKind::Workspace(workspace) => Some(workspace.as_str()),
        KeptKind::Persistent | KeptKind::Shared | KeptKind::AutomationOnly(_) => None,
    };
    let state = match state {
        ProfileState::Ready => "ready",
        ProfileState::Archived => "archived",
        ProfileState::Deleting(_) => "deleting",
        ProfileState::Saving => "saving",
        ProfileState::SigningIn => "signing_in",
    };
    json!({
        "kind": ProfileKind::of_kept(kind).as_str(), "workspace": workspace, "state": state, "bytes": bytes,
        "opened_at_ms": opened_at.map(millis), "was_open": was_open, "was_signed_in": was_signed_in,
        "profile": name.as_str(), "agents": drivers.iter().map(|agent| agent.as_str()).collect::<Vec<_>>(),
        "window": window.map(|window| window.to_string()),
    })
}

fn activity_json(activity: &ActivityView) -> Value {
    let ActivityView { at, agent, window, page, what, outcome } = activity;
    json!({
        "at_ms": millis(*at), "agent": agent.as_ref().map(|agent| agent.as_str()),
        "window": window.map(|window| window.to_string()), "page": page.map(|page| page.to_string()), "what": what,
        "outcome": match outcome {
            ActivityOutcome::Done => "done",
            ActivityOutcome::Not(code) => code.as_str(),
        },
    })
}

pub(crate) fn audit_json((number, entry): &(AuditNumber, AuditEntry)) -> Value {
    let AuditEntry { at, agent, session, window, page, what, address, outcome } = entry;
    let (outcome, code) = match outcome {
        AuditOutcome::Started => ("started", None),
        AuditOutcome::Done => ("done", None),
        AuditOutcome::Refused(code) => ("refused", Some(code.as_str())),
        AuditOutcome::Failed(code) => ("failed", Some(code.as_str())),
    };
    json!({
        "number": number.0, "at_ms": millis(*at), "agent": agent.as_ref().map(|agent| agent.as_str()),
        "session": session.map(|session| session.to_string()), "window": window.map(|window| window.to_string()),
        "page": page.map(|page| page.to_string()), "what": what, "address": address, "outcome": outcome, "code": code,
    })
}

pub(crate) fn event_json(event: &Event) -> Value {
    match event {
        Event::PairingRequested(pairing) => {
            let mut request = pairing_json(pairing);
            request["event"] = json!("pairing_requested");
            request
        }
        Event::Requested(view) => {
            let mut request = request_json(view);
            request["event"] = json!(format!("{}_requested", view.question.as_str()));
            request
        }
        Event::RequestOver(approval) => json!({"event": "request_over", "approval": approval.to_string()}),
        Event::HandoffRequested(view) => {
            let mut handoff = handoff_json(view);
            handoff["event"] = json!("handoff_requested");
            handoff
        }
        Event::HandoffEnded(handoff) => json!({"event": "handoff_ended", "handoff": handoff.to_string()}),
        Event::LeaseChanged { lease, scope, holder } => json!({
            "event": "lease_changed", "lease": lease.to_string(), "scope": scope.to_string(),
            "holder": holder.as_ref().map(holder_json),
        }),
        Event::ControlChanged { scope, control } => match scope {
            Scope::Window(window) => {
                json!({"event": "control_changed", "window": window.to_string(), "control": control})
            }
            Scope::Page(page) => json!({"event": "control_changed", "page": page.to_string(), "control": control}),
        },
        Event::PageOpened { window, page } => {
            json!({"event": "page_opened", "window": window.to_string(), "page": page.to_string()})
        }
        Event::PageClosed { page } => json!({"event": "page_closed", "page": page.to_string()}),
        Event::BrowserExited { window, reason } => {
            json!({"event": "browser_exited", "window": window.to_string(), "reason": reason})
        }
    }
}

fn millis(at: SystemTime) -> f64 {
    at.duration_since(UNIX_EPOCH).unwrap_or_default().as_secs_f64() * 1000.0
}
