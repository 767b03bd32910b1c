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

// Where an element is, or a text.
const boxesOf = (node) => {
  if (node.nodeType === Node.TEXT_NODE) {
    const range = document.createRange();
    range.selectNodeContents(node);
    return range.getClientRects();
  }
  return node.localName === 'area' ? [boxOfArea(node)] : node.getClientRects();
};

// The box of an area's shape, whose middle is in it; of a polygon the corners' middle. Chromium counts from the image's border.
const boxOfArea = (area) => {
  const around = nexus.drawn(area).getBoundingClientRect(), { left, top } = around;
  const numbers = area.coords.split(/[\s,;]+/).map(Number);
  const middle = (odd) => numbers.filter((_, at) => at % 2 === odd).reduce((sum, each) => sum + 2 * each / numbers.length, 0);
  switch (area.shape) {
    case 'default': return around;
    case 'circle': case 'circ': {
      const [x, y, radius] = numbers;
      return new DOMRect(left + x - radius, top + y - radius, 2 * radius, 2 * radius);
    }
    case 'poly': case 'polygon': return new DOMRect(left + middle(0) - 1, top + middle(1) - 1, 2, 2);
    default: {
      const [x, y, right, bottom] = numbers;
      return new DOMRect(left + x, top + y, right - x, bottom - y);
    }
  }
};

// The part of the first box of an element or text that is in view, or null. An element that has no size of its own, as a
// link around a floating picture, has that of what is in it.
const boxInView = (node) => {
  let isEmpty = true;
  for (const box of boxesOf(node)) {
    if (box.width > 0 && box.height > 0) isEmpty = false;
    const left = Math.max(box.left, 0), top = Math.max(box.top, 0);
    const right = Math.min(box.right, innerWidth), bottom = Math.min(box.bottom, innerHeight);
    if (right - left >= 1 && bottom - top >= 1) return { left, top, right, bottom };
  }
  for (const child of isEmpty ? nexus.children(node) : []) {
    const isRendered = child instanceof Text || (child instanceof Element && nexus.visibility(child) !== 'gone');
    const box = isRendered ? boxInView(child) : null;
    if (box) return box;
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

// How an element is called in a message: its role, and its number if an agent may know it; never text of the page.
const describe = (element) => {
  const role = nexus.role(element) || element.localName;
  return { role: /^[a-z][a-z0-9]{0,30}$/.test(role) ? role : 'element', number: nexus.numbering.known(element) };
};

// Waits until the element can be used, at most as long as asked; answers where, and how large what is seen of it is. `press`:
// until nothing covers it, too. `quick`: what nothing animates isn't watched for a frame, because the guard will see whether it
// moved. `means`: what an act that uses it so would touch there. `field`: whether it has to take text; answers which kind it is.
// `act`: from then on the guard lets this act's input through. `focus`: a field for typing has the focus then, too.
nexus.ready = async ({ number, patience, press, quick, means, field, act: begun, focus }) => {
  const { kind } = field ? nexus.field({ number }) : { kind: null };
  if (kind !== null && !TAKES_TEXT.has(kind)) return { kind, problem: kind };
  const end = performance.now() + patience;
  let found = { problem: 'missing' }, hit = null;
  bringIntoView(nexus.element(number));
  for (;;) {
    const element = nexus.element(number);
    if (!element) return { problem: 'missing' };
    found = await readiness(element, quick);
    hit = !found.problem && press ? nexus.hit({ number, ...found }) : null;
    if ((!found.problem && (hit?.problem ?? null) === null) || performance.now() > end) break;
    await nextFrame();
  }
  const { problem, x, y, box } = found;
  if (problem) return { problem };
  if (hit && hit.problem !== null) return hit;
  const element = nexus.element(number);
  if (begun) begin(begun, element, x, y);
  const facts = means ? evidenceOf(element, means, x, y) : [];
  // Where it had to be waited for, the one who asked looks again first: control may have gone elsewhere meanwhile.
  const isFocused = focus !== null && kind === 'typed' && !isLate(focus.sent);
  const refused = isFocused ? nexus.focusField({ number, ...focus }).problem : null;
  if (refused !== null) return { kind, problem: refused };
  return { x, y, size: [box.right - box.left, box.bottom - box.top], kind, isFocused, facts };
};

// From here on an act's input goes through, and what it changes is seen.
const begin = (begun, element, x, y) => {
  const hit = begun.means === 'press' ? elementAt(x, y) : null;
  guardAct(begun, element, hit && isWithin(hit, element) ? pressedIn(element, hit) : element);
  if (!begun.within || !watched) watch(element);
};

// For an act that needs no place: it goes to a field as it is, or without a number to what has the focus.
nexus.begin = (begun) => {
  const element = aimOf(begun);
  if (element) begin(begun, element, 0, 0);
  return { isThere: element !== null, facts: element ? evidenceOf(element, begun.means, 0, 0) : [] };
};

// Scrolls whatever has to be scrolled, also parts of the page that scroll by themselves and what a fixed bar covers.
const bringIntoView = (element) => {
  const box = element && boxInView(element);
  const isSeen = box && reaches(elementAt((box.left + box.right) / 2, (box.top + box.bottom) / 2), element);
  if (element && !isSeen) scrollTo(element);
};

const scrollTo = (element) => nexus.drawn(element).scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });

