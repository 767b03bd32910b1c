// The document as NEXUS walks it: the flat tree through shadow roots, what is visible, and the numbers of elements.
// Runs in NEXUS's own world; nothing here is visible to the page.

// Tells this document from the ones before and after it in the same frame.
const documentId = crypto.getRandomValues(new Uint32Array(2)).join('-');
nexus.documentId = () => documentId;

const elementOf = new Map(); // number -> WeakRef(element)
const numberOf = new WeakMap(); // element -> number
const closedRoots = new WeakMap(); // host -> closed shadow root, found from outside

nexus.adoptRoot = (root) => { closedRoots.set(root.host, root); allRoots.add(new WeakRef(root)); };

const allRoots = new Set(); // every shadow root that was come across, weakly
const metRoots = new WeakSet();

nexus.numbering = {
  next: 1,
  // Numbers only grow, across documents and frames: the caller says where to go on. What was numbered after the last
  // number that an agent was told is given another one, since another frame may have used it meanwhile.
  begin({ next, taken }) {
    for (const [number, element] of elementOf) {
      const gone = element.deref();
      if (number > taken && gone) numberOf.delete(gone);
      if (number > taken || !gone) elementOf.delete(number);
    }
    this.next = next;
  },
  known: (element) => numberOf.get(element) ?? null,
  of(element) {
    let number = numberOf.get(element);
    if (number === undefined) {
      number = this.next++;
      numberOf.set(element, number);
      elementOf.set(number, new WeakRef(element));
    }
    return number;
  },
};

nexus.element = (number) => {
  const element = elementOf.get(number)?.deref();
  return element?.isConnected ? element : null;
};

nexus.nodeOf = ({ number }) => nexus.element(number);

nexus.rootOf = (element) => {
  const root = element.shadowRoot ?? closedRoots.get(element) ?? null;
  if (root && !metRoots.has(root)) {
    metRoots.add(root);
    allRoots.add(new WeakRef(root));
  }
  return root;
};

// Elements that may hide a closed shadow root: rendered by something else than their children. NEXUS asks Chromium about
// them, once for each size they have.
const suspects = new Map(); // element -> its size
const suspected = new WeakMap(); // element -> the size it had when Chromium was asked
const HOSTS = new Set(['article', 'aside', 'blockquote', 'body', 'div', 'footer', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'header',
  'main', 'nav', 'p', 'section', 'span']);

nexus.suspect = (element) => {
  const isCustom = element.localName.includes('-');
  if (!isCustom && !HOSTS.has(element.localName) || nexus.rootOf(element)) return;
  if (!isCustom && element.firstChild && [...element.children].some((child) => getComputedStyle(child).display !== '')) return;
  if (!isCustom && [...element.childNodes].some((child) => child.nodeType === Node.TEXT_NODE && child.data.trim() !== '' && isRendered(child))) return;
  const size = `${element.offsetWidth}x${element.offsetHeight}`;
  if (size === '0x0' || size === suspected.get(element)) return;
  suspects.set(element, size);
};

const isRendered = (text) => {
  const range = document.createRange();
  range.selectNodeContents(text);
  return range.getClientRects().length > 0;
};

nexus.takeSuspects = () => {
  const taken = [...suspects.keys()];
  for (const [element, size] of suspects) suspected.set(element, size);
  suspects.clear();
  return taken;
};

// The documents' parts that have elements of their own: the document and each shadow root that was come across.
nexus.scopes = () => {
  const scopes = [document];
  for (const reference of allRoots) {
    const root = reference.deref();
    if (!root) allRoots.delete(reference);
    else if (root.isConnected) scopes.push(root);
  }
  return scopes;
};

const FRAMES = new Set(['iframe', 'frame', 'object', 'embed', 'fencedframe']);
nexus.isFrame = (element) => FRAMES.has(element.localName);

// What no reader is told of.
const SKIPPED = new Set(['script', 'style', 'noscript', 'template', 'head', 'meta', 'link', 'datalist', 'br', 'wbr']);
// What a drawing defines, or is called.
const NOT_DRAWN = new Set(['title', 'desc', 'metadata', 'defs', 'symbol', 'clipPath', 'mask', 'marker', 'pattern']);

