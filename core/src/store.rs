//! What NEXUS keeps: SQLite for agents, settings and the audit chain; the [`Vault`] for secrets. Leases, approvals, pages
//! and handoffs are never kept, so nothing can be replayed after a relaunch (N23).

mod agents;
mod audit;
mod error;
mod private;
mod profiles;
mod schema;
mod set_aside;
mod settings;
mod token;
mod vault;

#[cfg(test)]
pub(crate) mod tests;

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use rusqlite::{Connection, MAIN_DB, OpenFlags};

pub use audit::{AuditEntry, AuditFile, AuditHead, AuditKey, AuditNumber, AuditOutcome, ChainFault, ChainStatus};
pub use error::StoreError;
pub use private::PrivateError;
pub use profiles::{BadProfileName, KeptProfile, ProfileName};
pub use settings::Setting;
pub use token::Token;
pub use vault::{SecretName, Vault, VaultError, VaultKind};

const DATABASE: &str = "nexus.db";

/// How long a statement waits for another process that is writing.
const BUSY_TIMEOUT: Duration = Duration::from_secs(2);
const BUSY_RETRY: Duration = Duration::from_millis(10);

/// The database. Every call may wait for the disk, so none belongs on the UI thread or inside an async task.
#[derive(Debug)]
pub struct Store {
    connection: Mutex<Connection>,
    path: PathBuf,
    audit_key: Option<AuditKey>,
}

/// Makes NEXUS's own directory, if there is none, and sees that it is this person's alone.
pub fn ensure_data_dir(data_dir: &Path) -> Result<(), PrivateError> {
    private::ensure_directory(data_dir)
}

impl Store {
    /// Opens `nexus.db` in this directory, making both if they don't exist yet, and brings its tables up to date.
    pub fn open(data_dir: &Path) -> Result<Self, StoreError> {
        private::ensure_directory(data_dir)?;
        let path = data_dir.join(DATABASE);
        private::ensure_file(&path)?;
        let mut connection = connect(&path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
        // Before anything is written: a database that can't be used stays as it is.
        schema::refuse_newer(&connection)?;
        if connection.is_readonly(MAIN_DB)? {
            return Err(StoreError::ReadOnly);
        }
        check_whole(&connection)?;
        write_ahead(&connection)?;
        schema::bring_up_to_date(&mut connection)?;
        Ok(Self { connection: Mutex::new(connection), path, audit_key: None })
    }

    /// Opens a database of this format to look at it, also while a NEXUS writes to it; `None` if there is none,
    /// or one that the next start of NEXUS brings up to date first.
    pub(crate) fn open_to_read(data_dir: &Path) -> Result<Option<Self>, StoreError> {
        let path = data_dir.join(DATABASE);
        if !path.is_file() {
            return Ok(None);
        }
        let connection = connect(&path, OpenFlags::SQLITE_OPEN_READ_ONLY)?;
        schema::refuse_newer(&connection)?;
        check_whole(&connection)?;
        let is_readable = schema::is_up_to_date(&connection)?;
        Ok(is_readable.then(|| Self { connection: Mutex::new(connection), path, audit_key: None }))
    }

    /// Seals audit entries with this key from now on, and checks the seals it made in [`Store::verify`].
    #[must_use]
    pub fn with_audit_key(self, key: AuditKey) -> Self {
        Self { audit_key: Some(key), ..self }
    }

    /// Has the disk full, as far as this store can tell.
    #[cfg(test)]
    pub(crate) fn limit_pages(&self, most: u32) {
        let limited = self.connection().pragma_update_and_check(None, "max_page_count", most, |_| Ok(()));
        limited.expect("a limit");
    }

    /// Has SQLite read the file anew.
    #[cfg(test)]
    pub(crate) fn forget_pages(&self) {
        self.connection().execute_batch("PRAGMA shrink_memory").expect("nothing is kept in memory");
    }

    fn connection(&self) -> MutexGuard<'_, Connection> {
        // A panic in here drops the open transaction, which rolls it back: the connection is as good as before.
        self.connection.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A second connection, for long reads that must not make writers wait.
    fn reader(&self) -> Result<Connection, StoreError> {
        connect(&self.path, OpenFlags::SQLITE_OPEN_READ_ONLY)
    }
}

fn connect(path: &Path, access: OpenFlags) -> Result<Connection, StoreError> {
    let connection = Connection::open_with_flags(path, access | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
    connection.busy_timeout(BUSY_TIMEOUT)?;
    connection.pragma_update(None, "foreign_keys", true)?;
    connection.pragma_update(None, "trusted_schema", false)?;
    Ok(connection)
}

/// Reads every page once: damage is found now and not in the middle of a run.
fn check_whole(connection: &Connection) -> Result<(), StoreError> {
    let found: String = connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
    if found == "ok" {
        return Ok(());
    }
    // One line of several, of which none holds a stored value; the first only names the database.
    let fault = found.lines().find(|line| !line.starts_with("***")).unwrap_or("its pages don't fit together");
    Err(StoreError::Damaged(fault.to_owned()))
}

fn write_ahead(connection: &Connection) -> Result<(), StoreError> {
    if journal_in_wal(connection)? != "wal" {
        return Err(StoreError::NoWriteAheadLog);
    }
    // An audit entry is on the disk before the act it announces. With less, a power cut could also leave the database
    // behind the head of the chain in the vault, and look like tampering.
    connection.pragma_update(None, "synchronous", "full")?;
    Ok(())
}

/// Turns the write-ahead log on and says what there is now. It is the one statement for which SQLite itself doesn't wait
/// while another process, opening the same fresh database, does the same.
fn journal_in_wal(connection: &Connection) -> Result<String, StoreError> {
    let until = Instant::now() + BUSY_TIMEOUT;
    loop {
        let mode = connection.pragma_update_and_check(None, "journal_mode", "wal", |row| row.get(0));
        match mode.map_err(StoreError::from) {
            Err(StoreError::Locked(_)) if Instant::now() < until => thread::sleep(BUSY_RETRY),
            mode => return mode,
        }
    }
}
