use super::*;

fn press() -> [Press; 2] {
    [Press::Down(Held::Button("left")), Press::Up(Held::Button("left"))]
}

/// A03: what was permitted before a take-over is not written after it.
#[test]
fn input_of_an_older_epoch_is_turned_away() {
    let gate = Gate::new(Epoch(3));
    assert!(gate.admit_inputs(Epoch(3), &press()));
    gate.raise(Epoch(4));
    assert!(!gate.admit_inputs(Epoch(3), &press()));
    assert!(!gate.admits(Epoch(3)));
    assert!(gate.admits(Epoch(4)));
}

/// A03: a later, lower value never reopens the gate.
#[test]
fn the_floor_never_falls() {
    let gate = Gate::new(Epoch(5));
    gate.raise(Epoch(2));
    assert_eq!(gate.floor(), Epoch(5));
}

/// A03: the second step of a take-over waits for exactly what was written.
#[tokio::test]
async fn settled_waits_for_every_acknowledgement() {
    let gate = Gate::new(Epoch(0));
    assert!(gate.admit_inputs(Epoch(0), &press()));
    gate.acknowledge();
    assert!(!gate.is_settled());
    let waiting = gate.settled();
    tokio::pin!(waiting);
    assert!(futures_pending(&mut waiting).await);
    gate.acknowledge();
    waiting.await;
}

async fn futures_pending(future: &mut (impl Future<Output = ()> + Unpin)) -> bool {
    tokio::time::timeout(std::time::Duration::from_millis(5), future).await.is_err()
}

/// A03: what an interrupted act leaves down is known, so that NEXUS can release it.
#[test]
fn a_press_without_its_release_is_remembered_once() {
    let gate = Gate::new(Epoch(0));
    assert!(gate.admit_inputs(Epoch(0), &press()));
    assert_eq!(gate.take_held(), []);
    assert!(gate.admit_inputs(Epoch(0), &[Press::Down(Held::Key("Shift".into()))]));
    assert_eq!(gate.take_held(), [Held::Key("Shift".into())]);
    assert_eq!(gate.take_held(), []);
}
