//! Why the store failed, and what the person can do about it.

use rusqlite::ErrorCode;

use super::private::PrivateError;

/// What to do about a damaged database.
const MEND: &str = "Restore nexus.db from a backup, or move it and its -wal and -shm files away to start afresh: agents \
                    have to be paired again.";

/// Why the store failed. Each message says what to do; none holds a stored value.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The data directory or the database file isn't safely this person's own.
    #[error(transparent)]
    Private(#[from] PrivateError),
    /// A later NEXUS has changed the tables.
    #[error(
        "The database was written by a newer NEXUS (format {found}; this one knows up to {known}). Use the newer NEXUS. \
         Nothing was changed."
    )]
    Newer {
        /// The format found.
        found: i64,
        /// The latest format this program knows.
        known: i64,
    },
    /// SQLite can't make sense of the file.
    #[error("The database is damaged. {MEND}")]
    Corrupt(#[source] rusqlite::Error),
    /// SQLite's own check of the file found something wrong.
    #[error("The database is damaged ({0}). {MEND}")]
    Damaged(String),
    /// Another process kept the database locked for longer than the store waits.
    #[error("Another program holds the database. Close other copies of NEXUS, and any tool that has nexus.db open.")]
    Locked(#[source] rusqlite::Error),
    /// The file or its file system can't be written.
    #[error("The database can't be written. Check the permissions of nexus.db and that its disk isn't read-only.")]
    ReadOnly,
    /// The disk is full.
    #[error("The disk that holds the database is full. Free some space, then try again.")]
    Full(#[source] rusqlite::Error),
    /// The file system can't do what a write-ahead log needs.
    #[error("The data directory is on a file system without shared memory. Move it to a local disk.")]
    NoWriteAheadLog,
    /// A stored value isn't one that this program could have written.
    #[error("The database holds a value that NEXUS didn't write ({place}). Check it with the audit verification.")]
    Unreadable {
        /// Where it is; never the value itself.
        place: String,
    },
    /// Anything else SQLite reports.
    #[error("The database failed: {0}. If it happens again, restart NEXUS and check the disk.")]
    Database(#[source] rusqlite::Error),
}

impl StoreError {
    /// A stable name for logs, the doctor and tests.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Private(error) => error.code(),
            Self::Newer { .. } => "database_newer",
            Self::Corrupt(_) | Self::Damaged(_) => "database_corrupt",
            Self::Locked(_) => "database_locked",
            Self::ReadOnly => "database_read_only",
            Self::Full(_) => "database_full",
            Self::NoWriteAheadLog => "database_no_wal",
            Self::Unreadable { .. } => "database_unreadable_value",
            Self::Database(_) => "database_failed",
        }
    }

    /// Whether the database itself is at fault, so that trying again is no use.
    pub fn is_damage(&self) -> bool {
        match self {
            Self::Corrupt(_) | Self::Damaged(_) | Self::Unreadable { .. } => true,
            Self::Private(_)
            | Self::Newer { .. }
            | Self::Locked(_)
            | Self::ReadOnly
            | Self::Full(_)
            | Self::NoWriteAheadLog
            | Self::Database(_) => false,
        }
    }

    pub(super) fn unreadable(place: impl Into<String>) -> Self {
        Self::Unreadable { place: place.into() }
    }
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => Self::Corrupt(error),
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Self::Locked(error),
            Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => Self::ReadOnly,
            Some(ErrorCode::DiskFull) => Self::Full(error),
            _ => Self::Database(error),
        }
    }
}
