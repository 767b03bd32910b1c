//! The sessions that a client has below its page, with the worlds of scripts that it is shown in each.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde::Deserialize;

use crate::browser::world;

/// Names a client may give to worlds of its own.
const MOST_WORLDS: usize = 8;
/// Characters of such a name.
const LONGEST_NAME: usize = 200;

/// What a client has.
#[derive(Debug, Default)]
pub(super) struct Sessions {
    shown: BTreeMap<Arc<str>, Shown>,
    /// The names of its own worlds.
    own_names: BTreeSet<String>,
}

/// A session that it is shown.
#[derive(Debug, Default)]
pub(super) struct Shown {
    contexts: BTreeMap<i64, Context>,
    /// The worlds that are prepared in it.
    prepared: BTreeSet<String>,
}

#[derive(Debug)]
struct Context {
    unique: String,
    frame: String,
    is_own: bool,
}

/// What Chromium says of a world that comes.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Description {
    id: i64,
    #[serde(default)]
    name: String,
    #[serde(default)]
    unique_id: String,
    #[serde(default)]
    aux_data: Kind,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Kind {
    #[serde(default)]
    r#type: String,
    #[serde(default)]
    frame_id: String,
}

/// What has to be done with a name for a world.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Naming {
    /// The world is prepared in this session.
    Prepared,
    /// It has to be, before anything runs in it.
    New,
    /// It isn't for clients.
    Taken,
}

impl Sessions {
    pub(super) fn add(&mut self, session: &str) {
        self.shown.insert(session.into(), Shown::default());
    }

    pub(super) fn remove(&mut self, session: &str) -> bool {
        self.shown.remove(session).is_some()
    }

    pub(super) fn get(&self, session: &str) -> Option<&Shown> {
        self.shown.get(session)
    }

    pub(super) fn count(&self) -> usize {
        self.shown.len()
    }

    /// Names a world of the client's own in a session.
    pub(super) fn name_world(&mut self, session: &str, name: &str) -> Naming {
        let is_new = !self.own_names.contains(name);
        let is_full = self.own_names.len() >= MOST_WORLDS;
        let is_name = !name.is_empty() && name != world::NAME && name.len() <= LONGEST_NAME;
        let Some(shown) = self.shown.get_mut(session).filter(|_| is_name && !(is_new && is_full)) else {
            return Naming::Taken;
        };
        self.own_names.insert(name.to_owned());
        if shown.prepared.insert(name.to_owned()) { Naming::New } else { Naming::Prepared }
    }

    /// A world is there; whether the client is shown it. NEXUS's own, and others', it never is.
    pub(super) fn world_created(&mut self, session: &str, described: Description) -> bool {
        let Description { id, name, unique_id, aux_data } = described;
        let is_own = aux_data.r#type == "isolated" && self.own_names.contains(&name);
        let is_shown = is_own || aux_data.r#type == "default" || aux_data.r#type == "worker";
        if let Some(shown) = self.shown.get_mut(session).filter(|_| is_shown) {
            shown.contexts.insert(id, Context { unique: unique_id, frame: aux_data.frame_id, is_own });
        }
        is_shown
    }

    /// A world is gone; whether the client was shown it.
    pub(super) fn world_destroyed(&mut self, session: &str, id: i64) -> bool {
        self.shown.get_mut(session).is_some_and(|shown| shown.contexts.remove(&id).is_some())
    }

    pub(super) fn worlds_cleared(&mut self, session: &str) {
        if let Some(shown) = self.shown.get_mut(session) {
            shown.contexts.clear();
        }
    }
}

impl Shown {
    /// Whether this is a world of the client's own.
    pub(super) fn is_own(&self, context: i64) -> bool {
        self.contexts.get(&context).is_some_and(|context| context.is_own)
    }

    /// This world if it is the client's own, or else one that is, in the same document.
    pub(super) fn own_beside(&self, context: i64) -> Option<i64> {
        let Context { frame, is_own, .. } = self.contexts.get(&context)?;
        if *is_own {
            return Some(context);
        }
        let is_beside = |other: &Context| other.is_own && !frame.is_empty() && other.frame == *frame;
        self.contexts.iter().find(|(_, other)| is_beside(other)).map(|(id, _)| *id)
    }

    /// The same by Chromium's unique name for it.
    pub(super) fn is_own_by_name(&self, unique: &str) -> bool {
        self.contexts.values().any(|context| context.is_own && context.unique == unique)
    }

    /// The same for the world of an object: the second part of its id.
    pub(super) fn is_own_object(&self, object: &str) -> bool {
        let mut parts = object.split('.');
        match (parts.next(), parts.next().map(str::parse::<i64>), parts.next(), parts.next()) {
            (Some(_), Some(Ok(context)), Some(_), None) => self.is_own(context),
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn described(id: i64, name: &str, kind: &str) -> Description {
        let frame_id = if id % 2 == 0 { "one" } else { "two" }.to_owned();
        let aux_data = Kind { r#type: kind.to_owned(), frame_id };
        Description { id, name: name.to_owned(), unique_id: format!("u{id}"), aux_data }
    }

    /// NEXUS's world, where the guard is, is neither shown nor to be had by its name.
    #[test]
    fn the_guard_s_world_is_no_client_s() {
        let mut sessions = Sessions::default();
        sessions.add("page");
        assert_eq!(sessions.name_world("page", world::NAME), Naming::Taken);
        assert_eq!(sessions.name_world("page", "mine"), Naming::New);
        assert_eq!(sessions.name_world("page", "mine"), Naming::Prepared);
        assert!(!sessions.world_created("page", described(1, world::NAME, "isolated")));
        assert!(!sessions.world_created("page", described(2, "somebody's", "isolated")));
        assert!(sessions.world_created("page", described(3, "mine", "default")), "a page's own world may say anything");
        assert!(sessions.world_created("page", described(4, "mine", "isolated")));
        let page = sessions.get("page").expect("it is there");
        assert_eq!([1, 2, 3, 4].map(|id| page.is_own(id)), [false, false, false, true]);
        assert_eq!([1, 2, 3, 4].map(|id| page.own_beside(id)), [None, None, None, Some(4)], "of its own frame alone");
        assert!(page.is_own_by_name("u4") && !page.is_own_by_name("u1") && !page.is_own_by_name("u3"));
        assert!(page.is_own_object("77.4.1"));
        for other in ["77.1.4", "77.3.1", "4", "77.4", "77.4.1.4", "4.77.1"] {
            assert!(!page.is_own_object(other), "{other}");
        }
    }

    /// A client can't fill Chromium with worlds.
    #[test]
    fn worlds_are_few() {
        let mut sessions = Sessions::default();
        sessions.add("page");
        let named = (0..20).filter(|i| sessions.name_world("page", &format!("w{i}")) == Naming::New).count();
        assert_eq!(named, MOST_WORLDS);
        assert_eq!(sessions.name_world("other", "w0"), Naming::Taken, "not in a session that isn't its own");
    }
}
