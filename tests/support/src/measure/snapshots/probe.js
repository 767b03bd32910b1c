// Tells for how long at a time the page's main thread came to nothing else. A timer that is due every few milliseconds
// looks at the clock.
(() => {
  let last = 0, longest = 0;
  const look = () => { const now = performance.now(); longest = Math.max(longest, now - last); last = now; };
  const reset = () => { last = performance.now(); longest = 0; };
  const frame = () => new Promise(requestAnimationFrame);
  globalThis.probe = {
    // Waits until the page has been laid out and painted and its own work is done.
    async settle() {
      document.body.getBoundingClientRect();
      await frame();
      await frame();
      await new Promise((idle) => { requestIdleCallback(idle, { timeout: 2000 }); });
    },
    reset,
    longest() { look(); return longest; },
    // The same for a time in which nobody asks anything.
    async control(millis) {
      reset();
      await new Promise((done) => { setTimeout(done, millis); });
      return this.longest();
    },
  };
  setInterval(look, 1);
})();
