// What is secret: the values of password-like fields. They are taken out of whatever else of the page would tell them.

const everSecret = new WeakSet();
const SECRET_HINTS = /\b(current-password|new-password|one-time-code|cc-number|cc-csc|cc-exp|cc-exp-month|cc-exp-year)\b/;

// Passwords, one-time codes, card numbers, and what is masked by style. Once secret, always secret.
nexus.isSecret = (element) => {
  if (everSecret.has(element)) return true;
  const secret = element.localName === 'input' && (element.type === 'password' ||
    SECRET_HINTS.test((element.autocomplete || element.getAttribute('autocomplete') || '').toLowerCase())) ||
    (nexus.holdsTyped(element) && !['none', ''].includes(getComputedStyle(element).webkitTextSecurity ?? ''));
  if (secret) everSecret.add(element);
  return secret;
};

nexus.valueOf = (element) => (nexus.isEditingHost(element) ? element.innerText : element.value) ?? '';

// The same, also as it is in the document: what is masked by style reads as bullets where it is rendered.
const readingsOf = (element) => (nexus.isEditingHost(element) && nexus.isSecret(element) ? [element.innerText, element.textContent] : [nexus.valueOf(element)]);

// Each field there is, and whether it is a secret one.
const fields = function* () {
  for (const scope of nexus.scopes()) {
    for (const field of scope.querySelectorAll('input, textarea, [contenteditable]')) {
      yield { field, isSecret: nexus.holdsTyped(field) && nexus.isSecret(field) };
    }
  }
};
const secretFields = () => [...fields()].filter(({ isSecret }) => isSecret).map(({ field }) => field);

// The secrets of the document, longest first, to be taken out of whatever repeats them. To be asked for after a walk, which
// comes across the shadow roots there are. Yields after each field.
nexus.secretSteps = function* () {
  const found = new Set();
  for (const { field, isSecret } of fields()) {
    if (isSecret) {
      for (const value of readingsOf(field)) if (value.length >= SHORTEST) found.add(value);
      note(field);
    }
    yield;
  }
  return [...found].sort((one, other) => other.length - one.length);
};

// The same at once.
nexus.secrets = () => {
  const steps = nexus.secretSteps();
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
};

