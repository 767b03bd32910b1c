//! What a case stands on: a host with a site of two origins, and a page whose elements are put where the case wants them.

use std::fmt;
use std::time::Duration;

use nexus_test_support::ToolResult;
use nexus_test_support::deadline::wait_until;
use serde_json::{Value, json};

use nexus_test_support::bench_host::HostOptions;
use nexus_test_support::stage::{Page, Stage};

/// How long a page may take to tell what happened in it.
const TOLD: Duration = Duration::from_secs(5);

/// Where a page puts elements.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    /// In the page itself.
    Plain,
    /// In a frame of the same origin.
    SameSite,
    /// In a frame of another site, which is another process.
    CrossSite,
    /// In a frame of the first site within a frame of the other.
    Nested,
    /// In an open shadow root.
    OpenShadow,
    /// In a closed shadow root.
    ClosedShadow,
}

impl Place {
    pub(crate) const ALL: [Self; 6] =
        [Self::Plain, Self::SameSite, Self::CrossSite, Self::Nested, Self::OpenShadow, Self::ClosedShadow];
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Plain => "in the page",
            Self::SameSite => "in a frame of the same site",
            Self::CrossSite => "in a frame of another site",
            Self::Nested => "in a frame within a frame",
            Self::OpenShadow => "in an open shadow root",
            Self::ClosedShadow => "in a closed shadow root",
        })
    }
}

/// Elements and what makes them work. The script finds elements with `$("id")` and reports with `tell(key, value)`, wherever
/// they are put.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Fixture {
    pub(crate) html: &'static str,
    pub(crate) script: &'static str,
}

/// A host and its site, for one case after another.
pub(crate) struct Ground {
    stage: Stage,
}

/// Told things are kept by the page itself, whichever document tells them.
const LISTEN: &str = "window.told = {}; window.tell = (key, value) => { told[key] = value; }; \
    addEventListener('message', ({data}) => { if (data && 'key' in data) told[data.key] = data.value; });";

impl Ground {
    pub(crate) fn new() -> Self {
        // What is asked about is for other tests.
        Self { stage: Stage::with_options(HostOptions::default().asking_little(), [("/", "")]) }
    }

    /// The stage, for what needs more than a page.
    pub(crate) fn stage(&self) -> &Stage {
        &self.stage
    }

    /// A page with these elements in that place.
    #[track_caller]
    pub(crate) fn put(&self, place: Place, Fixture { html, script }: Fixture) -> Put<'_> {
        let run =
            |root: &str| format!("((root) => {{ const $ = (id) => root.getElementById(id); {script} }})({root});");
        let page = match place {
            Place::Plain => format!("{html}<script>{LISTEN} {}</script>", run("document")),
            Place::OpenShadow | Place::ClosedShadow => {
                let mode = if place == Place::OpenShadow { "open" } else { "closed" };
                let html = json!(html);
                let set_up = format!("const root = host.attachShadow({{mode: '{mode}'}}); root.innerHTML = {html};");
                format!("<div id=host></div><script>{LISTEN} {set_up} {}</script>", run("root"))
            }
            Place::SameSite | Place::CrossSite | Place::Nested => {
                let tell = "window.tell = (key, value) => top.postMessage({key, value}, '*');";
                self.stage.site.set("/inner", document(&format!("{html}<script>{tell} {}</script>", run("document"))));
                let frame = |origin: &str, path: &str| {
                    format!(
                        "<p>Before the frame</p><iframe title=Frame width=700 height=420 src='{origin}{path}'></iframe>"
                    )
                };
                let (site, other) = (self.stage.site.origin(), self.stage.site.other_origin());
                let outer = match place {
                    Place::SameSite => frame(&site, "/inner"),
                    Place::CrossSite => frame(&other, "/inner"),
                    _ => {
                        self.stage.site.set("/middle", document(&frame(&site, "/inner")));
                        frame(&other, "/middle").replace("700", "800").replace("420", "540")
                    }
                };
                format!("<script>{LISTEN}</script>{outer}")
            }
        };
        self.show(&page)
    }

    /// A page with this body.
    #[track_caller]
    pub(crate) fn show(&self, body: &str) -> Put<'_> {
        self.stage.site.set("/", document(body));
        let page = self.stage.open("/");
        page.eval(
            "new Promise((r) => document.readyState === 'complete' ? r(0) : addEventListener('load', () => r(0)))",
        );
        Put { page }
    }

    /// Closes what a case left open.
    pub(crate) fn clear(&self) {
        for window in self.stage.view()["windows"].as_array().into_iter().flatten() {
            self.stage.call("browser_window_close", json!({"window": window["window"]})).expect_ok();
        }
    }

    /// Ends the host, and proves that nothing is left and no canary got out.
    pub(crate) fn close(self) {
        self.stage.close();
    }
}

fn document(body: &str) -> String {
    format!("<!doctype html><meta charset=utf-8><title>Case</title><link rel=icon href='data:,'><body>{body}")
}

/// A page of a case.
pub(crate) struct Put<'a> {
    pub(crate) page: Page<'a>,
}

impl Put<'_> {
    /// Calls a tool about the page.
    #[track_caller]
    pub(crate) fn call(&self, tool: &str, arguments: Value) -> ToolResult {
        self.page.call(tool, arguments)
    }

    /// The reference of an element in a fresh snapshot.
    #[track_caller]
    pub(crate) fn find(&self, role: &str, name: &str) -> String {
        self.page.find(role, name)
    }

    /// Clicks an element of a fresh snapshot.
    #[track_caller]
    pub(crate) fn click(&self, role: &str, name: &str) -> ToolResult {
        self.call("browser_click", json!({"ref": self.find(role, name)}))
    }

    /// What an expression is in the page itself.
    #[track_caller]
    pub(crate) fn eval(&self, expression: &str) -> Value {
        self.page.eval(expression)
    }

    /// Waits until the page has told this.
    #[track_caller]
    pub(crate) fn expect_told(&self, key: &str, value: impl Into<Value>) {
        let value = value.into();
        let mut last = Value::Null;
        let told = wait_until(&format!("{key} to be {value}"), TOLD, || {
            last = self.eval(&format!("told[{}] ?? null", json!(key)));
            (last == value).then_some(())
        });
        assert!(told.is_ok(), "the page tells {key}: {last}, not {value}; it told {}", self.eval("told"));
    }

    /// Proves that the page hasn't told this.
    #[track_caller]
    pub(crate) fn expect_not_told(&self, key: &str) {
        assert_eq!(self.eval(&format!("told[{}] ?? null", json!(key))), Value::Null, "the page told {key}");
    }
}
