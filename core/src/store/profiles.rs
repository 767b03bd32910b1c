//! The profiles that outlive their Window, and which agents may drive them. What they keep is Chromium's own, on disk.

#[cfg(test)]
mod tests;

use std::fmt;
use std::str::FromStr;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use nexus_policy::{AgentName, CleanState, KeptKind, ProfileId, WorkspaceName};
use rusqlite::{ErrorCode, Row};

use super::{Setting, Store, StoreError};

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

/// A profile name that is empty, too long, or could mislead the person who reads it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("A profile's name has 1 to {} visible characters on one line, and neither / nor \\.", ProfileName::MAX_CHARS)]
pub struct BadProfileName;

impl FromStr for ProfileName {
    type Err = BadProfileName;

    fn from_str(text: &str) -> Result<Self, BadProfileName> {
        let name = text.trim();
        if name.is_empty() || name.chars().count() > Self::MAX_CHARS || name.chars().any(misleads) {
            return Err(BadProfileName);
        }
        Ok(Self(name.to_owned()))
    }
}

/// What has no shape of its own, turns the text around it, or makes a name look like a path.
fn misleads(c: char) -> bool {
    c.is_control()
        || matches!(c, '/' | '\\' | '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}')
        || matches!(c, '\u{2060}'..='\u{206f}' | '\u{feff}')
}

/// A profile as it is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptProfile {
    /// Its number, also in the name of its directory.
    pub id: ProfileId,
    /// Its name.
    pub name: ProfileName,
    /// What it is.
    pub kind: KeptKind,
    /// The person has put it away.
    pub is_archived: bool,
    /// A Window had it when NEXUS ended.
    pub was_open: bool,
    /// When it was opened last.
    pub opened_at: Option<SystemTime>,
    /// The agents that may drive it.
    pub drivers: Vec<AgentName>,
}

