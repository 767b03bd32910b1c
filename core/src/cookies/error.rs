//! Why the cookies of a source can't be read at all, each with a code of its own and what to do about it.

/// Why. None of them names a path or a value.
#[derive(Debug, thiserror::Error)]
pub enum CookieError {
    /// There is no cookie store where one was looked for.
    #[error("There are no cookies of a browser. Choose the folder of a Firefox, Chromium or Chrome profile.")]
    NoStore,
    /// It can't be opened or copied.
    #[error("The cookies can't be read: {0}.")]
    Unreadable(#[source] std::io::Error),
    /// It is larger than any browser's.
    #[error("The file of cookies is larger than a browser's can be, so it isn't read.")]
    TooLarge,
    /// It changed all the while it was copied.
    #[error("That browser is writing its cookies all the time. Close it, and try again.")]
    Locked,
    /// A later browser wrote it.
    #[error(
        "A newer browser than this NEXUS knows wrote these cookies (format {found}; known up to {known}). Nothing was read."
    )]
    Newer {
        /// The format found.
        found: i64,
        /// The latest format this program knows.
        known: i64,
    },
    /// Its tables aren't those of a browser, or of a very old one.
    #[error("This isn't a file of cookies as browsers write it now. Start that browser once, close it, and try again.")]
    UnknownForm,
    /// It can't be made sense of.
    #[error("The file of cookies is damaged. Start that browser once, so that it mends it, close it, and try again.")]
    Damaged,
}

impl CookieError {
    /// The stable code.
    pub fn code(&self) -> &'static str {
        match self {
            Self::NoStore => "cookies_missing",
            Self::Unreadable(_) | Self::TooLarge => "cookies_unreadable",
            Self::Locked => "cookies_locked",
            Self::Newer { .. } => "cookies_newer",
            Self::UnknownForm => "cookies_unknown_form",
            Self::Damaged => "cookies_damaged",
        }
    }
}

impl From<rusqlite::Error> for CookieError {
    fn from(error: rusqlite::Error) -> Self {
        use rusqlite::ErrorCode;
        match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Self::Locked,
            // No such table or column.
            Some(ErrorCode::Unknown) => Self::UnknownForm,
            None if error == rusqlite::Error::QueryReturnedNoRows => Self::UnknownForm,
            _ => Self::Damaged,
        }
    }
}
