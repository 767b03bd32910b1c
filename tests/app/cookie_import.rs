//! Bringing cookies over from another browser: each step of its card, and what is sent for it.

use std::collections::BTreeSet;
use std::fs;

use egui::accesskit::{Role, Toggled};
use egui::{Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use nexus::view_model::{Action, CookieImport, CookieNews, Screen};
use nexus_core::broker::{ControlView, CookieCommand, PersonAnswer, PersonError, ProfileView, View};
use nexus_core::{CookieDomain, CookieSkip, CookieSource, DomainCookies, DomainReport, ImportReport};
use nexus_policy::WindowId;

use crate::fixture::{holder, opened_before, window};
use crate::stage::{Stage, click, hub, press, type_into, wait};

const BEGIN: &str = "Import cookies into Window w1";
const FOLDER: &str = "Path of a browser profile";

/// Real ones, of folders that only look like profiles.
pub(crate) fn sources() -> Vec<CookieSource> {
    let root = tempfile::tempdir().expect("a folder");
    for profile in ["Default", "Profile 1"] {
        fs::create_dir(root.path().join(profile)).expect("a folder");
        fs::write(root.path().join(profile).join("Cookies"), "").expect("written");
    }
    CookieSource::in_folder(root.path()).expect("sources")
}

fn domain(name: &str) -> CookieDomain {
    name.parse().expect("a domain")
}

fn found(domains: &[(&str, u32)]) -> PersonAnswer {
    let found = domains.iter().map(|(name, cookies)| DomainCookies { domain: domain(name), cookies: *cookies });
    PersonAnswer::CookieDomains(found.collect())
}

fn begun() -> Harness<'static, Stage> {
    let mut harness = hub(Stage::new(View { windows: vec![window(1)], ..View::default() }));
    assert_eq!(click(&mut harness, BEGIN), [Action::Cookies(CookieCommand::FindSources)]);
    harness
}

/// The answer to a command comes; what is asked next is given back.
fn hear(
    harness: &mut Harness<'_, Stage>,
    command: CookieCommand,
    answer: Result<PersonAnswer, PersonError>,
) -> Option<CookieCommand> {
    let import = harness.state_mut().hub_fields.cookie_import.as_mut().expect("it goes on");
    let next = import.hear(CookieNews::Answered(command, answer));
    harness.run();
    next
}

/// Up to the list of domains.
fn listed(domains: &[(&str, u32)]) -> (Harness<'static, Stage>, CookieSource) {
    let (mut harness, sources) = (begun(), sources());
    hear(&mut harness, CookieCommand::FindSources, Ok(PersonAnswer::CookieSources(sources.clone())));
    let list = CookieCommand::ListDomains(sources[0].clone());
    assert_eq!(click(&mut harness, "Import from Chromium, profile Default"), [Action::Cookies(list.clone())]);
    hear(&mut harness, list, Ok(found(domains)));
    (harness, sources[0].clone())
}

fn import_of(source: &CookieSource, domains: &[&str]) -> CookieCommand {
    let domains: BTreeSet<CookieDomain> = domains.iter().map(|name| domain(name)).collect();
    CookieCommand::Import { window: WindowId(1), source: source.clone(), domains }
}

/// A07: an import is begun where a Window or a profile that is open stands, and says what it is for.
#[test]
fn an_import_is_begun_for_an_open_window() {
    let harness = begun();
    harness.get_by_role_and_label(Role::Label, "Import cookies into Window w1");
    harness.get_by_label("Looking for browser profiles…");
    assert!(harness.query_by_label_contains("No browser profile was found").is_none(), "it isn't known yet");
    let open = ProfileView { window: Some(WindowId(1)), ..opened_before("Mail") };
    let view = View { windows: vec![window(1)], profiles: vec![open], ..View::default() };
    let mut harness = hub(Stage::new(view).on(Screen::Profiles));
    let begun = click(&mut harness, "Import cookies into profile Mail");
    assert_eq!(begun, [Action::Cookies(CookieCommand::FindSources)]);
    harness.state_mut().view.windows.clear();
    harness.run();
    assert_eq!(harness.state().hub_fields.cookie_import, None, "it ends with its Window");
}

