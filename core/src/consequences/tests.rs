use nexus_policy::{Act, Element, ElementAct, Names, Risk, Touched, judge};

use super::*;

fn with_file(text: &str) -> (Words, Option<ConsequencesError>) {
    let directory = tempfile::tempdir().expect("a directory");
    std::fs::write(directory.path().join(FILE_NAME), text).expect("written");
    load(directory.path())
}

fn risk_of(label: &str, words: &Words) -> Risk {
    let names = Names { accessible: label.to_owned(), visible: label.to_owned(), ..Names::default() };
    let element = Element {
        resolved: true,
        tag: "button".to_owned(),
        input_type: "button".to_owned(),
        names,
        ..Element::default()
    };
    judge(&Touched::Elements(vec![ElementAct { act: Act::Press, element }]), words).risk
}

#[test]
fn without_a_file_of_the_person_s_own_the_words_of_nexus_count() {
    let directory = tempfile::tempdir().expect("a directory");
    let (words, problem) = load(directory.path());
    assert!(problem.is_none(), "{problem:?}");
    assert_eq!(words, own());
    assert_eq!(risk_of("Konto löschen", &words), Risk::AlwaysSensitive);
    assert_eq!(risk_of("Show more", &words), Risk::Scripted);
}

#[test]
fn the_person_s_own_words_are_added() {
    let (words, problem) = with_file("[words.send]\nmine = [\"frobnicate\"]\n");
    assert!(problem.is_none(), "{problem:?}");
    assert_eq!(risk_of("Frobnicate", &words), Risk::Consequential);
    assert_eq!(risk_of("Delete", &words), Risk::AlwaysSensitive);
}

#[test]
fn a_broken_file_is_named_with_its_line_and_everything_asks() {
    let broken = [
        ("[words.send]\nmine = [\"a\"\n\n[paths]", 2),
        ("[words.sned]\nmine = [\"a\"]", 1),
        ("\n[words.send]\nmine = [\"--\"]", 3),
        ("[harmless]\n\nmine = [\"delete it\"]", 3),
        ("[screen]\n\nmine = [\"account\"]", 3),
        ("[looking]\n\nmine = [\"pay\"]", 3),
        ("[wrods]\n", 1),
    ];
    for (text, expected) in broken {
        let (words, problem) = with_file(text);
        assert_eq!(words, Words::Broken, "{text}");
        assert_eq!(risk_of("Show more", &words), Risk::Consequential);
        let problem = problem.expect("it is named");
        assert!(matches!(problem, ConsequencesError::Broken { line, .. } if line >= expected), "{text}: {problem}");
        assert!(problem.to_string().starts_with("consequences_broken: "), "{problem}");
    }
}
