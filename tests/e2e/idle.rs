//! What NEXUS costs while nothing happens.

use std::io::Write;
use std::time::{Duration, Instant};

use nexus_test_support::deadline::wait_until;

use crate::agent::Agent;
use crate::stage::Stage;

const SETTLE: Duration = Duration::from_secs(60);
const QUIET: Duration = Duration::from_secs(2);
const MEASURED: Duration = Duration::from_secs(10);
const MEASUREMENTS: usize = 3;

/// The processor time that a process has used, in ticks, without its children's.
fn ticks(pid: u32) -> u64 {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).expect("a running process");
    let (_, after_name) = stat.rsplit_once(')').expect("a name in brackets");
    let fields: Vec<&str> = after_name.split_whitespace().collect();
    // utime and stime: fields 14 and 15 of the whole line, of which the first two are cut off here.
    [11, 12].iter().map(|field| fields[*field].parse::<u64>().expect("a number")).sum()
}

fn used_in(pid: u32, measured: Duration) -> u64 {
    let before = ticks(pid);
    std::thread::sleep(measured);
    let used = ticks(pid) - before;
    writeln!(std::io::stdout(), "idle: {used} ticks in {measured:?}").expect("standard output");
    used
}

/// Waits until it has used nothing for a while.
fn settle(pid: u32) {
    let (mut used, mut since) = (ticks(pid), Instant::now());
    let settled = wait_until("NEXUS to settle", SETTLE, || {
        let now = ticks(pid);
        if now != used {
            (used, since) = (now, Instant::now());
        }
        (since.elapsed() >= QUIET).then_some(())
    });
    settled.expect("it settles");
}

/// C01: the hub, a panel, a Chromium and a connected agent that all rest cost no measurable time.
#[test]
fn idle_nexus_uses_no_processor_time() {
    let stage = Stage::set();
    let app = stage.start_app();
    let agent = Agent::paired(&stage, "Claude Code");
    let opened = agent.open_window(&stage.site.url("/"));
    stage.screen.park_pointer().expect("the pointer can be moved");
    settle(app.id());
    // What the machine itself does now and then is charged to whom it interrupts, but not each time.
    let used = (0..MEASUREMENTS).map(|_| used_in(app.id(), MEASURED)).find(|used| *used == 0);
    assert_eq!(used, Some(0), "in each of {MEASUREMENTS} times {MEASURED:?} it did something");
    assert_eq!(agent.control_of(&opened.window).as_deref(), Some("agent"), "it was idle, not dead");
    agent.leave();
    app.stop(&stage);
}
