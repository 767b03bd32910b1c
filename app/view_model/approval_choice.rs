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
        ApprovalSetting::Matters | ApprovalSetting::Minimal => {
            "This version can't judge yet what an act touches, so here you aren't asked before one."
        }
    };
    ApprovalChoice { name: setting.asks_about(), meaning }
}
