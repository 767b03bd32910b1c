//! The profiles that outlive their Window: their names and kinds, and which agents the person lets drive them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::SystemTime;

use nexus_policy::{
    AgentName, Availability, CallId, Command, Input, KeptKind, PersonRefusal, Policy, Profile, ProfileId, WindowId,
    WorkspaceName,
};

use super::clock;
use super::inside::{Inside, Reply};
use super::people::{Current, done, error_of};
use super::person::PersonError;
use super::profile_upkeep::Busy;
use super::run::Broker;
use super::view::{ProfileKind, ProfileState, ProfileView};
use crate::browser::Opening;
use crate::profiles::Beginning;
use crate::store::{KeptProfile, ProfileName, StoreError};

/// The profiles there are, by number.
#[derive(Debug, Default)]
pub(super) struct Profiles {
    pub(super) known: BTreeMap<ProfileId, Known>,
}

/// What is known of a profile beside what policy knows.
#[derive(Debug)]
pub(super) struct Known {
    pub(super) name: ProfileName,
    /// Who may drive it, as the database has it.
    kept_drivers: BTreeSet<AgentName>,
    pub(super) opened_at: Option<SystemTime>,
    was_open: bool,
    /// The browser in which the person signed in was closed, and no Window has had it since.
    pub(super) was_signed_in: bool,
    pub(super) bytes: Option<u64>,
    pub(super) busy: Option<Busy>,
    /// Whether its last Window was certain to hold nothing personal.
    pub(super) left_plain: bool,
}

impl Known {
    fn named(name: ProfileName) -> Self {
        let (kept_drivers, opened_at, was_open, was_signed_in) = Default::default();
        Self { name, kept_drivers, opened_at, was_open, was_signed_in, bytes: None, busy: None, left_plain: false }
    }
}

impl Profiles {
    /// Those that the database keeps, made known to policy.
    pub(super) fn of(kept: Vec<KeptProfile>, workspace: Option<WorkspaceName>, policy: &mut Policy) -> Self {
        let mut profiles = Self::default();
        let mut tell = |command| drop(policy.step(clock::now(), Input::Person(command)));
        tell(Command::SwitchWorkspace(workspace));
        for KeptProfile { id, name, kind, is_archived, was_open, opened_at, drivers } in kept {
            tell(Command::AddProfile { profile: id, kind });
            for agent in &drivers {
                tell(Command::Grant { profile: id, agent: agent.clone() });
            }
            if is_archived {
                tell(Command::ArchiveProfile(id));
            }
            let kept_drivers = drivers.into_iter().collect();
            profiles.known.insert(id, Known { kept_drivers, opened_at, was_open, ..Known::named(name) });
        }
        profiles
    }

    pub(super) fn find(&self, name: &ProfileName) -> Option<ProfileId> {
        self.known.iter().find(|(_, known)| known.name == *name).map(|(id, _)| *id)
    }

    pub(super) fn name_of(&self, profile: Profile) -> Option<&ProfileName> {
        match profile {
            Profile::Isolated => None,
            Profile::Kept(id) => self.known.get(&id).map(|known| &known.name),
        }
    }
}

impl Broker {
    pub(super) fn profile_views(&self) -> Vec<ProfileView> {
        self.profiles.known.iter().filter_map(|(id, known)| self.profile_view(*id, known)).collect()
    }

    fn profile_view(&self, id: ProfileId, known: &Known) -> Option<ProfileView> {
        let (kind, availability) = self.policy.profile(id)?;
        let state = match (&known.busy, availability) {
            (Some(busy), _) => busy.state(),
            (None, Availability::Archived) => ProfileState::Archived,
            (None, Availability::Ready | Availability::Lent(_)) => ProfileState::Ready,
        };
        let window = self.policy.window_of(id);
        Some(ProfileView {
            name: known.name.clone(),
            kind: kind.clone(),
            state,
            drivers: self.policy.drivers(id).cloned().collect(),
            window,
            opened_at: known.opened_at,
            bytes: known.bytes,
            was_open: known.was_open && window.is_none() && state == ProfileState::Ready,
            was_signed_in: known.was_signed_in && state == ProfileState::Ready,
        })
    }

    pub(super) fn kind_of(&self, profile: Profile) -> ProfileKind {
        match profile {
            Profile::Isolated => ProfileKind::Isolated,
            Profile::Kept(id) => {
                self.policy.profile(id).map_or(ProfileKind::Persistent, |(kind, _)| ProfileKind::of_kept(kind))
            }
        }
    }

    /// How a profile's folder is to be when its Chromium starts.
    pub(super) fn opening_of(&self, profile: Profile) -> Opening {
        let Profile::Kept(id) = profile else { return Opening::Isolated };
        let was_opened = self.profiles.known.get(&id).is_some_and(|known| known.opened_at.is_some());
        let beginning = match self.policy.profile(id) {
            Some((KeptKind::AutomationOnly(_), _)) => Beginning::Clean,
            Some(_) | None if was_opened => Beginning::AsLeft,
            Some(_) | None => Beginning::New,
        };
        Opening::Kept(id, beginning)
    }

    fn kept_profile_of(&self, window: WindowId) -> Option<ProfileId> {
        match self.policy.window(window)?.profile {
            Profile::Isolated => None,
            Profile::Kept(id) => Some(id),
        }
    }

