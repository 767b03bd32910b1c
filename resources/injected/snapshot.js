// The accessibility snapshot: an indented list of what a person using assistive technology would find.

const INTERACTIVE = new Set(['button', 'checkbox', 'combobox', 'link', 'listbox', 'menuitem', 'menuitemcheckbox', 'menuitemradio',
  'option', 'radio', 'scrollbar', 'searchbox', 'slider', 'spinbutton', 'switch', 'tab', 'textbox', 'treeitem', 'gridcell']);
// What nobody acts on or asks a part below gets no reference, unless the page made it clickable.
const UNREFERENCED = new Set(['paragraph', 'listitem', 'strong', 'emphasis', 'code', 'deletion', 'insertion', 'subscript',
  'superscript', 'time', 'mark', 'term', 'definition', 'caption', 'rowgroup', 'row', 'cell', 'blockquote', 'separator']);
const WRAPPERS = new Set(['paragraph', 'listitem', 'blockquote', 'rowgroup', 'term', 'definition']);
const INLINE = new Set(['', 'strong', 'emphasis', 'mark', 'code', 'subscript', 'superscript', 'time', 'deletion', 'insertion']);
const SLICE_MS = 10; // how long a walk goes on before it lets the page work
const SHOWN_CHOICES = 40; // of a select; the selected ones are always shown

const states = (element, role) => {
  const found = [];
  const flag = (name, on) => { if (on) found.push(name); };
  const aria = (name) => element.getAttribute(`aria-${name}`);
  const checked = aria('checked') ?? (['checkbox', 'radio', 'switch'].includes(role) && element.indeterminate ? 'mixed' :
    String(element.checked === true && ['checkbox', 'radio'].includes(element.type)));
  flag(checked === 'mixed' ? 'checked=mixed' : 'checked', checked === 'true' || checked === 'mixed');
  flag('selected', role === 'option' ? element.selected ?? aria('selected') === 'true' : aria('selected') === 'true');
  const expanded = aria('expanded') ?? (element.localName === 'summary' ? String(element.parentElement?.open === true) : null);
  flag(`expanded${expanded === 'false' ? '=false' : ''}`, expanded === 'true' || expanded === 'false');
  flag(aria('pressed') === 'mixed' ? 'pressed=mixed' : 'pressed', ['true', 'mixed'].includes(aria('pressed')));
  flag('disabled', element.matches(':disabled') || aria('disabled') === 'true');
  flag('required', element.required === true || aria('required') === 'true');
  flag('invalid', ['true', 'grammar', 'spelling'].includes(aria('invalid')));
  if (role === 'heading') found.push(`level=${aria('level') ?? (/^h([1-6])$/.exec(element.localName)?.[1] ?? 2)}`);
  const current = aria('current');
  flag(current === 'true' ? 'current' : `current=${current}`, current && current !== 'false');
  return found;
};

const STATELESS = new Set(['paragraph', 'listitem', 'link', 'list', 'cell', 'row', 'main', 'img']);
// Most elements have no state: what can't have one isn't asked.
const hasNoState = (element, role) => STATELESS.has(role) && !('disabled' in element) && element.localName !== 'summary' &&
  element.getAttributeNames().every((name) => !name.startsWith('aria-'));

const statesOf = (element, role) => {
  if (hasNoState(element, role)) return '';
  const found = states(element, role);
  return found.length ? ` [${found.join('] [')}]` : '';
};

// Thrown where a walk is full, to end it at once.
const FULL = Symbol('full');

class Walk {
  constructor(options) {
    this.interactiveOnly = options.interactiveOnly;
    this.room = options.maxChars;
    this.parts = []; // texts, and frames with their depth
    this.lines = [];
    this.references = [];
    this.visited = 0;
    this.base = options.depth ?? 0;
    this.sliceEnd = performance.now() + SLICE_MS;
    this.last = { element: null, role: '' };
    this.labels = new nexus.Labels();
  }

  // Walks until the end or until it is full; the page works where the walk yields. Answers whether it is full.
  async run(steps) {
    try {
      while (!nexus.knowing(this.labels, () => steps.next()).done) {
        await this.pause();
      }
      return false;
    } catch (thrown) {
      if (thrown !== FULL) throw thrown;
      return true;
    } finally {
      this.labels.end();
      this.flush();
    }
  }

