use super::*;
use crate::store::tests::{Tested, agent, store_in, temp_dir};

#[test]
fn profiles_and_their_drivers_are_kept() -> Tested {
    let directory = temp_dir();
    let store = store_in(&directory);
    let (mail, bank): (ProfileName, ProfileName) = ("Mail".parse()?, "Bank".parse()?);
    let anna = agent("anna");
    let id = store.add_profile(&mail)?.expect("it is new");
    let other = store.add_profile(&bank)?.expect("it is new");
    assert_ne!(id, other);
    assert_eq!(store.add_profile(&mail)?, None, "names are unique");
    store.add_driver(id, &anna)?;
    store.add_driver(id, &anna)?;
    let kept = |drivers| KeptProfile { id, name: mail.clone(), drivers };
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
    for name in ["", "  ", "two\nlines", &"x".repeat(65)] {
        assert_eq!(name.parse::<ProfileName>(), Err(BadProfileName), "{name:?}");
    }
    assert_eq!(" Mail ".parse::<ProfileName>().map(|name| name.to_string()), Ok("Mail".to_owned()));
}
