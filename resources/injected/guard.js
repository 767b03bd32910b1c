// The guard: the first to see each press, key and text in its document. What an act of an agent explains goes on, if it is
// still what was looked at; what none explains is the person's own, or is kept from the page.

// Degrees by which the pointer of an agent is turned. No mouse can be, so its presses are told from the person's in whichever
// frame they come out.
const AGENTS_TWIST = 219;
// After so many milliseconds on the way an agent's input is void: a person may have taken control meanwhile.
const EXPIRES = 100;
// What begins it has less, so that on a busy page the whole is void rather than its end, and may be sent again.
const BEGINS = 60;

const PRESSES = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click', 'dblclick', 'auxclick', 'contextmenu'];
const MOVES = ['pointermove', 'mousemove', 'mouseover'];
const KEYS = ['keydown', 'keypress', 'keyup'];
const TEXTS = ['beforeinput', 'paste'];

// Whose keys come here: the 'agent's or the 'person's. Until NEXUS says so nobody's, so none reach the page.
let hands = 'agent';
nexus.setHands = (whose) => {
  hands = whose;
  if (whose === 'person') dropAct();
  return true;
};

let act = null; // what an agent is doing here, from right before its input until its outcome is told
let sequence = null; // whose press is under way: the 'act's, a 'stray' one of an agent's, the 'person's
let lastKeyEnds = 0; // until when keys that come are an agent's, by their own time

const tell = (kind, more = {}) => globalThis.nexusGuard?.(JSON.stringify({ kind, ...more }));

const cancel = (event) => {
  event.preventDefault();
  event.stopImmediatePropagation();
};

// What an act is kept from, and why; only the first reason counts.
const fail = (problem, event) => {
  act.failed ??= { problem, by: event ? hitBy(event) : null };
  return problem;
};

const hitBy = (event) => {
  const hit = event.composedPath()[0];
  return hit instanceof Element && hit !== act.element ? describe(hit) : null;
};

// What a script of NEXUS's changes itself, when that was sent too long ago.
const isLate = (sent) => Date.now() - sent > EXPIRES;

const isExpired = (event, within = EXPIRES) => performance.now() - event.timeStamp > within;

const timeAllowed = () => (act.delivered === null ? BEGINS : EXPIRES);

// What the act is about, its labels, and what it labels; what is dragged along, which may have taken the pointer; and what an
// event in a closed shadow root comes from, seen from outside.
const belongs = (node) => node instanceof Element &&
  (reaches(node, act.element) || [act.carried, act.host, act.pressed.control ?? null].includes(node));

// Whether the element is where the event is.
const isAt = ({ clientX, clientY }) => {
  const box = boxInView(act.element);
  return box !== null && clientX >= box.left && clientX <= box.right && clientY >= box.top && clientY <= box.bottom;
};

// Whether an event is at what the act was judged by, and that is still what it was.
const mismatch = (event) => {
  if (isExpired(event, timeAllowed())) return fail('expired', event);
  const path = event.composedPath();
  const at = path.findIndex(belongs);
  if (at < 0) return fail(isAt(event) ? 'missed' : 'moved', event);
  // From outside nothing can be seen in a closed shadow root; a listener on the root itself sees it.
  const isHidden = path[at] === act.host && act.host !== act.element && !event.currentTarget.host;
  if (isHidden) return null;
  if (isWithin(path[0], act.element) && pressedIn(act.element, path[0]) !== act.pressed) return fail('missed', event);
  if (digest(act.pressed, act.means) !== act.digest) return fail('changed', event);
  return null;
};

const delivered = (event) => {
  if (!act.kinds.includes(event.type)) return;
  if (act.delivered !== event.type) tell('delivered', { act: act.id });
  act.delivered = event.type;
  act.isTold ||= event.type === act.kinds[0];
};

const onPress = (event) => {
  const { type } = event;
  if (type === 'click' && event.detail === 0 && event.pointerType === '') return onClickByKey(event);
  if (type === 'pointerdown' || (type === 'pointerup' && sequence === null)) sequence = whosePress(event);
  if (sequence === 'act' && (act === null || (act.means === 'drag' ? isMissedDrop(event) : mismatch(event)))) sequence = 'stray';
  if (sequence === 'stray') return cancel(event);
  if (sequence === 'act') delivered(event);
};

const whosePress = (event) => {
  if (event.twist !== AGENTS_TWIST) {
    if (event.type === 'pointerdown') byPerson('press');
    return 'person';
  }
  return (act?.means === 'press' || act?.means === 'drag') && !act.failed ? 'act' : 'stray';
};

const byPerson = (kind) => {
  hands = 'person';
  dropAct();
  tell(kind);
};

// The release that ends a drag. The click on whatever is around both ends isn't part of it.
const isMissedDrop = (event) => {
  if (event.type === 'click') return true;
  if (isExpired(event)) return fail('expired', event);
  return isAtTarget(event) ? null : fail('missed', event);
};

const isAtTarget = (event) => event.composedPath().some(belongs);

// Arrow keys choose another radio button of the group.
const isSameChoice = (target) =>
  [target, act.element].every((each) => each.localName === 'input' && each.type === 'radio') &&
  target.name === act.element.name && target.form === act.element.form;

// A click that a key or a label made, or a page itself by way of a label. That of a key goes where the key went, or to the
// button that Enter presses.
const onClickByKey = (event) => {
  if (sequence === 'act' && act?.means === 'press') return isAtTarget(event) ? delivered(event) : undefined;
  if (act?.means !== 'enter' && act?.means !== 'key') return;
  const [target] = event.composedPath();
  if ([act.element, act.button, act.host].includes(target) || isSameChoice(target)) return;
  fail('missed', event);
  cancel(event);
};

