use super::*;

fn snapshot(references: &References, document: &str, epoch: u64, extent: Extent, given: &[u64]) {
    references.learn(document, Epoch(epoch), extent, given.iter().copied());
}

/// A09: only what the latest snapshot holds can be acted on.
#[test]
fn a_whole_snapshot_replaces_earlier_references() {
    let references = References::default();
    snapshot(&references, "d1", 0, Extent::Whole, &[1, 2]);
    snapshot(&references, "d1", 0, Extent::Whole, &[2, 3]);
    assert!(!references.holds(ElementRef(1), "d1", Epoch(0)));
    assert!(references.holds(ElementRef(3), "d1", Epoch(0)));
}

/// A09: a part given since counts too.
#[test]
fn a_part_adds_to_the_latest_snapshot() {
    let references = References::default();
    snapshot(&references, "d1", 0, Extent::Whole, &[1]);
    snapshot(&references, "d1", 0, Extent::Part, &[2]);
    assert!(references.holds(ElementRef(1), "d1", Epoch(0)));
    assert!(references.holds(ElementRef(2), "d1", Epoch(0)));
}

/// A09: a reference dies with its document.
#[test]
fn another_document_makes_references_stale() {
    let references = References::default();
    snapshot(&references, "d1", 0, Extent::Whole, &[1]);
    assert!(!references.holds(ElementRef(1), "d2", Epoch(0)));
    snapshot(&references, "d2", 0, Extent::Part, &[2]);
    assert!(!references.holds(ElementRef(1), "d2", Epoch(0)));
}

/// A13: after a take-over a fresh snapshot is required.
#[test]
fn a_take_over_makes_references_stale() {
    let references = References::default();
    snapshot(&references, "d1", 1, Extent::Whole, &[1]);
    assert!(!references.holds(ElementRef(1), "d1", Epoch(2)));
    snapshot(&references, "d1", 2, Extent::Part, &[2]);
    assert!(!references.holds(ElementRef(1), "d1", Epoch(2)));
    assert!(references.holds(ElementRef(2), "d1", Epoch(2)));
}

/// A09: numbers are never given twice, also when a snapshot was dropped on its way.
#[test]
fn numbers_only_grow() {
    let references = References::default();
    snapshot(&references, "d1", 0, Extent::Whole, &[1, 7]);
    references.reserve(9);
    snapshot(&references, "d2", 0, Extent::Whole, &[]);
    assert_eq!(references.last(), 9);
}
