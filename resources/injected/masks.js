// Where a picture shows something that was typed: those places are painted over before anyone sees it.

nexus.masks = () => {
  const boxes = [];
  let frames = 0;
  const add = (rects) => { for (const box of rects) if (box.width > 0 && box.height > 0) boxes.push([box.left, box.top, box.width, box.height]); };
  for (const element of nexus.each(document)) {
    if (['iframe', 'frame', 'object', 'embed', 'fencedframe', 'portal'].includes(element.localName)) {
      // What another document shows isn't known here.
      if (element.getClientRects().length > 0) frames += 1;
      add(element.getClientRects());
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
  return { boxes, frames, width: innerWidth, height: innerHeight, scrollX, scrollY };
};

nexus.boxOf = ({ number }) => {
  const element = nexus.element(number);
  if (!element) return null;
  element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
  const box = element.getBoundingClientRect();
  return [box.left, box.top, box.width, box.height];
};
