use super::Setting;
use crate::store::tests::{Tested, store_in, temp_dir};
use crate::uploads::UploadFolder;

#[test]
fn setting_is_absent_until_set_and_the_last_value_counts() -> Tested {
    let dir = temp_dir();
    let store = store_in(&dir);
    assert_eq!(store.setting(Setting::BrowserPath)?, None);
    store.set_setting(Setting::BrowserPath, "/usr/bin/chromium")?;
    store.set_setting(Setting::BrowserPath, "/opt/chromium/chrome")?;
    assert_eq!(store.setting(Setting::BrowserPath)?.as_deref(), Some("/opt/chromium/chrome"));
    Ok(())
}

/// N13: nothing is allowed until the person allows it, and what can't be read allows nothing.
#[test]
fn upload_folders_are_kept_and_none_at_first() -> Tested {
    let dir = temp_dir();
    let store = store_in(&dir);
    assert_eq!(store.upload_folders()?, []);
    let folder = UploadFolder::find(dir.path()).expect("it is a folder");
    store.set_upload_folders(std::slice::from_ref(&folder))?;
    assert_eq!(store.upload_folders()?, [folder]);
    for broken in ["", "{", "[\"/\"]", "[\"relative\"]"] {
        store.set_setting(Setting::UploadFolders, broken)?;
        assert_eq!(store.upload_folders()?, [], "{broken}");
    }
    Ok(())
}
