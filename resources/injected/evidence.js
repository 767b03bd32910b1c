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

const visibleOf = (element, most) => (nexus.isInTyped(element) ? '' : nexus.squeeze(textWithout(element, null)).slice(0, most));

// The caption of an input that is a button; never what was typed.
const valueOfButton = (element) =>
  element.localName === 'button' || (element.localName === 'input' && ['submit', 'button', 'reset'].includes(element.type)) ? element.value : '';

// What a person reads around it: an amount, a recipient. It can only make an act look worse.
const around = (element) => {
  const place = element.closest('form, dialog, [role="dialog"], [role="alertdialog"], li, tr, article, section, fieldset');
  return place ? visibleOf(place, 1500) : '';
};

const linkOf = (element) => {
  const link = element.closest('a[href], area[href], a[*|href]');
  if (!link) return null;
  // A drawing's links keep their address in an object.
  const href = typeof link.href === 'string' ? link.href : new URL(link.href.baseVal, document.baseURI).href;
  return { href, downloads: link.hasAttribute('download') };
};

// Tells an element from every other of its document, whether or not an agent knows it.
const identities = new WeakMap();
let lastIdentity = 0;
const identityOf = (element) => {
  if (!identities.has(element)) identities.set(element, lastIdentity += 1);
  return identities.get(element);
};

const buttonsOf = (form) => [...FORM.elements.call(form)].filter((each) => isSubmitter(each) || each.localName === 'button')
    .map((button) => nexus.squeeze(textOfButton(button)).slice(0, 200)).slice(0, 20);

const submissionFacts = ({ form, button }, element) => {
  const { action, method } = submissionBy(form, button);
  return {
    action, method,
    submitter: button && button !== element ? nexus.squeeze(textOfButton(button)).slice(0, 300) : '',
    buttons: button ? [] : buttonsOf(form),
  };
};

const hintsOf = (element) => [
  element.getAttribute('placeholder'), element.getAttribute('name'), element.id,
  ...[...element.labels ?? []].map((label) => visibleOf(label, 200)),
].filter((hint) => typeof hint === 'string' && hint !== '');

// Everything that policy judges an act on an element by. A label stands for what it labels. `part` tells it from everything
// else, and from what it may be turned into.
const factsOf = (element, means) => {
  const control = element.localName === 'label' && element.control ? element.control : element;
  const role = nexus.role(control), submission = submissionOf(control, means);
  return {
    part: JSON.stringify([documentId, identityOf(control), digest(control, means), control === element ? null : digest(element, means)]),
    origin: location.origin, address: document.URL, tag: control.localName, role, name: nexus.name(control, role).slice(0, 300),
    text: visibleOf(control === element ? control : element, 300), title: control.getAttribute('title') ?? '', value: valueOfButton(control),
    type: typeof control.type === 'string' ? control.type : '', autocomplete: control.getAttribute('autocomplete') ?? '',
    hints: hintsOf(control), editable: nexus.isEditable(control), masked: nexus.isSecret(control),
    link: linkOf(control), submission: submission && submissionFacts(submission, control), around: around(control),
  };
};

// `means` is how an act uses an element: `press`, `type`, `enter` (that key, or a text with a line break), `key`, `choose`,
// `point`, `drag`, `upload`. Where it presses, what is really there counts as well as what was named.
const evidenceOf = (element, means, x, y) => {
  const hit = means === 'press' ? elementAt(x, y) : null;
  const pressed = hit && isWithin(hit, element) ? pressedIn(element, hit) : element;
  return pressed === element ? [factsOf(element, means)] : [factsOf(element, means), factsOf(pressed, means)];
};

// What an act goes to that needs no place: files go to a field itself, which may be hidden by its label.
const aimOf = ({ number, means }) => {
  const element = number === null ? focusedElement() : nexus.element(number);
  return element && means === 'upload' ? fileFieldOf(element) : element;
};

// What an act would touch that needs no place, or whose place isn't known yet.
nexus.facts = ({ number, means }) => {
  const element = aimOf({ number, means });
  return element ? evidenceOf(element, means, -1, -1) : [];
};
