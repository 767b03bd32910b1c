//! Where an element is: its frame, the frames around it, and the point of the page at which it gets what is sent there.

use chromiumoxide::cdp::js_protocol::runtime::RemoteObjectId;
use nexus_policy::Code;
use serde::{Deserialize, Serialize};

use super::act::{Act, Means};
use super::evidence::{Facts, check_judged};
use super::kept::Kept;
use super::typing::{Field, FieldKind, FocusArguments};
use super::{ANSWER_DEADLINE, PATIENCE, Patience, stale};
use crate::broker::{ElementRef, Placement};
use crate::browser::world::World;
use crate::browser::{CdpSession, Frame, FrameId, Hand, HandError, Owner, Sight};
use crate::engine::Failure;

/// An element that an agent named, found in its document.
#[derive(Debug)]
pub(super) struct Spot<'a> {
    pub(super) reference: ElementRef,
    pub(super) world: World<'a>,
    /// The documents around its own, from the innermost outwards, each with the element that holds the next.
    around: Vec<(World<'a>, u64)>,
}

/// A point, in CSS pixels of the viewports from the element's own to the page's.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Point {
    levels: Vec<(f64, f64)>,
}

impl Point {
    /// Where in the page's viewport.
    pub(super) fn in_page(&self) -> (f64, f64) {
        self.levels.last().copied().unwrap_or_default()
    }

    fn is_near(&self, other: &Self) -> bool {
        let near =
            |(one, other): (&(f64, f64), &(f64, f64))| (one.0 - other.0).abs() < 0.5 && (one.1 - other.1).abs() < 0.5;
        self.levels.len() == other.levels.len() && self.levels.iter().zip(&other.levels).all(near)
    }
}

/// The element of a reference, as an object of NEXUS's world in its document, and the session that reaches that.
pub(crate) async fn object_of(hand: &Hand, reference: ElementRef) -> Result<(CdpSession, RemoteObjectId), Failure> {
    let spot = Spot::find(hand, reference).await?;
    let object = spot.world.call_for_object_of("nodeOf", &spot.numbered(), ANSWER_DEADLINE).await?;
    Ok((spot.world.session().clone(), object.ok_or_else(|| stale(reference))?))
}

#[derive(Serialize)]
pub(super) struct Numbered {
    pub(super) number: u64,
}

#[derive(Serialize)]
struct ReadyArguments<'a> {
    number: u64,
    patience: u128,
    press: bool,
    quick: bool,
    /// How what is looked at would be used.
    means: Option<Means>,
    /// Whether it has to be a field that takes text.
    field: bool,
    /// What begins as soon as it is ready.
    act: Option<&'a Act>,
    /// How it gets the focus then.
    focus: Option<FocusArguments>,
}

/// How surely an element stands still.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Pace {
    /// Nothing animates it; whether a script moves it is for the guard to see.
    Quick,
    /// It stood still for a frame.
    Steady,
}

/// What it has to be ready for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Use {
    /// Something that goes to it whatever covers it: text, a choice.
    Filling,
    /// A press, for which nothing may cover it.
    Pressing,
}

