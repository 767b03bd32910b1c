//! How long policy takes to decide, at the largest world that its limits allow for and on the way there.

use std::time::Instant;

use nexus_policy::{
    AgentName, ApprovalSetting, Ask, Call, CallId, Digest, Effect, Evidence, Input, PageAsk, PageId, Policy, Scope,
    SessionId, Span, Time, Touched,
};

const SESSIONS: u64 = 50;
const PAGES: u64 = 20;
const ROUNDS: usize = 20_000;

fn main() {
    let mut out = String::from("Windows  steps    median      p99\n");
    for windows in [1, 10, 100] {
        let mut times = World::of(windows).measure();
        times.sort_unstable();
        let at = |part: usize| times[times.len() * part / 100];
        out += &format!("{windows:>7} {:>6} {:>6} ns {:>5} ns\n", times.len(), at(50), at(99));
    }
    #[expect(clippy::print_stdout, reason = "the answer of a program for people")]
    {
        print!("{out}");
    }
}

/// Windows full of pages: every other leased whole, the rest page by page to many sessions, half of which wait for a
/// change.
struct World {
    policy: Policy,
    now: Time,
    last_call: u64,
    held: Vec<(SessionId, PageId)>,
    times: Vec<u128>,
}

impl World {
    fn of(windows: usize) -> Self {
        let policy = Policy::new(ApprovalSetting::Matters);
        let mut world = Self { policy, now: Time(0), last_call: 0, held: Vec::new(), times: Vec::new() };
        for number in 1..=SESSIONS {
            let agent: AgentName = format!("agent {number}").parse().expect("a name");
            world.step(Input::SessionOpened { session: SessionId(number), agent });
        }
        for window in 0..windows {
            world.open(SessionId(1 + window as u64 % SESSIONS), window % 2 == 1);
        }
        world
    }

    fn step(&mut self, input: Input) -> Vec<Effect> {
        self.now.0 += 1;
        let start = Instant::now();
        let effects = self.policy.step(self.now, input);
        self.times.push(start.elapsed().as_nanos());
        effects
    }

    fn call(&mut self, session: SessionId, ask: Ask) -> CallId {
        self.last_call += 1;
        let id = CallId(self.last_call);
        self.step(Input::Call(Call { id, session, lease: None, action: Digest([0; 32]), opens: None, ask }));
        id
    }

    fn open(&mut self, session: SessionId, whole: bool) {
        let opening = self.call(session, Ask::OpenWindow);
        let window = self.policy.windows().last().expect("a Window");
        self.step(Input::WindowRunning(window));
        self.step(Input::CallEnded(opening));
        if !whole {
            self.call(session, Ask::Release(Scope::Window(window)));
        }
        for number in 0..PAGES {
            let opener = if whole { session } else { SessionId(1 + (session.0 + number) % SESSIONS) };
            let opening = self.call(opener, Ask::OpenPage(window));
            self.step(Input::CallEnded(opening));
            let page = self.policy.pages(window).last().expect("a page");
            self.held.push((opener, page));
        }
    }

    /// What agents do all day: acts and reads one after another, on all pages in turn, while others wait for changes.
    fn measure(mut self) -> Vec<u128> {
        for session in 1..=SESSIONS / 2 {
            self.call(SessionId(session), Ask::Overview { wait: Some(Span::secs(1_000_000)) });
        }
        self.times.clear();
        for round in 0..ROUNDS {
            let (session, page) = self.held[round % self.held.len()];
            let kind = if round % 2 == 0 { PageAsk::Act } else { PageAsk::Read };
            let call = self.call(session, Ask::OnPage { page: Some(page), kind });
            if kind == PageAsk::Act {
                self.step(Input::Examined {
                    call,
                    evidence: Evidence {
                        digest: Digest([0; 32]),
                        parts: Vec::new(),
                        origin: None,
                        touched: Touched::Closing,
                        files: Vec::new(),
                    },
                });
            }
            self.step(Input::CallEnded(call));
        }
        self.times
    }
}
