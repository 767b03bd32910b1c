use super::*;
use crate::store::tests::Tested;

const FIRST: &str = "CREATE TABLE first (a); INSERT INTO first VALUES (1);";
const SECOND: &str = "CREATE TABLE second (b); UPDATE first SET a = 2;";

fn tables(connection: &Connection) -> rusqlite::Result<i64> {
    connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))
}

#[test]
fn only_the_steps_that_are_missing_are_taken() -> Tested {
    let mut connection = Connection::open_in_memory()?;
    take(&[FIRST], &mut connection)?;
    take(&[FIRST, SECOND], &mut connection)?;
    take(&[FIRST, SECOND], &mut connection)?;
    assert_eq!(version(&connection)?, 2);
    assert_eq!(connection.query_row("SELECT a FROM first", [], |row| row.get::<_, i64>(0))?, 2);
    Ok(())
}

#[test]
fn failing_step_leaves_the_database_as_it_was() -> Tested {
    let mut connection = Connection::open_in_memory()?;
    assert!(take(&[FIRST, SECOND, "CREATE TABLE third (c); nonsense"], &mut connection).is_err());
    assert_eq!((version(&connection)?, tables(&connection)?), (0, 0));
    Ok(())
}

#[test]
fn database_that_is_ahead_is_not_taken_back() -> Tested {
    let mut connection = Connection::open_in_memory()?;
    take(&[FIRST, SECOND], &mut connection)?;
    let error = take(&[FIRST], &mut connection).expect_err("a newer database");
    assert_eq!((error.code(), version(&connection)?), ("database_newer", 2));
    Ok(())
}

#[test]
fn version_that_no_nexus_wrote_is_refused() -> Tested {
    let mut connection = Connection::open_in_memory()?;
    connection.pragma_update(None, "user_version", -1)?;
    let error = bring_up_to_date(&mut connection).expect_err("a negative version");
    assert_eq!(error.code(), "database_unreadable_value");
    Ok(())
}

/// What older versions kept of profiles, and who may drive them, outlives the step that gives profiles kinds.
#[test]
fn profiles_of_older_versions_keep_their_numbers_and_drivers() -> Tested {
    let mut connection = Connection::open_in_memory()?;
    connection.pragma_update(None, "foreign_keys", true)?;
    take(&STEPS[..3], &mut connection)?;
    connection.execute_batch(
        "INSERT INTO profiles (id, name, kind) VALUES (3, 'Mail', 'persistent'), (7, 'Bank', 'persistent');
         INSERT INTO profile_drivers VALUES (7, 'anna');",
    )?;
    take(STEPS, &mut connection)?;
    let kept = "SELECT group_concat(id || name || kind, ' ') FROM (SELECT * FROM profiles ORDER BY id)";
    assert_eq!(connection.query_row(kept, [], |row| row.get::<_, String>(0))?, "3Mailpersistent 7Bankpersistent");
    let drivers = "SELECT profile || agent FROM profile_drivers";
    assert_eq!(connection.query_row(drivers, [], |row| row.get::<_, String>(0))?, "7anna");
    connection.execute_batch(
        "DELETE FROM profiles WHERE id = 7; INSERT INTO profiles (name, kind) VALUES ('New', 'shared');",
    )?;
    assert_eq!(connection.last_insert_rowid(), 8, "a number isn't given again");
    let drivers = connection.query_row("SELECT count(*) FROM profile_drivers", [], |row| row.get::<_, i64>(0))?;
    assert_eq!(drivers, 0, "they go with their profile");
    Ok(())
}