/// What for it has to be ready.
#[derive(Debug, Clone, Copy)]
enum For<'a> {
    /// Only to know whether it is.
    Nothing,
    /// To see what an act would touch that uses it so.
    Look(Means),
    /// For this act, which begins then.
    Act(&'a Act),
    /// To see what typing into it so would touch.
    LookAtField(Means),
    /// For this act, which types into it.
    Typing(&'a Act, Placement),
}

/// Where an element was found ready, and its size.
#[derive(Deserialize)]
struct Found {
    #[serde(flatten)]
    place: Place,
    #[serde(default)]
    size: (f64, f64),
    #[serde(default)]
    by: Option<CoveredBy>,
    #[serde(default)]
    facts: Vec<Facts>,
    #[serde(default)]
    kind: Option<FieldKind>,
    #[serde(default, rename = "isFocused")]
    is_focused: bool,
}

/// An element that is ready.
struct Ready {
    at: Point,
    facts: Vec<Facts>,
    /// What it takes, if it was asked.
    field: Option<Field>,
}

/// What became of an element that a script had to change.
#[derive(Deserialize)]
pub(super) struct Changed {
    pub(super) problem: Option<String>,
    /// The form of value that it takes.
    #[serde(default)]
    pub(super) takes: Option<String>,
    /// What there is to choose from.
    #[serde(default)]
    pub(super) options: Vec<String>,
}

#[derive(Deserialize)]
#[serde(untagged)]
pub(super) enum Place {
    At { x: f64, y: f64 },
    Not { problem: String },
}

#[derive(Serialize)]
struct AtArguments {
    number: u64,
    x: f64,
    y: f64,
}

#[derive(Deserialize)]
struct Hit {
    problem: Option<String>,
    by: Option<CoveredBy>,
}

impl Hit {
    fn problem(self) -> Option<Problem> {
        self.problem.map(|what| Problem { what, by: self.by })
    }
}

/// Why something can't be pressed, in the script's words.
struct Problem {
    what: String,
    by: Option<CoveredBy>,
}

/// What is in the way: its role, and its number if an agent knows it; never its text.
#[derive(Debug, Deserialize)]
pub(super) struct CoveredBy {
    role: String,
    number: Option<u64>,
}

impl<'a> Spot<'a> {
    /// Finds the element behind a reference. Refuses one that isn't in the latest snapshot of the documents that are shown
    /// (A09).
    pub(super) async fn find(sight: &'a Sight, reference: ElementRef) -> Result<Self, Failure> {
        let page = sight.page();
        let home = page.references.home(reference, &page.state().document, page.gate.floor());
        let home = home.ok_or_else(|| stale(reference))?;
        let main = World::of(sight, ANSWER_DEADLINE).await?;
        let mut around = Vec::new();
        let mut world = main;
        let owners: Vec<Owner> = home.around;
        let frames: Vec<FrameId> =
            owners.iter().skip(1).map(|owner| owner.frame.clone()).chain([home.frame]).take(owners.len()).collect();
        for (Owner { number, .. }, frame) in owners.into_iter().zip(frames) {
            let inner: Frame = page.remote_frames.below(world.session(), frame);
            let inner = match World::in_frame(sight, inner, ANSWER_DEADLINE).await {
                Ok(inner) => inner,
                // The frame is gone, and with it what was in it.
                Err(HandError::DocumentGone) => return Err(stale(reference)),
                Err(error) => return Err(error.into()),
            };
            around.insert(0, (std::mem::replace(&mut world, inner), number));
        }
        Ok(Self { reference, world, around })
    }

    /// Its number, for the script.
    pub(super) fn numbered(&self) -> Numbered {
        Numbered { number: self.reference.0 }
    }

    /// Waits until the element can be filled, scrolled into view.
    pub(super) async fn ready(&self) -> Result<Point, Failure> {
        Ok(self.ready_for(Use::Filling, Pace::Quick, &For::Nothing).await?.at)
    }

    /// The same for an act that begins then, if what it touches is what was judged.
    pub(super) async fn ready_to_fill(&self, hand: &Hand, act: &Act) -> Result<(), Failure> {
        check_judged(hand, &self.ready_for(Use::Filling, Pace::Quick, &For::Act(act)).await?.facts)
    }

    /// The same for typing into it: it is a field that takes text, and has the focus if there was nothing to wait for.
    pub(super) async fn ready_to_type(&self, hand: &Hand, act: &Act, placement: Placement) -> Result<Field, Failure> {
        let ready = self.ready_for(Use::Filling, Pace::Quick, &For::Typing(act, placement)).await?;
        check_judged(hand, &ready.facts)?;
        ready.field.ok_or_else(|| HandError::Malformed.into())
    }

    /// What filling it so would touch, once it could be.
    pub(super) async fn seen_to_fill(&self, means: Means) -> Result<Vec<Facts>, Failure> {
        Ok(self.ready_for(Use::Filling, Pace::Quick, &For::Look(means)).await?.facts)
    }

    /// The same for typing into it.
    pub(super) async fn seen_to_type(&self, means: Means) -> Result<Vec<Facts>, Failure> {
        Ok(self.ready_for(Use::Filling, Pace::Quick, &For::LookAtField(means)).await?.facts)
    }

    /// Waits until the element can be pressed and nothing covers it; the act begins then, if what it touches is what was
    /// judged.
    pub(super) async fn ready_to_press(&self, hand: &Hand, pace: Pace, act: &Act) -> Result<Point, Failure> {
        let (at, facts) = self.ready_under_nothing(pace, &For::Act(act)).await?;
        check_judged(hand, &facts)?;
        Ok(at)
    }

    /// What pressing it so would touch, once it could be.
    pub(super) async fn seen_to_press(&self, means: Means, pace: Pace) -> Result<Vec<Facts>, Failure> {
        Ok(self.ready_under_nothing(pace, &For::Look(means)).await?.1)
    }

    async fn ready_under_nothing(&self, pace: Pace, what: &For<'_>) -> Result<(Point, Vec<Facts>), Failure> {
        let patience = Patience::from_now();
        loop {
            let Ready { at, facts, .. } = self.ready_for(Use::Pressing, pace, what).await?;
            // The script has waited already for what its own document shows.
            match self.reaches(&at).await? {
                Ok(()) => return Ok((at, facts)),
                Err(Problem { what, by }) if patience.is_over() => return Err(self.cannot(&what, by)),
                Err(_) => {}
            }
        }
    }

    async fn ready_for(&self, purpose: Use, pace: Pace, what: &For<'_>) -> Result<Ready, Failure> {
        let (means, act) = match what {
            For::Nothing => (None, None),
            For::Look(means) | For::LookAtField(means) => (Some(*means), None),
            For::Act(act) | For::Typing(act, _) => (act.judged_means(), Some(*act)),
        };
        let focus = match what {
            // The frames around it come first.
            For::Typing(_, placement) if self.around.is_empty() => Some(FocusArguments::now(*placement)),
            _ => None,
        };
        let arguments = ReadyArguments {
            number: self.reference.0,
            patience: PATIENCE.as_millis(),
            press: purpose == Use::Pressing,
            quick: pace == Pace::Quick,
            means,
            field: matches!(what, For::LookAtField(_) | For::Typing(..)),
            act,
            focus,
        };
        match self.find_ready(&arguments).await? {
            Ok(found) => Ok(found),
            Err(_) => {
                // In view of its own document, but not of those around.
                let _scrolled: bool = self.world.call("reveal", &self.numbered(), ANSWER_DEADLINE).await?;
                self.find_ready(&arguments).await?.map_err(|problem| self.cannot(&problem, None))
            }
        }
    }

    /// Waits until it is ready in its own document, and shows the person where an agent is about to act.
    async fn find_ready(&self, arguments: &ReadyArguments<'_>) -> Result<Result<Ready, String>, Failure> {
        let found: Found = self.world.call("ready", arguments, ANSWER_DEADLINE).await?;
        let Found { place, size, by, facts, kind, is_focused } = found;
        let field = match kind {
            Some(kind) => Some(Field { kind: kind.check(self.reference)?, is_focused }),
            None => None,
        };
        let at = match place {
            Place::At { x, y } => (x, y),
            Place::Not { problem } => return Err(self.cannot(&problem, by)),
        };
        let at = match self.outwards(at).await? {
            Ok(at) => at,
            Err(problem) => return Ok(Err(problem)),
        };
        self.world.hand().point_at(at.in_page(), size);
        Ok(Ok(Ready { at, facts, field }))
    }

    /// The point of the page at which a point of the element's document is.
    pub(super) async fn point(&self, at: (f64, f64)) -> Result<Point, Failure> {
        self.outwards(at).await?.map_err(|problem| self.cannot(&problem, None))
    }

    async fn outwards(&self, at: (f64, f64)) -> Result<Result<Point, String>, Failure> {
        let mut levels = vec![at];
        let mut last = at;
        for (world, number) in &self.around {
            let arguments = AtArguments { number: *number, x: last.0, y: last.1 };
            match world.call("through", &arguments, ANSWER_DEADLINE).await? {
                Place::At { x, y } => last = (x, y),
                Place::Not { problem } => return Ok(Err(problem)),
            }
            levels.push(last);
        }
        Ok(Ok(Point { levels }))
    }

    /// Whether the element is what a press at this point would reach, right now, through every frame around it.
    pub(super) async fn hit_test(&self, at: &Point) -> Result<(), Failure> {
        self.look_at(at).await?.map_err(|Problem { what, by }| self.cannot(&what, by))
    }

    async fn look_at(&self, at: &Point) -> Result<Result<(), Problem>, Failure> {
        let Some((x, y)) = at.levels.first().copied() else { return Ok(Ok(())) };
        let arguments = AtArguments { number: self.reference.0, x, y };
        let own: Hit = self.world.call("hit", &arguments, ANSWER_DEADLINE).await?;
        match own.problem() {
            Some(problem) => Ok(Err(problem)),
            None => self.reaches(at).await,
        }
    }

    /// Whether a press at this point comes through every frame around the element's document.
    async fn reaches(&self, at: &Point) -> Result<Result<(), Problem>, Failure> {
        let Some(own) = at.levels.first().copied().filter(|_| !self.around.is_empty()) else { return Ok(Ok(())) };
        match self.outwards(own).await? {
            Ok(now) if now.is_near(at) => {}
            Ok(_) => return Ok(Err(Problem { what: "moving".to_owned(), by: None })),
            Err(what) => return Ok(Err(Problem { what, by: None })),
        }
        for ((world, number), (x, y)) in self.around.iter().zip(at.levels.iter().skip(1)) {
            let arguments = AtArguments { number: *number, x: *x, y: *y };
            let hit: Hit = world.call("reachesFrame", &arguments, ANSWER_DEADLINE).await?;
            if let Some(problem) = hit.problem() {
                return Ok(Err(problem));
            }
        }
        Ok(Ok(()))
    }

    /// Gives the frames around the keyboard, from the outermost inwards; the element takes it from there.
    pub(super) async fn focus_frames(&self) -> Result<(), HandError> {
        for (world, number) in self.around.iter().rev() {
            let _focused: bool = world.call("focusFrame", &Numbered { number: *number }, ANSWER_DEADLINE).await?;
        }
        Ok(())
    }

    /// Has a script change the element, and once more while a busy page comes to it too late.
    pub(super) async fn change<A: Serialize>(
        &self,
        function: &'static str,
        arguments: impl Fn() -> A,
    ) -> Result<Changed, HandError> {
        let patience = Patience::from_now();
        loop {
            let changed: Changed = self.world.change(function, &arguments(), ANSWER_DEADLINE).await?;
            if changed.problem.as_deref() != Some("late") || patience.is_over_with_a_busy_page() {
                return Ok(changed);
            }
        }
    }

    /// Where a point found by the script is, or why there is none.
    pub(super) fn placed(&self, place: Place) -> Result<(f64, f64), Failure> {
        match place {
            Place::At { x, y } => Ok((x, y)),
            Place::Not { problem } => Err(self.cannot(&problem, None)),
        }
    }

    /// Why nothing was done, by the script's word for it.
    pub(super) fn problem(&self, problem: &str) -> Failure {
        self.cannot(problem, None)
    }

    pub(super) fn cannot(&self, problem: &str, by: Option<CoveredBy>) -> Failure {
        let target = self.reference;
        let what = match (problem, by) {
            ("missing", _) => return stale(target),
            ("hidden", _) => "is hidden".to_owned(),
            ("disabled", _) => "is disabled".to_owned(),
            ("read_only", _) => "is read-only".to_owned(),
            ("moving", _) => "is moving".to_owned(),
            ("no_focus", _) => "doesn't take the focus".to_owned(),
            ("late", _) => return Kept::too_late().failure(self),
            ("out_of_view", _) => "can't be scrolled into view".to_owned(),
            ("file", _) => {
                let sentence = format!("{target} takes files: give it some with browser_upload. Nothing was done.");
                return Failure::new(Code::NotActionable, sentence);
            }
            ("frame", _) => "is a frame: act on an element inside it".to_owned(),
            ("no_pointer", _) => "doesn't take the pointer (pointer-events: none)".to_owned(),
            ("covered", Some(CoveredBy { role, number: Some(number) })) => {
                format!("is covered by another element ({role}, e{number})")
            }
            ("covered", Some(CoveredBy { role, number: None })) => format!("is covered by another element ({role})"),
            _ => "can't be pressed".to_owned(),
        };
        Failure::new(Code::NotActionable, format!("{target} {what}. Nothing was done."))
    }
}
