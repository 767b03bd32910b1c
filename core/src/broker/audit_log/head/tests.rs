use super::*;
use crate::store::AuditEntry;

const SOON: Duration = Duration::from_secs(10);
const AFTER_TESTED: Duration = Duration::from_millis(20);

/// Waits until the vault holds the log's end.
async fn kept(store: &Store, vault: &Vault) {
    let wanted = store.audit_head().expect("a head");
    let is_kept = async {
        while AuditHead::kept_in(vault).expect("the private file").as_ref() != Some(&wanted) {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(SOON, is_kept).await.expect("the end is kept");
}

/// I13: the end is kept a while after something was written; while nothing is, nothing is done.
#[tokio::test]
async fn the_end_is_kept_after_entries_and_only_then() {
    let dir = tempfile::tempdir().expect("a folder");
    let store = Arc::new(Store::open(dir.path()).expect("a store"));
    let vault = Arc::new(Vault::without_keychain(dir.path()));
    vault.choose_file().expect("a private file");
    let written = Arc::new(Notify::new());
    let (stop, stopped) = watch::channel(false);
    let keeper = HeadKeeper::new(Arc::clone(&store), Arc::clone(&vault), Arc::clone(&written), AFTER_TESTED);
    let running = tokio::spawn(keeper.run(stopped));
    for number in 1..=2 {
        store.append(&AuditEntry::of_nexus(format!("act {number}"))).expect("an entry");
        tokio::time::sleep(AFTER_TESTED * 10).await;
        let before = AuditHead::kept_in(&vault).expect("the private file").map(|head| head.number().0);
        assert_eq!(before.unwrap_or_default(), number - 1, "nobody told it");
        written.notify_one();
        kept(&store, &vault).await;
    }
    stop.send_replace(true);
    running.await.expect("it ends when it is stopped");
}
