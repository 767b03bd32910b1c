//! What an act would touch, found out before it by the same looks as it begins with (N14). Nothing is pressed, typed or changed
//! but what is in view.

use std::sync::Arc;

use chromiumoxide::cdp::js_protocol::runtime::CompileScriptParams;
use nexus_policy::{
    Act as Touch, Code, Digest, Element, ElementAct, Evidence, Field, GivenFile, KeyEffect, Link, Method, Names,
    Navigation, Origin, Submission, Touched,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest as _, Sha256};
use url::Url;

use super::act::Means;
use super::press_key::focused_world;
use super::spot::{Pace, Spot};
use super::typing::{FieldKind, check_form_field};
use super::upload::check_takes;
use super::{ANSWER_DEADLINE, check_address, history, settle};
use crate::broker::{
    AgentScript, Destination, DialogReply, ElementRef, FormField, FormValue, KeyPress, PageRequest, UploadPath,
};
use crate::browser::world::World;
use crate::browser::{Dialog, Downloads, Hand, HandError, Sight, file_name};
use crate::engine::{Failure, check_served};
use crate::uploads::{CopiedFiles, Uploads};
use crate::{destination, form_destination};

/// Finds out what a call would touch. Files that it would give are copied, and it is the copies that count from then on.
pub(crate) async fn examine(
    sight: &Sight,
    request: &PageRequest,
    uploads: Uploads,
) -> Result<(Evidence, Option<CopiedFiles>), Failure> {
    check_served(sight.page(), request.capability())?;
    let mut found = Found::new(sight);
    match request {
        PageRequest::Navigate(destination) => found.touched = Some(navigation(sight, destination).await?),
        PageRequest::Dialog { reply, .. } => found.touched = Some(dialog(sight, *reply)),
        PageRequest::Close => found.touched = Some(Touched::Closing),
        PageRequest::Hover { .. } => found.add_unseen(Touch::Hover),
        PageRequest::Scroll(_) => found.add_unseen(Touch::Scroll),
        PageRequest::Click { .. }
        | PageRequest::Type { .. }
        | PageRequest::FillForm { .. }
        | PageRequest::Select { .. }
        | PageRequest::PressKey(_)
        | PageRequest::Drag { .. } => {
            settle::arrive(sight).await?;
            found.look(sight, request).await?;
        }
        PageRequest::Upload { target, paths } => {
            settle::arrive(sight).await?;
            let files = found.look_at_upload(sight, *target, paths, uploads).await?;
            return Ok((found.evidence(), Some(files)));
        }
        PageRequest::Evaluate { function, target } => found.look_at_script(sight, function, *target).await?,
        PageRequest::Emulate(_) => found.touched = Some(Touched::Emulation),
        // They touch nothing, and policy doesn't ask.
        PageRequest::Snapshot(_)
        | PageRequest::Text { .. }
        | PageRequest::Find(_)
        | PageRequest::Screenshot(_)
        | PageRequest::Wait { .. }
        | PageRequest::Console(_)
        | PageRequest::Network(_)
        | PageRequest::Performance(_) => {}
    }
    Ok((found.evidence(), None))
}

/// What was found so far.
struct Found {
    origin: String,
    downloads: Arc<Downloads>,
    hash: Sha256,
    parts: Vec<Digest>,
    acts: Vec<ElementAct>,
    files: Vec<GivenFile>,
    /// What isn't an element.
    touched: Option<Touched>,
}

impl Found {
    fn new(sight: &Sight) -> Self {
        let state = sight.page().state();
        let origin = sight.page().public_address().origin().to_owned();
        let mut found = Self {
            origin,
            downloads: Arc::clone(&sight.page().downloads),
            hash: Sha256::new(),
            parts: Vec::new(),
            acts: Vec::new(),
            files: Vec::new(),
            touched: None,
        };
        let origin = found.origin.clone();
        found.take_in(&origin);
        found.take_in(&state.document);
        found
    }

    fn take_in(&mut self, text: &str) {
        self.hash.update((text.len() as u64).to_le_bytes());
        self.hash.update(text);
    }

    fn add_unseen(&mut self, act: Touch) {
        self.acts.push(ElementAct { act, element: Element::default() });
    }

    fn add(&mut self, act: Touch, facts: Vec<Facts>) {
        for facts in facts {
            self.take_in(&facts.whole);
            self.parts.push(facts.part());
            self.acts.push(ElementAct { act, element: facts.element(&self.origin, &self.downloads) });
        }
    }

