// Visible text, as a reader would see it: a line for each block, nothing that was typed.

const BREAKS = new Set(['block', 'flex', 'grid', 'list-item', 'table', 'table-row', 'table-caption', 'flow-root']);

// The frames that the last reading came across: what is in them is another document's to tell.
let framesFound = [];
nexus.framesFound = () => framesFound;
const noteFrame = (element) => framesFound.push(element) - 1;

// The frames that can be seen.
nexus.notePlainFrames = () => {
  framesFound = [];
  for (const scope of nexus.scopes()) scope.querySelectorAll('iframe, frame, object, embed').forEach((frame) => { if (nexus.isShown(frame)) noteFrame(frame); });
  return framesFound.length > 0;
};

const visibleText = (node, pieces, shown) => {
  for (const child of nexus.children(node)) {
    if (child.nodeType === Node.TEXT_NODE) { if (shown) pieces.push(child.data.replace(/\s+/g, ' ')); continue; }
    if (child.localName === 'br') { pieces.push('\n'); continue; }
    const seen = child.nodeType === Node.ELEMENT_NODE ? nexus.seen(child) : 'gone';
    if (seen === 'gone' || nexus.holdsTyped(child) || child.localName === 'select') continue;
    if (nexus.isFrame(child)) { if (seen === 'shown') pieces.push({ frame: noteFrame(child) }); continue; }
    nexus.suspect(child);
    const display = getComputedStyle(child).display;
    const edge = BREAKS.has(display) ? '\n' : display === 'table-cell' ? '\t' : '';
    pieces.push(edge);
    visibleText(child, pieces, seen === 'shown');
    pieces.push(edge);
  }
};

const tidy = (text) => text.replace(/[ \t]*\n[ \t\n]*/g, '\n').replace(/[ \t]{2,}/g, ' ').trim();

// Texts, and frames between them.
const readParts = (start) => {
  const pieces = [], parts = [];
  framesFound = [];
  if (start && !nexus.isInTyped(start)) visibleText(start, pieces, true);
  let text = '';
  for (const piece of pieces) {
    if (typeof piece === 'string') { text += piece; continue; }
    parts.push(tidy(text), piece);
    text = '';
  }
  parts.push(tidy(text));
  const secrets = nexus.secrets();
  return parts.map((part) => (typeof part === 'string' ? nexus.scrub(part, secrets) : part));
};

nexus.readText = (start) => readParts(start).filter((part) => typeof part === 'string').join('\n');

nexus.text = ({ within, maxChars }) => {
  const start = within === null ? document.body ?? document.documentElement : nexus.element(within);
  if (!start) return { gone: true };
  let room = maxChars, left = 0;
  const parts = readParts(start).map((part) => {
    if (typeof part !== 'string') return part;
    const kept = part.slice(0, room);
    left += part.length - kept.length;
    room -= kept.length;
    return kept;
  });
  return { gone: false, parts, left, room, suspects: suspects.size, origin: location.origin };
};
