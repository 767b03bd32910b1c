//! `--classify`: evidence as JSON lines in, one verdict each out, by the very function the product decides with.

use std::io::{BufRead, Write};

use nexus_core::{destination, form_destination};
use nexus_policy::{
    Act, ApprovalSetting, Element, ElementAct, Field, Judgement, Link, Method, Names, Origin, Place, Reach, Submission,
    Touched, Verdict, Words, judge, verdict,
};
use serde::Deserialize;
use serde_json::{Value, json};
use url::Url;

/// One line of evidence. What isn't there is empty.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Line {
    tag: Option<String>,
    role: Option<String>,
    name: Option<String>,
    text: Option<String>,
    r#type: Option<String>,
    autocomplete: Option<String>,
    href: Option<String>,
    form: Option<Form>,
    page: Option<String>,
    signed_in: Option<bool>,
    gate: Option<bool>,
    act: Option<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Form {
    action: Option<String>,
    method: Option<String>,
    cross_origin: Option<bool>,
}

/// Answers every line until the input ends.
pub(crate) fn run(input: impl BufRead, mut output: impl Write) -> std::io::Result<()> {
    let words = nexus_core::consequences::own();
    for line in input.split(b'\n') {
        let line = line?;
        if !line.trim_ascii().is_empty() {
            writeln!(output, "{}", answer(&line, &words))?;
            output.flush()?;
        }
    }
    Ok(())
}

/// The answer to one line.
pub(crate) fn answer(line: &[u8], words: &Words) -> Value {
    // A list would pass for a struct, field by field.
    let object = if line.trim_ascii_start().starts_with(b"{") { line } else { b"" };
    match serde_json::from_slice::<Line>(object) {
        Ok(line) => judged(line, words),
        Err(error) => {
            let reasons = [format!("The line isn't evidence: {error}")];
            json!({ "verdict": "ask", "risks": ["consequential"], "reasons": reasons, "code": "invalid_arguments" })
        }
    }
}

fn judged(line: Line, words: &Words) -> Value {
    let place =
        Place { signed_in: line.signed_in.unwrap_or(false), gate: line.gate.unwrap_or(false), leaving_allowed: false };
    let judgement = judge(&touched(line), words);
    let verdict: Verdict = verdict(&judgement, ApprovalSetting::Matters, place);
    let Judgement { risk, reasons } = judgement;
    let reasons: Vec<String> = reasons.iter().map(ToString::to_string).collect();
    json!({ "verdict": verdict.as_str(), "risks": [risk.as_str()], "reasons": reasons })
}

fn touched(line: Line) -> Touched {
    let act = match line.act.as_deref() {
        None | Some("press") => Act::Press,
        Some("type") => Act::Type { enter: false },
        Some(_) => return Touched::Unresolved,
    };
    Touched::Elements(vec![ElementAct { act, element: element(line) }])
}

fn element(line: Line) -> Element {
    let lower = |text: Option<String>| text.unwrap_or_default().trim().to_ascii_lowercase();
    let page = line.page.as_deref().and_then(|page| Url::parse(page).ok());
    let (tag, role, given_type) = (lower(line.tag), lower(line.role), lower(line.r#type));
    let input_type = if tag == "button" && given_type.is_empty() { "submit".to_owned() } else { given_type };
    let is_ignored_by_forms = matches!(tag.as_str(), "select" | "textarea" | "option" | "summary")
        || (tag == "input" && !matches!(input_type.as_str(), "submit" | "image"))
        || (tag == "button" && matches!(input_type.as_str(), "button" | "reset"));
    let submits = line.form.filter(|_| !is_ignored_by_forms).map(|form| submission(form, page.as_ref()));
    let link = line.href.map(|href| Link { destination: destination(&href, page.as_ref()), downloads: false });
    Element {
        downloads: false,
        resolved: true,
        tag,
        role,
        input_type,
        names: Names {
            accessible: line.name.unwrap_or_default(),
            visible: line.text.unwrap_or_default(),
            title: String::new(),
            value: String::new(),
        },
        field: Field { autocomplete: line.autocomplete.unwrap_or_default(), ..Field::default() },
        link,
        submits,
        surroundings: String::new(),
        foreign_frame: None,
    }
}

fn submission(form: Form, page: Option<&Url>) -> Submission {
    let mut destination = match form.action.as_deref().map(str::trim) {
        // A form without an action goes to its own page.
        None | Some("") => form_destination(page.map_or("", Url::as_str), page),
        Some(action) => form_destination(action, page),
    };
    if form.cross_origin == Some(true) && !matches!(destination.reach, Reach::OtherOrigin(_)) {
        destination.reach = Reach::OtherOrigin(Origin("another origin".to_owned()));
    }
    let method = Method::of_attribute(&form.method.unwrap_or_default());
    Submission { method, destination, submitter: Names::default(), buttons: Vec::new() }
}

#[cfg(test)]
mod tests;