impl Store {
    /// Adds a profile; `None` if there is one of this name.
    pub fn add_profile(&self, name: &ProfileName, kind: &KeptKind) -> Result<Option<ProfileId>, StoreError> {
        let connection = self.connection();
        let (word, workspace, clean) = columns(kind);
        let insert = "INSERT INTO profiles (name, kind, workspace, clean) VALUES (?1, ?2, ?3, ?4)";
        match connection.execute(insert, (name.as_str(), word, workspace, clean)) {
            Ok(_) => Ok(Some(ProfileId(connection.last_insert_rowid().unsigned_abs()))),
            Err(error) if is_taken(&error) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Gives a profile another name; `false` if another one has it.
    pub fn rename_profile(&self, profile: ProfileId, name: &ProfileName) -> Result<bool, StoreError> {
        let update = "UPDATE profiles SET name = ?2 WHERE id = ?1";
        match self.connection().execute(update, (profile.0.cast_signed(), name.as_str())) {
            Ok(_) => Ok(true),
            Err(error) if is_taken(&error) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }

    /// Keeps whether the person has put a profile away.
    pub fn set_profile_archived(&self, profile: ProfileId, is_archived: bool) -> Result<(), StoreError> {
        let update = "UPDATE profiles SET is_archived = ?2 WHERE id = ?1";
        self.connection().execute(update, (profile.0.cast_signed(), is_archived))?;
        Ok(())
    }

    /// A Window has a profile from now on.
    pub fn set_profile_open(&self, profile: ProfileId, at: SystemTime) -> Result<(), StoreError> {
        let update = "UPDATE profiles SET is_open = 1, opened_at_millis = ?2 WHERE id = ?1";
        self.connection().execute(update, (profile.0.cast_signed(), millis_of(at)))?;
        Ok(())
    }

    /// A browser that is no Window's has it: no Window is offered again after a crash.
    pub fn set_profile_opened_at(&self, profile: ProfileId, at: SystemTime) -> Result<(), StoreError> {
        let update = "UPDATE profiles SET opened_at_millis = ?2 WHERE id = ?1";
        self.connection().execute(update, (profile.0.cast_signed(), millis_of(at)))?;
        Ok(())
    }

    /// It has none any more, by the person's will.
    pub fn set_profile_closed(&self, profile: ProfileId) -> Result<(), StoreError> {
        self.connection().execute("UPDATE profiles SET is_open = 0 WHERE id = ?1", [profile.0.cast_signed()])?;
        Ok(())
    }

    /// Keeps what the clean state of an automation-only profile may hold.
    pub fn set_profile_clean(&self, profile: ProfileId, clean: CleanState) -> Result<(), StoreError> {
        let update = "UPDATE profiles SET clean = ?2 WHERE id = ?1";
        self.connection().execute(update, (profile.0.cast_signed(), clean_word(clean)))?;
        Ok(())
    }

    /// Forgets a profile and who may drive it. Its number is never given again.
    pub fn delete_profile(&self, profile: ProfileId) -> Result<(), StoreError> {
        self.connection().execute("DELETE FROM profiles WHERE id = ?1", [profile.0.cast_signed()])?;
        Ok(())
    }

    /// The workspace that the person is in.
    pub fn workspace(&self) -> Result<Option<WorkspaceName>, StoreError> {
        Ok(self.setting(Setting::Workspace)?.and_then(|name| name.parse().ok()))
    }

    /// Keeps it.
    pub fn set_workspace(&self, workspace: Option<&WorkspaceName>) -> Result<(), StoreError> {
        self.set_setting(Setting::Workspace, workspace.map_or("", WorkspaceName::as_str))
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
        let mut select = connection.prepare_cached(
            "SELECT id, name, kind, workspace, clean, is_archived, is_open, opened_at_millis FROM profiles ORDER BY id",
        )?;
        let mut select_drivers =
            connection.prepare_cached("SELECT agent FROM profile_drivers WHERE profile = ?1 ORDER BY agent")?;
        let mut profiles = Vec::new();
        let mut rows = select.query([])?;
        while let Some(row) = rows.next()? {
            let mut profile = profile_of(row)?;
            let drivers = select_drivers.query_map([row.get::<_, i64>(0)?], |row| row.get::<_, String>(0))?;
            profile.drivers = drivers.map(agent_of).collect::<Result<_, _>>()?;
            profiles.push(profile);
        }
        Ok(profiles)
    }
}

fn millis_of(at: SystemTime) -> i64 {
    let millis = at.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis());
    i64::try_from(millis).unwrap_or(i64::MAX)
}

fn is_taken(error: &rusqlite::Error) -> bool {
    error.sqlite_error_code() == Some(ErrorCode::ConstraintViolation)
}

fn agent_of(name: rusqlite::Result<String>) -> Result<AgentName, StoreError> {
    name?.parse().map_err(|_| StoreError::unreadable("the name of a profile's driver"))
}

fn profile_of(row: &Row<'_>) -> Result<KeptProfile, StoreError> {
    let name: String = row.get(1)?;
    let opened_at: Option<i64> = row.get(7)?;
    Ok(KeptProfile {
        id: ProfileId(row.get::<_, i64>(0)?.unsigned_abs()),
        name: name.parse().map_err(|_| StoreError::unreadable("a profile's name"))?,
        kind: kind_of(row)?,
        is_archived: row.get(5)?,
        was_open: row.get(6)?,
        opened_at: opened_at.map(|millis| UNIX_EPOCH + Duration::from_millis(millis.unsigned_abs())),
        drivers: Vec::new(),
    })
}

/// As it is kept: its word, the workspace, and what its clean state may hold.
fn columns(kind: &KeptKind) -> (&'static str, Option<&str>, Option<&'static str>) {
    match kind {
        KeptKind::Persistent => ("persistent", None, None),
        KeptKind::Workspace(workspace) => ("workspace", Some(workspace.as_str()), None),
        KeptKind::Shared => ("shared", None, None),
        KeptKind::AutomationOnly(clean) => ("automation-only", None, Some(clean_word(*clean))),
    }
}

fn clean_word(clean: CleanState) -> &'static str {
    match clean {
        CleanState::Plain => "plain",
        CleanState::MayBeSignedIn => "may_be_signed_in",
    }
}

fn kind_of(row: &Row<'_>) -> Result<KeptKind, StoreError> {
    let (word, workspace, clean): (String, Option<String>, Option<String>) = (row.get(2)?, row.get(3)?, row.get(4)?);
    match (word.as_str(), workspace, clean.as_deref()) {
        ("persistent", ..) => Ok(KeptKind::Persistent),
        ("shared", ..) => Ok(KeptKind::Shared),
        ("workspace", Some(name), _) => {
            name.parse().map(KeptKind::Workspace).map_err(|_| StoreError::unreadable("a workspace's name"))
        }
        ("automation-only", _, Some("plain")) => Ok(KeptKind::AutomationOnly(CleanState::Plain)),
        // Whatever isn't known to be plain may hold a sign-in.
        ("automation-only", ..) => Ok(KeptKind::AutomationOnly(CleanState::MayBeSignedIn)),
        _ => Err(StoreError::unreadable("a profile's kind")),
    }
}
