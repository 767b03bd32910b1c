//! The profiles that outlive their Window: their names, and which agents the person lets drive them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use nexus_policy::{AgentName, Command, Input, PersonRefusal, Policy, Profile, ProfileId};

use super::clock;
use super::inside::{Inside, Reply};
use super::people::{Current, done, error_of};
use super::person::PersonError;
use super::run::Broker;
use super::view::ProfileView;
use crate::store::{KeptProfile, ProfileName, StoreError};

/// The profiles there are, by number.
#[derive(Debug, Default)]
pub(super) struct Profiles {
    names: BTreeMap<ProfileId, ProfileName>,
    /// Who may drive each, as the database has it.
    kept: BTreeMap<ProfileId, BTreeSet<AgentName>>,
}

impl Profiles {
    /// Those that the database keeps, made known to policy.
    pub(super) fn of(kept: Vec<KeptProfile>, policy: &mut Policy) -> Self {
        let mut profiles = Self::default();
        for KeptProfile { id, name, drivers } in kept {
            profiles.names.insert(id, name);
            policy.step(clock::now(), Input::Person(Command::AddProfile(id)));
            for agent in &drivers {
                policy.step(clock::now(), Input::Person(Command::Grant { profile: id, agent: agent.clone() }));
            }
            profiles.kept.insert(id, drivers.into_iter().collect());
        }
        profiles
    }

    pub(super) fn find(&self, name: &ProfileName) -> Option<ProfileId> {
        self.names.iter().find(|(_, known)| *known == name).map(|(id, _)| *id)
    }

    pub(super) fn name_of(&self, profile: Profile) -> Option<&ProfileName> {
        match profile {
            Profile::Isolated => None,
            Profile::Persistent(id) => self.names.get(&id),
        }
    }
}

impl Broker {
    pub(super) fn profile_views(&self) -> Vec<ProfileView> {
        let view = |(id, name): (&ProfileId, &ProfileName)| ProfileView {
            name: name.clone(),
            drivers: self.policy.drivers(*id).cloned().collect(),
            window: self.policy.window_of(*id),
        };
        self.profiles.names.iter().map(view).collect()
    }

    /// Makes a profile. It is there once the database has it.
    pub(super) fn create_profile(&mut self, name: ProfileName, reply: Reply) {
        let (store, inside) = (Arc::clone(&self.config.store), self.outbox.inside.clone());
        tokio::task::spawn_blocking(move || {
            let added = store.add_profile(&name);
            done(&inside, Inside::ProfileAdded { name, added, reply });
        });
    }

    pub(super) fn profile_added(
        &mut self,
        name: ProfileName,
        added: Result<Option<ProfileId>, StoreError>,
        reply: Reply,
    ) {
        match added {
            Ok(Some(id)) => {
                self.profiles.names.insert(id, name);
                self.tell_policy(Command::AddProfile(id), Current::Done(reply));
            }
            Ok(None) => {
                let sentence = format!("There is a profile called {name} already.");
                self.answer_person(reply, Err(PersonError { code: "profile_exists", sentence }));
            }
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
        self.tell_policy(command(profile), Current::Nobody);
        self.publish();
        self.keep_drivers(reply);
    }

    /// Writes down who may drive which profile, where that has changed.
    pub(super) fn keep_drivers(&mut self, reply: Reply) {
        let mut changes = Vec::new();
        for id in self.profiles.names.keys() {
            let drivers: BTreeSet<AgentName> = self.policy.drivers(*id).cloned().collect();
            let kept = self.profiles.kept.entry(*id).or_default();
            changes.extend(drivers.difference(kept).map(|agent| (*id, agent.clone(), true)));
            changes.extend(kept.difference(&drivers).map(|agent| (*id, agent.clone(), false)));
            *kept = drivers;
        }
        let (store, inside) = (Arc::clone(&self.config.store), self.outbox.inside.clone());
        tokio::task::spawn_blocking(move || {
            let kept = changes.iter().try_for_each(|(profile, agent, may)| match may {
                true => store.add_driver(*profile, agent),
                false => store.remove_driver(*profile, agent),
            });
            let kept = kept.map_err(|error| PersonError::not_kept(&error));
            done(&inside, Inside::PersonDone(reply, kept));
        });
    }
}
