use super::*;

/// A09: of two readings that began with the same numbers only one keeps them; the other gets some of its own.
#[test]
fn no_number_is_given_twice() {
    // Other tests count as well, so the first may have to try again.
    let (one, other) = loop {
        let (one, other) = (Numbers::following(), Numbers::following());
        if one.first() == other.first() && one.keep(one.first() + 5) {
            break (one, other);
        }
    };
    assert!(!other.keep(other.first() + 3));
    assert!(other.keep(other.first()), "nothing given out is nothing taken");
    let own = Numbers::reserved(3);
    assert!(own.first() >= one.first() + 5);
    assert!(own.keep(own.first() + 3));
    assert!(!own.keep(own.first() + 4), "more than were reserved");
    assert!(Numbers::following().first() >= own.first() + 3);
}
