use super::*;
use crate::{Act, Destination, Element, ElementAct, Names, Submission};

fn endpoint(method: &str, path: &str) -> Endpoint {
    Endpoint { method: method.to_owned(), origin: Origin("https://shop.example".to_owned()), path: path.to_owned() }
}

/// What the person allows for good holds for every thing of a kind, and for no other kind of thing.
#[test]
fn numbers_of_things_have_one_shape() {
    for (path, shape) in [
        ("/cart/delete", "/cart/delete"),
        ("/cart/17/delete", "/cart/*/delete"),
        ("/api/v2/items/3f2a9c81-77aa-4b1e-9b1c-000000000001", "/api/v2/items/*"),
        ("/blog/my-first-post", "/blog/my-first-post"),
        ("/t/a8c1f09b2", "/t/*"),
        ("/", "/"),
    ] {
        assert_eq!(endpoint("POST", path).shape().path, shape);
    }
}

fn key(touched: Touched) -> ApprovalKey {
    let evidence = Evidence {
        digest: Digest([0; 32]),
        parts: Vec::new(),
        origin: Some(Origin("https://shop.example".to_owned())),
        touched,
        files: Vec::new(),
    };
    let (session, action) = (SessionId(1), Digest([1; 32]));
    ApprovalKey { window: None, profile: Profile::Isolated, session, action, evidence: Some(evidence) }
}

fn press(submits: Option<Submission>) -> Touched {
    Touched::Elements(vec![ElementAct { act: Act::Press, element: Element { submits, ..Element::default() } }])
}

/// N13, N17: a yes to sending a form explains a POST to where that form goes, and nothing else.
#[test]
fn a_form_explains_where_it_goes() {
    let destination = Destination { reach: Reach::SameOrigin, path: "/place order".to_owned(), query: Vec::new() };
    let form = |method| {
        let (submitter, buttons) = (Names::default(), Vec::new());
        press(Some(Submission { method, destination: destination.clone(), submitter, buttons }))
    };
    let explained = Explained::by(&key(form(Method::Post)), Risk::Consequential);
    let covers = |endpoint: &Endpoint| explained.iter().any(|explained| explained.covers(endpoint));
    assert!(covers(&endpoint("POST", "/place order")));
    assert!(!covers(&endpoint("PUT", "/place order")));
    assert!(!covers(&endpoint("POST", "/account/delete")));
    assert!(!covers(&Endpoint {
        origin: Origin("https://evil.example".to_owned()),
        ..endpoint("POST", "/place order")
    }));
    let search = Explained::by(&key(form(Method::Get)), Risk::Leaving);
    assert!(search.iter().any(|explained| explained.covers(&endpoint("GET", "/place order"))));
    assert!(!search.iter().any(|explained| explained.covers(&endpoint("POST", "/place order"))));
}

/// N13: a yes to what has no form explains that the page's own site gets something; one to an agent's own script nothing.
#[test]
fn what_has_no_form_explains_its_own_site() {
    let explained = Explained::by(&key(press(None)), Risk::Consequential);
    assert!(explained.iter().any(|explained| explained.covers(&endpoint("DELETE", "/x"))));
    assert_eq!(
        Explained::by(&key(press(None)), Risk::Scripted),
        [],
        "it was asked about because nobody knows what it does"
    );
    assert_eq!(Explained::by(&key(Touched::Script { source: String::new() }), Risk::AlwaysSensitive), []);
    assert_eq!(Explained::by(&key(Touched::Unresolved), Risk::Consequential), []);
}