    async fn look(&mut self, sight: &Sight, request: &PageRequest) -> Result<(), Failure> {
        match request {
            PageRequest::Click { target, .. } => {
                let spot = Spot::find(sight, *target).await?;
                self.add(Touch::Press, spot.seen_to_press(Means::Press, Pace::Quick).await?);
            }
            PageRequest::Drag { from, to } => {
                let (source, target) = (Spot::find(sight, *from).await?, Spot::find(sight, *to).await?);
                self.add(Touch::Drag, target.seen_to_fill(Means::Drag).await?);
                self.add(Touch::Drag, source.seen_to_press(Means::Press, Pace::Quick).await?);
            }
            PageRequest::Type { target, text, ending, .. } => {
                let spot = Spot::find(sight, *target).await?;
                let means = Means::typing(text, *ending);
                let typed = Touch::Type { enter: means == Means::Enter };
                self.add(typed, spot.seen_to_type(means).await?);
            }
            PageRequest::Select { target, .. } => {
                let spot = Spot::find(sight, *target).await?;
                self.add(Touch::Choose, spot.seen_to_fill(Means::Choose).await?);
            }
            PageRequest::FillForm { fields } => {
                for field in fields {
                    self.look_at_field(sight, field).await?;
                }
            }
            PageRequest::PressKey(pressed) => {
                let world = focused_world(sight).await?;
                let facts = seen(&world, None, Means::of_key(pressed)).await?;
                self.add(Touch::Key(effect_of(pressed)), facts);
            }
            _ => {}
        }
        Ok(())
    }

    async fn look_at_upload(
        &mut self,
        sight: &Sight,
        target: ElementRef,
        paths: &[UploadPath],
        uploads: Uploads,
    ) -> Result<CopiedFiles, Failure> {
        let spot = Spot::find(sight, target).await?;
        check_takes(&spot, paths).await?;
        let files = uploads.copy(paths.to_vec()).await?;
        self.add(Touch::Upload, seen(&spot.world, Some(target.0), Means::Upload).await?);
        self.parts.push(files.digest());
        self.hash.update(files.digest().0);
        self.files = files.given();
        Ok(files)
    }

    /// A script is judged for the document that is there now, and isn't asked about if it can't run at all.
    async fn look_at_script(
        &mut self,
        sight: &Sight,
        AgentScript(source): &AgentScript,
        target: Option<ElementRef>,
    ) -> Result<(), Failure> {
        settle::arrive(sight).await?;
        if let Some(target) = target {
            Spot::find(sight, target).await?;
        }
        let compile = CompileScriptParams::new(format!("({source}\n)"), "", false);
        if let Some(wrong) = sight.ask(compile, ANSWER_DEADLINE).await?.exception_details {
            let line = wrong.line_number + 1;
            let sentence =
                format!("`function` isn't a function of JavaScript: line {line} can't be read. Nothing was done.");
            return Err(Failure::new(Code::InvalidArguments, sentence));
        }
        self.parts.push(document_part(&sight.page().state().document));
        self.touched = Some(Touched::Script { source: source.clone() });
        Ok(())
    }

    async fn look_at_field(&mut self, sight: &Sight, FormField { target, value }: &FormField) -> Result<(), Failure> {
        let spot = Spot::find(sight, *target).await?;
        let (act, means) = match (check_form_field(&spot).await?, value) {
            (FieldKind::Check, _) => (Touch::Press, Means::Press),
            (FieldKind::Choice, _) => (Touch::Choose, Means::Choose),
            (_, FormValue::Text(text)) => {
                let means = Means::typing(text, crate::broker::Ending::Stay);
                (Touch::Type { enter: means == Means::Enter }, means)
            }
            (_, FormValue::Checked(_)) => (Touch::Choose, Means::Choose),
        };
        let facts = seen(&spot.world, Some(target.0), means).await?;
        self.add(act, facts);
        Ok(())
    }

    fn evidence(mut self) -> Evidence {
        let touched = self.touched.take().unwrap_or(Touched::Elements(self.acts));
        self.hash.update(format!("{touched:?}"));
        Evidence {
            digest: Digest(self.hash.finalize().into()),
            parts: self.parts,
            origin: Some(Origin(self.origin)),
            touched,
            files: self.files,
        }
    }
}

/// What a permit for a whole document holds for.
pub(crate) fn document_part(document: &str) -> Digest {
    Digest(Sha256::digest(format!("document {document}")).into())
}

/// Refuses if anything that is there now isn't what was judged (N17).
pub(super) fn check_judged(hand: &Hand, facts: &[Facts]) -> Result<(), Failure> {
    if facts.iter().all(|facts| hand.covers(facts.part())) {
        return Ok(());
    }
    let sentence = "What this would touch changed since it was judged. Nothing was done.";
    Err(Failure::new(Code::TargetChanged, sentence))
}

/// What the script says of one thing that an act would touch.
#[derive(Debug, Deserialize)]
#[serde(try_from = "Value")]
pub(super) struct Facts {
    /// All of it, as text.
    whole: String,
    said: Said,
}

#[derive(Debug, Deserialize)]
struct Said {
    part: String,
    origin: String,
    address: String,
    tag: String,
    role: String,
    name: String,
    text: String,
    title: String,
    value: String,
    r#type: String,
    autocomplete: String,
    hints: Vec<String>,
    editable: bool,
    masked: bool,
    link: Option<LinkSaid>,
    submission: Option<SubmissionSaid>,
    around: String,
}

