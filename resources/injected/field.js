// Typing into a field: focus, selection, and whether it now holds what was typed. Values are compared here and stay here.

const SET_BY_VALUE = new Set(['date', 'month', 'week', 'time', 'datetime-local', 'color', 'range']);

// What kind of field it is: 'typed' gets text, 'set' gets a value, anything else can't be typed into.
nexus.field = ({ number }) => {
  const element = nexus.element(number);
  if (!element) return { kind: 'missing', secret: false };
  const secret = nexus.isSecret(element);
  if (element.localName === 'input' && SET_BY_VALUE.has(element.type)) return { kind: element.readOnly ? 'read_only' : 'set', secret };
  const typed = element.localName === 'textarea' || nexus.isEditable(element) ||
    (element.localName === 'input' && nexus.holdsTyped(element) && !['hidden', 'file'].includes(element.type));
  if (!typed) return { kind: 'not_a_field', secret };
  if (element.readOnly || element.getAttribute('aria-readonly') === 'true') return { kind: 'read_only', secret };
  return { kind: 'typed', secret };
};

nexus.focusField = ({ number, append }) => {
  const element = nexus.element(number);
  if (!element) return { focused: false };
  element.focus({ preventScroll: true });
  const root = element.getRootNode();
  if (root.activeElement !== element) return { focused: false };
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
  return { focused: true };
};

nexus.clearSelection = () => { document.execCommand('delete'); return true; };

nexus.setField = ({ number, text }) => {
  const element = nexus.element(number);
  if (!element) return false;
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(element, text);
  element.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
  element.dispatchEvent(new Event('change', { bubbles: true }));
  noteDelivered(element);
  return true;
};

const comparable = (text) => text.replace(/\r\n?/g, '\n').replace(/\u00a0/g, ' ');

nexus.holds = ({ number, text, append }) => {
  const element = nexus.element(number);
  if (!element) return false;
  const value = comparable(nexus.valueOf(element));
  const held = nexus.isEditable(element) ? value.replace(/\n$/, '') : value;
  const isHeld = append ? held.endsWith(comparable(text)) : held === comparable(text);
  if (isHeld) noteDelivered(element);
  return isHeld;
};
