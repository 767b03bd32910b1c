//! The figures, and every case that isn't plainly as expected.

use std::fmt;

use super::case::{Case, NameVerdict, RoleVerdict};
use crate::measure::line::Line;

#[derive(Debug, Default)]
pub(super) struct Summary {
    names: usize,
    chromium_wrong: Vec<String>,
    holding_values: Vec<String>,
    wrong_names: Vec<String>,
    equal_roles: usize,
    roles_not_computed: Vec<String>,
    not_told: Vec<String>,
    different_roles: Vec<String>,
}

impl Summary {
    pub(super) fn add(&mut self, page: &str, case: &Case, told: Option<&Line>) {
        let Case { tag: _, test, expected, name, role, holds_value: _ } = case;
        let place = format!("{page}: {test}");
        let (told_name, told_role) = told.map_or(("", ""), |line| (&line.name, &line.role));
        match case.judge_name(told) {
            NameVerdict::AsExpected => self.names += 1,
            NameVerdict::ChromiumWrong => self
                .chromium_wrong
                .push(format!("{place}: expected {expected:?}, Chromium {name:?}, NEXUS {told_name:?}")),
            NameVerdict::HoldsValue => {
                self.holding_values.push(format!("{place}: expected {expected:?}, NEXUS {told_name:?}"));
            }
            NameVerdict::Wrong => self.wrong_names.push(format!("{place}: expected {expected:?}, NEXUS {told_name:?}")),
        }
        match case.judge_role(told) {
            RoleVerdict::Equal => self.equal_roles += 1,
            RoleVerdict::NotComputed => self.roles_not_computed.push(format!("{place}: NEXUS {told_role}")),
            RoleVerdict::NotTold => self.not_told.push(format!("{place}: {role}")),
            RoleVerdict::Different => self.different_roles.push(format!("{place}: {role}, NEXUS {told_role}")),
        }
    }

    pub(super) fn is_as_demanded(&self) -> bool {
        self.wrong_names.is_empty() && self.different_roles.is_empty()
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "names: {} as expected", self.names)?;
        list(f, "names that Chromium itself gets wrong", &self.chromium_wrong)?;
        list(f, "names left without a field's value", &self.holding_values)?;
        list(f, "wrong names", &self.wrong_names)?;
        writeln!(f, "roles: {} as Chromium computes", self.equal_roles)?;
        list(f, "elements that Chromium computes no role for", &self.roles_not_computed)?;
        list(f, "elements that the snapshot leaves out", &self.not_told)?;
        list(f, "other roles than Chromium's", &self.different_roles)
    }
}

fn list(f: &mut fmt::Formatter<'_>, what: &str, cases: &[String]) -> fmt::Result {
    writeln!(f, "{what}: {}", cases.len())?;
    cases.iter().try_for_each(|case| writeln!(f, "  {case}"))
}
