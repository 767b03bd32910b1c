// Roles and names: Chromium's own where it tells them, with whatever was typed left out.

const IMPLICIT_ROLES = {
  a: (e) => (e.hasAttribute('href') ? 'link' : ''), area: (e) => (e.hasAttribute('href') ? 'link' : ''),
  article: 'article', aside: 'complementary', button: 'button', dialog: 'dialog', fieldset: 'group', figure: 'figure',
  footer: 'contentinfo', form: 'form', h1: 'heading', h2: 'heading', h3: 'heading', h4: 'heading', h5: 'heading', h6: 'heading',
  header: 'banner', hr: 'separator', iframe: 'iframe', frame: 'iframe', img: 'img', input: (e) => INPUT_ROLES[e.type] ?? 'textbox',
  li: 'listitem', main: 'main', menu: 'list', meter: 'meter', nav: 'navigation', ol: 'list', optgroup: 'group', option: 'option',
  output: 'status', p: 'paragraph', progress: 'progressbar', search: 'search', section: (e) => (named(e) ? 'region' : ''),
  select: (e) => (e.multiple || e.size > 1 ? 'listbox' : 'combobox'), summary: 'button', svg: 'img', table: 'table',
  td: 'cell', textarea: 'textbox', th: 'columnheader', tr: 'row', ul: 'list', video: 'video', audio: 'audio', canvas: 'canvas',
};
const INPUT_ROLES = {
  button: 'button', checkbox: 'checkbox', image: 'button', number: 'spinbutton', radio: 'radio', range: 'slider',
  reset: 'button', search: 'searchbox', submit: 'button', color: 'button', file: 'button',
};
const SAME_ROLE = { image: 'img', none: '', presentation: '', ignored: '' };
const named = (element) => element.hasAttribute('aria-label') || element.hasAttribute('aria-labelledby');

// Chromium takes longer to tell a role than a walk takes for all the rest. It isn't asked about the commonest elements where
// what they are depends on nothing else.
const isPlain = (element) => {
  if (!(element instanceof HTMLElement) || element.hasAttribute('role')) return false;
  const isPlainHere = PLAIN_WHERE[element.localName];
  return typeof isPlainHere === 'function' ? isPlainHere(element) : isPlainHere === true;
};
const isPlainItem = (item) => ['ul', 'ol'].includes(item.parentNode.localName) && !item.parentNode.hasAttribute('role') &&
  item.closest('[role*="doc-"]') === null;
const isPlainBox = (element) => {
  const style = getComputedStyle(element);
  return PLAIN_DISPLAYS.has(style.display) && style.content === 'normal' && element.getAttributeNames().every((name) => MEANINGLESS.test(name));
};
const PLAIN_WHERE = {
  h1: true, h2: true, h3: true, h4: true, h5: true, h6: true, p: true, ul: true, ol: true, li: isPlainItem, div: isPlainBox, span: isPlainBox,
  a: (e) => e.hasAttribute('href'),
};
const PLAIN_DISPLAYS = new Set(['block', 'inline', 'inline-block', 'flex', 'inline-flex', 'grid', 'inline-grid']);
const MEANINGLESS = /^(class|id|style|for|data-.*)$/;

// A part of a drawing that nobody gave a role or a name. Chromium has roles for these and leaves them out of its tree.
const isMereShape = (element) => element instanceof SVGElement && !['svg', 'a'].includes(element.localName) && !element.hasAttribute('role') &&
  !AUTHORED.some((name) => element.hasAttribute(name)) && ![...element.children].some((child) => child.localName === 'title');

// The role, or '' for a wrapper that means nothing.
nexus.role = (element) => {
  if (isMereShape(element)) return '';
  const own = IMPLICIT_ROLES[element.localName];
  const implicit = typeof own === 'function' ? own(element) : own ?? '';
  if (isPlain(element) && !nexus.isEditingHost(element)) return implicit;
  const computed = element.computedRole;
  if (nexus.isEditingHost(element) && (!computed || computed === 'generic')) return 'textbox';
  if (computed === undefined) return element.getAttribute('role')?.trim().split(/\s+/)[0] || implicit;
  if (computed === '') return implicit;
  if (computed === 'generic') return '';
  return SAME_ROLE[computed] ?? computed;
};

