//! Pages and figures without a browser.

use super::*;

#[test]
fn pages_have_as_many_elements_as_asked_for() {
    // Neither the title nor what holds the items counts.
    let elements = |html: &str| html.matches('<').count() - html.matches("</").count();
    assert_eq!(elements(&pages::list(1_000)), 1_000 + 2);
    assert_eq!(elements(&pages::table(1_000)), 1_000 + 3);
}

#[test]
fn one_bad_round_counts_for_the_limits_and_not_for_the_median() {
    let round = |millis: u64, block_millis| Round {
        took: Duration::from_millis(millis),
        told: Ok(100),
        block_millis,
        control_millis: 4.0,
    };
    let rounds = vec![round(10, 5.0), round(900, 70.0), round(30, 6.0)];
    let series = Series { kind: "list", nodes: 1_000, max_chars: None, rounds };
    assert_eq!(series.median(), Duration::from_millis(30));
    assert_eq!((series.slowest(), series.longest_block()), (Duration::from_millis(900), 70.0));
    assert!(series.row(Duration::from_millis(15)).contains(" 2.0 "));
}
