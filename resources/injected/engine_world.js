// Run first in each world of an attached engine: what a page may read of its cookies and its storage is none of an engine's
// business. The page's own world isn't touched.
for (const [owner, names] of [
  [Document.prototype, ['cookie']],
  [Navigator.prototype, ['storage', 'storageBuckets', 'credentials', 'clipboard', 'serviceWorker']],
  [globalThis, ['cookieStore', 'localStorage', 'sessionStorage', 'indexedDB', 'caches', 'sharedStorage']],
  [Window.prototype, ['cookieStore', 'localStorage', 'sessionStorage', 'indexedDB', 'caches', 'sharedStorage']],
]) {
  for (const name of names) {
    if (name in owner) {
      Object.defineProperty(owner, name, { get: () => undefined, set: () => {}, configurable: false });
    }
  }
}
