use super::*;
use crate::store::tests::{Tested, agent, store_in, temp_dir};

#[test]
fn profiles_and_their_drivers_are_kept() -> Tested {
    let directory = temp_dir();
    let store = store_in(&directory);
    let (mail, bank): (ProfileName, ProfileName) = ("Mail".parse()?, "Bank".parse()?);
    let anna = agent("anna");
    let id = store.add_profile(&mail, &KeptKind::Persistent)?.expect("it is new");
    let other = store.add_profile(&bank, &KeptKind::Shared)?.expect("it is new");
    assert_ne!(id, other);
    assert_eq!(store.add_profile(&mail, &KeptKind::Persistent)?, None, "names are unique");
    store.add_driver(id, &anna)?;
    store.add_driver(id, &anna)?;
    let kept = |drivers| KeptProfile {
        id,
        name: mail.clone(),
        kind: KeptKind::Persistent,
        is_archived: false,
        was_open: false,
        opened_at: None,
        drivers,
    };
    assert_eq!(store.profiles()?[0], kept(vec![anna.clone()]));
    store.remove_driver(id, &anna)?;
    assert_eq!(store.profiles()?[0], kept(Vec::new()));
    // An agent that is forgotten drives nothing when its name is paired again.
    store.add_driver(id, &anna)?;
    store.forget_agent(&anna)?;
    assert_eq!(store.profiles()?[0], kept(Vec::new()));
    Ok(())
}

#[test]
fn names_that_could_mislead_are_refused() {
    for name in
        ["", "  ", "two\nlines", "a\u{202e}b", "../Mail", "C:\\Mail", "\u{200b}", &"x".repeat(300), &"x".repeat(65)]
    {
        assert_eq!(name.parse::<ProfileName>(), Err(BadProfileName), "{name:?}");
    }
    assert_eq!(" Mail ".parse::<ProfileName>().map(|name| name.to_string()), Ok("Mail".to_owned()));
}

/// N19, N21: each kind is kept as what it is, and what the person did with a profile; a deleted one's number isn't given again.
#[test]
fn kinds_and_what_the_person_did_are_kept() -> Tested {
    let directory = temp_dir();
    let store = store_in(&directory);
    let office: WorkspaceName = "Office".parse()?;
    let kinds = [
        KeptKind::Persistent,
        KeptKind::Workspace(office.clone()),
        KeptKind::Shared,
        KeptKind::AutomationOnly(CleanState::Plain),
        KeptKind::AutomationOnly(CleanState::MayBeSignedIn),
    ];
    for (number, kind) in kinds.iter().enumerate() {
        store.add_profile(&format!("Profile {number}").parse()?, kind)?.expect("it is new");
    }
    let ids: Vec<ProfileId> = store.profiles()?.iter().map(|profile| profile.id).collect();
    assert!(store.profiles()?.iter().map(|profile| &profile.kind).eq(&kinds));
    assert!(store.rename_profile(ids[0], &"Mail".parse()?)?);
    assert!(!store.rename_profile(ids[1], &"Mail".parse()?)?, "names are unique");
    store.set_profile_archived(ids[1], true)?;
    let at = UNIX_EPOCH + Duration::from_millis(1_790_000_000_123);
    store.set_profile_open(ids[0], at)?;
    store.set_profile_open(ids[2], at)?;
    store.set_profile_closed(ids[2])?;
    store.set_profile_clean(ids[3], CleanState::MayBeSignedIn)?;
    store.add_driver(ids[4], &agent("anna"))?;
    store.delete_profile(ids[4])?;
    store.set_workspace(Some(&office))?;
    drop(store);
    let store = store_in(&directory);
    let kept = store.profiles()?;
    assert_eq!(kept[0].name.as_str(), "Mail");
    let open: Vec<_> = kept.iter().map(|profile| (profile.was_open, profile.opened_at)).collect();
    assert_eq!(open, [(true, Some(at)), (false, None), (false, Some(at)), (false, None)]);
    assert!(kept.iter().map(|profile| profile.is_archived).eq([false, true, false, false]));
    assert_eq!(kept[3].kind, KeptKind::AutomationOnly(CleanState::MayBeSignedIn));
    let next = store.add_profile(&"Profile 4".parse()?, &KeptKind::Shared)?.expect("the name is free again");
    assert!(next > ids[4] && store.profiles()?[4].drivers.is_empty());
    assert_eq!(store.workspace()?, Some(office));
    store.set_workspace(None)?;
    assert_eq!(store.workspace()?, None);
    Ok(())
}
