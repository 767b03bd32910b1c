//! One tested element: what is expected, what Chromium computes, and whether what NEXUS tells is as demanded.

use serde::Deserialize;

use crate::measure::line::Line;

/// A tested element as a Chromium without NEXUS sees it.
#[derive(Debug, Deserialize)]
pub(super) struct Case {
    /// The element's `aria-current`.
    pub(super) tag: String,
    /// What the test calls it.
    pub(super) test: String,
    pub(super) expected: String,
    /// Chromium's `computedName`.
    pub(super) name: String,
    /// Chromium's `computedRole`; empty where it tells none.
    pub(super) role: String,
    /// Whether `name` changes when all fields are emptied.
    pub(super) holds_value: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NameVerdict {
    AsExpected,
    /// Chromium itself names it otherwise than expected.
    ChromiumWrong,
    /// It differs, and what is expected holds a field's value, which no agent is told.
    HoldsValue,
    Wrong,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RoleVerdict {
    Equal,
    /// Chromium has no ARIA role for it, as for a field for dates.
    NotComputed,
    /// The snapshot leaves it out, as what is hidden.
    NotTold,
    Different,
}

impl Case {
    /// Takes the element's line out of a snapshot. The choices of a select are told without states, so they go by role
    /// and name.
    pub(super) fn take_line(&self, lines: &mut Vec<Line>) -> Option<Line> {
        let tagged = lines.iter().position(|line| line.state("current") == Some(&self.tag));
        let option = || lines.iter().position(|line| line.role == "option" && self.is_option(line));
        tagged.or_else(option).map(|index| lines.remove(index))
    }

    fn is_option(&self, line: &Line) -> bool {
        self.role == "option" && line.state("current").is_none() && squeeze(&line.name) == squeeze(&self.name)
    }

    /// Judges a name; what the snapshot leaves out has none.
    pub(super) fn judge_name(&self, told: Option<&Line>) -> NameVerdict {
        let expected = squeeze(&self.expected);
        if squeeze(&self.name) != expected {
            NameVerdict::ChromiumWrong
        } else if squeeze(told.map_or("", |line| &line.name)) == expected {
            NameVerdict::AsExpected
        } else if self.holds_value {
            NameVerdict::HoldsValue
        } else {
            NameVerdict::Wrong
        }
    }

    pub(super) fn judge_role(&self, told: Option<&Line>) -> RoleVerdict {
        let Some(line) = told else { return RoleVerdict::NotTold };
        match self.role.as_str() {
            "" => RoleVerdict::NotComputed,
            computed if computed == line.role => RoleVerdict::Equal,
            // Two names of one role; snapshots keep the older.
            "image" if line.role == "img" => RoleVerdict::Equal,
            _ => RoleVerdict::Different,
        }
    }
}

/// As snapshots write text: runs of white space count as one space.
fn squeeze(text: &str) -> String {
    let words = text.split(|letter: char| letter.is_whitespace() || letter == '\u{200b}');
    words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}
