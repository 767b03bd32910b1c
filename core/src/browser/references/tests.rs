use super::*;

fn snapshot(references: &References, document: &str, epoch: u64, extent: Extent, given: &[u64]) {
    references.learn(document, Epoch(epoch), extent, vec![main(given)]);
}

fn main(numbers: &[u64]) -> Given {
    Given { frame: FrameId::new("main"), owner: None, numbers: numbers.to_vec() }
}

fn holds(references: &References, reference: u64, document: &str, floor: u64) -> bool {
    references.home(ElementRef(reference), document, Epoch(floor)).is_some()
}

/// A09: only what the latest snapshot holds can be acted on.
#[test]
fn a_whole_snapshot_replaces_earlier_references() {
    let references = References::default();
    snapshot(&references, "d1", 0, Extent::Whole, &[1, 2]);
    snapshot(&references, "d1", 0, Extent::Whole, &[2, 3]);
    assert!(!holds(&references, 1, "d1", 0));
    assert!(holds(&references, 3, "d1", 0));
}

/// A09: a part given since counts too.
#[test]
fn a_part_adds_to_the_latest_snapshot() {
    let references = References::default();
    snapshot(&references, "d1", 0, Extent::Whole, &[1]);
    snapshot(&references, "d1", 0, Extent::Part, &[2]);
    assert!(holds(&references, 1, "d1", 0));
    assert!(holds(&references, 2, "d1", 0));
}

/// A09: a reference dies with its document.
#[test]
fn another_document_makes_references_stale() {
    let references = References::default();
    snapshot(&references, "d1", 0, Extent::Whole, &[1]);
    assert!(!holds(&references, 1, "d2", 0));
    snapshot(&references, "d2", 0, Extent::Part, &[2]);
    assert!(!holds(&references, 1, "d2", 0));
}

/// A13: after a take-over a fresh snapshot is required.
#[test]
fn a_take_over_makes_references_stale() {
    let references = References::default();
    snapshot(&references, "d1", 1, Extent::Whole, &[1]);
    assert!(!holds(&references, 1, "d1", 2));
    snapshot(&references, "d1", 2, Extent::Part, &[2]);
    assert!(!holds(&references, 1, "d1", 2));
    assert!(holds(&references, 2, "d1", 2));
}

/// A09: a reference in a frame of a frame tells the way there; numbers of a frame that were never told are known to be free.
#[test]
fn a_reference_in_a_frame_tells_the_way() {
    let references = References::default();
    let owner = |frame: &str, number| Owner { frame: FrameId::new(frame), number };
    let given = vec![
        main(&[1, 2]),
        Given { frame: FrameId::new("outer"), owner: Some(owner("main", 2)), numbers: vec![3] },
        Given { frame: FrameId::new("inner"), owner: Some(owner("outer", 3)), numbers: vec![4, 5] },
    ];
    references.learn("d1", Epoch(0), Extent::Whole, given);
    let home = references.home(ElementRef(5), "d1", Epoch(0)).expect("it is good");
    assert_eq!(home, Home { around: vec![owner("main", 2), owner("outer", 3)], frame: FrameId::new("inner") });
    assert_eq!(references.taken(&FrameId::new("outer")), 3);
    assert_eq!(references.taken(&FrameId::new("unknown")), 0);
}
