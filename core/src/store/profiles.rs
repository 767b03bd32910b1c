//! The profiles that outlive their Window, and which agents may drive them. What they keep is Chromium's own, on disk.

#[cfg(test)]
mod tests;

use std::fmt;
use std::str::FromStr;

use nexus_policy::{AgentName, ProfileId};
use rusqlite::ErrorCode;

use super::{Store, StoreError};

/// A profile's name: shown to the person, unique.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ProfileName(String);

impl ProfileName {
    /// The longest name accepted, in characters.
    pub const MAX_CHARS: usize = 64;

    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for ProfileName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A profile name that is empty, too long, or holds control characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("A profile's name has 1 to {} characters on one line.", ProfileName::MAX_CHARS)]
pub struct BadProfileName;

impl FromStr for ProfileName {
    type Err = BadProfileName;

    fn from_str(text: &str) -> Result<Self, BadProfileName> {
        let name = text.trim();
        if name.is_empty() || name.chars().count() > Self::MAX_CHARS || name.chars().any(char::is_control) {
            return Err(BadProfileName);
        }
        Ok(Self(name.to_owned()))
    }
}

/// A profile as it is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptProfile {
    /// Its number, also in the name of its directory.
    pub id: ProfileId,
    /// Its name.
    pub name: ProfileName,
    /// The agents that may drive it.
    pub drivers: Vec<AgentName>,
}

impl Store {
    /// Adds a profile; `None` if there is one of this name.
    pub fn add_profile(&self, name: &ProfileName) -> Result<Option<ProfileId>, StoreError> {
        let connection = self.connection();
        let added = connection.execute("INSERT INTO profiles (name, kind) VALUES (?1, 'persistent')", [name.as_str()]);
        match added {
            Ok(_) => Ok(Some(ProfileId(connection.last_insert_rowid().unsigned_abs()))),
            Err(error) if error.sqlite_error_code() == Some(ErrorCode::ConstraintViolation) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Lets an agent drive a profile.
    pub fn add_driver(&self, profile: ProfileId, agent: &AgentName) -> Result<(), StoreError> {
        let insert = "INSERT OR IGNORE INTO profile_drivers (profile, agent) VALUES (?1, ?2)";
        self.connection().execute(insert, (profile.0.cast_signed(), agent.as_str()))?;
        Ok(())
    }

    /// Lets it no more.
    pub fn remove_driver(&self, profile: ProfileId, agent: &AgentName) -> Result<(), StoreError> {
        let delete = "DELETE FROM profile_drivers WHERE profile = ?1 AND agent = ?2";
        self.connection().execute(delete, (profile.0.cast_signed(), agent.as_str()))?;
        Ok(())
    }

    /// Every profile, oldest first.
    pub fn profiles(&self) -> Result<Vec<KeptProfile>, StoreError> {
        let connection = self.connection();
        let mut select = connection.prepare_cached("SELECT id, name FROM profiles ORDER BY id")?;
        let rows = select.query_map([], |row| Ok((row.get::<_, i64>(0)?, row.get::<_, String>(1)?)))?;
        let mut select_drivers =
            connection.prepare_cached("SELECT agent FROM profile_drivers WHERE profile = ?1 ORDER BY agent")?;
        rows.map(|row| {
            let (id, name) = row?;
            let name = name.parse().map_err(|_| StoreError::unreadable("a profile's name"))?;
            let drivers = select_drivers.query_map([id], |row| row.get::<_, String>(0))?;
            let agent = |name: rusqlite::Result<String>| {
                name?.parse().map_err(|_| StoreError::unreadable("the name of a profile's driver"))
            };
            Ok(KeptProfile {
                id: ProfileId(id.unsigned_abs()),
                name,
                drivers: drivers.map(agent).collect::<Result<_, _>>()?,
            })
        })
        .collect()
    }
}
