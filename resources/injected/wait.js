// Waiting for the page: each change of it is looked at as it happens. What is looked for is looked for in what an agent may
// read, so that waiting tells no more than reading (a guess at a typed value never comes true).

nexus.waitFor = ({ kind, text, number, patience }) => new Promise((resolve) => {
  const holds = () => {
    // A document that has only begun holds nothing yet: that isn't what "gone" means.
    if (kind === 'gone' && document.readyState === 'loading') return false;
    if (kind === 'visible') { const element = nexus.element(number); return element !== null && nexus.isShown(element); }
    const found = nexus.squeeze(nexus.readText(document.body ?? document.documentElement)).includes(nexus.squeeze(text));
    return kind === 'text' ? found : !found;
  };
  let planned = false;
  const look = () => {
    planned = false;
    if (holds()) return finish(true);
    watchRoots();
  };
  const plan = () => {
    if (planned) return;
    planned = true;
    nexus.pause().then(look);
  };
  const observer = new MutationObserver(plan);
  // A new shadow root is no mutation, but what it shows takes place.
  const sizes = new ResizeObserver(plan);
  const observe = (root) => observer.observe(root, { subtree: true, childList: true, attributes: true, characterData: true });
  const watchRoots = () => {
    for (const element of nexus.each(document)) {
      const root = nexus.rootOf(element);
      if (root) observe(root);
    }
    if (document.body) sizes.observe(document.body);
  };
  const EVENTS = ['readystatechange', 'load', 'transitionend', 'animationend', 'toggle', 'resize', 'hashchange', 'popstate'];
  const timer = setTimeout(() => finish(false), patience);
  const finish = (found) => {
    clearTimeout(timer);
    observer.disconnect();
    sizes.disconnect();
    EVENTS.forEach((name) => removeEventListener(name, plan, true));
    resolve(found);
  };
  observe(document);
  EVENTS.forEach((name) => addEventListener(name, plan, true));
  look();
});
