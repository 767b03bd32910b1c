// Scrolling and dragging: what there is to scroll, and whether the page took up a drag.

const scrollers = (element) => {
  const found = [];
  for (let node = element; node instanceof Element; node = nexus.parent(node)) {
    if (node.scrollHeight > node.clientHeight || node.scrollWidth > node.clientWidth) found.push(node);
  }
  if (document.scrollingElement && !found.includes(document.scrollingElement)) found.push(document.scrollingElement);
  return found;
};

const places = (nodes) => nodes.map((node) => `${node.scrollLeft},${node.scrollTop}`).join('|');

let scrolling = null;

// The middle of what is in view of the element, or of the page.
nexus.beginScroll = ({ number }) => {
  const element = number === null ? document.scrollingElement ?? document.documentElement : nexus.element(number);
  if (!element) return { problem: 'missing' };
  if (number !== null && !boxInView(element)) scrollTo(element);
  const box = number === null ? { left: 0, top: 0, right: innerWidth, bottom: innerHeight } : boxInView(element);
  if (!box) return { problem: 'out_of_view' };
  const at = { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 };
  const nodes = scrollers(elementAt(at.x, at.y) ?? element);
  scrolling = { nodes, before: places(nodes) };
  return at;
};

// Waits until nothing of it moves any more: pages may scroll smoothly.
nexus.endScroll = async () => {
  if (!scrolling) return { moved: false };
  const { nodes, before } = scrolling;
  scrolling = null;
  const end = performance.now() + 800;
  let still = 0;
  for (let last = places(nodes); still < 3 && performance.now() < end;) {
    await nextFrame(60);
    const now = places(nodes);
    still = now === last ? still + 1 : 0;
    last = now;
  }
  return { moved: places(nodes) !== before };
};

// Scrolls an element into view; tells whether anything moved.
nexus.show = async ({ number }) => {
  const element = nexus.element(number);
  if (!element) return { problem: 'missing' };
  const nodes = scrollers(element), before = places(nodes);
  scrollTo(element);
  await nextFrame();
  if (!boxInView(element)) return { problem: nexus.isShown(element) ? 'out_of_view' : 'hidden' };
  return { moved: places(nodes) !== before };
};

// Whether the element is one that the page has the browser drag.
let dragged = null;
nexus.watchDrag = ({ number }) => {
  dragged?.stop();
  const record = { started: false };
  const seen = (event) => { setTimeout(() => { record.started = !event.defaultPrevented; }); };
  addEventListener('dragstart', seen, true);
  dragged = { record, stop: () => removeEventListener('dragstart', seen, true) };
  return nexus.element(number) !== null;
};

// How the drag began: whether what is dragged got the press, and whether the browser drags it.
nexus.dragBegun = async () => {
  await nextFrame();
  await nextFrame();
  const byBrowser = dragged?.record.started ?? false;
  dragged?.stop();
  dragged = null;
  return { pressed: act !== null && act.delivered !== null && !act.failed, byBrowser };
};
