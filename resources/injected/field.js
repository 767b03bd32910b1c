// Typing into a field: focus, selection, and whether it now holds what was typed. Values are compared here and stay here.

const SET_BY_VALUE = new Set(['date', 'month', 'week', 'time', 'datetime-local', 'color', 'range']);

// Kinds of fields that text goes into.
const TAKES_TEXT = new Set(['typed', 'set']);

// What kind of field it is: 'typed' gets text, 'set' gets a value, anything else can't be typed into.
nexus.field = ({ number }) => {
  const element = nexus.element(number);
  if (!element) return { kind: 'missing' };
  if (element.localName === 'input' && SET_BY_VALUE.has(element.type)) return { kind: element.readOnly && element.type !== 'range' && element.type !== 'color' ? 'read_only' : 'set' };
  const typed = element.localName === 'textarea' || nexus.isEditable(element) ||
    (element.localName === 'input' && nexus.holdsTyped(element) && !['hidden', 'file'].includes(element.type));
  if (!typed) return { kind: 'not_a_field' };
  if (element.readOnly || element.getAttribute('aria-readonly') === 'true') return { kind: 'read_only' };
  return { kind: 'typed' };
};

nexus.focusField = ({ number, append, sent }) => {
  const element = nexus.element(number);
  if (!element) return { problem: 'missing' };
  if (isLate(sent)) return { problem: 'late' };
  element.focus({ preventScroll: true });
  const root = element.getRootNode();
  if (root.activeElement !== element) return { problem: 'no_focus' };
  const selection = getSelection();
  if (typeof element.select === 'function') {
    element.select();
    if (append) {
      // Email and number fields know no selection; they get the caret at the end by collapsing it.
      try { element.setSelectionRange(element.value.length, element.value.length); } catch { selection.collapseToEnd(); }
    }
  } else {
    selection.selectAllChildren(element);
    if (append) selection.collapseToEnd();
  }
  expectText();
  return { problem: null };
};

nexus.clearSelection = ({ sent }) => {
  if (isLate(sent)) return { problem: 'late' };
  document.execCommand('delete');
  return { problem: null };
};

// What the fields take that take a value as a whole.
const FORMS = { date: '2026-01-31', month: '2026-01', week: '2026-W05', time: '14:30', 'datetime-local': '2026-01-31T14:30',
  color: '#1a2b3c', range: 'a number' };

nexus.setField = ({ number, text, sent }) => {
  const element = nexus.element(number);
  if (!element) return { problem: 'missing' };
  if (isLate(sent)) return { problem: 'late' };
  const probe = document.createElement('input');
  probe.type = element.type;
  ['min', 'max', 'step'].filter((name) => element.hasAttribute(name)).forEach((name) => probe.setAttribute(name, element.getAttribute(name)));
  probe.value = text;
  const isTaken = element.type === 'range' ? text.trim() !== '' && Number(probe.value) === Number(text) : probe.value.toLowerCase() === text.toLowerCase();
  if (!isTaken) {
    const limits = element.type === 'range' ? ` from ${element.min || 0} to ${element.max || 100}` : '';
    return { problem: 'form', takes: `${FORMS[element.type]}${/^[ a-z\d.-]*$/.test(limits) ? limits : ''}` };
  }
  element.focus({ preventScroll: true });
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(element, text);
  tellPage(element);
  noteDelivered(element);
  return { problem: null };
};

const tellPage = (element) => {
  element.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
  element.dispatchEvent(new Event('change', { bubbles: true }));
};

// What a select has, as an agent may know it.
const optionsTold = (options) => {
  const secrets = nexus.secrets();
  return options.slice(0, SHOWN_CHOICES).map((option) => nexus.scrub(nexus.squeeze(option.label), secrets));
};

// Chooses in a select, by value or by label; all that was asked for or nothing.
nexus.choose = ({ number, values, sent }) => {
  const element = nexus.element(number);
  if (!element) return { problem: 'missing' };
  if (isLate(sent)) return { problem: 'late' };
  if (element.localName !== 'select') return { problem: 'not_a_select' };
  if (!element.multiple && values.length !== 1) return { problem: 'single' };
  const options = [...element.options];
  const chosen = values.map((value) => options.find((option) => option.value === value) ??
    options.find((option) => nexus.squeeze(option.label) === nexus.squeeze(value)));
  if (chosen.includes(undefined)) {
    return { problem: 'no_such_option', options: optionsTold(options) };
  }
  if (chosen.some((option) => option.matches(':disabled'))) return { problem: 'option_disabled' };
  element.focus({ preventScroll: true });
  if (element.multiple) options.forEach((option) => { option.selected = chosen.includes(option); });
  else element.selectedIndex = options.indexOf(chosen[0]);
  tellPage(element);
  noteDelivered(element);
  return { problem: null };
};

