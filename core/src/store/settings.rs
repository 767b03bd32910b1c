//! The person's settings.

#[cfg(test)]
mod tests;

use rusqlite::OptionalExtension;

use super::{Store, StoreError};
use crate::engine::InspectionChoice;
use crate::uploads::UploadFolder;

/// What the person can set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Setting {
    /// The Chromium to start, as a path.
    BrowserPath,
    /// The folders from which agents may upload, as a list of paths.
    UploadFolders,
    /// The workspace that the person is in; none if it is empty.
    Workspace,
    /// Who inspects pages, as a word.
    Inspection,
}

impl Setting {
    fn key(self) -> &'static str {
        match self {
            Self::BrowserPath => "browser_path",
            Self::UploadFolders => "upload_folders",
            Self::Workspace => "workspace",
            Self::Inspection => "inspection",
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

    /// Who inspects pages. A word that isn't known is as none.
    pub fn inspection(&self) -> Result<InspectionChoice, StoreError> {
        let kept = self.setting(Setting::Inspection)?;
        Ok(kept.as_deref().and_then(InspectionChoice::of_word).unwrap_or_default())
    }

    /// The folders from which agents may upload. What can't be read is none.
    pub fn upload_folders(&self) -> Result<Vec<UploadFolder>, StoreError> {
        let kept = self.setting(Setting::UploadFolders)?.unwrap_or_else(|| "[]".to_owned());
        let paths: Vec<String> = serde_json::from_str(&kept).unwrap_or_else(|error| {
            tracing::warn!(%error, "the folders for uploads can't be read, so there is none");
            Vec::new()
        });
        Ok(paths.into_iter().filter_map(UploadFolder::kept).collect())
    }

    /// Keeps exactly these.
    pub fn set_upload_folders(&self, folders: &[UploadFolder]) -> Result<(), StoreError> {
        let paths: Vec<&str> = folders.iter().filter_map(|folder| folder.as_path().to_str()).collect();
        self.set_setting(Setting::UploadFolders, &serde_json::json!(paths).to_string())
    }
}