// The children that are rendered: those of the shadow root, with slots filled.
nexus.children = (node) => {
  const root = node.nodeType === Node.ELEMENT_NODE ? nexus.rootOf(node) : null;
  if (root) return root.childNodes;
  if (node.localName === 'details' && !node.open) return [...node.children].filter((child) => child.localName === 'summary').slice(0, 1);
  if (node.localName === 'slot') {
    const assigned = node.assignedNodes();
    if (assigned.length > 0) return assigned;
  }
  return node.childNodes;
};

nexus.parent = (node) => {
  if (node.assignedSlot) return node.assignedSlot;
  const parent = node.parentNode;
  return parent instanceof ShadowRoot ? parent.host : parent;
};

// Every element, through shadow roots, also in what is closed.
nexus.each = function* (root) {
  for (const child of root.localName === 'details' ? root.childNodes : nexus.children(root)) {
    if (child.nodeType !== Node.ELEMENT_NODE) continue;
    yield child;
    yield* nexus.each(child);
  }
};

const imageOf = (area) => {
  const name = area.closest('map')?.name;
  return name ? area.getRootNode().querySelector(`img[usemap="#${CSS.escape(name)}"]`) : null;
};

// What is drawn for an element: itself, the image for an area of its map, or what is in it or around it where it has no box.
nexus.drawn = (element) => {
  if (element.localName === 'area') return imageOf(element) ?? element;
  const hasNoBox = (node) => getComputedStyle(node).display === 'contents';
  if (!hasNoBox(element)) return element;
  const inner = [...nexus.children(element)].find((child) => child.nodeType === Node.ELEMENT_NODE && nexus.seen(child) !== 'gone');
  if (inner) return nexus.drawn(inner);
  let around = element;
  while (hasNoBox(around)) around = nexus.parent(around);
  return around;
};

// 'gone': neither it nor what is in it is rendered. 'bare': it is invisible, but what is in it may be seen.
// For a walk, which has seen that everything around it is rendered.
nexus.seen = (element) => {
  if (SKIPPED.has(element.localName)) return 'gone';
  const style = getComputedStyle(element.localName === 'area' ? nexus.drawn(element) : element), display = style.display;
  // No style at all: a child of a shadow host that no slot takes.
  if (display === 'none' || display === '') return 'gone';
  if (style.contentVisibility === 'hidden') return 'gone';
  if (NOT_DRAWN.has(element.localName) && element instanceof SVGElement) return 'gone';
  return style.visibility === 'visible' ? 'shown' : 'bare';
};

// The same for an element of which nothing is known.
nexus.visibility = (element) => {
  const seen = nexus.seen(element);
  return seen === 'gone' || nexus.drawn(element).checkVisibility() ? seen : 'gone';
};

// Whether the element itself and everything around it is rendered.
nexus.isShown = (element) => nexus.visibility(element) === 'shown';

const TEXT_TYPES = new Set(['text', 'search', 'tel', 'url', 'email', 'password', 'number', 'date', 'month', 'week', 'time',
  'datetime-local']);

// A field whose content is typed or picked like typed: its value never leaves the document.
nexus.holdsTyped = (element) =>
  (element.localName === 'input' && (TEXT_TYPES.has(element.type) || element.type === 'hidden' || element.type === 'file')) ||
  element.localName === 'textarea' ||
  nexus.isEditingHost(element);

nexus.isEditingHost = (element) =>
  element.isContentEditable === true && nexus.parent(element)?.isContentEditable !== true;

// Anything inside an editable region, the region itself included.
nexus.isEditable = (element) => element.isContentEditable === true;

// A field, or anything in an editable region, also what isn't editable itself there.
nexus.isInTyped = (element) => {
  for (let node = element; node instanceof Element; node = nexus.parent(node)) if (nexus.holdsTyped(node)) return true;
  return false;
};

nexus.squeeze = (text) => text.replace(/[\s\u200b]+/g, ' ').trim();

// Pages can be closed while a walk is under way; a long walk must not freeze them for the person either.
nexus.pause = () => new Promise((resolve) => { const channel = new MessageChannel(); channel.port1.onmessage = resolve; channel.port2.postMessage(0); });
