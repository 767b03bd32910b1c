//! How much the person wants to be asked about each agent: told to policy at once, kept for later.

use std::sync::Arc;

use nexus_policy::{AgentName, ApprovalSetting, Command, Input, PersonRefusal, Policy};

use super::clock;
use super::inside::{Inside, Reply};
use super::people::{Current, done, error_of};
use super::person::PersonError;
use super::run::Broker;

/// Makes known to policy what the database keeps.
pub(super) fn restore(kept: Vec<(AgentName, ApprovalSetting)>, policy: &mut Policy) {
    for (agent, setting) in kept {
        policy.step(clock::now(), Input::Person(Command::SetApprovals { agent, setting }));
    }
}

impl Broker {
    /// Holds at once; the person learns when it is kept, too.
    pub(super) fn set_approvals(&mut self, agent: AgentName, setting: ApprovalSetting, reply: Reply) {
        if !self.sessions.known().any(|known| *known == agent) {
            return self.answer_person(reply, Err(error_of(PersonRefusal::UnknownAgent)));
        }
        self.tell_policy(Command::SetApprovals { agent: agent.clone(), setting }, Current::Nobody);
        self.publish();
        let (store, inside) = (Arc::clone(&self.config.store), self.outbox.inside.clone());
        tokio::task::spawn_blocking(move || {
            let kept = match store.set_approvals(&agent, setting) {
                Ok(true) => Ok(()),
                // It was revoked meanwhile, and with it the setting.
                Ok(false) => Err(error_of(PersonRefusal::UnknownAgent)),
                Err(error) => Err(PersonError::not_kept(&error)),
            };
            done(&inside, Inside::PersonDone(reply, kept));
        });
    }
}
