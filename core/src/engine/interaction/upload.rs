//! Giving files to a field. What the page gets are copies that NEXUS made of what the person was shown.

use std::ffi::OsStr;
use std::time::Instant;

use chromiumoxide::cdp::browser_protocol::dom::SetFileInputFilesParams;
use nexus_policy::Code;
use serde::{Deserialize, Serialize};

use super::act::Act;
use super::settle::{Ended, Watched};
use super::spot::Spot;
use super::{ANSWER_DEADLINE, PATIENCE, cannot, stale};
use crate::broker::{ElementRef, UploadPath};
use crate::browser::{Hand, HandError};
use crate::engine::{Failure, Outcome};
use crate::uploads::{CopiedFiles, accepts};

/// What a field for files says of itself.
#[derive(Deserialize)]
struct FileField {
    problem: Option<String>,
    #[serde(default)]
    multiple: bool,
    #[serde(default)]
    folder: bool,
    #[serde(default)]
    accept: String,
}

#[derive(Serialize)]
struct Held<'a> {
    number: u64,
    files: Vec<(String, &'a u64)>,
}

/// Refuses what the field doesn't take.
pub(super) async fn check_takes(spot: &Spot<'_>, paths: &[UploadPath]) -> Result<(), Failure> {
    let target = spot.reference;
    let FileField { problem, multiple, folder, accept } =
        spot.world.call("fileField", &spot.numbered(), ANSWER_DEADLINE).await?;
    let wrong = |what: String| Err(Failure::new(Code::InvalidArguments, format!("{what} Nothing was done.")));
    match problem.as_deref() {
        None => {}
        Some("missing") => return Err(stale(target)),
        Some("disabled") => return Err(cannot(target, "is disabled")),
        Some(_) => return Err(cannot(target, "isn't a field for files, nor the label of one")),
    }
    if folder {
        return Err(cannot(target, "takes a whole folder, which only the person gives; ask them with browser_handoff"));
    }
    if !multiple && paths.len() > 1 {
        return wrong(format!("{target} takes one file."));
    }
    let name = |path: &UploadPath| path.as_path().file_name().unwrap_or(OsStr::new("")).to_string_lossy().into_owned();
    match paths.iter().position(|path| !accepts(&accept, &name(path))) {
        Some(at) => wrong(format!("{target} doesn't take files of the kind at place {} of `paths`.", at + 1)),
        None => Ok(()),
    }
}

/// Gives a field these files, if it and they are what was judged.
pub(crate) async fn upload(hand: &Hand, target: ElementRef, files: &CopiedFiles) -> Outcome {
    if !hand.covers(files.digest()) {
        return Err(Failure::new(Code::TargetChanged, "The files aren't those that were judged. Nothing was done."));
    }
    let spot = Spot::find(hand, target).await?;
    let end = Instant::now() + PATIENCE;
    loop {
        let act = Act::upload();
        act.begin_at(hand, &spot).await?;
        let watched = Watched::started(hand, &act);
        let given = give(hand, &spot, files).await;
        match watched.end(hand, &spot.world, given).await? {
            Ended::Kept(kept) if kept.may_be_tried_again() && Instant::now() < end => {}
            ended => {
                let mut done = ended.or_say(|kept| kept.failure(&spot))?;
                done.verified = holds(&spot, files).await;
                let how = match done.verified {
                    Some(true) => "It holds exactly those now.",
                    Some(false) => "It holds something else now.",
                    None => "",
                };
                let count = files.paths().count();
                let what = if count == 1 { "a file".to_owned() } else { format!("{count} files") };
                done.summary = format!("Gave {target} {what}. {how} {}", done.summary).trim_end().to_owned();
                return Ok(done);
            }
        }
    }
}

async fn give(hand: &Hand, spot: &Spot<'_>, files: &CopiedFiles) -> Result<(), HandError> {
    let field = spot.world.call_for_object_of("fileFieldOf", &spot.numbered(), ANSWER_DEADLINE).await?;
    let paths: Option<Vec<String>> = files.paths().map(|path| path.to_str().map(str::to_owned)).collect();
    let mut give = SetFileInputFilesParams::new(paths.ok_or(HandError::Malformed)?);
    give.object_id = Some(field.ok_or(HandError::DocumentGone)?);
    hand.ask_in(spot.world.session(), give, ANSWER_DEADLINE).await?;
    Ok(())
}

/// Whether the field holds these files; none if that can't be said any more.
async fn holds(spot: &Spot<'_>, files: &CopiedFiles) -> Option<bool> {
    let given = files.given();
    let files = given.iter().map(|file| (file.name.clone(), &file.bytes)).collect();
    spot.world.call("holdsFiles", &Held { number: spot.reference.0, files }, ANSWER_DEADLINE).await.ok()
}
