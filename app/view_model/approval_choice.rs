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
            "You are asked before anything that may send, order, publish or change something, and before whatever a page's \
             scripts decide where you may be signed in."
        }
        ApprovalSetting::Minimal => {
            "Where nothing personal is you are asked only before uploads, payments, deletions, giving access, downloads and \
             secrets. Where you may be signed in, as before."
        }
    };
    ApprovalChoice { name: setting.asks_about(), meaning }
}
