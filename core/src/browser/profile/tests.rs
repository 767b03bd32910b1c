use super::*;

/// N18, L28: nobody else can read a profile, and an isolated one is discarded with its Window (N19).
#[test]
fn an_isolated_profile_is_private_and_temporary() {
    let scratch = tempfile::tempdir().expect("a scratch directory");
    let profiles = scratch.path().join("profiles");
    let profile = IsolatedProfile::create(&profiles).expect("a profile");
    let path = profile.path();
    for directory in [&profiles, &path] {
        let mode = directory.metadata().expect("it exists").permissions().mode();
        assert_eq!(mode & 0o777, 0o700, "{}", directory.display());
    }
    drop(profile);
    assert!(!path.exists());
}
