use std::fs;

use nexus_policy::ApprovalSetting;

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
    store.connection().execute("INSERT INTO agents (name, token_sha256) VALUES ('<b>', zeroblob(32))", [])?;
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

/// N13: how much to ask about an agent is kept with its pairing, also over a new one, and ends with it.
#[test]
fn approval_settings_are_kept_until_the_agent_is_forgotten() -> Tested {
    let dir = temp_dir();
    let store = store_in(&dir);
    let claude = agent("claude");
    assert!(!store.set_approvals(&claude, ApprovalSetting::Minimal)?, "it isn't paired");
    store.pair_agent(&claude, &Token::random())?;
    store.pair_agent(&agent("codex"), &Token::random())?;
    assert_eq!(store.approvals()?, []);
    for setting in ApprovalSetting::ALL {
        assert!(store.set_approvals(&claude, setting)?);
        store.pair_agent(&claude, &Token::random())?;
        assert_eq!(store.approvals()?, [(claude.clone(), setting)]);
    }
    store.forget_agent(&claude)?;
    store.pair_agent(&claude, &Token::random())?;
    assert_eq!(store.approvals()?, []);
    Ok(())
}

/// A word that means nothing is no setting: it can't be written, and if it is there all the same, it is told.
#[test]
fn an_unknown_approval_setting_is_never_taken_for_one() -> Tested {
    let dir = temp_dir();
    let store = store_in(&dir);
    store.pair_agent(&agent("claude"), &Token::random())?;
    assert!(store.connection().execute("UPDATE agents SET approvals = 'none'", []).is_err());
    store.connection().execute_batch("PRAGMA ignore_check_constraints = ON; UPDATE agents SET approvals = 'none'")?;
    assert_eq!(store.approvals().expect_err("nonsense").code(), "database_unreadable_value");
    Ok(())
}