  async pause() {
    await nexus.pause();
    this.sliceEnd = performance.now() + SLICE_MS;
  }

  async secrets() {
    const steps = nexus.secretSteps();
    let step = steps.next();
    for (; !step.done; step = steps.next()) if (performance.now() >= this.sliceEnd) await this.pause();
    return step.value;
  }

  // Whether it is the page's turn, before another element.
  isSliceOver() {
    this.visited += 1;
    return performance.now() >= this.sliceEnd;
  }

  flush() {
    if (this.lines.length) this.parts.push(this.lines.join('\n'));
    this.lines = [];
  }

  line(depth, text) {
    const line = '  '.repeat(depth + this.base) + text;
    if (line.length + 1 > this.room) throw FULL;
    this.room -= line.length + 1;
    this.lines.push(line);
  }

  text(depth, text) {
    const squeezed = nexus.squeeze(text);
    if (squeezed && !this.interactiveOnly) this.line(depth, `- text: ${squeezed}`);
  }

  // `withText`: no name around has told the text yet. `shown`: the node's own text can be seen.
  *children(node, depth, withText, shown = true) {
    let text = '';
    for (const child of nexus.children(node)) {
      if (child.nodeType === Node.TEXT_NODE) { if (shown) text += child.data; continue; }
      const seen = heard(child);
      if (seen === 'gone') continue;
      if (withText && seen === 'shown' && this.isInline(child)) { text += inlineText(child); continue; }
      if (withText) this.text(depth, text);
      text = '';
      yield* this.element(child, depth, seen, withText);
    }
    if (withText) this.text(depth, text);
  }

  // Chromium works a role out anew each time it is asked.
  role(element) {
    if (this.last.element !== element) this.last = { element, role: nexus.role(element) };
    return this.last.role;
  }

  // A run of text with nothing in it that has a role or a reference.
  isInline(element) {
    if (!INLINE.has(this.role(element)) || !getComputedStyle(element).display.startsWith('inline')) return false;
    if (nexus.rootOf(element) || isClickable(element) || nexus.isFrame(element) || isNamed(element)) return false;
    return [...nexus.children(element)].every((child) => child.nodeType !== Node.ELEMENT_NODE || this.isInline(child));
  }

  *element(element, depth, seen, withText) {
    if (this.isSliceOver()) yield;
    if (nexus.isEditable(element) && !nexus.isEditingHost(element)) return;
    let role = this.role(element);
    if (nexus.isFrame(element) && seen === 'shown') return this.frame(element, depth, role);
    if (role === '' && seen === 'shown' && isNamed(element)) role = 'generic';
    if (role === '' || seen === 'bare') {
      if (role === '') nexus.suspect(element);
      if (seen === 'shown' && isClickable(element)) return yield* this.clickable(element, depth);
      return yield* this.children(element, depth, withText, seen === 'shown');
    }
    if (this.interactiveOnly && !INTERACTIVE.has(role)) return yield* this.children(element, depth, withText);
    const name = nexus.name(element, role);
    this.line(depth, this.head(element, role, name));
    if (nexus.holdsTyped(element) || role === 'img' && !isDrawing(element)) return;
    if (element.localName === 'select') return this.choices(element, depth + 1);
    nexus.suspect(element);
    const flushed = this.parts.length, at = this.lines.length - 1;
    yield* this.children(element, depth + 1, withText && !(nexus.namedByContent(role) && name !== ''));
    if (WRAPPERS.has(role) && this.parts.length === flushed && !this.lines[at].endsWith(']') && name === '') this.unwrap(at, depth + this.base);
  }

  // A paragraph or list item around one thing alone says nothing that the thing doesn't.
  unwrap(at, depth) {
    const inner = this.lines.slice(at + 1);
    const isChild = (line) => line.startsWith('- ', 2 * depth + 2);
    if (inner.filter(isChild).length > 1) return;
    this.room += this.lines[at].length + 1 + 2 * inner.length;
    this.lines.splice(at, inner.length + 1, ...inner.map((line) => line.slice(2)));
  }

  head(element, role, name) {
    const quoted = name ? ` ${JSON.stringify(cutTo(name, 300))}` : '';
    const isPlain = UNREFERENCED.has(role) && name === '' && !isClickable(element);
    return `- ${role}${quoted}${statesOf(element, role)}${isPlain ? '' : ` [ref=e${this.reference(element)}]`}`;
  }

