// Evidence: what an act on an element would touch, from the element itself and never from what anybody says about it.

const ACTIONABLE = 'a[href], area[href], button, input, select, textarea, summary, label, option, iframe, object, embed, video, audio, ' +
  '[contenteditable], [onclick], [tabindex], ' +
  ['button', 'link', 'menuitem', 'menuitemcheckbox', 'menuitemradio', 'tab', 'option', 'checkbox', 'radio', 'switch', 'treeitem', 'gridcell']
    .map((role) => `[role~="${role}"]`).join(', ');

// What a press on a node within an element sets off: the innermost thing that can be pressed by itself, else the element.
const pressedIn = (element, node) => {
  for (let each = node; each && each !== element; each = nexus.parent(each)) {
    if (each instanceof Element && each.matches(ACTIONABLE)) return isWithin(each, element) ? each : element;
  }
  return element;
};

// A form's own properties hide behind fields of the same name; the prototype's don't.
const ownOf = (prototype, name) => Object.getOwnPropertyDescriptor(prototype, name).get;
const FORM = Object.fromEntries(['action', 'method', 'target', 'enctype', 'elements'].map((name) => [name, ownOf(HTMLFormElement.prototype, name)]));

const isSubmitter = (element) =>
  (element.localName === 'button' && element.type === 'submit') ||
  (element.localName === 'input' && ['submit', 'image'].includes(element.type));

// The submission that a submitter, or Enter in a field, begins: what the submitter says goes before what the form says.
const submissionBy = (form, submitter) => {
  const given = (name) => submitter?.hasAttribute(`form${name}`);
  return {
    action: given('action') ? submitter.formAction : FORM.action.call(form),
    method: (given('method') ? submitter.formMethod : FORM.method.call(form)).toLowerCase(),
    target: given('target') ? submitter.formTarget : FORM.target.call(form),
  };
};

const formOf = (element) => ('form' in element && element.form instanceof HTMLFormElement ? element.form : null);

// Enter in a field of one line presses the form's first submit button; without one it submits where that field is the only one.
const ONE_LINE = new Set(['text', 'search', 'tel', 'url', 'email', 'password', 'number', 'date', 'month', 'week', 'time', 'datetime-local']);
const submittedByEnter = (element) => {
  const form = formOf(element);
  if (!form || element.localName !== 'input' || !ONE_LINE.has(element.type) && !['checkbox', 'radio'].includes(element.type)) return null;
  const fields = [...FORM.elements.call(form)];
  const button = [...fields, ...form.querySelectorAll('input[type=image]')].find(isSubmitter) ?? null;
  if (!button && fields.filter((field) => field.localName === 'input' && ONE_LINE.has(field.type)).length > 1) return null;
  return { form, button };
};

const submissionOf = (element, means) => {
  if (means === 'press') {
    const form = isSubmitter(element) ? formOf(element) : null;
    return form ? { form, button: element } : null;
  }
  return means === 'enter' ? submittedByEnter(element) : null;
};

// What tells this element from what it might be turned into between the look and the press. Compared within the press itself,
// so it asks nothing that takes long.
const digest = (element, means) => {
  const submission = submissionOf(element, means);
  const attributes = ['role', 'type', 'aria-label', 'alt', 'href', 'download', 'target', 'onclick'].map((name) => element.getAttribute(name));
  const named = referenced(element, 'aria-labelledby').map((other) => other.textContent.slice(0, 200));
  const isTyped = nexus.isInTyped(element);
  const isWhole = element === document.body || element === document.documentElement;
  const shown = isTyped || isWhole || containsTyped(element) ? '' : element.textContent.slice(0, 1000);
  const caption = element.localName === 'input' && !isTyped ? element.value : '';
  const images = isTyped ? [] : [...element.querySelectorAll('img')].slice(0, 5).map((image) => image.alt);
  return JSON.stringify([element.localName, attributes, named, shown, caption, images, submission &&
    [Object.values(submissionBy(submission.form, submission.button)), submission.button && textOfButton(submission.button)]]);
};

const textOfButton = (button) => (button.localName === 'input' ? button.value || button.alt : button.textContent.slice(0, 200));