const FROM_CONTENT = new Set(['button', 'cell', 'checkbox', 'columnheader', 'gridcell', 'heading', 'link', 'menuitem',
  'menuitemcheckbox', 'menuitemradio', 'option', 'radio', 'row', 'rowheader', 'switch', 'tab', 'tooltip', 'treeitem']);
nexus.namedByContent = (role) => FROM_CONTENT.has(role);

const UNNAMED = new Set(['listitem', 'paragraph', 'list', 'main', 'banner', 'contentinfo', 'navigation', 'article', 'blockquote', 'code',
  'strong', 'emphasis', 'term', 'definition', 'rowgroup', 'separator']);
const AUTHORED = ['aria-label', 'aria-labelledby', 'title'];

// The name. Chromium's includes the values of fields that a label, aria-labelledby or the content pulls in; those names are
// worked out anew without them.
nexus.name = (element, role) => {
  // Most elements have neither a name of their own nor one from what they hold.
  if (UNNAMED.has(role) && !AUTHORED.some((name) => element.hasAttribute(name))) return '';
  const plain = 'labels' in element ? plainLabel(element) : null;
  if (plain !== null) return plain;
  const computed = element.computedName;
  // Chromium's tree has areas of image maps where it doesn't look for them.
  const isUntold = computed === undefined || element.localName === 'area';
  if (computed === '' && !isUntold) return '';
  if (isUntold || pullsInTyped(element)) return ownName(element, role);
  return nexus.squeeze(computed);
};

// Whether there is a field in a subtree, or something is moved into it whose place is elsewhere.
const containsTyped = (node, except = null) => {
  for (const inner of nexus.each(node)) {
    if (inner !== except && nexus.holdsTyped(inner) || inner.hasAttribute('aria-owns')) return true;
  }
  return node.hasAttribute('aria-owns');
};

const byId = (element, id) => element.getRootNode().getElementById?.(id) ?? document.getElementById(id);
const referenced = (element, attribute) =>
  (element.getAttribute(attribute) ?? '').split(/\s+/).filter(Boolean).map((id) => byId(element, id)).filter(Boolean);

// The part of some elements that names them.
const captionOf = (element) => {
  const kind = { fieldset: 'legend', figure: 'figcaption', table: 'caption' }[element.localName];
  return kind ? [...element.children].find((child) => child.localName === kind) ?? null : null;
};

// The labels of all fields of a walk. Chromium looks through the whole document for those of one field, so one look serves all,
// until the page changes something that they may depend on.
nexus.Labels = class {
  found = new Map(); // root → control → labels
  observer = new MutationObserver((changes) => this.judge(changes));

  judge(changes) {
    const isElement = (node) => node.nodeType === Node.ELEMENT_NODE;
    if (changes.some(({ type, addedNodes, removedNodes }) => type === 'attributes' || [...addedNodes, ...removedNodes].some(isElement))) this.found.clear();
  }

  of(element) {
    const root = element.getRootNode();
    if (!(root instanceof Document || root instanceof ShadowRoot)) return [];
    this.judge(this.observer.takeRecords());
    if (!this.found.has(root)) this.found.set(root, this.look(root));
    return this.found.get(root).get(element) ?? [];
  }

  look(root) {
    this.observer.observe(root, { subtree: true, childList: true, attributeFilter: ['for', 'id', 'type'] });
    const found = new Map();
    for (const label of root.querySelectorAll('label')) {
      const control = label.control, labels = found.get(control);
      if (labels) labels.push(label); else if (control) found.set(control, [label]);
    }
    return found;
  }

  end() { this.observer.disconnect(); }
};

// Those of the walk whose slice it is.
let labelled = null;
nexus.knowing = (labels, work) => {
  labelled = labels;
  try { return work(); } finally { labelled = null; }
};
const labelsOf = (element) => ('labels' in element ? labelled?.of(element) ?? [...(element.labels ?? [])] : []);

// What a field is called by the one label it has, if nothing else can have a part in that: Chromium, which looks for the
// label, isn't asked then. Otherwise null.
const plainLabel = (element) => {
  if (!labelled || element.type === 'file' || ['role', 'aria-label', 'aria-labelledby'].some((name) => element.hasAttribute(name))) return null;
  const [label, ...others] = labelsOf(element);
  if (!label || others.length > 0 || nexus.isEditable(label) || label.closest('[aria-hidden], [inert]')) return null;
  if (!label.checkVisibility({ contentVisibilityAuto: true })) return null;
  return nexus.squeeze(plainText(label, element) ?? '') || null;
};

