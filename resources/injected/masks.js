// Where a picture shows something that was typed: those places are painted over before anyone sees it.

nexus.masks = () => {
  const boxes = [], frames = [];
  framesFound = [];
  const add = (rects) => { for (const box of rects) if (box.width > 0 && box.height > 0) boxes.push([box.left, box.top, box.width, box.height]); };
  for (const element of nexus.each(document)) {
    if (nexus.isFrame(element)) {
      // What another document shows isn't known here: NEXUS asks it, and paints all of the frame if it doesn't answer.
      const box = element.getBoundingClientRect(), style = getComputedStyle(element);
      if (box.width <= 0 || box.height <= 0) continue;
      const across = box.width / element.offsetWidth || 1, down = box.height / element.offsetHeight || 1;
      frames.push({
        frame: noteFrame(element), box: [box.left, box.top, box.width, box.height], across, down,
        left: box.left + (element.clientLeft + parseFloat(style.paddingLeft)) * across,
        top: box.top + (element.clientTop + parseFloat(style.paddingTop)) * down,
      });
    } else if (nexus.holdsTyped(element) && (nexus.valueOf(element) !== '' || element.validity?.badInput)) {
      // A number or date that isn't finished has no value, and is shown all the same.
      add(element.getClientRects());
      if (nexus.isEditingHost(element)) {
        const range = document.createRange();
        range.selectNodeContents(element);
        add(range.getClientRects());
      }
    }
  }
  return { boxes, frames, width: innerWidth, height: innerHeight, scrollX, scrollY, origin: location.origin };
};

// Where an element is in view, and what an act that uses it so would touch. Nothing is scrolled: something else may be done to
// the page meanwhile.
nexus.inView = ({ number, means }) => {
  const element = number === null ? focusedElement() : nexus.element(number), aim = aimOf({ number, means });
  if (!element || !aim) return null;
  const isWhole = element === document.body || element === document.documentElement;
  const box = isWhole ? null : boxInView(element);
  return { box: box && [box.left, box.top, box.right - box.left, box.bottom - box.top], facts: evidenceOf(aim, means, -1, -1) };
};

nexus.boxOf = ({ number }) => {
  const element = nexus.element(number);
  if (!element) return null;
  const drawn = nexus.drawn(element);
  drawn.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
  const box = drawn.getBoundingClientRect();
  return [box.left, box.top, box.width, box.height];
};
