//! Open to sign in: the person has a kept profile in an ordinary browser, in which neither an agent nor NEXUS can read or act
//! (N22). Meanwhile policy has it lent, so that no Window opens it (N20).
//!
//! NEXUS started that browser, so it ends it in order when it ends itself. Left alone, it would keep the profile without
//! anybody's knowing. After a crash it can't be ended any more; then Chromium's own lock keeps the profile from a relaunched
//! NEXUS until the person closes it.

use std::time::SystemTime;

use nexus_policy::{Command, Loan, Profile, ProfileId};
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;

use super::inside::{Inside, Reply};
use super::people::{done, error_of};
use super::person::{PersonAnswer, PersonError};
use super::profile_upkeep::Busy;
use super::run::Broker;
use super::work::Launch;
use crate::browser::{OrdinaryBrowser, StartError};

/// A browser in which the person signs in.
#[derive(Debug)]
pub(super) struct SignIn {
    /// Dropping it ends the browser.
    keep: oneshot::Sender<()>,
    /// Done when the browser is closed.
    task: JoinHandle<()>,
}

/// How it goes.
#[derive(Debug)]
pub(super) enum SignInStep {
    Opened(Reply),
    NotOpened(Reply, PersonError),
    Closed,
}

impl Broker {
    pub(super) fn open_to_sign_in(&mut self, profile: ProfileId, reply: Reply) {
        if let Err(refusal) = self.try_policy(Command::LendProfile { profile, loan: Loan::Browser }) {
            return self.answer_person(reply, Err(error_of(refusal)));
        }
        let (keep, not_kept) = oneshot::channel();
        let launch = self.launch(self.opening_of(Profile::Kept(profile)));
        let task = tokio::spawn(sign_in(profile, launch, not_kept, reply, self.outbox.inside.clone()));
        if let Some(known) = self.profiles.known.get_mut(&profile) {
            known.busy = Some(Busy::SigningIn(SignIn { keep, task }));
            // What the person does there may be a sign-in.
            known.left_plain = false;
        }
        self.publish();
    }

    pub(super) fn sign_in_goes_on(&mut self, profile: ProfileId, step: SignInStep) {
        match step {
            SignInStep::Opened(reply) => {
                let at = SystemTime::now();
                if let Some(known) = self.profiles.known.get_mut(&profile) {
                    known.opened_at = Some(at);
                }
                self.keep_for(None, move |store| store.set_profile_opened_at(profile, at));
                self.publish();
                self.answer_person(reply, Ok(PersonAnswer::Done));
            }
            SignInStep::NotOpened(reply, error) => {
                self.sign_in_over(profile, Some(&error));
                self.publish();
                self.answer_person(reply, Err(error));
            }
            SignInStep::Closed => {
                if let Some(known) = self.profiles.known.get_mut(&profile) {
                    known.was_signed_in = true;
                }
                self.sign_in_over(profile, None);
            }
        }
    }

    fn sign_in_over(&mut self, profile: ProfileId, not_opened: Option<&PersonError>) {
        self.end_upkeep(profile, false);
        self.measure_profile(profile);
        if let Some(name) = self.profiles.known.get(&profile).map(|known| known.name.clone()) {
            self.note_sign_in_over(&name, not_opened);
        }
    }

    /// Ends the browsers in which the person signs in, all at once.
    pub(super) async fn end_sign_ins(&mut self) {
        let mut ending = Vec::new();
        for known in self.profiles.known.values_mut() {
            if let Some(Busy::SigningIn(SignIn { keep, task })) =
                known.busy.take_if(|busy| matches!(busy, Busy::SigningIn(_)))
            {
                drop(keep);
                ending.push((known.name.clone(), task));
            }
        }
        for (name, task) in ending {
            if task.await.is_err() {
                tracing::error!("the task of a browser for signing in ended by a panic");
            }
            self.note_sign_in_over(&name, None);
        }
    }
}

/// The browser's life, from its start to its end.
async fn sign_in(
    profile: ProfileId,
    launch: Launch,
    mut not_kept: oneshot::Receiver<()>,
    reply: Reply,
    inside: mpsc::UnboundedSender<Inside>,
) {
    let tell = |step| done(&inside, Inside::SignIn(profile, step));
    let browser = match open(launch, &mut not_kept).await {
        Ok(browser) => browser,
        Err(error) => {
            let error = PersonError { code: error.code(), sentence: error.to_string() };
            return tell(SignInStep::NotOpened(reply, error));
        }
    };
    tell(SignInStep::Opened(reply));
    tokio::select! {
        () = browser.closed() => {}
        _ = not_kept => browser.end().await,
    }
    tell(SignInStep::Closed);
}

async fn open(launch: Launch, not_kept: &mut oneshot::Receiver<()>) -> Result<OrdinaryBrowser, StartError> {
    let Launch { options, data_dir, profile, facts: _ } = launch;
    let browser = OrdinaryBrowser::launch(&options, &data_dir, profile).await?;
    let opened = tokio::select! {
        opened = browser.opened() => Some(opened),
        _ = not_kept => None,
    };
    match opened {
        Some(opened) => opened.map(|()| browser),
        None => {
            browser.end().await;
            Err(StartError::ShuttingDown)
        }
    }
}
