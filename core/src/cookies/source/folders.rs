//! Where browsers keep their profiles, and what they call them.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::{CookieSource, Form};
use crate::cookies::{chromium, firefox};

/// A browser, as the person knows it.
#[derive(Debug, Clone, Copy)]
struct Browser {
    name: &'static str,
    form: Form,
}

const FIREFOX: Browser = Browser { name: "Firefox", form: Form::Firefox };
const CHROMIUM: Browser = Browser { name: "Chromium", form: Form::Chromium };
const CHROME: Browser = Browser { name: "Google Chrome", form: Form::Chromium };

/// The folders of browsers below the person's home, also as Snap and Flatpak place them.
const AT_HOME: [(Browser, &str); 8] = [
    (FIREFOX, ".mozilla/firefox"),
    (FIREFOX, ".config/mozilla/firefox"),
    (FIREFOX, "snap/firefox/common/.mozilla/firefox"),
    (FIREFOX, ".var/app/org.mozilla.firefox/.mozilla/firefox"),
    (FIREFOX, ".var/app/org.mozilla.firefox/config/mozilla/firefox"),
    (CHROMIUM, "snap/chromium/common/chromium"),
    (CHROMIUM, ".var/app/org.chromium.Chromium/config/chromium"),
    (CHROME, ".var/app/com.google.Chrome/config/google-chrome"),
];

/// Those below the folder for settings, which may be another than `~/.config`.
const AT_SETTINGS: [(Browser, &str); 2] = [(CHROMIUM, "chromium"), (CHROME, "google-chrome")];

/// The longest name shown, in characters.
const MAX_CHARS: usize = 64;
/// A list of profiles that is larger isn't one.
const MAX_LIST_BYTES: u64 = 16 << 20;

pub(super) fn on_this_computer() -> Vec<CookieSource> {
    let Some(home) = env::home_dir().filter(|home| home.is_absolute()) else { return Vec::new() };
    let settings = env::var_os("XDG_CONFIG_HOME").map(PathBuf::from).filter(|folder| folder.is_absolute());
    let settings = settings.unwrap_or_else(|| home.join(".config"));
    let at_home = AT_HOME.map(|(browser, folder)| (browser, home.join(folder)));
    let at_settings = AT_SETTINGS.map(|(browser, folder)| (browser, settings.join(folder)));
    at_home.into_iter().chain(at_settings).flat_map(|(browser, folder)| of_browser(browser, &folder)).collect()
}

/// What a folder that the person chose holds.
pub(super) fn below(folder: &Path) -> Vec<CookieSource> {
    if let Some((form, store)) = store_in(folder) {
        let browser = if form == Form::Firefox { FIREFOX } else { CHROMIUM };
        let name = folder.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
        return vec![source(browser, &name, store)];
    }
    [FIREFOX, CHROMIUM].into_iter().flat_map(|browser| of_browser(browser, folder)).collect()
}

fn of_browser(browser: Browser, root: &Path) -> Vec<CookieSource> {
    let profiles = match browser.form {
        Form::Firefox => firefox_profiles(root),
        Form::Chromium => chromium_profiles(root),
    };
    let with_store = profiles.into_iter().filter_map(|(folder, name)| {
        let (_, store) = store_in(&folder).filter(|(form, _)| *form == browser.form)?;
        Some(source(browser, &name, store))
    });
    with_store.collect()
}

fn source(browser: Browser, profile: &str, store: PathBuf) -> CookieSource {
    let profile: String = profile.chars().filter(|c| !c.is_control()).take(MAX_CHARS).collect();
    CookieSource { name: format!("{}, profile {profile}", browser.name), form: browser.form, store }
}

fn store_in(profile: &Path) -> Option<(Form, PathBuf)> {
    let stores = [(Form::Firefox, firefox::STORE)].into_iter().chain(chromium::STORES.map(|at| (Form::Chromium, at)));
    stores.map(|(form, at)| (form, profile.join(at))).find(|(_, store)| store.is_file())
}

/// The profiles that a `profiles.ini` lists.
fn firefox_profiles(root: &Path) -> Vec<(PathBuf, String)> {
    let list = read(&root.join("profiles.ini")).unwrap_or_default();
    let mut profiles = Vec::new();
    for section in list.split("\n[").filter(|section| section.trim_start_matches('[').starts_with("Profile")) {
        let value = |key: &str| {
            let of_key = |line: &str| Some(line.trim().strip_prefix(key)?.strip_prefix('=')?.to_owned());
            section.lines().find_map(of_key)
        };
        let Some(path) = value("Path") else { continue };
        let name = value("Name").unwrap_or_else(|| path.clone());
        // One that isn't relative replaces all of it.
        profiles.push((root.join(path), name));
    }
    profiles
}

/// What Chromium's `Local State` says of its profiles.
#[derive(Debug, Default, Deserialize)]
struct LocalState {
    #[serde(default)]
    profile: Profiles,
}

#[derive(Debug, Default, Deserialize)]
struct Profiles {
    #[serde(default)]
    info_cache: BTreeMap<String, Info>,
}

#[derive(Debug, Default, Deserialize)]
struct Info {
    #[serde(default)]
    name: String,
}

/// The profiles in a folder of Chromium's, by the names of their folders and what the person calls them.
fn chromium_profiles(root: &Path) -> Vec<(PathBuf, String)> {
    let list = read(&root.join("Local State")).unwrap_or_default();
    let named: LocalState = serde_json::from_str(&list).unwrap_or_default();
    let entries = fs::read_dir(root).into_iter().flatten().flatten();
    let folders = entries.filter_map(|entry| entry.file_name().into_string().ok());
    let of_profiles = folders.filter(|folder| folder == "Default" || folder.starts_with("Profile "));
    let called = |folder: String| {
        let info = named.profile.info_cache.get(&folder).filter(|info| !info.name.is_empty());
        let name = info.map_or_else(|| folder.clone(), |info| format!("{} ({folder})", info.name));
        (root.join(folder), name)
    };
    of_profiles.map(called).collect()
}

fn read(list: &Path) -> Option<String> {
    let data = list.metadata().ok().filter(|data| data.is_file() && data.len() <= MAX_LIST_BYTES);
    data.and_then(|_| fs::read_to_string(list).ok())
}