#[derive(Debug, Deserialize)]
struct LinkSaid {
    href: String,
    downloads: bool,
}

#[derive(Debug, Deserialize)]
struct SubmissionSaid {
    action: String,
    method: String,
    submitter: String,
    buttons: Vec<String>,
}

impl TryFrom<Value> for Facts {
    type Error = serde_json::Error;

    fn try_from(said: Value) -> Result<Self, Self::Error> {
        Ok(Self { whole: said.to_string(), said: serde_json::from_value(said)? })
    }
}

impl Facts {
    pub(super) fn part(&self) -> Digest {
        Digest(Sha256::digest(&self.said.part).into())
    }

    fn element(self, page_origin: &str, downloads: &Downloads) -> Element {
        let began_one = downloads.were_begun_by(self.part());
        let said = self.said;
        let page = Url::parse(&said.address).ok();
        let lead = |address: &str| destination(address, page.as_ref());
        Element {
            resolved: true,
            tag: said.tag,
            role: said.role,
            input_type: said.r#type,
            names: Names { accessible: said.name, visible: said.text, title: said.title, value: said.value },
            field: Field {
                autocomplete: said.autocomplete,
                hints: said.hints,
                editable: said.editable,
                masked: said.masked,
            },
            link: said.link.map(|link| Link {
                destination: lead(&link.href),
                downloads: link.downloads || downloads.are_at(&link.href),
            }),
            submits: said.submission.map(|sent| {
                let destination = form_destination(&sent.action, page.as_ref());
                let method = Method::of_attribute(&sent.method);
                let submitter = Names { visible: sent.submitter, ..Names::default() };
                Submission { method, destination, submitter, buttons: sent.buttons }
            }),
            downloads: began_one,
            surroundings: said.around,
            foreign_frame: (said.origin != page_origin).then_some(Origin(said.origin)),
        }
    }
}

#[derive(Serialize)]
struct Seen {
    number: Option<u64>,
    means: Means,
}

async fn seen(world: &World<'_>, number: Option<u64>, means: Means) -> Result<Vec<Facts>, HandError> {
    world.call("facts", &Seen { number, means }, ANSWER_DEADLINE).await
}

fn effect_of(pressed: &KeyPress) -> KeyEffect {
    let name = pressed.key.name;
    let selects_all = name.eq_ignore_ascii_case("a") && pressed.modifiers == [crate::broker::Modifier::Control];
    let is_plain = pressed.modifiers.iter().all(|modifier| *modifier == crate::broker::Modifier::Shift);
    match name {
        _ if selects_all => KeyEffect::Move,
        _ if !is_plain => KeyEffect::Shortcut,
        "Enter" => KeyEffect::Enter,
        " " => KeyEffect::Space,
        "Backspace" | "Delete" => KeyEffect::Erase,
        "Tab" | "Escape" | "Home" | "End" | "PageUp" | "PageDown" => KeyEffect::Move,
        name if name.starts_with("Arrow") => KeyEffect::Move,
        _ if pressed.types_text() => KeyEffect::Text,
        _ => KeyEffect::Shortcut,
    }
}

/// Where a page would go.
async fn navigation(sight: &Sight, to: &Destination) -> Result<Touched, Failure> {
    let state = sight.page().state();
    let page = Url::parse(&state.address.for_policy()).ok().map(without_parameters);
    let here = page.as_ref().map(Url::as_str).unwrap_or_default();
    Ok(Touched::Navigation(match to {
        Destination::Url(url) => {
            let url = check_address(url)?;
            if sight.page().downloads.are_at(url.as_str()) {
                return Ok(Touched::Download { file: file_name(url.path()) });
            }
            Navigation::To(destination(url.as_str(), page.as_ref()))
        }
        Destination::Reload => {
            Navigation::Again { destination: Some(destination(here, page.as_ref())), posts_again: state.posted }
        }
        Destination::Back => again(sight, -1, page.as_ref()).await?,
        Destination::Forward => again(sight, 1, page.as_ref()).await?,
    }))
}

fn without_parameters(mut url: Url) -> Url {
    url.set_query(None);
    url.set_fragment(None);
    url
}

async fn again(sight: &Sight, by: i64, page: Option<&Url>) -> Result<Navigation, Failure> {
    let entry = history::entry(sight, by).await?;
    let posts_again = sight.page().has_posted(&entry.url);
    Ok(Navigation::Again { destination: Some(destination(&entry.url, page)), posts_again })
}

/// What answering the open dialog does. Without one there is nothing to answer, which the answer itself says.
fn dialog(sight: &Sight, reply: DialogReply) -> Touched {
    let Some(Dialog { kind, message, .. }) = sight.page().state().dialog else { return Touched::Closing };
    let accept = reply == DialogReply::Accept;
    Touched::Dialog { kind, accept, message: message.for_policy() }
}
