//! Starting the app: one per user, its broker, its socket, its windows; and ending all of it.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::Context;
use nexus::{AppOptions, run as show_windows, show_trouble};
use nexus_core::broker::{BrokerConfig, Notice, NoticeKind, RunningBroker, start_broker};
use nexus_core::browser::{Display, LaunchOptions, Sandbox, locate_browser};
use nexus_core::instance::{InstanceLock, agent_socket};
use nexus_core::store::{Setting, Store, Vault, VaultKind, ensure_data_dir};
use nexus_mcp::{Listener, serve_socket};
use nexus_policy::ApprovalSetting;
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

use crate::instance::{FocusSocket, ask_for_focus};
use crate::records::Records;

/// Shows the windows until the person quits.
pub(crate) fn run(data_dir: PathBuf) -> anyhow::Result<ExitCode> {
    ensure_data_dir(&data_dir).context("NEXUS's directory can't be used")?;
    let Some(lock) = InstanceLock::acquire(&data_dir).context("the data directory can't be locked")? else {
        ask_for_focus(&data_dir).context("NEXUS is running already, but it doesn't answer")?;
        eprintln!("nexus: it is running already; its window was brought to the front");
        return Ok(ExitCode::SUCCESS);
    };
    // Under the lock: nobody else has the database open.
    let records = Records::open(&data_dir).inspect_err(|error| {
        // Whoever started NEXUS without a terminal sees it, too.
        if let Err(error) = show_trouble(format!("{error:#}")) {
            tracing::debug!(%error, "there is no window to show it in");
        }
    })?;
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let started = runtime.block_on(start(records, &data_dir))?;
    let Started { broker, listener, focus, focus_requests, end_requests } = started;
    let options = AppOptions {
        socket: listener.path().to_path_buf(),
        nexus: std::env::current_exe().context("this program's own path is unknown")?,
        data: data_dir,
        focus_requests,
        end_requests,
    };
    let shown = show_windows(broker.person.clone(), runtime.handle().clone(), options);
    runtime.block_on(async {
        listener.close().await;
        drop(focus);
        broker.shut_down().await;
    });
    runtime.shutdown_background();
    drop(lock);
    shown.context(
        "On a machine without a display, `make run` in the source folder plays the demo on a virtual screen",
    )?;
    Ok(ExitCode::SUCCESS)
}

/// What runs beside the windows.
struct Started {
    broker: RunningBroker,
    listener: Listener,
    focus: FocusSocket,
    focus_requests: UnboundedReceiver<()>,
    end_requests: UnboundedReceiver<()>,
}

async fn start(records: Records, data_dir: &Path) -> anyhow::Result<Started> {
    let Records { store, vault, trouble } = records;
    let browser = chosen_browser(&store).await;
    let sandbox = Sandbox::for_this_user();
    let mut notices = notices(browser.as_deref(), sandbox, &vault);
    notices.extend(trouble.into_iter().map(|text| Notice { kind: NoticeKind::Problem, text }));
    let inspection = store.inspection().context("NEXUS's settings can't be read")?.provider(data_dir);
    let launch = LaunchOptions { browser, display: Display::Headful, sandbox, inspection };
    let approvals = ApprovalSetting::default();
    let config = BrokerConfig {
        data_dir: data_dir.to_path_buf(),
        launch,
        store,
        vault,
        approvals,
        uploads: Vec::new(),
        notices,
    };
    let broker = start_broker(config).await.context("NEXUS's database can't be read")?;
    let listener = serve_socket(&agent_socket(data_dir), broker.agents.clone()).await?;
    let (focus, focus_requests) = FocusSocket::listen(data_dir).context("the focus socket can't be made")?;
    let end_requests = hear_the_system().context("signals can't be listened for")?;
    Ok(Started { broker, listener, focus, focus_requests, end_requests })
}

/// Hears Ctrl-C and the end of the desktop session, so that Windows are closed and isolated profiles discarded (N19)
/// then as well.
fn hear_the_system() -> std::io::Result<UnboundedReceiver<()>> {
    let (ask, end_requests) = unbounded_channel();
    // Not the hangup: `nohup` is meant to keep it away, and listening would undo that.
    for kind in [SignalKind::interrupt(), SignalKind::terminate()] {
        let (mut signals, ask) = (signal(kind)?, ask.clone());
        tokio::spawn(async move {
            // Without an app there is nothing left to end.
            while signals.recv().await.is_some() && ask.send(()).is_ok() {}
        });
    }
    Ok(end_requests)
}

async fn chosen_browser(store: &Arc<Store>) -> Option<PathBuf> {
    let store = Arc::clone(store);
    let setting = tokio::task::spawn_blocking(move || store.setting(Setting::BrowserPath)).await.ok()?;
    let path = setting.inspect_err(|error| tracing::warn!(%error, "the browser setting can't be read"));
    path.ok().flatten().map(PathBuf::from)
}

/// What the person should know about this machine from the start.
fn notices(browser: Option<&Path>, sandbox: Sandbox, vault: &Vault) -> Vec<Notice> {
    let mut notices = Vec::new();
    if let Err(error) = locate_browser(browser) {
        notices.push(Notice { kind: NoticeKind::NoBrowser, text: error.to_string() });
    }
    if sandbox == Sandbox::OffAsRoot {
        let text = "NEXUS runs as root, so Chromium runs without its own sandbox (--no-sandbox). \
                    Start NEXUS as an ordinary user to have it.";
        eprintln!("nexus: {text}");
        notices.push(Notice { kind: NoticeKind::NoSandbox, text: text.to_owned() });
    }
    if vault.kind() == VaultKind::Nowhere {
        let text = "There is no keychain here, so agents have to be paired at each connection. \
                    You can keep their tokens in a private file instead; any program of yours could read it.";
        notices.push(Notice { kind: NoticeKind::NoKeychain, text: text.to_owned() });
    }
    notices
}