const readiness = async (element, quick) => {
  if (!nexus.isShown(element) && !element.labels?.length) return { problem: 'hidden' };
  if (isDisabled(element)) return { problem: 'disabled' };
  let isScrolled = false;
  if (!boxInView(element)) {
    scrollTo(element);
    isScrolled = true;
  }
  const before = boxInView(element);
  if (isScrolled || !quick || isAnimated(element)) {
    // On a busy machine frames are late, and what moves stands still until the next.
    await nextFrame(250);
  }
  const box = boxInView(element);
  if (!box) return { problem: 'out_of_view' };
  if (!sameBox(before, box)) return { problem: 'moving' };
  return { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2, box };
};

const isAnimated = (element) => document.getAnimations().length > 0 || (element.getRootNode().getAnimations?.().length ?? 0) > 0;

// The field for files that an element is, or whose label it is in: a press there opens a dialog on the person's screen.
const fileFieldOf = (element) =>
  [element, element.closest('label')?.control].find((control) => control?.localName === 'input' && control.type === 'file') ?? null;

// Right before the press: is it still there, enabled, in the same place, and the one that gets the event?
nexus.hit = ({ number, x, y }) => {
  const element = nexus.element(number);
  if (!element) return { problem: 'missing' };
  if (isDisabled(element)) return { problem: 'disabled' };
  if (nexus.isFrame(element)) return { problem: 'frame' };
  if (fileFieldOf(element)) return { problem: 'file' };
  const hit = elementAt(x, y);
  if (reaches(hit, element)) return { problem: null };
  if (getComputedStyle(element).pointerEvents === 'none') return { problem: 'no_pointer' };
  const box = boxInView(element);
  const inPlace = box && x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
  if (!inPlace || !hit) return { problem: 'moving' };
  return { problem: 'covered', by: describe(hit) };
};

// Scrolls to an element that is in view of its own document, but not of the ones around.
nexus.reveal = ({ number }) => {
  const element = nexus.element(number);
  if (element) scrollTo(element);
  return true;
};

// Where a point of a frame's document is in this one.
nexus.through = async ({ number, x, y }) => {
  const frame = nexus.element(number);
  if (!frame || !nexus.isFrame(frame)) return { problem: 'missing' };
  if (!nexus.isShown(frame)) return { problem: 'hidden' };
  const box = frame.getBoundingClientRect(), style = getComputedStyle(frame);
  const across = box.width / frame.offsetWidth || 1, down = box.height / frame.offsetHeight || 1;
  const at = {
    x: box.left + (frame.clientLeft + parseFloat(style.paddingLeft) + x) * across,
    y: box.top + (frame.clientTop + parseFloat(style.paddingTop) + y) * down,
    across, down,
  };
  const isInView = at.x >= 0 && at.y >= 0 && at.x < innerWidth && at.y < innerHeight;
  return isInView ? at : { problem: 'out_of_view' };
};

// Whether a point of this document reaches the frame and nothing over it.
nexus.reachesFrame = ({ number, x, y }) => {
  const frame = nexus.element(number);
  if (!frame) return { problem: 'missing' };
  const hit = elementAt(x, y);
  return hit === frame ? { problem: null } : hit ? { problem: 'covered', by: describe(hit) } : { problem: 'out_of_view' };
};

// Watching an act: what changed because of it.
let watched = null;
const CHANGED_PLACES = 8; // more than these, and a new snapshot tells it better

