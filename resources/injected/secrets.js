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

// The secrets of the document, longest first, to be taken out of whatever repeats them. To be asked for after a walk, which
// comes across the shadow roots there are. Yields before each field.
nexus.secretSteps = function* () {
  const found = new Set();
  for (const scope of nexus.scopes()) {
    for (const element of scope.querySelectorAll('input, textarea, [contenteditable]')) {
      yield;
      if (nexus.holdsTyped(element) && nexus.isSecret(element)) {
        for (const value of readingsOf(element)) if (value.length >= SHORTEST) found.add(value);
      }
    }
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
// What the lines of a list add to the page's words.
const OF_THE_LIST = /^ *- [a-z]+:?(?= |$)| \[(?:ref=e\d+|[a-z]+)\]:?/gm;
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
  const { plain, at } = folded(verbatim, isList);
  const inPlace = new Map(); // place -> what is there instead
  for (const secret of secrets) {
    const sought = folded(secret, false).plain;
    if (sought.length < SHORTEST) continue;
    for (const [start, end] of placesOf(sought, plain)) {
      for (let i = start; i < end; i += 1) if (!inPlace.has(at[i])) inPlace.set(at[i], i === start ? MASK : '');
    }
  }
  if (inPlace.size === 0) return verbatim;
  const scrubbed = verbatim.split('').map((unit, i) => inPlace.get(i) ?? unit).join('');
  // How many lines there were would tell how long it is.
  return isList ? scrubbed.split('\n').filter((line) => !/^ *- text: *$/.test(line)).join('\n') : scrubbed;
};

// A text that isn't longer than that, and says so.
const cutTo = (text, most) => (text.length > most ? `${text.slice(0, most)}…` : text);

// A field that its page turns into another stays what it was when it was filled in.
addEventListener('input', (event) => {
  const field = event.composedPath()[0];
  if (field instanceof Element && nexus.holdsTyped(field)) nexus.isSecret(field);
}, true);
