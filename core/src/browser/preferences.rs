//! What NEXUS sets in Chromium's own settings, because no switch does.

use std::io;
use std::path::Path;

use serde_json::{Map, Value, json};

use crate::private;

/// No page is loaded before somebody goes there.
const NO_PREDICTION: u64 = 2;

/// Sets it in a profile that no Chromium has open. Everything else in there stays as it is.
pub(super) fn set(profile: &Path) -> io::Result<()> {
    let folder = profile.join("Default");
    let file = folder.join("Preferences");
    let mut settings: Map<String, Value> = match std::fs::read(&file) {
        Ok(bytes) => serde_json::from_slice(&bytes)?,
        Err(error) if error.kind() == io::ErrorKind::NotFound => Map::new(),
        Err(error) => return Err(error),
    };
    let net = settings.entry("net").or_insert_with(|| json!({}));
    if net["network_prediction_options"] == json!(NO_PREDICTION) {
        return Ok(());
    }
    match net.as_object_mut() {
        Some(net) => drop(net.insert("network_prediction_options".to_owned(), json!(NO_PREDICTION))),
        None => *net = json!({"network_prediction_options": NO_PREDICTION}),
    }
    private::directory(&folder)?;
    // Whole or not at all: a Chromium that finds half of its settings begins anew.
    let mut written = tempfile::NamedTempFile::new_in(&folder)?;
    serde_json::to_writer(&mut written, &settings)?;
    written.persist(&file).map(drop).map_err(|error| error.error)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// N13: what Chromium would load ahead of anybody's act is off, and its own settings are left alone.
    #[test]
    fn prediction_is_off_and_the_rest_stays() {
        let profile = tempfile::tempdir().expect("a folder");
        let read = || -> Value {
            let bytes = std::fs::read(profile.path().join("Default/Preferences")).expect("settings");
            serde_json::from_slice(&bytes).expect("JSON")
        };
        set(profile.path()).expect("it can be set in a fresh profile");
        assert_eq!(read(), json!({"net": {"network_prediction_options": 2}}));
        let theirs = json!({"net": {"quic": 1, "network_prediction_options": 0}, "homepage": "x"});
        std::fs::write(profile.path().join("Default/Preferences"), theirs.to_string()).expect("written");
        set(profile.path()).expect("it can be set in one that was used");
        assert_eq!(read(), json!({"net": {"quic": 1, "network_prediction_options": 2}, "homepage": "x"}));
    }
}
