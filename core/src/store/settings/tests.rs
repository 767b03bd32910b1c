use super::Setting;
use crate::store::tests::{Tested, store_in, temp_dir};

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
