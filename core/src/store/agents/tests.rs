use std::fs;

use crate::store::Token;
use crate::store::tests::{Tested, agent, store_in, temp_dir};

#[test]
fn only_the_token_of_the_pairing_matches() -> Tested {
    let dir = temp_dir();
    let store = store_in(&dir);
    let token = Token::random();
    store.pair_agent(&agent("claude"), &token)?;
    assert!(store.token_matches(&agent("claude"), &token)?);
    assert!(!store.token_matches(&agent("claude"), &Token::random())?);
    Ok(())
}

#[test]
fn token_of_one_agent_does_not_let_another_in() -> Tested {
    let dir = temp_dir();
    let store = store_in(&dir);
    let (claude, codex) = (Token::random(), Token::random());
    store.pair_agent(&agent("claude"), &claude)?;
    store.pair_agent(&agent("codex"), &codex)?;
    assert!(!store.token_matches(&agent("codex"), &claude)?);
    assert!(!store.token_matches(&agent("Claude"), &claude)?);
    assert!(!store.token_matches(&agent("unknown"), &claude)?);
    Ok(())
}

#[test]
fn pairing_again_ends_the_earlier_token() -> Tested {
    let dir = temp_dir();
    let store = store_in(&dir);
    let (earlier, later) = (Token::random(), Token::random());
    store.pair_agent(&agent("claude"), &earlier)?;
    store.pair_agent(&agent("claude"), &later)?;
    assert!(!store.token_matches(&agent("claude"), &earlier)?);
    assert!(store.token_matches(&agent("claude"), &later)?);
    assert_eq!(store.agents()?, [agent("claude")]);
    Ok(())
}

#[test]
fn forgotten_agent_is_unknown() -> Tested {
    let dir = temp_dir();
    let store = store_in(&dir);
    let token = Token::random();
    store.pair_agent(&agent("claude"), &token)?;
    assert!(store.forget_agent(&agent("claude"))?);
    assert!(!store.forget_agent(&agent("claude"))?);
    assert!(!store.token_matches(&agent("claude"), &token)?);
    Ok(())
}

#[test]
fn agents_are_listed_by_name() -> Tested {
    let dir = temp_dir();
    let store = store_in(&dir);
    for name in ["zed", "Codex", "claude"] {
        store.pair_agent(&agent(name), &Token::random())?;
    }
    assert_eq!(store.agents()?, ["Codex", "claude", "zed"].map(agent));
    Ok(())
}

#[test]
fn name_that_nexus_could_not_have_written_is_told() -> Tested {
    let dir = temp_dir();
    let store = store_in(&dir);
    store.connection().execute("INSERT INTO agents VALUES ('<b>', zeroblob(32))", [])?;
    assert_eq!(store.agents().expect_err("a bad name").code(), "database_unreadable_value");
    Ok(())
}

#[test]
fn token_is_in_no_file_of_the_store() -> Tested {
    let dir = temp_dir();
    let store = store_in(&dir);
    let token = Token::random();
    store.pair_agent(&agent("claude"), &token)?;
    store.token_matches(&agent("claude"), &token)?;
    for file in fs::read_dir(dir.path())? {
        let bytes = fs::read(file?.path())?;
        assert!(!bytes.windows(token.reveal().len()).any(|part| part == token.reveal().as_bytes()));
    }
    Ok(())
}