  // What is in it is another document's to tell; NEXUS puts it there.
  frame(element, depth, role) {
    const name = nexus.squeeze(element.title || element.getAttribute('aria-label') || '');
    this.line(depth, this.head(element, role || 'iframe', name));
    this.flush();
    this.parts.push({ frame: noteFrame(element), number: nexus.numbering.of(element), depth: depth + 1 + this.base });
  }

  // Something without a role that shows a hand: a page made its own button of it.
  *clickable(element, depth) {
    const text = cutTo(nexus.squeeze(textWithout(element, null)), 120);
    this.line(depth, `- generic${text ? ` ${JSON.stringify(text)}` : ''} [clickable] [ref=e${this.reference(element)}]`);
    nexus.suspect(element);
    yield* this.children(element, depth + 1, false);
  }

  choices(select, depth) {
    const options = [...select.options];
    for (const [index, option] of options.entries()) {
      if (index >= SHOWN_CHOICES && !option.selected) continue;
      const flags = `${option.selected ? ' [selected]' : ''}${option.disabled ? ' [disabled]' : ''}`;
      const name = option.hasAttribute('aria-label') || option.hasAttribute('aria-labelledby') ? nexus.name(option, 'option') : option.label;
      this.line(depth, `- option ${JSON.stringify(nexus.squeeze(name))}${flags}`);
    }
    if (options.length > SHOWN_CHOICES) this.line(depth, `- text: (${options.length} options in all)`);
  }

  reference(element) {
    const number = nexus.numbering.of(element);
    this.references.push(number);
    return number;
  }

  // What it found, with whatever is secret taken out.
  async found(total) {
    const secrets = await this.secrets();
    const parts = this.parts.map((part) => (typeof part === 'string' ? nexus.scrub(part, secrets, true) : part));
    const left = this.room >= 0 && total ? Math.max(0, total - this.visited) : 0;
    return { gone: false, parts, left, room: this.room, references: this.references, next: nexus.numbering.next, suspects: suspects.size, origin: location.origin };
  }
}

// As `seen`, for assistive technology, which isn't told of everything that is drawn.
const heard = (node) => (node.nodeType !== Node.ELEMENT_NODE || node.getAttribute('aria-hidden') === 'true' ? 'gone' : nexus.seen(node));

// A drawing has parts, unless its author says that it is an image.
const isDrawing = (element) => element.localName === 'svg' && !element.hasAttribute('role');

// A wrapper that its author gave a name.
const isNamed = (element) => AUTHORED.some((name) => element.hasAttribute(name)) &&
  nexus.name(element, '') !== '';

// A label that stands for a field for files which nobody sees.
const hidesFileField = (element) => element.localName === 'label' && element.control?.type === 'file' &&
  element.control.localName === 'input' && !nexus.isShown(element.control);

const isClickable = (element) =>
  element.hasAttribute('onclick') || hidesFileField(element) || (element.hasAttribute('tabindex') && element.tabIndex >= 0) ||
  (getComputedStyle(element).cursor === 'pointer' && !(nexus.parent(element) instanceof Element &&
    getComputedStyle(nexus.parent(element)).cursor === 'pointer'));

const inlineText = (node) => {
  let text = '';
  for (const child of nexus.children(node)) {
    if (child.nodeType === Node.TEXT_NODE) text += child.data;
    else if (heard(child) === 'shown' && !nexus.holdsTyped(child)) text += inlineText(child);
  }
  return text;
};

nexus.snapshot = async (options) => {
  nexus.numbering.begin(options);
  framesFound = [];
  const walk = new Walk(options);
  const start = options.within === null ? document.documentElement : nexus.element(options.within);
  if (!start) return { gone: true };
  const isTyped = options.within !== null && nexus.isInTyped(nexus.parent(start));
  const steps = options.within === null ? walk.children(start, 0, true) : walk.element(start, 0, nexus.visibility(start), true);
  const isFull = !isTyped && await walk.run(steps);
  return walk.found(isFull ? nexus.scopes().reduce((sum, scope) => sum + (scope === document ? start : scope).querySelectorAll('*').length, 0) : 0);
};
