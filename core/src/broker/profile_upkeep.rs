//! Work on a profile that takes its time: renaming, putting away, deleting, saving its clean state, finding out its size.
//! While its files are worked on, policy has it lent, so that nothing opens it (N20).

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use nexus_policy::{Availability, CleanState, Command, Effect, Input, KeptKind, Loan, PersonRefusal, ProfileId};

use super::clock;
use super::inside::{Inside, Reply};
use super::people::{done, error_of};
use super::person::{PersonAnswer, PersonError};
use super::profile_command::ProfileCommand;
use super::profiles::name_is_taken;
use super::run::Broker;
use super::sign_in::SignIn;
use super::view::ProfileState;
use crate::profiles::register::Registered;
use crate::profiles::removal::{Ending, Removal};
use crate::profiles::{ProfileError, ProfileFolders, Progress, clean_state, size};
use crate::store::{ProfileName, Store, StoreError};

/// What a profile is busy with.
#[derive(Debug)]
pub(super) enum Busy {
    Deleting { progress: Progress, cancelled: Arc<AtomicBool>, was_archived: bool },
    Saving,
    SigningIn(SignIn),
}

impl Busy {
    pub(super) fn state(&self) -> ProfileState {
        match self {
            Self::Deleting { progress, .. } => ProfileState::Deleting(*progress),
            Self::Saving => ProfileState::Saving,
            Self::SigningIn(_) => ProfileState::SigningIn,
        }
    }
}

/// How work on a profile goes, or went.
#[derive(Debug)]
pub(super) enum Upkeep {
    Measured(u64),
    Renamed(ProfileName, Reply, Result<bool, StoreError>),
    Deleting(Progress),
    Deleted(Reply, Result<Ending, DeletionError>),
    Saved(Reply, CleanState, Result<(), String>),
}

