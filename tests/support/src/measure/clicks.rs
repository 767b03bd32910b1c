//! Where the time of a click goes, and what looking first and guarding add to a bare press.

mod trace;

use std::io::Write;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use serde_json::json;

use super::page::MeasuredPage;
use super::{median, pages};
use crate::site::{Content, Site};
use trace::{FILTER, Sent, parse};

/// Elements in the page.
const SIZES: [usize; 3] = [50, 1_000, 5_000];
/// Clicks of an agent and presses of the person's hand on each page, in turn.
const ROUNDS: usize = 21;
/// What evidence and guard may add on a page of the middle size.
const ADDED: Duration = Duration::from_millis(10);

/// The parts of a click, in their order.
const STAGES: [&str; 6] = ["look", "record", "ready", "press", "outcome", "answer"];

/// How long each part of one click took, and the whole as the agent saw it.
struct Click {
    stages: [Duration; 6],
    whole: Duration,
}

/// Measures pages of each size. Demanded is that on the middle one evidence and guard add at most 10 ms, by the median.
pub(super) fn measure(report: &mut impl Write) -> Result<bool> {
    let site = Site::start::<Content>([])?;
    let page = MeasuredPage::logging(FILTER);
    let mut holds = true;
    write!(report, "{:<9}", "elements")?;
    for name in STAGES.iter().chain(&["click ms", "bare press", "added"]) {
        write!(report, "{name:>11}")?;
    }
    writeln!(report)?;
    for elements in SIZES {
        // The person's own press makes a sign-in possible; a box may be ticked there without a question.
        let page_text = format!("<!doctype html><label><input type=checkbox> Gift</label>{}", pages::list(elements));
        site.set("/page", page_text);
        page.navigate(&site.url("/page"));
        let (mut clicks, mut bare) = (Vec::new(), Vec::new());
        for _ in 0..ROUNDS {
            clicks.push(click(&page)?);
            bare.push(person_press(&page)?);
        }
        let bare = median(bare);
        let stages: [Duration; 6] = std::array::from_fn(|at| median(clicks.iter().map(|click| click.stages[at])));
        let [look, record, ready, press, ..] = stages;
        let added = look + record + ready + press.saturating_sub(bare);
        let whole = median(clicks.iter().map(|click| click.whole));
        write!(report, "{elements:<9}")?;
        for time in stages.into_iter().chain([whole, bare, added]) {
            write!(report, "{:>11.1}", time.as_secs_f64() * 1000.0)?;
        }
        writeln!(report)?;
        holds &= elements != SIZES[1] || added <= ADDED;
    }
    page.close();
    let verdict = if holds { "yes" } else { "no" };
    writeln!(report, "evidence, its record and the guard add at most {ADDED:?} at {} elements: {verdict}", SIZES[1])?;
    Ok(holds)
}

/// One click of an agent's on the page's box.
fn click(page: &MeasuredPage) -> Result<Click> {
    let snapshot = page.snapshot_in_agents_hands()?;
    let ticked = snapshot
        .lines()
        .find(|line| line.contains("- checkbox "))
        .with_context(|| format!("no box in the snapshot: {snapshot}"))?;
    let reference = ticked.split("[ref=").nth(1).and_then(|rest| rest.split(']').next()).context("no reference")?;
    let before = page.log().len();
    let asked = Instant::now();
    page.call("browser_click", json!({"ref": reference})).expect_ok();
    let whole = asked.elapsed();
    let sent = parse(&page.log()[before..]);
    let scripts: Vec<&Sent> = sent.iter().filter(|sent| sent.method == "Runtime.callFunctionOn").collect();
    let [look, ready, outcome] = scripts[..] else { anyhow::bail!("a click asked the page {} times", scripts.len()) };
    let press = span_of_inputs(&sent)?;
    let known = outcome.answered - look.sent;
    let stages = [
        look.answered - look.sent,
        ready.sent - look.answered,
        ready.answered - ready.sent,
        press,
        outcome.answered - outcome.sent,
        whole.saturating_sub(known),
    ];
    Ok(Click { stages, whole })
}

/// The same press by the person's hand, which nothing looks at first and no act guards. Control goes back afterwards.
fn person_press(page: &MeasuredPage) -> Result<Duration> {
    page.take_control()?;
    let before = page.log().len();
    page.press("input")?;
    let sent = parse(&page.log()[before..]);
    page.give_back()?;
    span_of_inputs(&sent)
}

fn span_of_inputs(sent: &[Sent]) -> Result<Duration> {
    let inputs = || sent.iter().filter(|sent| sent.method == "Input.dispatchMouseEvent");
    ensure!(inputs().count() == 3, "a press is {} inputs", inputs().count());
    let (first, last) = (inputs().map(|input| input.sent).min(), inputs().map(|input| input.answered).max());
    Ok(last.unwrap_or_default() - first.unwrap_or_default())
}
