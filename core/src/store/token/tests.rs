use super::*;

#[test]
fn random_tokens_differ_and_survive_the_wire() {
    let (one, other) = (Token::random(), Token::random());
    assert_ne!(one, other);
    assert_eq!(one.reveal().len(), 43);
    assert_eq!(Token::from_wire(one.reveal()), Some(one));
}

#[test]
fn only_the_one_spelling_of_256_bits_is_a_token() {
    let good = "A".repeat(43);
    assert!(Token::from_wire(&good).is_some());
    let padded = format!("{good}=");
    let spare_bits = format!("{}B", "A".repeat(42));
    let other_alphabet = format!("{}+A", "A".repeat(41));
    let line = format!("{good}\n");
    for bad in
        ["", "A", &"A".repeat(42), &"A".repeat(44), &"A".repeat(86), &padded, &spare_bits, &other_alphabet, &line]
    {
        assert_eq!(Token::from_wire(bad), None, "{bad:?}");
    }
}

#[test]
fn debug_does_not_show_a_token() {
    let token = Token::random();
    assert!(!format!("{token:?}").contains(token.reveal()));
}
