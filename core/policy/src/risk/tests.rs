use super::*;
use crate::{Act, Destination, Element, ElementAct, Field, Link, Method, Names, Navigation, Origin, Reach, Submission};

fn words() -> Words {
    let mut lexicon = Lexicon::default();
    for (consequence, entry) in [
        (Consequence::Delete, "delete"),
        (Consequence::Send, "send"),
        (Consequence::Pay, "pay"),
        (Consequence::Delete, "削除"),
    ] {
        lexicon.add_words(consequence, entry).expect("an entry");
    }
    lexicon.add_path(Consequence::Delete, "delete").expect("an entry");
    lexicon.add_path(Consequence::Delete, "account close").expect("an entry");
    lexicon.add_harmless("delete filter").expect("an entry");
    lexicon.add_vague("ok").expect("an entry");
    for verb in ["^close", "^link", "を閉じる"] {
        lexicon.add_handling(verb).expect("an entry");
    }
    for ending in ["^*ать", "^*ить", "करें$"] {
        lexicon.add_order(ending).expect("an entry");
    }
    for looking in ["показать", "खोज करें", "फ़िल्टर करें"] {
        lexicon.add_looking(looking).expect("an entry");
    }
    for thing in ["menu*", "window", "link", "メニュー", "меню"] {
        lexicon.add_screen(thing).expect("an entry");
    }
    Words::Loaded(lexicon)
}

fn button(name: &str, text: &str) -> Element {
    let names = Names { accessible: name.to_owned(), visible: text.to_owned(), ..Names::default() };
    Element { resolved: true, tag: "button".to_owned(), input_type: "button".to_owned(), names, ..Element::default() }
}

fn input(input_type: &str) -> Element {
    Element { resolved: true, tag: "input".to_owned(), input_type: input_type.to_owned(), ..Element::default() }
}

fn at(path: &str) -> Destination {
    Destination { reach: Reach::SameOrigin, path: path.to_owned(), query: Vec::new() }
}

fn elsewhere() -> Destination {
    Destination { reach: Reach::OtherOrigin(Origin("https://other.test".to_owned())), ..at("/") }
}

fn sends(method: Method, destination: Destination) -> Element {
    let submits = Submission { method, destination, submitter: Names::default(), buttons: Vec::new() };
    Element { submits: Some(submits), ..button("Next", "Next") }
}

fn links(destination: Destination) -> Element {
    let link = Link { destination, downloads: false };
    Element { tag: "a".to_owned(), role: "link".to_owned(), link: Some(link), ..button("here", "here") }
}

fn does(act: Act, element: Element) -> Risk {
    judge(&Touched::Elements(vec![ElementAct { act, element }]), &words()).risk
}

fn press(element: Element) -> Risk {
    does(Act::Press, element)
}

/// N13: the same act, a press, is judged by what it touches.
#[test]
fn one_kind_of_act_falls_into_every_row() {
    assert_eq!(press(input("checkbox")), Risk::Inert);
    assert_eq!(press(button("Menu", "Menu")), Risk::Scripted);
    assert_eq!(press(links(at("/news"))), Risk::Inert);
    assert_eq!(press(links(elsewhere())), Risk::Leaving);
    assert_eq!(press(button("Send", "Send")), Risk::Consequential);
    assert_eq!(press(button("Delete", "Delete")), Risk::AlwaysSensitive);
}

/// N13: however a file is given to a field, it is an upload.
#[test]
fn every_way_to_give_a_file_is_an_upload() {
    for act in [Act::Press, Act::Upload, Act::Choose, Act::Type { enter: false }] {
        assert_eq!(does(act, input("file")), Risk::AlwaysSensitive, "{act:?}");
    }
}

/// N14: what can't be known isn't ruled out.
#[test]
fn what_is_unknown_is_consequential() {
    assert_eq!(judge(&Touched::Unresolved, &words()).risk, Risk::Consequential);
    assert_eq!(judge(&Touched::Elements(Vec::new()), &words()).risk, Risk::Consequential);
    assert_eq!(press(Element { resolved: false, ..button("Menu", "Menu") }), Risk::Consequential);
    assert_eq!(press(Element { tag: String::new(), ..button("Menu", "Menu") }), Risk::Consequential);
    let again = Navigation::Again { destination: Some(at("/")), posts_again: true };
    assert_eq!(judge(&Touched::Navigation(again), &words()).risk, Risk::Consequential);
}