const watch = (element) => {
  nexus.unwatch();
  const record = {
    element, changed: false, places: new Set(), before: outline(), focused: document.activeElement,
    state: statesOf(element, nexus.role(element)),
  };
  const observer = new MutationObserver((mutations) => { record.changed = true; mutations.forEach((mutation) => notePlaces(record.places, mutation)); });
  for (const scope of nexus.scopes()) observer.observe(scope, { subtree: true, childList: true, attributes: true, characterData: true });
  watched = {
    record,
    takeIn() { if (observer.takeRecords().map((mutation) => notePlaces(record.places, mutation)).length) record.changed = true; },
    stop() { observer.disconnect(); },
  };
};

const notePlaces = (places, { type, target, addedNodes }) => {
  if (places.size > 200) return;
  if (type === 'attributes') places.add(target);
  else if (type === 'characterData') places.add(target.parentElement);
  else {
    const added = [...addedNodes].filter((node) => node.nodeType === Node.ELEMENT_NODE && !SKIPPED.has(node.localName));
    (added.length ? added : [target]).forEach((node) => places.add(node instanceof ShadowRoot ? node.host : node));
  }
};

// The element holds what it was given, however that came about.
const noteDelivered = (element) => { if (act?.element === element) act.isTold = true; };

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

// What is pressed goes away at times before it could be clicked, or opens something over itself: it has been pressed. Of a move
// or a drop each event tells.
const isDelivered = ({ isTold, delivered: last, means, element }) =>
  isTold || (last !== null && (means !== 'press' || !element.isConnected || !nexus.isShown(element) || opensByPress(element)));

const opensByPress = (element) => element.localName === 'select' || element.closest('[aria-haspopup], [aria-expanded], [role="combobox"]') !== null;

// Ends the act: whether the element got its input, what kept it, and what an agent would see of what changed, if that isn't much.
nexus.outcome = async ({ typed, ...options }) => {
  const holds = typed && nexus.holds(typed);
  watched?.takeIn();
  // What has changed already is told without waiting for the next frame; what a page does in that one is a later change.
  await (watched?.record.changed ? new Promise((resolve) => { setTimeout(resolve); }) : nextFrame());
  const ended = endAct();
  if (!watched || !ended) return { delivered: false, changed: false, holds };
  watched.takeIn();
  const { record } = watched;
  const stateChanged = record.element.isConnected && record.state !== statesOf(record.element, nexus.role(record.element));
  const changed = record.changed || stateChanged || record.before !== outline() || focusWent(record);
  nexus.unwatch();
  const isDone = isDelivered(ended);
  // A press that came whole, or whose element went with it, isn't undone by what the guard kept from what came in its place.
  const failed = isDone && ['missed', 'moved'].includes(ended.failed?.problem) ? null : ended.failed;
  const part = changed && !failed ? await changedPart(record, stateChanged, options) : null;
  return { delivered: isDone, failed, partly: ended.delivered !== null, changed, part, holds };
};

// The least that shows a change: no place within another, and each with enough around it to be understood.
const changedPart = async ({ element, places }, stateChanged, options) => {
  if (stateChanged) places.add(element);
  const shown = new Set([...places].map(meaningful).filter(Boolean));
  const outer = [...shown].filter((place) => ![...shown].some((other) => other !== place && isWithin(place, other)));
  if (!outer.length || outer.length > CHANGED_PLACES) return null;
  outer.sort((one, other) => (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1));
  nexus.numbering.begin(options);
  framesFound = [];
  const walk = new Walk({ ...options, interactiveOnly: false });
  const steps = function* () { for (const place of outer) yield* walk.element(place, 0, nexus.visibility(place), true); };
  const isFull = await walk.run(steps());
  return isFull || !walk.parts.length ? null : walk.found(0);
};

const meaningful = (place) => {
  let element = place;
  for (let steps = 0; element instanceof Element && steps < 4; steps += 1) {
    const role = nexus.role(element);
    if (role !== '' && !INLINE.has(role) && role !== 'paragraph') break;
    const around = nexus.parent(element);
    if (!(around instanceof Element) || around === document.body || textWithout(around, null).length > 200) break;
    element = around;
  }
  if (!(element instanceof Element) || !element.isConnected || element === document.documentElement || element === document.body) return null;
  if (SKIPPED.has(element.localName) || nexus.isInTyped(nexus.parent(element))) return null;
  return nexus.visibility(element) === 'gone' || element.closest('[aria-hidden="true"]') ? null : element;
};