/// C01: where no browser's profile is found, that is said, and a folder can be named.
#[test]
fn without_a_profile_a_folder_can_be_named() {
    let mut harness = begun();
    hear(&mut harness, CookieCommand::FindSources, Ok(PersonAnswer::CookieSources(Vec::new())));
    harness.get_by_label("No browser profile was found on this computer.");
    assert_eq!(click(&mut harness, "Choose the folder of a browser profile"), [Action::ChooseCookieFolder]);
    assert_eq!(click(&mut harness, "Look for cookies in the folder"), [], "none is named");
    type_into(&mut harness, FOLDER, " /home/anna/old ");
    let look = CookieCommand::LookIn("/home/anna/old".into());
    assert_eq!(press(&mut harness, Modifiers::NONE, Key::Enter), [Action::Cookies(look.clone())]);
    harness.get_by_label("Looking for browser profiles…");
    let sentence = "There are no cookies of a browser.".to_owned();
    let missing = PersonError { code: "cookies_missing", sentence: sentence.clone() };
    hear(&mut harness, look.clone(), Err(missing));
    harness.get_by_label(&sentence);
    assert_eq!(click(&mut harness, "Look for cookies in the folder"), [Action::Cookies(look.clone())]);
    assert!(harness.query_by_label(&sentence).is_none(), "that is over");
    let [one, two] = sources().try_into().expect("two");
    let several = vec![CookieSource::clone(&one), two];
    assert_eq!(hear(&mut harness, look, Ok(PersonAnswer::CookieSources(several))), None);
    harness.get_by_label("Import from Chromium, profile Profile 1");
    let import = harness.state_mut().hub_fields.cookie_import.as_mut().expect("it goes on");
    let look = import.hear(CookieNews::FolderChosen("/home/anna/new".into())).expect("it is looked at");
    assert_eq!(look, CookieCommand::LookIn("/home/anna/new".into()));
    let listing = hear(&mut harness, look, Ok(PersonAnswer::CookieSources(vec![one.clone()])));
    assert_eq!(listing, Some(CookieCommand::ListDomains(one)), "the only one there is meant");
}

/// A07: no domain is ticked by itself; what is ticked is said in full; a deliberate yes imports that and nothing else.
#[test]
fn a_yes_is_for_the_domains_that_are_ticked() {
    let (mut harness, source) = listed(&[("bank.example", 3), ("mail.example", 1), ("shop.example", 12)]);
    harness.get_by_label("From Chromium, profile Default");
    harness.get_by_label("Nothing is ticked.");
    assert!(harness.get_by_label("Import cookies").accesskit_node().is_disabled());
    for row in ["bank.example, 3 cookies", "mail.example, 1 cookie", "shop.example, 12 cookies"] {
        let tick = harness.get_by_role_and_label(Role::CheckBox, row);
        assert_eq!(tick.accesskit_node().toggled(), Some(Toggled::False), "{row}");
    }
    click(&mut harness, "shop.example, 12 cookies");
    click(&mut harness, "mail.example, 1 cookie");
    click(&mut harness, "bank.example, 3 cookies");
    click(&mut harness, "bank.example, 3 cookies");
    type_into(&mut harness, "Search the domains", "SHOP");
    assert!(harness.query_by_label("mail.example, 1 cookie").is_none());
    harness.get_by_label("Ticked: mail.example, shop.example");
    let yes = "Import cookies of 2 domains";
    harness.get_by_label(yes).focus();
    wait(&mut harness, 0.6);
    assert_eq!(press(&mut harness, Modifiers::NONE, Key::Enter), [], "Enter agrees to nothing");
    let import = import_of(&source, &["mail.example", "shop.example"]);
    assert_eq!(press(&mut harness, Modifiers::NONE, Key::Space), [Action::Cookies(import)]);
}

/// A07: the button ignores input for a moment whenever what it would do changes.
#[test]
fn a_yes_is_not_given_in_passing() {
    let (mut harness, source) = listed(&[("shop.example", 12)]);
    wait(&mut harness, 0.6);
    click(&mut harness, "shop.example, 12 cookies");
    assert_eq!(click(&mut harness, "Import cookies of 1 domain"), []);
    wait(&mut harness, 0.6);
    let import = import_of(&source, &["shop.example"]);
    assert_eq!(click(&mut harness, "Import cookies of 1 domain"), [Action::Cookies(import)]);
}

