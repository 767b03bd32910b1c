//! Filling several fields: each is looked at before any is touched, and what failed is named.

use nexus_policy::Code;
use serde_json::Value;

use super::act::Act;
use super::choose::choose;
use super::click::press;
use super::kept::Kept;
use super::settle::Watched;
use super::spot::Spot;
use super::typing::{FieldKind, Held, check_form_field, is_held, put};
use super::{ANSWER_DEADLINE, Patience, cannot};
use crate::broker::{Ending, FormField, FormValue, MouseButton, Placement, TypedText};
use crate::browser::{Hand, HandError};
use crate::engine::{Failure, Outcome};

/// Fills all of them, or says exactly which aren't.
pub(super) async fn fill_form(hand: &Hand, fields: &[FormField]) -> Outcome {
    let mut kinds = Vec::new();
    for FormField { target, value } in fields {
        let spot = Spot::find(hand, *target).await?;
        let kind = check_form_field(&spot).await?;
        check_value(*target, kind, value)?;
        kinds.push(kind);
    }
    let Some(first) = fields.first() else {
        return Err(Failure::new(Code::InvalidArguments, "`fields` takes at least one field."));
    };
    let spot = Spot::find(hand, first.target).await?;
    let whole = Act::choose();
    whole.begin_unjudged(&spot).await?;
    let watched = Watched::started(hand, &whole);
    let mut failed: Vec<String> = Vec::new();
    for (index, (FormField { target, value }, kind)) in fields.iter().zip(kinds).enumerate() {
        match fill(hand, *target, kind, value).await {
            Ok(true) => {}
            Ok(false) => failed.push(format!("{target} holds something else now")),
            Err(Failure { code: Code::PausedByUser, .. }) => return Err(HandError::Stale.into()),
            Err(failure) if ends_it(&failure) => {
                failed.extend(fields.iter().skip(index).map(|field| field.target.to_string()));
                let sentence = format!("{}. {}", of_the_field(&failure), how_far(fields, &failed));
                return Err(Failure::new(failure.code, sentence));
            }
            Err(failure) => failed.push(of_the_field(&failure)),
        }
    }
    if !failed.is_empty() {
        return Err(Failure::new(Code::NotActionable, how_far(fields, &failed)));
    }
    let mut done = watched.finish_filled(hand, &spot.world).await?;
    done.verified = Some(true);
    let count = fields.len();
    let what = if count == 1 { "the field".to_owned() } else { format!("all {count} fields") };
    done.summary = format!("Filled {what}. {}", done.summary).trim_end().to_owned();
    Ok(done)
}

/// Whether there is no sense in going on to the next field.
fn ends_it(failure: &Failure) -> bool {
    match failure.code {
        Code::DialogOpen | Code::PageCrashed | Code::BrowserGone | Code::UnknownPage | Code::TimedOut => true,
        // The page went elsewhere.
        Code::TargetChanged => failure.effect.is_none(),
        _ => false,
    }
}

/// What became of one field; that nothing was done isn't so for the others.
fn of_the_field(failure: &Failure) -> String {
    failure.sentence.replace(" Nothing was done.", "").trim_end_matches('.').to_owned()
}

fn how_far(fields: &[FormField], failed: &[String]) -> String {
    let (filled, all) = (fields.len() - failed.len(), fields.len());
    format!("{filled} of {all} fields are filled; not: {}.", failed.join("; "))
}

fn check_value(target: crate::broker::ElementRef, kind: FieldKind, value: &FormValue) -> Result<(), Failure> {
    match (kind, value) {
        (FieldKind::Check, FormValue::Checked(_))
        | (FieldKind::Typed | FieldKind::Set | FieldKind::Choice, FormValue::Text(_)) => Ok(()),
        (FieldKind::Check, FormValue::Text(text)) if checked(text).is_some() => Ok(()),
        (FieldKind::Check, FormValue::Text(_)) => Err(Failure::new(
            Code::InvalidArguments,
            format!("{target} is checked or not, so it takes true or false. Nothing was done."),
        )),
        (_, FormValue::Checked(_)) => {
            Err(Failure::new(Code::InvalidArguments, format!("{target} takes a text. Nothing was done.")))
        }
        (FieldKind::Missing | FieldKind::NotAField | FieldKind::ReadOnly | FieldKind::Disabled, _) => {
            Err(cannot(target, "can't be filled"))
        }
    }
}

fn checked(TypedText(text): &TypedText) -> Option<bool> {
    match text.as_str() {
        "true" | "on" | "checked" => Some(true),
        "false" | "off" | "unchecked" => Some(false),
        _ => None,
    }
}

/// Fills one field; answers whether it holds the value now.
async fn fill(
    hand: &Hand,
    target: crate::broker::ElementRef,
    kind: FieldKind,
    value: &FormValue,
) -> Result<bool, Failure> {
    let spot = Spot::find(hand, target).await?;
    match (kind, value) {
        (FieldKind::Check, value) => {
            let wanted = match value {
                FormValue::Checked(wanted) => *wanted,
                FormValue::Text(text) => checked(text).unwrap_or(false),
            };
            check(hand, &spot, wanted).await
        }
        (FieldKind::Choice, FormValue::Text(TypedText(text))) => {
            spot.ready_to_fill(hand, &Act::choose().within_another()).await?;
            choose(&spot, std::slice::from_ref(text)).await
        }
        (_, FormValue::Text(text)) => {
            let patience = Patience::from_now();
            loop {
                let act = Act::text(text, Ending::Stay).within_another();
                let field = spot.ready_to_type(hand, &act, Placement::Replace).await?;
                put(hand, &spot, &field, text, Placement::Replace).await?;
                match is_held(&spot, text, Placement::Replace).await? {
                    Held::Late if patience.is_over_with_a_busy_page() => return Err(Kept::too_late().failure(&spot)),
                    Held::Late => {}
                    held => return Ok(held == Held::Exactly),
                }
            }
        }
        (_, FormValue::Checked(_)) => Ok(false),
    }
}

async fn check(hand: &Hand, spot: &Spot<'_>, wanted: bool) -> Result<bool, Failure> {
    if is_checked(spot).await? == Some(wanted) {
        return Ok(true);
    }
    press(hand, spot, MouseButton::Left, 1, &[]).await?;
    Ok(is_checked(spot).await? == Some(wanted))
}

async fn is_checked(spot: &Spot<'_>) -> Result<Option<bool>, HandError> {
    let checked: Value = spot.world.call("isChecked", &spot.numbered(), ANSWER_DEADLINE).await?;
    Ok(checked.as_bool())
}
