//! The approval settings in plain words.

use nexus_policy::ApprovalSetting;

/// One of the choices.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ApprovalChoice {
    /// Its name.
    pub name: &'static str,
    /// What it means.
    pub meaning: &'static str,
}

/// What choosing a setting means (N13).
pub fn approval_choice(setting: ApprovalSetting) -> ApprovalChoice {
    let meaning = match setting {
        ApprovalSetting::Every => "Nothing is pressed, typed, opened or closed without your yes.",
        ApprovalSetting::Matters => {
            "You are asked wherever NEXUS can't rule out that something happens outside the page."
        }
        ApprovalSetting::Minimal => {
            "Where no sign-in can be, you are asked only about uploads, payments, deletions, access, downloads and \
             passwords; everywhere else as in \u{201c}what matters\u{201d}."
        }
    };
    ApprovalChoice { name: setting.asks_about(), meaning }
}
