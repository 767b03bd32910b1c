use super::*;

const NOTHING_PERSONAL: Place = Place { signed_in: false, gate: false, leaving_allowed: false };
const SIGNED_IN: Place = Place { signed_in: true, gate: false, leaving_allowed: false };
const GATED: Place = Place { signed_in: true, gate: true, leaving_allowed: false };
const LEAVING_ALLOWED: Place = Place { signed_in: true, gate: false, leaving_allowed: true };

/// One row: the risk and its cells as letters, for nothing personal, may be signed in, with the gate, leaving allowed.
type Row = (Risk, [Verdict; 4]);

fn walk(setting: ApprovalSetting, table: [Row; 6]) {
    for (risk, cells) in table {
        let judgement = Judgement { risk, reasons: Vec::new() };
        let places = [NOTHING_PERSONAL, SIGNED_IN, GATED, LEAVING_ALLOWED];
        let found = places.map(|place| verdict(&judgement, setting, place));
        assert_eq!(found, cells, "{risk:?} under {setting:?}");
    }
}

/// N13, N15: the table of ARCHITECTURE.md, cell by cell.
#[test]
fn what_matters_is_the_table() {
    use Verdict::{Allow, Ask, Deny};
    let table = [
        (Risk::Inert, [Allow, Allow, Allow, Allow]),
        (Risk::Scripted, [Allow, Ask, Allow, Ask]),
        (Risk::Leaving, [Allow, Ask, Ask, Allow]),
        (Risk::Consequential, [Ask, Ask, Ask, Ask]),
        (Risk::AlwaysSensitive, [Ask, Ask, Ask, Ask]),
        (Risk::Secret, [Ask, Deny, Deny, Deny]),
    ];
    walk(ApprovalSetting::Matters, table);
}

#[test]
fn every_action_asks_about_each() {
    use Verdict::{Ask, Deny};
    let table = [
        (Risk::Inert, [Ask, Ask, Ask, Ask]),
        (Risk::Scripted, [Ask, Ask, Ask, Ask]),
        (Risk::Leaving, [Ask, Ask, Ask, Ask]),
        (Risk::Consequential, [Ask, Ask, Ask, Ask]),
        (Risk::AlwaysSensitive, [Ask, Ask, Ask, Ask]),
        (Risk::Secret, [Ask, Deny, Deny, Deny]),
    ];
    walk(ApprovalSetting::Every, table);
}

/// N13: it lowers one row, in one column, and nothing else.
#[test]
fn only_the_always_sensitive_lets_the_consequential_pass_where_nothing_personal_is_held() {
    use Verdict::{Allow, Ask, Deny};
    let table = [
        (Risk::Inert, [Allow, Allow, Allow, Allow]),
        (Risk::Scripted, [Allow, Ask, Allow, Ask]),
        (Risk::Leaving, [Allow, Ask, Ask, Allow]),
        (Risk::Consequential, [Allow, Ask, Ask, Ask]),
        (Risk::AlwaysSensitive, [Ask, Ask, Ask, Ask]),
        (Risk::Secret, [Ask, Deny, Deny, Deny]),
    ];
    walk(ApprovalSetting::Minimal, table);
}
