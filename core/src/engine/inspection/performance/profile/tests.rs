use chromiumoxide::cdp::js_protocol::profiler;
use serde_json::json;

use super::{Function, Profile};

fn node(id: i64, name: &str, url: &str) -> serde_json::Value {
    let frame = json!({"functionName": name, "scriptId": "1", "url": url, "lineNumber": 4, "columnNumber": 0});
    json!({"id": id, "callFrame": frame})
}

/// A function that is called from two places is one; what isn't a script's is told apart.
#[test]
fn time_is_added_up_by_function() {
    let traced: profiler::Profile = serde_json::from_value(json!({
        "nodes": [node(1, "(root)", ""), node(2, "busy", "a.js"), node(3, "busy", "a.js"), node(4, "", "b.js"),
                  node(5, "(idle)", ""), node(6, "(garbage collector)", ""), node(7, "(program)", "")],
        "startTime": 1_000.0, "endTime": 12_000.0,
        "samples": [2, 3, 4, 5, 6, 7], "timeDeltas": [1_000, 2_000, 1_500, 4_000, 500, 2_000],
    }))
    .expect("a profile");
    let function =
        |name: &str, address: &str, took| Function { name: name.into(), address: address.into(), line: 4, took };
    let expected = Profile {
        whole: 11.0,
        idle: 4.0,
        collecting_garbage: 0.5,
        browser: 2.0,
        functions: vec![function("busy", "a.js", 3.0), function("(anonymous)", "b.js", 1.5)],
    };
    assert_eq!(Profile::from(&traced), expected);
    assert_eq!(expected.scripts(), 4.5);
}
