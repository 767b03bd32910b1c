//! The short demo: a real agent connection, a real browser, and a person's hand on a virtual screen.
//! It shows that the person decides who gets in, and that taking control stops the agent at once.

mod agent;
mod stage;
mod story;

use anyhow::{Context, Result, ensure};

use crate::person::{GIVE_BACK, PAIR, Person, TAKE_CONTROL};
use agent::DemoAgent;
use stage::Stage;
use story::Story;

/// How many steps the story has.
const STEPS: usize = 11;
/// What the agent looks for on the page.
const SEARCH: &str = "ferry";

/// Plays the demo. Numbered screenshots and the program's log are left in `demo/` of the target directory; everything
/// that was started is ended, also when a step fails.
pub fn play() -> Result<()> {
    let mut story = Story::begin(STEPS)?;
    let mut stage = Stage::set(story.folder())?;
    let told = stage.wait_for_agents_door().and_then(|()| tell(&stage, &mut story));
    if told.is_err() {
        story.picture(stage.screen(), "failed")?;
    }
    let cleared = stage.clear();
    told.with_context(|| format!("step {} of {STEPS} failed; see {}", story.next_step(), story.folder().display()))?;
    cleared?;
    story.end("Nothing of it is left running.")
}

fn tell(stage: &Stage, story: &mut Story) -> Result<()> {
    let person = Person::at(stage.screen());
    let agent = meet(stage, story, &person)?;
    work(stage, story, &agent)?;
    ask(stage, story, &agent)?;
    take_over(stage, story, &person, &agent)?;
    go_on(stage, story, &person, &agent)?;
    agent.leave()?;
    look_around(stage, story, &person)
}

/// Steps 1 to 3: nobody gets in without the person.
fn meet(stage: &Stage, story: &mut Story, person: &Person<'_>) -> Result<DemoAgent> {
    let (mut agent, code) = DemoAgent::knock(&stage.socket())?;
    stage.wait_for_hub()?;
    story.step(stage.screen(), &format!("The agent asks to be paired: code {code}"))?;
    person.press(&PAIR, || agent.is_admitted())?;
    story.step(
        stage.screen(),
        &format!("The person presses Pair: the agent is let in as session {}", agent.session()),
    )?;
    let window = agent.open_window(&stage.page())?;
    story.step(stage.screen(), &format!("The agent opens Window {window}, a browser of its own"))?;
    Ok(agent)
}

/// Steps 4 and 5: the agent works.
fn work(stage: &Stage, story: &mut Story, agent: &DemoAgent) -> Result<()> {
    let count = agent.read()?.text.matches("[ref=").count();
    story.step(stage.screen(), &format!("The agent reads the page and finds {count} elements to refer to"))?;
    agent.search(SEARCH)?;
    agent.pin("Ferry timetable")?;
    agent.expect_on_page("1 pinned")?;
    story.step(stage.screen(), &format!("The agent searches for {SEARCH:?} and pins what it found"))
}

/// Step 6: what has consequences waits for the person, who sees what it is.
fn ask(stage: &Stage, story: &mut Story, agent: &DemoAgent) -> Result<()> {
    let code = agent.try_to_publish()?;
    ensure!(code == "approval_pending", "the agent wanted to publish and was answered {code:?}");
    stage.wait_for_picture()?;
    story.step(stage.screen(), "The agent wants to publish: the panel shows what it would press, and asks the person")
}

/// Steps 7 and 8: the person's word counts at once.
fn take_over(stage: &Stage, story: &mut Story, person: &Person<'_>, agent: &DemoAgent) -> Result<()> {
    person.press(&TAKE_CONTROL, || agent.is_paused())?;
    story.step(stage.screen(), "The person presses Take control")?;
    let code = agent.try_to_go_on()?;
    ensure!(code == "paused_by_user", "the agent was answered {code:?} while the person had control");
    story.step(stage.screen(), &format!("The agent tries to go on and is refused: {code}"))
}

/// Steps 9 and 10: giving back is a button, and what the agent knew before is worth nothing.
fn go_on(stage: &Stage, story: &mut Story, person: &Person<'_>, agent: &DemoAgent) -> Result<()> {
    person.press(&GIVE_BACK, || Ok(!agent.is_paused()?))?;
    story.step(stage.screen(), "The person presses Give back")?;
    let code = agent.try_to_go_on()?;
    ensure!(code == "stale_reference", "an old reference was answered {code:?} after Give back");
    agent.read()?;
    agent.expect_on_page("1 pinned")?;
    agent.pin("Ferry crew rota")?;
    agent.expect_on_page("2 pinned")?;
    story.step(stage.screen(), "The agent has to look again, then goes on: two notes are pinned")
}

/// Step 11: what outlives a Window is the person's to make. The hub shows its inbox since the pairing; profiles come next.
fn look_around(stage: &Stage, story: &mut Story, person: &Person<'_>) -> Result<()> {
    person.go_to_next_screen()?;
    story.step(stage.screen(), "The person looks at the profiles: what keeps sign-ins is theirs alone to make")
}
