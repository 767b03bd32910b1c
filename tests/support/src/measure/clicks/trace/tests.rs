use std::time::Duration;

use super::{Sent, parse};

#[test]
fn commands_are_paired_with_their_answers() {
    let log = "\
2026-12-03T08:33:34.500000Z TRACE nexus_core::browser::cdp::connection: sent id=9 method=Runtime.callFunctionOn
2026-12-03T08:33:34.500200Z TRACE nexus_core::browser::cdp::connection: sent id=10 method=Target.getTargetInfo
2026-12-03T08:33:34.501000Z TRACE nexus_core::browser::cdp::connection: answered id=10 ok=true
2026-12-03T08:33:34.502500Z TRACE nexus_core::browser::cdp::connection: answered id=9 ok=true
2026-12-03T08:33:34.600000Z TRACE nexus_core::browser::cdp::connection: sent id=11 method=Page.enable
a line of something else
";
    let midnight = Duration::from_secs((8 * 60 + 33) * 60 + 34);
    let at = |micros| midnight + Duration::from_micros(micros);
    let call = Sent { method: "Runtime.callFunctionOn".to_owned(), sent: at(500_000), answered: at(502_500) };
    let info = Sent { method: "Target.getTargetInfo".to_owned(), sent: at(500_200), answered: at(501_000) };
    assert_eq!(parse(log), [call, info]);
}