// What comes between the parts of a value without making another of it: spaces, what nobody sees, and what JSON adds.
const BETWEEN = /[\s"\\\u00ad\u180e\u200b-\u200f\u2060\ufeff]/;
const ALL_BETWEEN = new RegExp(`${BETWEEN.source}+`, 'g');
const ONLY_BETWEEN = /^(?:(?!\n)[\s"\\\u00ad\u180e\u200b-\u200f\u2060\ufeff])+$/;
// What the lines of a list add to the page's words.
const OF_THE_LIST = /^ *- [a-z]+:?(?= |$)| \[[a-z]+(?:=[a-z\d]+)?\]:?/gm;
const SHORTEST = 4; // characters of a secret
const MASK = '•••';

// The text as secrets are looked for in it, and where in the text each of its characters is.
const folded = (text, isList) => {
  const added = isList ? [...text.matchAll(OF_THE_LIST)] : [], at = [];
  let plain = '';
  for (let i = 0, passed = 0; i < text.length; i += 1) {
    if (added[passed]?.index === i) { i += added[passed][0].length - 1; passed += 1; continue; }
    if (BETWEEN.test(text[i])) continue;
    const lower = text[i].toLowerCase();
    plain += lower;
    for (let k = 0; k < lower.length; k += 1) at.push(i);
  }
  return { plain, at };
};

// What `folded` makes of a text, without the places, which take long: most texts hold no secret.
const plainOf = (text, isList) => (isList ? text.replace(OF_THE_LIST, '') : text).replace(ALL_BETWEEN, '').toLowerCase();
const FOLDS_BY_PLACE = 'Σ'; // in a word it becomes another letter than alone

// Where a folded text holds a secret: whole, or as much of it as is left where something was cut.
const placesOf = function* (secret, plain) {
  for (let start = plain.indexOf(secret); start >= 0; start = plain.indexOf(secret, start + secret.length)) yield [start, start + secret.length];
  const cutAt = function* (end, fewest) {
    for (let length = Math.min(secret.length - 1, end); length >= fewest; length -= 1) {
      if (plain.startsWith(secret.slice(0, length), end - length)) return yield [end - length, end];
    }
  };
  for (let cut = plain.indexOf('…'); cut >= 0; cut = plain.indexOf('…', cut + 1)) yield* cutAt(cut, 1);
  yield* cutAt(plain.length, SHORTEST);
};

// Takes secrets out of a text, also where they are cut into nodes or written with other spaces or letter case. `isList`: it has
// the lines of a snapshot.
nexus.scrub = (text, secrets, isList = false) => {
  if (secrets.length === 0) return text;
  const verbatim = secrets.reduce((scrubbed, secret) => scrubbed.split(secret).join(MASK), text);
  const wanted = secrets.map((secret) => folded(secret, false).plain).filter((sought) => sought.length >= SHORTEST);
  const quick = plainOf(verbatim, isList);
  const mayHold = verbatim.includes(FOLDS_BY_PLACE) || wanted.some((sought) => !placesOf(sought.toLowerCase(), quick).next().done);
  if (!mayHold) return verbatim;
  const { plain, at } = folded(verbatim, isList);
  const inPlace = new Map(); // place -> what is there instead
  for (const sought of wanted) {
    for (const [start, end] of placesOf(sought, plain)) {
      for (let i = start; i < end; i += 1) {
        if (!inPlace.has(at[i])) inPlace.set(at[i], i === start ? MASK : '');
        // What is between the letters would tell how many there are.
        const between = i > start ? verbatim.slice(at[i - 1] + 1, at[i]) : '';
        if (ONLY_BETWEEN.test(between)) for (let k = at[i - 1] + 1; k < at[i]; k += 1) inPlace.set(k, '');
      }
    }
  }
  if (inPlace.size === 0) return verbatim;
  const scrubbed = verbatim.split('').map((unit, i) => inPlace.get(i) ?? unit).join('');
  // How many lines there were would tell how long it is.
  return isList ? scrubbed.split('\n').filter((line) => !/^ *- text: *$/.test(line)).join('\n') : scrubbed;
};

// A text that isn't longer than that, and says so.
const cutTo = (text, most) => (text.length > most ? `${text.slice(0, most)}…` : text);

// What NEXUS knows of them outside: keyed fingerprints, by which it finds them in titles, dialogs and other documents. The
// values stay here. Made as in `core/src/redaction/secrets/print.rs`.
const PRIME = (1n << 61n) - 1n;
const printOf = (value) => {
  const { plain } = folded(value, false);
  let print = 0n;
  for (let i = 0; i < plain.length; i += 1) print = (print * KEY + BigInt(plain.charCodeAt(i)) + 1n) % PRIME;
  return { length: plain.length, value: String(print) };
};

let noted = new WeakMap(); // field -> what was noted of it last
let fieldsNoted = 0;

// What is to be noted of a secret field, if it holds enough.
const notesOf = (field) => {
  const value = nexus.isEditingHost(field) ? field.textContent : nexus.valueOf(field);
  const last = noted.get(field) ?? { field: `${documentId}.${fieldsNoted += 1}`, value: '', isDone: true };
  const print = printOf(value);
  // What is taken away by the page, or by who typed it, was there.
  if (print.length < SHORTEST) { last.isDone = true; return []; }
  const instead = !last.isDone && (value.startsWith(last.value) || last.value.startsWith(value));
  noted.set(field, { ...last, value, isDone: last.isDone && value === last.value });
  return [{ field: last.field, print, instead }];
};

// Notes what a field holds before the page learns of it.
const note = (field) => {
  const before = noted.get(field)?.value;
  for (const secret of notesOf(field)) if (noted.get(field).value !== before) tell('secret', { secret });
};

// Typing has come to an end there: what is typed next is another value.
const noteDone = (field) => {
  note(field);
  if (noted.has(field)) noted.get(field).isDone = true;
};

// All there is to be noted before something is told, also what scripts have put into fields. Who could have read it counts: a
// `title` is the page's; in what its scripts `logged` there may be cookies that scripts can read, whatever is long enough to say
// who somebody is; an agent's own `script` may have read what ordinary fields hold, too.
nexus.noteSecrets = (teller) => ({
  fields: secretFields().flatMap(notesOf),
  readable: [
    ...(teller === 'title' ? [] : cookieValues().slice(0, MOST_NOTED).map(noteCalled('cookie'))),
    ...(teller === 'script' ? typedValues().slice(0, MOST_NOTED).map(noteCalled('typed')) : []),
  ],
});
const MOST_NOTED = 90;
const noteCalled = (kind) => (value, i) => ({ field: `${documentId}.${kind}${i}`, print: printOf(value), instead: false });
// What ordinary fields hold.
const typedValues = () => [...fields()].filter(({ field, isSecret }) => !isSecret && nexus.holdsTyped(field))
  .map(({ field }) => nexus.valueOf(field)).filter((value) => folded(value, false).plain.length >= SHORTEST);
const tellsWho = (value) => value.length >= 16 || (value.length >= 8 && /\d/.test(value) && /[a-z]/i.test(value));
const cookieValues = () => {
  const values = new Set();
  for (const cookie of cookiesHere().split('; ')) {
    const value = cookie.slice(cookie.indexOf('=') + 1);
    for (const way of [value, unescaped(value)]) if (tellsWho(way)) values.add(way);
  }
  return [...values];
};
// A sandboxed document has none, and says so by an error.
const cookiesHere = () => { try { return document.cookie; } catch { return ''; } };
const unescaped = (value) => { try { return decodeURIComponent(value); } catch { return value; } };

// The field that an event came to, also below roots that hide it.
const fieldOf = (event) => {
  let field = event.composedPath()[0];
  for (let inner = field; inner instanceof Element; inner = nexus.rootOf(inner)?.activeElement) field = inner;
  return field instanceof Element ? field.closest('input, textarea') ?? editingHostOf(field) : null;
};
const editingHostOf = (element) => {
  let host = element;
  while (host && !nexus.isEditingHost(host)) host = nexus.parent(host);
  return host instanceof Element ? host : null;
};

const onField = (event) => {
  const { type } = event;
  if (type === 'pageshow' && event.persisted) noted = new WeakMap();
  if (type === 'pageshow') return secretFields().forEach(note);
  if (type === 'pagehide' || type === 'submit') return secretFields().forEach(noteDone);
  if (type === 'keydown' && event.key !== 'Enter') return;
  const field = fieldOf(event);
  if (!field || !nexus.holdsTyped(field) || !nexus.isSecret(field)) return;
  if (type === 'input') note(field); else noteDone(field);
};

const watchFields = () => {
  for (const kind of ['input', 'change', 'focusout', 'keydown', 'submit', 'pagehide', 'pageshow']) addEventListener(kind, onField, true);
};
watchFields();
// A page that opens its document anew drops every listener of its window.
new MutationObserver(watchFields).observe(document, { childList: true });
