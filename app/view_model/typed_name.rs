//! Names that a person types for profiles.

use nexus_core::store::{BadProfileName, ProfileName};

use super::profile_row::ProfileRow;

/// Why a profile can't have a name.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NameError {
    /// It can't be one.
    #[error(transparent)]
    Bad(#[from] BadProfileName),
    /// Another profile has it.
    #[error("There is a profile called {0} already.")]
    Taken(ProfileName),
}

/// The name a person typed for a profile, beside those that there are; `None` if they typed nothing.
pub fn profile_from_person<'a>(
    typed: &str,
    others: impl IntoIterator<Item = &'a ProfileRow>,
) -> Option<Result<ProfileName, NameError>> {
    let typed = typed.trim();
    (!typed.is_empty()).then(|| {
        let name: ProfileName = typed.parse()?;
        let is_taken = others.into_iter().any(|other| other.name == name);
        if is_taken { Err(NameError::Taken(name)) } else { Ok(name) }
    })
}
