// The accessibility snapshot: an indented list of what a person using assistive technology would find.

const INTERACTIVE = new Set(['button', 'checkbox', 'combobox', 'link', 'listbox', 'menuitem', 'menuitemcheckbox', 'menuitemradio',
  'option', 'radio', 'scrollbar', 'searchbox', 'slider', 'spinbutton', 'switch', 'tab', 'textbox', 'treeitem', 'gridcell']);
const SKIPPED = new Set(['script', 'style', 'noscript', 'template', 'head', 'meta', 'link', 'datalist', 'br', 'wbr']);
const SLICE_MS = 10; // how long a walk goes on before it lets the page work

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

class Walk {
  constructor(options, secrets) {
    this.options = options;
    this.secrets = secrets;
    this.lines = [];
    this.size = 0;
    this.left = 0; // lines that didn't fit
    this.references = [];
    this.frames = 0;
    this.sliceEnd = performance.now() + SLICE_MS;
  }

  async breathe() {
    if (performance.now() < this.sliceEnd) return;
    await nexus.pause();
    this.sliceEnd = performance.now() + SLICE_MS;
  }

  line(depth, text) {
    const line = '  '.repeat(depth) + nexus.scrub(text, this.secrets);
    if (this.size + line.length + 1 > this.options.maxChars) { this.left += 1; return; }
    this.size += line.length + 1;
    this.lines.push(line);
  }

  text(depth, text) {
    const squeezed = nexus.squeeze(text);
    if (squeezed && !this.options.interactiveOnly) this.line(depth, `- text: ${squeezed}`);
  }

  // `withText`: no name around has told the text yet. `shown`: the node's own text can be seen.
  async children(node, depth, withText, shown = true) {
    let text = '';
    for (const child of nexus.children(node)) {
      if (child.nodeType === Node.TEXT_NODE) { if (shown) text += child.data; continue; }
      if (child.nodeType !== Node.ELEMENT_NODE || SKIPPED.has(child.localName)) continue;
      const seen = nexus.visibility(child);
      if (seen === 'gone' || child.getAttribute('aria-hidden') === 'true') continue;
      if (withText && seen === 'shown' && this.isInline(child)) { text += inlineText(child); continue; }
      if (withText) this.text(depth, text);
      text = '';
      await this.element(child, depth, seen, withText);
    }
    if (withText) this.text(depth, text);
  }

  // A run of text with nothing in it that has a role or a reference.
  isInline(element) {
    if (nexus.role(element) !== '' && !['strong', 'emphasis', 'mark', 'code', 'subscript', 'superscript', 'time', 'deletion', 'insertion']
      .includes(nexus.role(element))) return false;
    if (!getComputedStyle(element).display.startsWith('inline') || nexus.rootOf(element) || isClickable(element)) return false;
    return [...nexus.children(element)].every((child) => child.nodeType !== Node.ELEMENT_NODE || this.isInline(child));
  }

  async element(element, depth, seen, withText) {
    await this.breathe();
    if (nexus.isEditable(element) && !nexus.isEditingHost(element)) return;
    const role = nexus.role(element);
    if (role === '' || seen === 'bare') {
      if (seen === 'shown' && isClickable(element)) return this.clickable(element, depth);
      return this.children(element, depth, withText, getComputedStyle(element).visibility === 'visible');
    }
    if (this.options.interactiveOnly && !INTERACTIVE.has(role)) return this.children(element, depth, withText);
    const name = nexus.name(element, role);
    this.head(element, depth, role, name);
    if (nexus.holdsTyped(element) || role === 'img') return;
    if (role === 'iframe') { this.frames += 1; return; }
    if (element.localName === 'select') return this.choices(element, depth + 1);
    await this.children(element, depth + 1, withText && !(nexus.namedByContent(role) && name !== ''));
  }

  head(element, depth, role, name) {
    const quoted = name ? ` ${JSON.stringify(name.length > 300 ? `${name.slice(0, 300)}…` : name)}` : '';
    const flags = states(element, role).map((state) => ` [${state}]`).join('');
    this.line(depth, `- ${role}${quoted}${flags} [ref=e${this.reference(element)}]`);
  }

  // Something without a role that shows a hand: a page made its own button of it.
  async clickable(element, depth) {
    const text = nexus.squeeze(textWithout(element, null)).slice(0, 120);
    this.line(depth, `- generic${text ? ` ${JSON.stringify(text)}` : ''} [clickable] [ref=e${this.reference(element)}]`);
    await this.children(element, depth + 1, false);
  }

  choices(select, depth) {
    for (const option of select.options) {
      const flags = `${option.selected ? ' [selected]' : ''}${option.disabled ? ' [disabled]' : ''}`;
      this.line(depth, `- option ${JSON.stringify(nexus.squeeze(option.label))}${flags}`);
    }
  }

  reference(element) {
    const number = nexus.numbering.of(element);
    this.references.push(number);
    return number;
  }
}

const isClickable = (element) =>
  element.hasAttribute('onclick') || (element.hasAttribute('tabindex') && element.tabIndex >= 0) ||
  (getComputedStyle(element).cursor === 'pointer' && !(nexus.parent(element) instanceof Element &&
    getComputedStyle(nexus.parent(element)).cursor === 'pointer'));

const inlineText = (node) => {
  let text = '';
  for (const child of nexus.children(node)) {
    if (child.nodeType === Node.TEXT_NODE) text += child.data;
    else if (child.nodeType === Node.ELEMENT_NODE && !SKIPPED.has(child.localName) && !nexus.holdsTyped(child) &&
      nexus.visibility(child) === 'shown' && child.getAttribute('aria-hidden') !== 'true') text += inlineText(child);
  }
  return text;
};

nexus.snapshot = async (options) => {
  nexus.numbering.next = Math.max(nexus.numbering.next, options.next);
  const walk = new Walk(options, nexus.secrets());
  const start = options.within === null ? document.documentElement : nexus.element(options.within);
  if (!start) return { gone: true };
  if (options.within === null) await walk.children(start, 0, true);
  else if (!nexus.isInTyped(nexus.parent(start))) await walk.element(start, 0, nexus.visibility(start), true);
  return {
    gone: false, text: walk.lines.join('\n'), left: walk.left, frames: walk.frames, references: walk.references,
    next: nexus.numbering.next,
  };
};