/// N14: without words nothing that scripts decide can be ruled out.
#[test]
fn absent_and_broken_words_calm_nothing() {
    for words in [Words::Absent, Words::Broken] {
        let act = ElementAct { act: Act::Press, element: button("Menu", "Menu") };
        assert_eq!(judge(&Touched::Elements(vec![act]), &words).risk, Risk::Consequential);
    }
}

/// N14: the most dangerous of all its names wins, wherever it stands.
#[test]
fn the_most_dangerous_name_wins() {
    let mut named = button("Menu", "Menu");
    named.names.title = "Delete".to_owned();
    assert_eq!(press(named), Risk::AlwaysSensitive);
    assert_eq!(press(button("Delete", "🗑")), Risk::AlwaysSensitive);
    let value = Names { value: "Pay".to_owned(), ..Names::default() };
    assert_eq!(press(Element { names: value, ..input("button") }), Risk::AlwaysSensitive);
    assert_eq!(press(links(at("/delete/3"))), Risk::AlwaysSensitive);
}

/// N14: names that disagree are consequential by themselves.
#[test]
fn names_that_disagree_ask() {
    assert_eq!(press(button("Close window", "Purchase history")), Risk::Consequential);
    assert_eq!(press(button("Close window", "Close")), Risk::Scripted);
}

/// N14: a picture that nobody named may do anything; an arrow only moves.
#[test]
fn a_nameless_picture_asks_and_a_plain_sign_does_not() {
    assert_eq!(press(button("", "🗑")), Risk::Consequential);
    assert_eq!(press(button("", "")), Risk::Consequential);
    assert_eq!(press(button("", "›")), Risk::Scripted);
}

/// N14: prose around an element raises the risk, and never lowers it.
#[test]
fn surroundings_only_raise() {
    let around =
        |name: &str, surroundings: &str| press(Element { surroundings: surroundings.to_owned(), ..button(name, name) });
    assert_eq!(around("OK", "Delete this file?"), Risk::AlwaysSensitive);
    assert_eq!(around("OK", "Welcome"), Risk::Scripted);
    assert_eq!(around("Delete", "This button is harmless"), Risk::AlwaysSensitive);
    assert_eq!(around("Delete", "delete filter"), Risk::AlwaysSensitive);
}

/// N14: whatever the button is called, a POST sends and another origin receives.
#[test]
fn forms_are_judged_by_how_and_where_they_send() {
    assert_eq!(press(sends(Method::Get, at("/search"))), Risk::Inert);
    assert_eq!(press(sends(Method::Post, at("/step2"))), Risk::Consequential);
    assert_eq!(press(sends(Method::Get, elsewhere())), Risk::Consequential);
}

/// N14: a GET may act as well.
#[test]
fn addresses_that_act_ask() {
    assert_eq!(press(links(at("/account/7/close"))), Risk::AlwaysSensitive);
    assert_eq!(press(links(at("/report.pdf"))), Risk::AlwaysSensitive);
    assert_eq!(press(links(at("/guide/how-to-delete-a-file"))), Risk::Inert);
    let query = vec![("action".to_owned(), "send".to_owned())];
    assert_eq!(press(links(Destination { query, ..at("/index.php") })), Risk::Consequential);
    let mail = Reach::OtherProgram { scheme: "mailto".to_owned() };
    assert_eq!(press(links(Destination { reach: mail, ..at("a@b.test") })), Risk::Consequential);
}

/// N14: no way of writing a word hides it.
#[test]
fn disguises_are_seen_through() {
    let disguises = [
        "D\u{435}lete",
        "Dele\u{200b}te",
        "De\u{ad}lete",
        "Ｄｅｌｅｔｅ",
        "D e l e t e",
        "d3l3te",
        "de-lete",
        "D\nelete",
        "𝐃𝐞𝐥𝐞𝐭𝐞",
        "ⓓⓔⓛⓔⓣⓔ",
        "🅳🅴🅻🅴🆃🅴",
        "ᴅᴇʟᴇᴛᴇ",
        "\u{202e}eteleD",
        "deleteAll",
        "ꓓelete",
        "ѕend",
        "P A Y",
        "P@y",
        "$end",
    ];
    for disguise in disguises {
        assert!(press(button(disguise, disguise)) >= Risk::Consequential, "{disguise:?}");
    }
    for plain in ["MP3", "1080p", "Size 42", "Menü", "Меню", "T シャツ", "C++", "3D"] {
        assert_eq!(press(button(plain, plain)), Risk::Scripted, "{plain:?}");
    }
}