    /// A Window has a profile from now on: that is remembered, so that the person can open it again after a relaunch.
    pub(super) fn note_profile_open(&mut self, window: WindowId) {
        let Some(id) = self.kept_profile_of(window) else { return };
        let at = SystemTime::now();
        if let Some(known) = self.profiles.known.get_mut(&id) {
            (known.opened_at, known.was_open, known.was_signed_in) = (Some(at), false, false);
        }
        self.registry.note_profile(window, id);
        self.keep_for(None, move |store| store.set_profile_open(id, at));
    }

    /// Remembers whether a profile's Window was certain to hold nothing personal: it never goes back to that (N10).
    pub(super) fn note_what_profile_holds(&mut self, window: WindowId) {
        let Some(record) = self.policy.window(window) else { return };
        let Profile::Kept(id) = record.profile else { return };
        let is_plain = !record.may_be_signed_in;
        if let Some(known) = self.profiles.known.get_mut(&id) {
            known.left_plain = is_plain;
        }
    }

    /// A Window is closed by somebody's will: what it had isn't offered again, and its profile's size is found out anew.
    /// If that is an agent's, its beginning is in the log before anything of it is done.
    pub(super) fn close_for_good(&mut self, window: WindowId, call: Option<CallId>) {
        if let Some(id) = self.registry.profile_of(window) {
            self.keep_for(None, move |store| store.set_profile_closed(id));
            self.measure_profile(id);
        }
        let recorded = call.and_then(|call| self.begin_closing(call, window));
        self.end_window(window, recorded);
    }

    pub(super) fn forget_open_profiles(&mut self, reply: Reply) {
        let open = self.profiles.known.iter_mut().filter(|(_, known)| known.was_open);
        let open: Vec<ProfileId> = open
            .map(|(id, known)| {
                known.was_open = false;
                *id
            })
            .collect();
        self.publish();
        self.keep_for(reply, move |store| open.iter().try_for_each(|id| store.set_profile_closed(*id)));
    }

    pub(super) fn switch_workspace(&mut self, workspace: Option<WorkspaceName>, reply: Reply) {
        self.tell_policy(Command::SwitchWorkspace(workspace.clone()), Current::Nobody);
        self.publish();
        self.keep_for(reply, move |store| store.set_workspace(workspace.as_ref()));
    }

    /// Makes a profile. It is there once the database has it.
    pub(super) fn create_profile(&mut self, name: ProfileName, kind: KeptKind, reply: Reply) {
        let (store, inside) = (Arc::clone(&self.config.store), self.outbox.inside.clone());
        tokio::task::spawn_blocking(move || {
            let added = store.add_profile(&name, &kind);
            done(&inside, Inside::ProfileAdded { name, kind, added, reply });
        });
    }

    pub(super) fn profile_added(
        &mut self,
        name: ProfileName,
        kind: KeptKind,
        added: Result<Option<ProfileId>, StoreError>,
        reply: Reply,
    ) {
        match added {
            Ok(Some(profile)) => {
                self.profiles.known.insert(profile, Known::named(name));
                self.tell_policy(Command::AddProfile { profile, kind }, Current::Done(reply));
            }
            Ok(None) => self.answer_person(reply, Err(name_is_taken(&name))),
            Err(error) => {
                let sentence = error.to_string();
                self.answer_person(reply, Err(PersonError { code: "unavailable", sentence }));
            }
        }
    }

    pub(super) fn grant_profile(&mut self, name: &ProfileName, agent: AgentName, reply: Reply) {
        self.change_drivers(name, reply, |profile| Command::Grant { profile, agent });
    }

    pub(super) fn revoke_grant(&mut self, name: &ProfileName, agent: AgentName, reply: Reply) {
        self.change_drivers(name, reply, |profile| Command::RevokeGrant { profile, agent });
    }

    /// Holds at once; the person learns when it is kept, too.
    fn change_drivers(&mut self, name: &ProfileName, reply: Reply, command: impl FnOnce(ProfileId) -> Command) {
        let Some(profile) = self.profiles.find(name) else {
            return self.answer_person(reply, Err(error_of(PersonRefusal::UnknownProfile)));
        };
        if let Err(refusal) = self.try_policy(command(profile)) {
            return self.answer_person(reply, Err(error_of(refusal)));
        }
        self.publish();
        self.keep_drivers(reply);
    }

    /// Writes down who may drive which profile, where that has changed.
    pub(super) fn keep_drivers(&mut self, reply: Reply) {
        let mut changes = Vec::new();
        for (id, known) in &mut self.profiles.known {
            let drivers: BTreeSet<AgentName> = self.policy.drivers(*id).cloned().collect();
            let kept = &mut known.kept_drivers;
            changes.extend(drivers.difference(kept).map(|agent| (*id, agent.clone(), true)));
            changes.extend(kept.difference(&drivers).map(|agent| (*id, agent.clone(), false)));
            *kept = drivers;
        }
        self.keep_for(reply, move |store| {
            changes.iter().try_for_each(|(profile, agent, may)| match may {
                true => store.add_driver(*profile, agent),
                false => store.remove_driver(*profile, agent),
            })
        });
    }
}

pub(super) fn name_is_taken(name: &ProfileName) -> PersonError {
    let sentence = format!("There is a profile called {name} already.");
    PersonError { code: "profile_exists", sentence }
}