/// A07: while it is imported nothing can be changed or left; then each domain says what became of it, and why.
#[test]
fn what_became_of_each_domain_is_said() {
    let (mut harness, source) = listed(&[("mail.example", 1), ("old.example", 2), ("shop.example", 12)]);
    for row in ["mail.example, 1 cookie", "old.example, 2 cookies", "shop.example, 12 cookies"] {
        click(&mut harness, row);
    }
    wait(&mut harness, 0.6);
    click(&mut harness, "Import cookies of 3 domains");
    harness.get_by_label("Importing…");
    for name in ["Cancel importing cookies", BEGIN, "mail.example, 1 cookie"] {
        let all = harness.query_all_by_label(name).filter(|node| node.accesskit_node().role() != Role::Label);
        assert!(all.into_iter().all(|node| node.accesskit_node().is_disabled()), "{name}");
    }
    press(&mut harness, Modifiers::NONE, Key::Escape);
    let report = |name: &str, imported, skipped: &[(CookieSkip, u32)]| DomainReport {
        domain: domain(name),
        imported,
        skipped: skipped.iter().copied().collect(),
    };
    let domains = vec![
        report("mail.example", 0, &[(CookieSkip::EncryptedKey, 1)]),
        report("old.example", 0, &[]),
        report("shop.example", 10, &[(CookieSkip::Expired, 1), (CookieSkip::KeptApart, 1)]),
    ];
    let report = ImportReport { source: source.name().to_owned(), domains };
    let command = import_of(&source, &["mail.example", "old.example", "shop.example"]);
    hear(&mut harness, command, Ok(PersonAnswer::CookiesImported(report)));
    for line in [
        "mail.example: 0 imported · 1 skipped: encrypted with a key that NEXUS can't have",
        "old.example: nothing to import: it has no cookies there",
        "shop.example: 10 imported · 1 skipped: expired · 1 skipped: of a container, or of a part of another site",
    ] {
        harness.get_by_label(line);
    }
    click(&mut harness, "Done with importing cookies");
    assert_eq!(harness.state().hub_fields.cookie_import, None);
}

/// A07: a store that can't be read says why, and another profile can be chosen.
#[test]
fn what_went_wrong_is_said() {
    let (mut harness, sources) = (begun(), sources());
    hear(&mut harness, CookieCommand::FindSources, Ok(PersonAnswer::CookieSources(sources.clone())));
    click(&mut harness, "Import from Chromium, profile Default");
    harness.get_by_label("Finding out which domains have cookies there…");
    let damaged = || PersonError { code: "cookies_damaged", sentence: "The file of cookies is damaged.".to_owned() };
    hear(&mut harness, CookieCommand::ListDomains(sources[0].clone()), Err(damaged()));
    harness.get_by_label("The file of cookies is damaged.");
    let list = CookieCommand::ListDomains(sources[1].clone());
    assert_eq!(click(&mut harness, "Import from Chromium, profile Profile 1"), [Action::Cookies(list.clone())]);
    hear(&mut harness, CookieCommand::ListDomains(sources[0].clone()), Ok(found(&[("late.example", 1)])));
    assert!(harness.query_by_label_contains("late.example").is_none(), "nobody waits for that any more");
    hear(&mut harness, list, Ok(found(&[])));
    harness.get_by_label("This profile has no cookies.");
    click(&mut harness, "Choose another profile to import from");
    harness.get_by_label("Import from Chromium, profile Default");
    press(&mut harness, Modifiers::NONE, Key::Escape);
    assert_eq!(harness.state().hub_fields.cookie_import, None);
}

/// A02, A07: where an agent is in control, the person reads before their yes that it is stopped.
#[test]
fn an_agent_that_would_be_stopped_is_told_of() {
    let (mut harness, _) = listed(&[("shop.example", 12)]);
    harness.get_by_label("Agents that may drive this Window can use these sign-ins.");
    harness.state_mut().view.windows[0].control = ControlView::Agent(holder("Claude Code", 3));
    harness.run();
    harness.get_by_label_contains("It is stopped first, and you have control until you give it back.");
}

/// News that come when no import goes on, or another one, change nothing.
#[test]
fn news_for_nobody_change_nothing() {
    let (mut import, _) = CookieImport::begin(WindowId(1));
    let before = import.clone();
    let look = CookieCommand::LookIn("/x".into());
    for news in
        [CookieNews::FolderChosen("/y".into()), CookieNews::Answered(look, Ok(PersonAnswer::CookieSources(sources())))]
    {
        assert_eq!(import.hear(news), None);
        assert_eq!(import, before);
    }
}
