//! The person's settings.

#[cfg(test)]
mod tests;

use rusqlite::OptionalExtension;

use super::{Store, StoreError};

/// What the person can set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Setting {
    /// The Chromium to start, as a path.
    BrowserPath,
}

impl Setting {
    fn key(self) -> &'static str {
        match self {
            Self::BrowserPath => "browser_path",
        }
    }
}

impl Store {
    /// What the person set, if they did.
    pub fn setting(&self, setting: Setting) -> Result<Option<String>, StoreError> {
        let connection = self.connection();
        let mut select = connection.prepare_cached("SELECT value FROM settings WHERE key = ?1")?;
        Ok(select.query_row([setting.key()], |row| row.get(0)).optional()?)
    }

    /// Keeps what the person set.
    pub fn set_setting(&self, setting: Setting, value: &str) -> Result<(), StoreError> {
        self.connection().execute(
            "INSERT INTO settings (key, value) VALUES (?1, ?2) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
            (setting.key(), value),
        )?;
        Ok(())
    }
}
