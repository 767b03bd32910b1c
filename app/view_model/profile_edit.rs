//! What a person is about to do with one profile, and what they have typed for it.

use nexus_core::broker::{PersonCommand, ProfileCommand};
use nexus_core::store::ProfileName;

use super::profile_row::{ProfileRow, Standing};
use super::typed_name::{NameError, profile_from_person};

/// Something begun with one profile.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProfileEdit {
    /// With which.
    pub profile: ProfileName,
    /// What.
    pub kind: EditKind,
    /// What is typed for it.
    pub typed: String,
}

/// What can be begun with a profile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EditKind {
    /// Giving it the name that is typed.
    Rename,
    /// Deleting it, once its own name is typed.
    Delete,
}

impl ProfileEdit {
    /// Begins to rename a profile, from the name that it has.
    pub fn rename(profile: &ProfileName) -> Self {
        Self { profile: profile.clone(), kind: EditKind::Rename, typed: profile.to_string() }
    }

    /// Begins to delete a profile.
    pub fn delete(profile: &ProfileName) -> Self {
        Self { profile: profile.clone(), kind: EditKind::Delete, typed: String::new() }
    }

    /// Whether it is still possible.
    pub fn is_current(&self, profiles: &[ProfileRow]) -> bool {
        profiles.iter().any(|row| row.name == self.profile && self.kind.is_possible(row.standing))
    }

    /// What is wrong with the name that is typed; nothing as long as there is none.
    pub fn name_error(&self, profiles: &[ProfileRow]) -> Option<NameError> {
        self.new_name(profiles)?.err()
    }

    /// What carrying it out stands for, once what is typed allows it.
    pub fn command(&self, profiles: &[ProfileRow]) -> Option<PersonCommand> {
        let command = match self.kind {
            EditKind::Rename => {
                let to = self.new_name(profiles)?.ok()?;
                (to != self.profile).then_some(ProfileCommand::Rename(to))?
            }
            EditKind::Delete => self.is_confirmed().then_some(ProfileCommand::Delete)?,
        };
        Some(PersonCommand::Profile(self.profile.clone(), command))
    }

    fn new_name(&self, profiles: &[ProfileRow]) -> Option<Result<ProfileName, NameError>> {
        profile_from_person(&self.typed, profiles.iter().filter(|row| row.name != self.profile))
    }

    /// The profile's own name is typed; only blanks may differ, for they can't be told apart by looking.
    fn is_confirmed(&self) -> bool {
        self.typed.split_whitespace().eq(self.profile.as_str().split_whitespace())
    }
}

impl EditKind {
    /// Whether it can be begun with a profile that stands so.
    pub fn is_possible(self, standing: Standing) -> bool {
        match standing {
            Standing::Closed | Standing::OtherWorkspace | Standing::Archived => true,
            Standing::Open(_) => self == Self::Rename,
            Standing::Deleting(_) | Standing::Saving | Standing::SigningIn => false,
        }
    }
}