// Whether exactly these are chosen now: a page may have changed its mind.
nexus.isChosen = ({ number, values }) => {
  const element = nexus.element(number);
  const now = element ? [...element.selectedOptions] : [];
  return now.length === new Set(values).size &&
    now.every((option) => values.some((value) => option.value === value || nexus.squeeze(option.label) === nexus.squeeze(value)));
};

// What a form's field takes: 'text', 'set', 'choice', 'check', or why it takes nothing.
nexus.formField = ({ number }) => {
  const element = nexus.element(number);
  if (!element) return { kind: 'missing' };
  if (element.localName === 'select') return { kind: element.matches(':disabled') ? 'disabled' : 'choice' };
  const role = nexus.role(element);
  if (['checkbox', 'radio', 'switch', 'menuitemcheckbox', 'menuitemradio'].includes(role)) return { kind: 'check' };
  return isDisabled(element) ? { kind: 'disabled' } : nexus.field({ number });
};

nexus.isChecked = ({ number }) => {
  const element = nexus.element(number);
  if (!element) return null;
  return 'checked' in element ? element.checked : element.getAttribute('aria-checked') === 'true';
};

// Where keys go: the element that has the focus, through shadow roots.
const focusedElement = () => {
  let found = document.activeElement;
  for (let root = found && nexus.rootOf(found); root?.activeElement; root = found && nexus.rootOf(found)) found = root.activeElement;
  return found ?? document.body ?? document.documentElement;
};

// What a key would go to. A frame that has the focus is told instead.
nexus.focused = () => {
  const element = focusedElement();
  framesFound = [];
  const inFrame = nexus.isFrame(element);
  if (inFrame) noteFrame(element);
  return { inFrame };
};

nexus.focusFrame = ({ number }) => { nexus.element(number)?.focus({ preventScroll: true }); return true; };

// What a field for files takes, or why it isn't one.
nexus.fileField = ({ number }) => {
  const element = nexus.element(number);
  if (!element) return { problem: 'missing' };
  const field = fileFieldOf(element);
  if (!field) return { problem: 'not_a_file_field' };
  if (isDisabled(field)) return { problem: 'disabled' };
  return { problem: null, multiple: field.multiple, folder: field.webkitdirectory, accept: field.accept };
};

// A reference for a field that no snapshot need show.
nexus.nameField = (field, options) => {
  nexus.numbering.begin(options);
  return { number: nexus.numbering.of(field), next: nexus.numbering.next };
};

// Files come by Chromium's own hand, which tells no time when it was sent.
nexus.fileFieldOf = ({ number }) => {
  const field = aimOf({ number, means: 'upload' });
  if (field) expectFiles(field);
  return field;
};

nexus.holdsFiles = ({ number, files }) => {
  const held = [...aimOf({ number, means: 'upload' })?.files ?? []];
  return held.length === files.length && held.every((file, at) => file.name === files[at][0] && file.size === files[at][1]);
};

const comparable = (text) => text.replace(/\r\n?/g, '\n').replace(/\u00a0/g, ' ');
// How far apart an editor sets its paragraphs was not typed.
const withoutGaps = (text) => comparable(text).replace(/\n+/g, '\n').replace(/\n$/, '');

// The same, or that the text came too late to be let in.
nexus.held = (typed) => (nexus.holds(typed) ? 'exactly' : act?.failed?.problem === 'expired' ? 'late' : 'something_else');

nexus.holds = ({ number, text, append }) => {
  const element = nexus.element(number);
  if (!element) return false;
  const plain = nexus.isEditable(element) ? withoutGaps : comparable;
  const wanted = plain(text);
  const isHeld = readingsOf(element).map(plain).some((held) => (append ? held.endsWith(wanted) : held === wanted));
  if (isHeld) noteDelivered(element);
  return isHeld;
};
