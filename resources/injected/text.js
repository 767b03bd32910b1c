// Visible text, as a reader would see it: a line for each block, nothing that was typed.

const BREAKS = new Set(['block', 'flex', 'grid', 'list-item', 'table', 'table-row', 'table-caption', 'flow-root']);

const visibleText = (node, pieces, shown) => {
  for (const child of nexus.children(node)) {
    if (child.nodeType === Node.TEXT_NODE) { if (shown) pieces.push(child.data.replace(/\s+/g, ' ')); continue; }
    if (child.nodeType !== Node.ELEMENT_NODE || SKIPPED.has(child.localName) && child.localName !== 'br') continue;
    if (child.localName === 'br') { pieces.push('\n'); continue; }
    if (nexus.holdsTyped(child) || child.localName === 'select') continue;
    const seen = nexus.visibility(child);
    if (seen === 'gone') continue;
    const display = getComputedStyle(child).display;
    const edge = BREAKS.has(display) ? '\n' : display === 'table-cell' ? '\t' : '';
    pieces.push(edge);
    visibleText(child, pieces, seen === 'shown' || (display === 'contents' && shown));
    pieces.push(edge);
  }
};

nexus.readText = (start) => {
  const pieces = [];
  if (start && !nexus.isInTyped(start)) visibleText(start, pieces, true);
  const text = pieces.join('').replace(/[ \t]*\n[ \t\n]*/g, '\n').replace(/[ \t]{2,}/g, ' ').trim();
  return nexus.scrub(text, nexus.secrets());
};

nexus.text = ({ within, maxChars }) => {
  const start = within === null ? document.body ?? document.documentElement : nexus.element(within);
  if (!start) return { gone: true };
  const text = nexus.readText(start);
  return { gone: false, text: text.slice(0, maxChars), left: Math.max(0, text.length - maxChars) };
};
