use super::*;

fn read(places: &[&str]) -> Vec<String> {
    let mut read = ReadBefore::default();
    places.iter().for_each(|place| read.note(place));
    read.origins.into()
}

/// A10: the latest is first, and each is there once.
#[test]
fn the_latest_origin_is_first() {
    assert_eq!(
        read(&["https://a.example", "https://b.example", "https://a.example"]),
        ["https://a.example", "https://b.example"]
    );
}

#[test]
fn only_so_many_are_remembered() {
    let many: Vec<String> = (0..MOST + 10).map(|number| format!("https://s{number}.example")).collect();
    let places: Vec<&str> = many.iter().map(String::as_str).collect();
    let kept = read(&places);
    assert_eq!((kept.len(), kept.first()), (MOST, many.last()));
}
