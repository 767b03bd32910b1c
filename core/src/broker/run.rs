//! The broker's loop: one task that owns the rules. The person is always served first, and nothing here waits for an
//! agent, a database or a browser.

use std::collections::VecDeque;
use std::sync::Arc;

use nexus_policy::{AgentName, ApprovalSetting, Input, Policy, WindowId, WorkspaceName};
use tokio::sync::{broadcast, mpsc, watch};

use super::activity::Activity;
use super::agent_port::{AgentMessage, AgentSignal};
use super::approval_settings;
use super::asking::Reasons;
use super::audit_log::AuditLog;
use super::calls::Calls;
use super::card_picture::CardPictures;
use super::clock;
use super::inside::Inside;
use super::people::People;
use super::person::Event;
use super::person_port::PersonMessage;
use super::profiles::Profiles;
use super::publish::Publishing;
use super::registry::Registry;
use super::sessions::Sessions;
use super::start::BrokerConfig;
use super::view::{Notice, NoticeKind, View};
use crate::browser::BrowserFact;
use crate::consequences;
use crate::store::{KeptProfile, Store, StoreError};
use crate::uploads::{UploadFolder, Uploads};

/// Where messages come in.
pub(super) struct Inbox {
    pub(super) from_person: mpsc::UnboundedReceiver<PersonMessage>,
    pub(super) from_inside: mpsc::UnboundedReceiver<Inside>,
    pub(super) from_browsers: mpsc::UnboundedReceiver<(WindowId, BrowserFact)>,
    pub(super) agent_signals: mpsc::UnboundedReceiver<AgentSignal>,
    pub(super) from_agents: mpsc::Receiver<AgentMessage>,
    pub(super) stopped: watch::Receiver<bool>,
}

/// Where messages go out.
pub(super) struct Outbox {
    pub(super) inside: mpsc::UnboundedSender<Inside>,
    pub(super) facts: mpsc::UnboundedSender<(WindowId, BrowserFact)>,
    pub(super) view: watch::Sender<Arc<View>>,
    pub(super) events: broadcast::Sender<Event>,
}

/// What the database keeps for the broker.
#[derive(Debug, Default)]
pub(super) struct Kept {
    pub(super) agents: Vec<AgentName>,
    pub(super) profiles: Vec<KeptProfile>,
    pub(super) workspace: Option<WorkspaceName>,
    pub(super) approvals: Vec<(AgentName, ApprovalSetting)>,
    pub(super) upload_folders: Vec<UploadFolder>,
}

impl Kept {
    pub(super) fn read(store: &Store) -> Result<Self, StoreError> {
        Ok(Self {
            agents: store.agents()?,
            profiles: store.profiles()?,
            workspace: store.workspace()?,
            approvals: store.approvals()?,
            upload_folders: store.upload_folders()?,
        })
    }
}

/// The broker.
pub(super) struct Broker {
    pub(super) policy: Policy,
    pub(super) config: BrokerConfig,
    pub(super) registry: Registry,
    pub(super) calls: Calls,
    pub(super) sessions: Sessions,
    pub(super) people: People,
    pub(super) profiles: Profiles,
    pub(super) reasons: Reasons,
    pub(super) card_pictures: CardPictures,
    pub(super) activity: Activity,
    pub(super) uploads: Uploads,
    /// Why the last start of an agent's Window failed, until a Window starts.
    pub(super) start_failure: Option<String>,
    pub(super) publishing: Publishing,
    pub(super) outbox: Outbox,
    /// What policy is to be told next, in order.
    pub(super) inputs: VecDeque<Input>,
}

impl Broker {
    pub(super) fn new(mut config: BrokerConfig, kept: Kept, log: AuditLog, outbox: Outbox) -> Self {
        let (words, broken) = consequences::load(&config.data_dir);
        config.notices.extend(broken.map(|error| Notice { kind: NoticeKind::Problem, text: error.to_string() }));
        let mut policy = Policy::new(config.approvals).with_words(words);
        approval_settings::restore(kept.approvals, &mut policy);
        let profiles = Profiles::of(kept.profiles, kept.workspace, &mut policy);
        let mut folders: Vec<UploadFolder> = kept.upload_folders.into_iter().chain(config.uploads.drain(..)).collect();
        folders.sort();
        folders.dedup();
        let uploads = Uploads { folders, run: config.data_dir.join("run") };
        Self {
            policy,
            profiles,
            uploads,
            reasons: Reasons::default(),
            card_pictures: CardPictures::default(),
            registry: Registry::default(),
            calls: Calls::default(),
            sessions: Sessions::of(kept.agents),
            people: People::default(),
            activity: Activity::new(log),
            start_failure: None,
            publishing: Publishing::default(),
            config,
            outbox,
            inputs: VecDeque::new(),
        }
    }

    /// Serves until it is stopped, then ends every Chromium.
    pub(super) async fn run(mut self, mut inbox: Inbox) {
        self.measure_profiles();
        self.publish();
        loop {
            let wake = self.next_wake();
            // Invariant (I6): `biased` serves the person before anything else that is ready.
            tokio::select! {
                biased;
                Some(message) = inbox.from_person.recv() => self.take_command(message),
                _ = inbox.stopped.wait_for(|stopped| *stopped) => break,
                Some(message) = inbox.from_inside.recv() => {
                    // What browsers told before a call's end belongs to it.
                    while let Ok((window, fact)) = inbox.from_browsers.try_recv() {
                        self.take_browser_fact(window, fact);
                    }
                    self.take_inside(message);
                }
                Some((window, fact)) = inbox.from_browsers.recv() => self.take_browser_fact(window, fact),
                Some(signal) = inbox.agent_signals.recv() => self.take_signal(signal),
                Some(message) = inbox.from_agents.recv() => self.take_agent_message(message),
                () = wake => self.inputs.push_back(Input::Tick),
            }
            self.work_off();
            self.publish_if_due();
        }
        self.end_everything(inbox).await;
    }

    /// Tells policy what has come, and does what it says, until there is nothing left.
    fn work_off(&mut self) {
        while let Some(input) = self.inputs.pop_front() {
            self.step(input);
        }
    }

    /// Tells policy one thing, ahead of what has come and waits, and does what it says.
    pub(super) fn step(&mut self, input: Input) {
        for effect in self.policy.step(clock::now(), input) {
            self.carry_out(effect);
        }
    }

    fn next_wake(&self) -> impl Future<Output = ()> + use<> {
        let policy = self.policy.next_deadline().map(clock::until);
        let due = policy.into_iter().chain(self.publishing.due_in()).min();
        async move {
            match due {
                Some(due) => tokio::time::sleep(due).await,
                None => std::future::pending().await,
            }
        }
    }

    async fn end_everything(mut self, inbox: Inbox) {
        // Whoever still waits for an answer learns that there is none.
        drop(inbox);
        self.end_sign_ins().await;
        let Self { registry, calls, activity, .. } = self;
        calls.abort_all();
        registry.end_all().await;
        activity.log().end().await;
    }
}