const plainText = (node, field) => {
  if (!isPlainBox(node) || !isPlainlyWritten(node)) return null;
  let text = '';
  for (const child of node.childNodes) {
    const inner = child === field ? ' ' : child.nodeType === Node.ELEMENT_NODE ? plainText(child, field) : child.nodeType === Node.TEXT_NODE ? child.data : '';
    if (inner === null) return null;
    text += inner;
  }
  return node.localName === 'div' ? ` ${text} ` : text;
};

// What is read is what is in the document.
const isPlainlyWritten = (element) => {
  const { display, visibility, contentVisibility, textTransform, webkitTextSecurity } = getComputedStyle(element);
  const hasUsual = { label: PLAIN_DISPLAYS.has(display), span: display === 'inline', div: display === 'block' }[element.localName];
  return hasUsual && visibility === 'visible' && contentVisibility === 'visible' && textTransform === 'none' && webkitTextSecurity === 'none' &&
    !nexus.rootOf(element) &&
    ['::before', '::after'].every((part) => ['none', 'normal'].includes(getComputedStyle(element, part).content));
};

const pullsInTyped = (element) => {
  const labelledBy = element.hasAttribute('aria-labelledby') ? referenced(element, 'aria-labelledby') : [];
  if (labelledBy.some((other) => nexus.isInTyped(other) || containsTyped(other) || drawsOn(other))) return true;
  // A text field isn't named by what it holds; an editable region and a choice of files can be.
  const isText = ['input', 'textarea'].includes(element.localName) && !(element.type === 'file' && element.files.length);
  if (nexus.holdsTyped(element) && !isText || element.hasAttribute('aria-owns')) return true;
  if (labelsOf(element).some((label) => containsTyped(label, element))) return true;
  const caption = captionOf(element);
  if (caption) return nexus.holdsTyped(caption) || containsTyped(caption);
  return !element.getAttribute('aria-label')?.trim() && element.firstElementChild !== null && containsTyped(element);
};

// Whether another element's own name, where it is a part of this one's, comes from a field.
const drawsOn = (other) => {
  const further = [other, ...other.querySelectorAll('[aria-labelledby]')].flatMap((each) => referenced(each, 'aria-labelledby'));
  return further.some((each) => nexus.isInTyped(each) || containsTyped(each));
};

const ownName = (element, role) => {
  const labelledBy = referenced(element, 'aria-labelledby').map((other) => labelOf(other)).join(' ');
  const label = element.getAttribute('aria-label') ?? '';
  const labels = labelsOf(element).map((each) => textWithout(each, element)).join(' ');
  const caption = captionOf(element);
  const named = caption ?? (nexus.namedByContent(role) ? element : null);
  const content = named && !nexus.isInTyped(named) ? textWithout(named, null) : '';
  const buttonValue = element.localName === 'input' && ['submit', 'button', 'reset'].includes(element.type) ? element.value : '';
  const rest = element.getAttribute('alt') ?? element.getAttribute('title') ?? element.getAttribute('placeholder') ?? '';
  const candidates = [labelledBy, label, labels, buttonValue, content, rest];
  return nexus.squeeze(candidates.find((candidate) => nexus.squeeze(candidate) !== '') ?? '');
};

// What another element's name takes from this one: its own label or text, never its value.
const labelOf = (element) => {
  if (nexus.isInTyped(element)) return element.getAttribute('aria-label') ?? '';
  return element.getAttribute('aria-label') ?? (textWithout(element, null) || (element.getAttribute('title') ?? ''));
};

// The text of a subtree without typed content and without one element.
const textWithout = (node, left) => {
  let text = '';
  for (const child of nexus.children(node)) {
    if (child.nodeType === Node.TEXT_NODE) text += child.data;
    if (child.nodeType !== Node.ELEMENT_NODE) continue;
    if (child === left || nexus.holdsTyped(child)) { text += ' '; continue; }
    if (['script', 'style', 'select', 'option', 'datalist'].includes(child.localName)) continue;
    if (nexus.visibility(child) === 'gone') continue;
    text += ` ${child.localName === 'img' ? child.alt : textWithout(child, left)} `;
  }
  return text;
};