const onMove = (event) => {
  if (act?.means === 'point' && isAtTarget(event)) delivered(event);
};

// A key of the person's for another program comes here, too, when an agent's press has moved the focus.
const onKey = (event) => {
  const isActs = act?.key !== undefined && event.key === act.key;
  if (isActs) {
    if (!isMissedKey(event)) return delivered(event);
    return cancel(event);
  }
  const isAgents = event.timeStamp <= lastKeyEnds;
  if (hands === 'person' && !isAgents) { if (event.type === 'keydown') tell('key'); return; }
  if (event.type === 'keydown' && !isAgents) tell('kept');
  cancel(event);
};

const isMissedKey = (event) => {
  if (act.failed) return true;
  // A release that comes too late is kept from the page as well, but what it ends has come.
  if (isExpired(event, timeAllowed())) return event.type === 'keyup' || fail('expired', event);
  if (event.type !== 'keydown') return null;
  const [target] = event.composedPath();
  if (target !== act.element && target !== act.host) return fail('missed', event);
  return digest(act.element, act.means) !== act.digest ? fail('changed', event) : null;
};

// A text tells no time when it was sent, so it has to come right after its field was made ready.
let textEnds = 0;
const expectText = () => { textEnds = performance.now() + EXPIRES; };

const onText = (event) => {
  // What comes once the key has come is the key's own doing.
  if (act?.takesText && act.delivered !== 'keydown') {
    const [target] = event.composedPath();
    const isThere = target === act.element || target === act.host || (target instanceof Element && isWithin(target, act.element));
    const isIn = isThere && performance.now() <= textEnds;
    if (!act.failed && isIn) return delivered(event);
    fail(isThere ? 'expired' : 'missed', event);
    return cancel(event);
  }
  if (act?.key !== undefined) return act.failed ? cancel(event) : undefined;
  if (hands === 'person') { if (event.type === 'paste') tell('paste'); return; }
  cancel(event);
};

// A field that is about to be given files, and until when: what comes later isn't the agent's any more, nor the person's.
let files = null;
const expectFiles = (field) => { files = { field, ends: performance.now() + EXPIRES }; };

const FILES_FORGOTTEN = 10_000; // what is on its way for longer never comes; the person may choose files there

const isMissedFiles = (event) => {
  if (files === null || event.composedPath()[0] !== files.field || performance.now() > files.ends + FILES_FORGOTTEN) return false;
  const { field, ends } = files;
  if (event.type === 'change') files = null;
  if (act?.means === 'upload' && act.element === field && !act.failed && performance.now() <= ends) return false;
  if (act?.means === 'upload') fail('expired', event);
  field.value = '';
  return true;
};

const onChange = (event) => {
  if (isMissedFiles(event)) return cancel(event);
  if (event.type === 'change' && act?.kinds.includes('change') && event.composedPath().includes(act.element)) delivered(event);
};

const onDrop = (event) => {
  if (act?.kinds.includes('drop')) {
    if (isAtTarget(event)) return delivered(event);
    fail('missed', event);
    return cancel(event);
  }
  if (hands === 'person') return tell('drop');
  cancel(event);
};

// A form that goes elsewhere than what was judged isn't sent. Those that an act doesn't send by itself are the page's own.
const onSubmit = (event) => {
  if (!act?.submission || sequence === 'person') return;
  const now = submissionBy(event.target, event.submitter);
  if (event.target === act.form && JSON.stringify(now) === act.submission) return;
  fail('changed', event);
  cancel(event);
};

const onTouch = () => byPerson('press');

const onEvent = (event) => {
  if (!event.isTrusted) return;
  const { type } = event;
  if (PRESSES.includes(type)) onPress(event);
  else if (MOVES.includes(type)) onMove(event);
  else if (KEYS.includes(type)) onKey(event);
  else if (TEXTS.includes(type)) onText(event);
  else if (type === 'drop') onDrop(event);
  else if (type === 'submit') onSubmit(event);
  else if (type === 'change' || type === 'input') onChange(event);
};

const GUARDED = [...PRESSES, ...MOVES, ...KEYS, ...TEXTS, 'drop', 'submit', 'change', 'input'];
const guard = (target) => {
  for (const kind of GUARDED) target.addEventListener(kind, onEvent, { capture: true, passive: false });
  target.addEventListener('touchstart', onTouch, { capture: true, passive: true });
};
guard(globalThis);
// A page that opens its document anew drops every listener of its window.
new MutationObserver(() => guard(globalThis)).observe(document, { childList: true });

const hostOf = (element) => {
  let host = element;
  for (let root = element.getRootNode(); root instanceof ShadowRoot; root = host.getRootNode()) {
    guard(root);
    host = root.host;
  }
  return host;
};

// From here on an act's input goes through: to this element, as it is now.
const guardAct = ({ id, means, kinds, key, takesText, carried }, element, pressed) => {
  const submission = submissionOf(pressed, means);
  guard(globalThis);
  sequence = null;
  act = {
    id, element, pressed, means, kinds, key, takesText, host: hostOf(element), carried: nexus.element(carried),
    digest: digest(pressed, means), form: submission?.form ?? null, button: submission?.button ?? null,
    submission: submission && JSON.stringify(submissionBy(submission.form, submission.button)),
    delivered: null, isTold: false, failed: null,
  };
  if (key !== undefined) lastKeyEnds = performance.now() + EXPIRES;
};

// The act is over; what came of it.
const endAct = () => {
  const ended = act;
  act = null;
  if (sequence === 'act') sequence = null;
  return ended;
};

// The person has taken control: what of an act is still on its way doesn't come through any more.
const dropAct = () => {
  act = null;
  if (sequence === 'act') sequence = 'stray';
};
