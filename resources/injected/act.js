// Acting on an element: is it there, seen, still, enabled; does it get what is sent to its place; did it get it.

const nextFrame = (patience = 40) => new Promise((resolve) => {
  // A page that isn't drawn has no frames.
  const timer = setTimeout(resolve, patience);
  requestAnimationFrame(() => { clearTimeout(timer); resolve(); });
});

const isDisabled = (element) => {
  for (let node = element; node instanceof Element; node = nexus.parent(node)) {
    if (node.getAttribute('aria-disabled') === 'true' || node.inert) return true;
  }
  return element.matches(':disabled');
};

// The part of an element's first box that is in view, or null.
const boxInView = (element) => {
  for (const box of element.getClientRects()) {
    const left = Math.max(box.left, 0), top = Math.max(box.top, 0);
    const right = Math.min(box.right, innerWidth), bottom = Math.min(box.bottom, innerHeight);
    if (right - left >= 1 && bottom - top >= 1) return { left, top, right, bottom };
  }
  return null;
};

const sameBox = (one, other) => one && other && ['left', 'top', 'right', 'bottom'].every((side) => Math.abs(one[side] - other[side]) < 0.5);

// What is really under a point, through shadow roots: what would receive the event.
const elementAt = (x, y) => {
  let found = document.elementFromPoint(x, y);
  for (let root = found && nexus.rootOf(found); root; root = found && nexus.rootOf(found)) {
    const inner = root.elementFromPoint(x, y);
    if (!inner || inner === found) break;
    found = inner;
  }
  return found;
};

const isWithin = (node, element) => {
  for (let each = node; each; each = nexus.parent(each)) if (each === element) return true;
  return false;
};

// A label hands its click to its control.
const reaches = (hit, element) => hit !== null && (isWithin(hit, element) ||
  (element.labels ? [...element.labels].some((label) => isWithin(hit, label)) : false));

// How an element is called in a message: its role and at most its kind, never text of the page.
const describe = (element) => {
  const role = nexus.role(element) || element.localName;
  const number = nexus.numbering.of(element);
  return { role: /^[a-z][a-z0-9-]{0,30}$/.test(role) ? role : 'element', number };
};

// Waits until the element can be pressed, at most as long as asked; answers where.
nexus.ready = async ({ number, patience }) => {
  const end = performance.now() + patience;
  let problem = 'missing';
  bringIntoView(nexus.element(number));
  for (;;) {
    const element = nexus.element(number);
    if (!element) return { problem: 'missing' };
    problem = await readiness(element);
    if (typeof problem === 'object') return problem;
    if (performance.now() > end) return { problem };
    await nextFrame();
  }
};

// Scrolls whatever has to be scrolled, also parts of the page that scroll by themselves and what a fixed bar covers.
const bringIntoView = (element) => {
  const box = element && boxInView(element);
  const isSeen = box && reaches(elementAt((box.left + box.right) / 2, (box.top + box.bottom) / 2), element);
  if (element && !isSeen) element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
};

const readiness = async (element) => {
  if (!nexus.isShown(element) && !element.labels?.length) return 'hidden';
  if (isDisabled(element)) return 'disabled';
  if (!boxInView(element)) element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
  const before = boxInView(element);
  // On a busy machine frames are late, and what moves stands still until the next.
  await nextFrame(250);
  const box = boxInView(element);
  if (!box) return 'out_of_view';
  if (!sameBox(before, box)) return 'moving';
  return { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 };
};

// A press there opens a dialog for files on the person's screen.
const opensFileDialog = (element) => {
  const label = element.closest('label');
  return [element, label?.control].some((control) => control?.localName === 'input' && control.type === 'file');
};

// Right before the press: is it still there, enabled, in the same place, and the one that gets the event?
nexus.hit = ({ number, x, y }) => {
  const element = nexus.element(number);
  if (!element) return { problem: 'missing' };
  if (isDisabled(element)) return { problem: 'disabled' };
  if (['iframe', 'frame', 'object', 'embed'].includes(element.localName)) return { problem: 'frame' };
  if (opensFileDialog(element)) return { problem: 'file' };
  const hit = elementAt(x, y);
  if (reaches(hit, element)) return { problem: null };
  const inPlace = [...element.getClientRects()].some((box) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom);
  if (!inPlace || !hit) return { problem: 'moving' };
  return { problem: 'covered', by: describe(hit) };
};

// Watching an act: whether the element got the event, and whether anything changed because of it.
let watched = null;
nexus.watch = ({ number, kind }) => {
  nexus.unwatch();
  const element = nexus.element(number);
  if (!element) return false;
  const record = { element, delivered: false, changed: false, before: outline(), focused: document.activeElement };
  const seen = (event) => { if (event.isTrusted && event.composedPath().some((node) => reaches(node, element))) record.delivered = true; };
  // What goes away as soon as it is pressed has been pressed.
  const kinds = ['click', 'auxclick', 'contextmenu'].includes(kind) ? [kind, 'mousedown'] : [kind];
  const observer = new MutationObserver(() => { record.changed = true; });
  kinds.forEach((each) => addEventListener(each, seen, true));
  observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  watched = { record, stop() { kinds.forEach((each) => removeEventListener(each, seen, true)); observer.disconnect(); } };
  return true;
};

// The element holds what it was given, however that came about.
const noteDelivered = (element) => { if (watched?.record.element === element) watched.record.delivered = true; };

// The focus that a press brings with it is no news; one that goes on from there is.
const focusWent = ({ element, focused }) => {
  const now = document.activeElement;
  return now !== null && now !== document.body && now !== focused && !isWithin(now, element);
};

// What can change without a change of the tree.
const outline = () => [scrollX, scrollY, ...[...document.querySelectorAll('input, select, textarea, details, dialog')].slice(0, 500)
    .map((element) => [element.checked, element.value, element.open].join())].join('|');

nexus.unwatch = () => { watched?.stop(); watched = null; };

nexus.frame = async () => { await nextFrame(); return true; };

nexus.outcome = async () => {
  await nextFrame();
  if (!watched) return { delivered: false, changed: false };
  const { record } = watched;
  const changed = record.changed || record.before !== outline() || focusWent(record);
  nexus.unwatch();
  return { delivered: record.delivered, changed };
};
