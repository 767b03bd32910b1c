//! The line format.

use std::path::Path;

use super::{AgentStep, BadLine, Line, PersonStep, Scenario, State, Step};

const POLICY_ONLY: &str = "policy only:";

pub(super) fn scenario(file: &Path, text: &str) -> Result<Scenario, BadLine> {
    let mut scenario = Scenario { file: file.to_owned(), policy_only: None, lines: Vec::new() };
    for (index, line) in text.lines().enumerate() {
        let (number, text) = (index + 1, line.trim());
        let bad = |why: String| BadLine { file: file.to_owned(), number, why };
        if text.is_empty() || text.starts_with('#') {
            continue;
        }
        if let Some(why) = text.strip_prefix(POLICY_ONLY) {
            if why.trim().is_empty() {
                return Err(bad(format!("`{POLICY_ONLY}` has to say why")));
            }
            scenario.policy_only = Some(why.trim().to_owned());
            continue;
        }
        let step = step(text).map_err(bad)?;
        if matches!(step, Step::After { .. }) && scenario.policy_only.is_none() {
            return Err(bad(format!("time passes only under a line `{POLICY_ONLY} needs a clock jump`")));
        }
        scenario.lines.push(Line { number, text: text.to_owned(), step });
    }
    if scenario.lines.is_empty() {
        return Err(BadLine { file: file.to_owned(), number: 1, why: "nothing happens".to_owned() });
    }
    Ok(scenario)
}

fn step(text: &str) -> Result<Step, String> {
    let (does, answer) = match text.split_once("->") {
        Some((does, answer)) => (does, Some(code(answer.trim())?)),
        None => (text, None),
    };
    let words: Vec<&str> = does.split_whitespace().collect();
    let step = match words.as_slice() {
        ["agent", agent, does @ ..] => agent_step(agent, does, answer.clone())?,
        ["person", does @ ..] => Step::Person { does: person_step(does)?, answer: answer.clone().unwrap_or_else(ok) },
        ["after", seconds, "s"] => Step::After { seconds: number(seconds)? },
        ["browser", "of", window, "ends"] => Step::BrowserEnds(window_name(window)?),
        [page, "goes", "elsewhere"] => Step::GoesElsewhere(page_name(page)?),
        [place, "is", state @ ..] => Step::Is { place: place_name(place)?, state: self::state(state)? },
        ["the", "person", "is", "asked", "nothing"] => Step::Asked(0),
        ["the", "person", "is", "asked", count, "thing" | "things"] => {
            Step::Asked(usize::try_from(number(count)?).map_err(|error| error.to_string())?)
        }
        _ => return Err(format!("no line reads {text:?}")),
    };
    match (&step, answer) {
        (Step::Agent { .. } | Step::Person { .. }, _) | (_, None) => Ok(step),
        (_, Some(_)) => Err("nobody is answered here, so there is no `->`".to_owned()),
    }
}

fn agent_step(agent: &str, words: &[&str], answer: Option<String>) -> Result<Step, String> {
    let does = match words {
        ["opens", window, "with", page] => {
            AgentStep::OpenWindow { window: window_name(window)?, page: page_name(page)? }
        }
        ["opens", page, "in", window] => AgentStep::OpenPage { page: page_name(page)?, window: window_name(window)? },
        ["acquires", place] => AgentStep::Acquire(place_name(place)?),
        ["waits", "for", place] => AgentStep::WaitFor(place_name(place)?),
        ["resumes", place] => AgentStep::Resume(place_name(place)?),
        ["releases", place] => AgentStep::Release(place_name(place)?),
        ["transfers", place, "to", to] => AgentStep::Transfer { place: place_name(place)?, to: name(to)? },
        ["reads", page] => AgentStep::Read(page_name(page)?),
        ["clicks", page] => AgentStep::Click { page: page_name(page)?, opens: None },
        ["clicks", page, "which", "opens", popup] => {
            AgentStep::Click { page: page_name(page)?, opens: Some(page_name(popup)?) }
        }
        ["closes", place] => AgentStep::Close(place_name(place)?),
        ["hands", "over", page] => AgentStep::HandOver(page_name(page)?),
        ["is", "told", told] => {
            let answer = Some(code(told)?);
            return Ok(Step::Agent { agent: name(agent)?, does: AgentStep::IsTold, answer });
        }
        ["still", "waits"] => AgentStep::StillWaits,
        ["leaves"] => AgentStep::Leave,
        ["comes", "back"] => AgentStep::ComeBack,
        _ => return Err(format!("no agent {:?}", words.join(" "))),
    };
    let is_answered = match does {
        AgentStep::WaitFor(_) | AgentStep::HandOver(_) => answer.is_some(),
        AgentStep::StillWaits | AgentStep::Leave | AgentStep::ComeBack => {
            return match answer {
                None => Ok(Step::Agent { agent: name(agent)?, does, answer: None }),
                Some(_) => Err("nobody is answered here, so there is no `->`".to_owned()),
            };
        }
        _ => true,
    };
    if is_answered && answer.is_none() {
        return Err("it has to say how the agent is answered: `-> ok`, or `->` and a code".to_owned());
    }
    Ok(Step::Agent { agent: name(agent)?, does, answer })
}