/// Why a profile could not be deleted.
#[derive(Debug, thiserror::Error)]
pub(super) enum DeletionError {
    #[error("Its folder could not be deleted: {0}")]
    Folder(#[from] std::io::Error),
    #[error(transparent)]
    Profile(#[from] ProfileError),
    #[error("{0}")]
    Records(#[from] StoreError),
}

impl DeletionError {
    fn code(&self) -> &'static str {
        match self {
            Self::Profile(error) => error.code(),
            Self::Folder(_) | Self::Records(_) => "unavailable",
        }
    }
}

/// How much is removed between two reports.
const REPORT_BYTES: u64 = 4 << 20;

impl Broker {
    /// Tells policy of a command of which the person's side isn't answered by policy.
    pub(super) fn try_policy(&mut self, command: Command) -> Result<(), PersonRefusal> {
        let mut answer = Ok(());
        for effect in self.policy.step(clock::now(), Input::Person(command)) {
            match effect {
                Effect::PersonAnswer(given) => answer = given,
                effect => self.carry_out(effect),
            }
        }
        answer
    }

    pub(super) fn profile_command(&mut self, name: &ProfileName, command: ProfileCommand, reply: Reply) {
        let Some(profile) = self.profiles.find(name) else {
            return self.answer_person(reply, Err(error_of(PersonRefusal::UnknownProfile)));
        };
        match command {
            ProfileCommand::Rename(to) => self.rename_profile(profile, to, reply),
            ProfileCommand::Archive => self.put_away(profile, Command::ArchiveProfile(profile), true, reply),
            ProfileCommand::Restore => self.put_away(profile, Command::RestoreProfile(profile), false, reply),
            ProfileCommand::Delete => self.delete_profile(profile, reply),
            ProfileCommand::CancelDeletion => self.cancel_deletion(profile, reply),
            ProfileCommand::SaveCleanState => self.save_clean_state(profile, reply),
            ProfileCommand::OpenToSignIn => self.open_to_sign_in(profile, reply),
        }
    }

    fn rename_profile(&mut self, profile: ProfileId, to: ProfileName, reply: Reply) {
        let (store, inside) = (Arc::clone(&self.config.store), self.outbox.inside.clone());
        tokio::task::spawn_blocking(move || {
            let renamed = store.rename_profile(profile, &to);
            done(&inside, Inside::ProfileUpkeep(profile, Upkeep::Renamed(to, reply, renamed)));
        });
    }

    fn put_away(&mut self, profile: ProfileId, command: Command, is_archived: bool, reply: Reply) {
        if let Err(refusal) = self.try_policy(command) {
            return self.answer_person(reply, Err(error_of(refusal)));
        }
        self.publish();
        self.keep_for(reply, move |store| store.set_profile_archived(profile, is_archived));
    }

    /// Lends a profile for work on its files; answers whether it was archived.
    fn begin_upkeep(&mut self, profile: ProfileId) -> Result<bool, PersonError> {
        let was_archived = self.policy.profile(profile).is_some_and(|(_, is)| is == Availability::Archived);
        self.try_policy(Command::LendProfile { profile, loan: Loan::Upkeep }).map_err(error_of)?;
        Ok(was_archived)
    }

    pub(super) fn end_upkeep(&mut self, profile: ProfileId, was_archived: bool) {
        let archive = was_archived.then_some(Command::ArchiveProfile(profile));
        for command in [Command::TakeProfileBack(profile)].into_iter().chain(archive) {
            if self.try_policy(command).is_err() {
                tracing::error!(%profile, "a profile that was lent is unknown");
            }
        }
        if let Some(known) = self.profiles.known.get_mut(&profile) {
            known.busy = None;
        }
        self.publishing.mark_urgent();
    }

    fn delete_profile(&mut self, profile: ProfileId, reply: Reply) {
        let was_archived = match self.begin_upkeep(profile) {
            Ok(was_archived) => was_archived,
            Err(error) => return self.answer_person(reply, Err(error)),
        };
        let cancelled = Arc::new(AtomicBool::new(false));
        if let Some(known) = self.profiles.known.get_mut(&profile) {
            let (progress, cancelled) = (Progress::default(), Arc::clone(&cancelled));
            known.busy = Some(Busy::Deleting { progress, cancelled, was_archived });
        }
        self.publish();
        let (store, inside) = (Arc::clone(&self.config.store), self.outbox.inside.clone());
        let folders = ProfileFolders::of(&self.config.data_dir);
        tokio::task::spawn_blocking(move || {
            let mut reported = 0;
            let mut told = |progress: Progress| {
                if progress.removed_bytes == 0 || progress.removed_bytes >= reported + REPORT_BYTES {
                    reported = progress.removed_bytes;
                    done(&inside, Inside::ProfileUpkeep(profile, Upkeep::Deleting(progress)));
                }
            };
            let removal = Removal { folders: &folders, profile, cancelled: &cancelled, told: &mut told };
            // A Chromium that is still ending, or another program's, would go on writing there (N20).
            let held = Some(folders.kept(profile)).filter(|kept| kept.is_dir()).map(|kept| Registered::enter(&kept));
            let deleted = held
                .transpose()
                .map_err(DeletionError::from)
                .and_then(|_held| removal.run(|| Ok(store.delete_profile(profile)?)));
            done(&inside, Inside::ProfileUpkeep(profile, Upkeep::Deleted(reply, deleted)));
        });
    }

    fn cancel_deletion(&mut self, profile: ProfileId, reply: Reply) {
        let busy = self.profiles.known.get(&profile).and_then(|known| known.busy.as_ref());
        let answer = match busy {
            Some(Busy::Deleting { cancelled, .. }) => {
                cancelled.store(true, Ordering::Release);
                Ok(PersonAnswer::Done)
            }
            Some(Busy::Saving | Busy::SigningIn(_)) | None => {
                let sentence = "This profile isn't being deleted.".to_owned();
                Err(PersonError { code: "not_deleting", sentence })
            }
        };
        self.answer_person(reply, answer);
    }

    /// A clean state is plain only if it is certain: its last Window came and went in this run and held nothing personal.
    fn save_clean_state(&mut self, profile: ProfileId, reply: Reply) {
        let Some((KeptKind::AutomationOnly(before), _)) = self.policy.profile(profile) else {
            let sentence = "Only an automation-only profile has a clean state.".to_owned();
            return self.answer_person(reply, Err(PersonError { code: "invalid_arguments", sentence }));
        };
        let left_plain = self.profiles.known.get(&profile).is_some_and(|known| known.left_plain);
        let clean = match before {
            CleanState::Plain if left_plain => CleanState::Plain,
            CleanState::Plain | CleanState::MayBeSignedIn => CleanState::MayBeSignedIn,
        };
        let was_archived = match self.begin_upkeep(profile) {
            Ok(was_archived) => was_archived,
            Err(error) => return self.answer_person(reply, Err(error)),
        };
        if was_archived {
            self.end_upkeep(profile, true);
            return self.answer_person(reply, Err(error_of(PersonRefusal::ProfileArchived)));
        }
        if let Some(known) = self.profiles.known.get_mut(&profile) {
            known.busy = Some(Busy::Saving);
        }
        self.publish();
        let (store, inside) = (Arc::clone(&self.config.store), self.outbox.inside.clone());
        let folders = ProfileFolders::of(&self.config.data_dir);
        tokio::task::spawn_blocking(move || {
            let saved = clean_state::save_kept(&folders, profile, || store.set_profile_clean(profile, clean));
            done(&inside, Inside::ProfileUpkeep(profile, Upkeep::Saved(reply, clean, saved)));
        });
    }

    pub(super) fn profile_kept_up(&mut self, profile: ProfileId, upkeep: Upkeep) {
        match upkeep {
            Upkeep::Measured(bytes) => {
                if let Some(known) = self.profiles.known.get_mut(&profile) {
                    known.bytes = Some(bytes);
                }
                self.publishing.mark();
            }
            Upkeep::Renamed(name, reply, renamed) => self.profile_renamed(profile, name, reply, renamed),
            Upkeep::Deleting(now) => {
                let busy = self.profiles.known.get_mut(&profile).and_then(|known| known.busy.as_mut());
                if let Some(Busy::Deleting { progress, .. }) = busy {
                    *progress = now;
                }
                self.publishing.mark();
            }
            Upkeep::Deleted(reply, deleted) => self.profile_deleted(profile, reply, deleted),
            Upkeep::Saved(reply, clean, saved) => {
                self.end_upkeep(profile, false);
                let answer = saved.map_err(|sentence| PersonError { code: "unavailable", sentence });
                if answer.is_ok() {
                    let kind = KeptKind::AutomationOnly(clean);
                    let known = self.try_policy(Command::AddProfile { profile, kind });
                    debug_assert_eq!(known, Ok(()), "adding is never refused");
                }
                self.publish();
                self.answer_person(reply, answer.map(|()| PersonAnswer::Done));
            }
        }
    }

    fn profile_renamed(
        &mut self,
        profile: ProfileId,
        name: ProfileName,
        reply: Reply,
        renamed: Result<bool, StoreError>,
    ) {
        let answer = match renamed {
            Ok(true) => {
                if let Some(known) = self.profiles.known.get_mut(&profile) {
                    known.name = name;
                }
                Ok(PersonAnswer::Done)
            }
            Ok(false) => Err(name_is_taken(&name)),
            Err(error) => Err(PersonError { code: "unavailable", sentence: error.to_string() }),
        };
        self.publish();
        self.answer_person(reply, answer);
    }

    fn profile_deleted(&mut self, profile: ProfileId, reply: Reply, deleted: Result<Ending, DeletionError>) {
        let busy = self.profiles.known.get(&profile).and_then(|known| known.busy.as_ref());
        let was_archived = matches!(busy, Some(Busy::Deleting { was_archived: true, .. }));
        let answer = match deleted {
            Ok(Ending::Gone) => {
                if self.try_policy(Command::RemoveProfile(profile)).is_err() {
                    tracing::error!(%profile, "a profile that was deleted is unknown");
                }
                self.profiles.known.remove(&profile);
                Ok(PersonAnswer::Done)
            }
            Ok(Ending::Cancelled) => {
                self.end_upkeep(profile, was_archived);
                self.measure_profile(profile);
                let sentence = "The deletion was cancelled; the profile is whole.".to_owned();
                Err(PersonError { code: "cancelled", sentence })
            }
            Err(error) => {
                self.end_upkeep(profile, was_archived);
                Err(PersonError { code: error.code(), sentence: error.to_string() })
            }
        };
        self.publish();
        self.answer_person(reply, answer);
    }

    /// Finds out how much of the disk every profile takes.
    pub(super) fn measure_profiles(&self) {
        self.profiles.known.keys().for_each(|profile| self.measure_profile(*profile));
    }

    pub(super) fn measure_profile(&self, profile: ProfileId) {
        let inside = self.outbox.inside.clone();
        let folder = ProfileFolders::of(&self.config.data_dir).kept(profile);
        tokio::task::spawn_blocking(move || {
            let measured = Upkeep::Measured(size::on_disk(&folder));
            done(&inside, Inside::ProfileUpkeep(profile, measured));
        });
    }

    /// Writes something down beside everything else; the person learns when it is kept.
    pub(super) fn keep_for(&self, reply: Reply, keep: impl FnOnce(&Store) -> Result<(), StoreError> + Send + 'static) {
        let (store, inside) = (Arc::clone(&self.config.store), self.outbox.inside.clone());
        tokio::task::spawn_blocking(move || {
            let kept = keep(&store).map_err(|error| PersonError::not_kept(&error));
            done(&inside, Inside::PersonDone(reply, kept));
        });
    }
}
