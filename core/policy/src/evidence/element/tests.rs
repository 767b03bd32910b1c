use super::Method;

/// N13: only what is known to send nothing in a body counts as less than that.
#[test]
fn a_form_is_sent_as_its_method_says() {
    for (attribute, expected) in [
        ("", Method::Get),
        ("get", Method::Get),
        (" GET ", Method::Get),
        ("dialog", Method::Dialog),
        ("post", Method::Post),
        ("put", Method::Post),
    ] {
        assert_eq!(Method::of_attribute(attribute), expected, "{attribute:?}");
    }
}
