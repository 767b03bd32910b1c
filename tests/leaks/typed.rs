//! N27: what the person or an agent typed isn't told, whatever kind of field holds it and wherever that is.

use nexus_test_support::ToolResult;
use nexus_test_support::bench_host::HostOptions;
use nexus_test_support::site::Content;
use nexus_test_support::stage::{Page, Stage};
use serde_json::json;

use crate::fields::{KINDS, Kind, canaries, labels, page};
use crate::reads::{guess, search, search_all};

/// The page itself, a frame of its site, one of another site, and one of another site within the first.
const PLACES: &[&str] = &["top", "same", "cross", "nested"];

fn stage() -> Stage {
    let options = HostOptions::default().asking_little().environment([("RUST_LOG", "debug")]);
    let stage = Stage::with_options::<Content>(options, []);
    let (here, there) = (stage.site.origin(), stage.site.other_origin());
    stage.site.set("/", page("top", &[format!("{here}/same"), format!("{there}/cross")]));
    stage.site.set("/same", page("same", &[format!("{there}/nested")]));
    stage.site.set("/cross", page("cross", &[]));
    stage.site.set("/nested", page("nested", &[]));
    stage
}

fn open(stage: &Stage) -> Page<'_> {
    let page = stage.open("/");
    page.eval("loaded");
    page
}

/// The snapshot as a whole, with what it gives out for every field that can be seen.
#[track_caller]
fn snapshot_of_all(page: &Page<'_>) -> ToolResult {
    let snapshot = page.call("browser_snapshot", json!({"max_chars": 200_000})).expect_ok();
    for label in PLACES.iter().flat_map(|place| labels(place)) {
        assert!(snapshot.text.contains(&format!(" \"{label}\"")), "no field {label:?} in {}", snapshot.text);
    }
    snapshot
}

/// N27, L01, L02, L04, L05: nothing that the person typed is told, in whatever frame and shadow root; labels survive.
#[test]
fn what_the_person_typed_is_never_told() {
    let stage = stage();
    let page = open(&stage);
    let canaries: Vec<String> = PLACES.iter().flat_map(|place| canaries(place)).collect();
    snapshot_of_all(&page);
    assert_eq!(page.eval("fill()"), canaries.len(), "every field holds its canary");
    search(&snapshot_of_all(&page), &canaries);
    search_all(&page, &canaries);
    guess(&page, "CANARY");
    stage.close();
}

/// N27, A06: nothing that an agent typed is told again, be it to itself; the fields hold it.
#[test]
fn what_an_agent_typed_is_never_told() {
    let stage = stage();
    let page = open(&stage);
    let snapshot = snapshot_of_all(&page);
    let mut typed = 0;
    // All kinds in the page's document, in each other place one of each sort that is typed into differently.
    for kind in KINDS.iter().filter(|kind| kind.name != "hidden") {
        for place in PLACES {
            for root in ["document", "open", "closed"] {
                let is_sample = ["text", "password", "rich"].contains(&kind.name);
                if !is_sample && (*place, root) != ("top", "document") {
                    continue;
                }
                let reference = snapshot.reference_of_name(&kind.label(place, root));
                let answer = type_into(&page, kind, reference, &kind.canary(place, root));
                assert_eq!(answer.structured["verified"], true, "{}", answer.raw);
                search(&answer, &[kind.canary(place, root)]);
                typed += 1;
            }
        }
    }
    assert_eq!(page.eval("all().filter((field) => held(field) === field.dataset.value).length"), KINDS.len() + 5);
    assert_eq!(typed, KINDS.len() - 1 + 3 * 11);
    page.eval("for (const field of all()) delete field.dataset.value; 0");
    let canaries: Vec<String> = PLACES.iter().flat_map(|place| canaries(place)).collect();
    search(&snapshot_of_all(&page), &canaries);
    search_all(&page, &canaries);
    stage.close();
}

/// Types, with the person's yes where a password, code or card is asked about, and again where the page was too busy.
#[track_caller]
fn type_into(page: &Page<'_>, kind: &Kind, reference: &str, canary: &str) -> ToolResult {
    for _ in 0..8 {
        let answer = page.call("browser_type", json!({"ref": reference, "text": canary}));
        search(&answer, &[canary.to_owned()]);
        match answer.code.as_str() {
            "approval_pending" => {
                assert!(kind.is_secret, "{}: {}", kind.name, answer.raw);
                page.stage.host.human.approve(answer.fact("approval")).expect("it is open");
            }
            "timed_out" => {}
            _ => return answer.expect_ok(),
        }
    }
    panic!("{} can't be typed into", kind.name);
}
