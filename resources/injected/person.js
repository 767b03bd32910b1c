// Trusted presses, keys and pastes are told to NEXUS, which knows whether an agent sent them.

for (const kind of ['pointerdown', 'keydown', 'paste', 'drop']) {
  addEventListener(kind, (event) => { if (event.isTrusted) globalThis.nexusPersonPressed?.(kind); }, { capture: true, passive: true });
}
