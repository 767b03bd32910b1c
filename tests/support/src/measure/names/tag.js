// Gives every tested element an `aria-current` of its own, which a snapshot repeats.
const tested = [];
const collect = (root) => {
  for (const element of root.querySelectorAll('*')) {
    if (element.hasAttribute('data-expectedlabel')) tested.push(element);
    if (element.shadowRoot) collect(element.shadowRoot);
  }
};
collect(document);
tested.forEach((element, index) => element.setAttribute('aria-current', `case-${index}`));
