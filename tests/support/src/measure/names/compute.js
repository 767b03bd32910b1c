// Leaves in the document what Chromium computes for every tested element, and whether its name holds a field's value.
const computed = tested.map((element) => ({
  tag: element.getAttribute('aria-current'), test: element.dataset.testname ?? element.localName, expected: element.dataset.expectedlabel,
  name: element.computedName, role: element.computedRole,
}));
for (const field of document.querySelectorAll('input:not([type=button], [type=submit], [type=reset], [type=image])')) field.value = '';
for (const field of document.querySelectorAll('textarea, [contenteditable]')) field.textContent = '';
tested.forEach((element, index) => { computed[index].holds_value = element.computedName !== computed[index].name; });
const result = document.createElement('script');
result.type = 'application/json';
result.id = 'computed';
result.textContent = JSON.stringify(computed).replaceAll('<', '\\u003c');
document.documentElement.append(result);