fn person_step(words: &[&str]) -> Result<PersonStep, String> {
    Ok(match words {
        ["opens", window, "with", page] => {
            PersonStep::OpenWindow { window: window_name(window)?, page: page_name(page)?, profile: None }
        }
        ["opens", window, "with", page, "on", profile] => PersonStep::OpenWindow {
            window: window_name(window)?,
            page: page_name(page)?,
            profile: Some(name(profile)?),
        },
        ["closes", window] => PersonStep::CloseWindow(window_name(window)?),
        ["keeps", window] => PersonStep::KeepWindow(window_name(window)?),
        ["takes", "control", "of", place] => PersonStep::TakeControl(place_name(place)?),
        ["gives", "back", place] => PersonStep::GiveBack(place_name(place)?),
        ["approves"] => PersonStep::Approve,
        ["approves", "for", "good"] => PersonStep::ApproveAlways,
        ["rejects"] => PersonStep::Reject,
        ["finishes", "the", "handoff"] => PersonStep::FinishHandoff { completed: true },
        ["declines", "the", "handoff"] => PersonStep::FinishHandoff { completed: false },
        ["revokes", "the", "lease", "over", place] => PersonStep::RevokeLease(place_name(place)?),
        ["revokes", "agent", agent] => PersonStep::RevokeAgent(name(agent)?),
        ["lets", agent, "drive", profile] => PersonStep::Grant { agent: name(agent)?, profile: name(profile)? },
        ["keeps", agent, "off", profile] => PersonStep::RevokeGrant { agent: name(agent)?, profile: name(profile)? },
        ["asks", "about", "everything", "of", agent] => PersonStep::AskAboutEverything(name(agent)?),
        ["touches", page] => PersonStep::Touch(page_name(page)?),
        _ => return Err(format!("no person {:?}", words.join(" "))),
    })
}

fn state(words: &[&str]) -> Result<State, String> {
    match words {
        ["idle"] => Ok(State::Idle),
        ["gone"] => Ok(State::Gone),
        ["handed", "over"] => Ok(State::HandedOver),
        ["the", "person's"] => Ok(State::Persons),
        [holder] => match holder.strip_suffix("'s") {
            Some(holder) => name(holder).map(State::Of),
            None => Err(format!("nothing is {holder:?}: idle, gone, handed over, the person's, or an agent's")),
        },
        _ => Err(format!("nothing is {:?}", words.join(" "))),
    }
}

fn ok() -> String {
    "ok".to_owned()
}

fn number(word: &str) -> Result<u64, String> {
    word.parse().map_err(|_| format!("{word:?} is no number"))
}

/// Codes and `ok` are lower case with underscores.
fn code(word: &str) -> Result<String, String> {
    let is_code = !word.is_empty() && word.chars().all(|c| c.is_ascii_lowercase() || c == '_');
    is_code.then(|| word.to_owned()).ok_or_else(|| format!("{word:?} is neither `ok` nor a code"))
}

fn name(word: &str) -> Result<String, String> {
    let is_name = word.chars().all(|c| c.is_ascii_alphanumeric() || c == '.');
    is_name.then(|| word.to_owned()).ok_or_else(|| format!("{word:?} is no name"))
}

fn window_name(word: &str) -> Result<String, String> {
    numbered(word, 'w').ok_or_else(|| format!("{word:?} is no Window, such as w1"))
}

fn page_name(word: &str) -> Result<String, String> {
    numbered(word, 'p').ok_or_else(|| format!("{word:?} is no page, such as p1"))
}

fn place_name(word: &str) -> Result<String, String> {
    let place = numbered(word, 'w').or_else(|| numbered(word, 'p'));
    place.ok_or_else(|| format!("{word:?} is neither a Window, such as w1, nor a page, such as p1"))
}

fn numbered(word: &str, letter: char) -> Option<String> {
    let digits = word.strip_prefix(letter)?;
    let is_number = !digits.is_empty() && digits.chars().all(|c| c.is_ascii_digit());
    is_number.then(|| word.to_owned())
}
