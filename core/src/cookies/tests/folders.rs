//! Finding profiles in the folders of browsers.

use std::fs;

use super::*;

fn names(found: &[CookieSource]) -> Vec<&str> {
    found.iter().map(CookieSource::name).collect()
}

fn write(root: &Path, file: &str, text: &str) {
    let file = root.join(file);
    fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
    fs::write(file, text).expect("written");
}

/// A07: Firefox's profiles are those in its list that have cookies, by their names, wherever they are.
#[test]
fn the_profiles_of_firefox_are_found() {
    let root = tempfile::tempdir().expect("a folder");
    let elsewhere = tempfile::tempdir().expect("a folder");
    let list = format!(
        "[Install4F96D1932A9F858E]\nDefault=abc.default-esr\nLocked=1\n\n[Profile1]\nName=work\nIsRelative=0\nPath={}\n\n\
         [Profile0]\nName=default-esr\nIsRelative=1\nPath=abc.default-esr\nDefault=1\n\n[Profile2]\nName=unused\nIsRelative=1\n\
         Path=def.unused\n\n[General]\nStartWithLastProfile=1\nVersion=2\n",
        elsewhere.path().display()
    );
    write(root.path(), "profiles.ini", &list);
    write(root.path(), "abc.default-esr/cookies.sqlite", "");
    write(root.path(), "unlisted/cookies.sqlite", "");
    write(elsewhere.path(), "cookies.sqlite", "");
    let found = CookieSource::in_folder(root.path()).expect("profiles");
    assert_eq!(names(&found), ["Firefox, profile default-esr", "Firefox, profile work"]);
    let found = CookieSource::in_folder(&root.path().join("abc.default-esr")).expect("a profile");
    assert_eq!(names(&found), ["Firefox, profile abc.default-esr"]);
}

/// A07: Chromium's profiles are the folders that have cookies, also where newer versions keep them, by what the person calls
/// them; a broken list loses the names alone.
#[test]
fn the_profiles_of_chromium_are_found() {
    let root = tempfile::tempdir().expect("a folder");
    let list = r#"{"profile": {"info_cache": {"Default": {"name": "Anna\u0007"}, "Profile 2": {"name": ""}}}}"#;
    for store in ["Default/Cookies", "Profile 1/Network/Cookies", "Profile 2/Cookies", "System Profile/Cookies"] {
        write(root.path(), store, "");
    }
    fs::create_dir(root.path().join("Profile 3")).expect("a folder");
    write(root.path(), "Local State", list);
    let found = CookieSource::in_folder(root.path()).expect("profiles");
    let expected = ["Chromium, profile Anna (Default)", "Chromium, profile Profile 1", "Chromium, profile Profile 2"];
    assert_eq!(names(&found), expected);
    write(root.path(), "Local State", "{");
    let found = CookieSource::in_folder(root.path()).expect("profiles");
    assert_eq!(names(&found)[0], "Chromium, profile Default");
    let found = CookieSource::in_folder(&root.path().join("Profile 1")).expect("a profile");
    assert_eq!(names(&found), ["Chromium, profile Profile 1"]);
}