/// N14: a harmless phrase calms its own words, not the others of the label.
#[test]
fn a_harmless_phrase_calms_only_itself() {
    assert_eq!(press(button("Delete filter", "Delete filter")), Risk::Scripted);
    assert_eq!(press(button("Delete filter and delete", "Delete filter and delete")), Risk::AlwaysSensitive);
}

/// N15: secrets are a row of their own.
#[test]
fn passwords_and_codes_are_secret() {
    let typed = Act::Type { enter: false };
    let completes = |autocomplete: &str| Element {
        field: Field { autocomplete: autocomplete.to_owned(), ..Field::default() },
        ..input("text")
    };
    assert_eq!(does(typed, input("password")), Risk::Secret);
    assert_eq!(does(typed, completes("one-time-code")), Risk::Secret);
    assert_eq!(does(typed, completes("section-a CURRENT-PASSWORD")), Risk::Secret);
    assert_eq!(does(typed, completes("cc-number")), Risk::AlwaysSensitive);
    assert_eq!(does(typed, input("text")), Risk::Inert);
}

/// The words are a contract of the bench host's and of the audit log's.
#[test]
fn risks_have_their_words() {
    let risks = [Risk::Inert, Risk::Scripted, Risk::Leaving, Risk::Consequential, Risk::AlwaysSensitive, Risk::Secret];
    let words = ["inert", "scripted", "leaving", "consequential", "always_sensitive", "secret"];
    assert_eq!(risks.map(Risk::as_str), words);
}

/// N14: what a verb of handling does depends on the thing: a part of the page is the page's business, anything else isn't. By
/// itself it says nothing, in a sentence it isn't a command, and a thing is no part of the page by being called like its verb.
#[test]
fn handling_what_is_not_on_the_screen_is_a_consequence() {
    for (label, expected) in [
        ("Close", Risk::Scripted),
        ("Close menu", Risk::Scripted),
        ("Close the position", Risk::Consequential),
        ("Copy the link", Risk::Scripted),
        ("Link a bank", Risk::Consequential),
        ("メニューを閉じる", Risk::Scripted),
        ("口座を閉じる", Risk::Consequential),
        ("Close to the river, an old mill with a garden", Risk::Scripted),
        ("Delete filter", Risk::Scripted),
    ] {
        assert_eq!(press(button(label, label)), expected, "{label}");
    }
}

/// N14: what is told as an order asks also where no list holds its verb, unless it is known to look only.
#[test]
fn an_order_with_a_verb_that_nobody_listed_is_a_consequence() {
    for (label, expected) in [
        ("Забанить", Risk::Consequential),
        ("Забанить меню", Risk::Scripted),
        ("Показать", Risk::Scripted),
        ("Новости читать", Risk::Scripted),
        ("भुगतान करें", Risk::Consequential),
        ("खोज करें", Risk::Scripted),
        ("करें भुगतान", Risk::Scripted),
    ] {
        assert_eq!(press(button(label, label)), expected, "{label}");
    }
}

/// N14: a part of the page calms a verb that stands near it, not one that a long label only begins with.
#[test]
fn what_is_on_the_screen_calms_only_near_the_verb() {
    assert_eq!(press(button("Close the big old menu", "Close the big old menu")), Risk::Scripted);
    let far = "Close everything I own at this menu";
    assert_eq!(press(button(far, far)), Risk::Consequential);
}

/// N14: a letter with a dot is the same letter however it is written.
#[test]
fn hindi_is_compared_however_it_is_written() {
    for label in ["\u{95E}िल्टर करें", "\u{92B}\u{93C}िल्टर करें"] {
        assert_eq!(press(button(label, label)), Risk::Scripted, "{label}");
    }
}

/// N13, N14: what a script of an agent's does can't be known, so it asks in every setting and everywhere; how a page is shown
/// changes nothing in the world.
#[test]
fn a_script_always_asks_and_emulation_does_nothing() {
    let script = judge(&Touched::Script { source: "() => document.title".to_owned() }, &words());
    assert_eq!((script.risk, script.reasons), (Risk::AlwaysSensitive, vec![Reason::RunsScript]));
    assert_eq!(judge(&Touched::Emulation, &words()).risk, Risk::Inert);
}
