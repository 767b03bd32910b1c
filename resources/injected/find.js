// Finding elements by role, name or text, without the whole tree.

const contains = (text, wanted) => wanted === null || nexus.squeeze(text).toLowerCase().includes(wanted);

class Search extends Walk {
  constructor(options) {
    super({ ...options, interactiveOnly: false });
    const plain = (text) => (text === null ? null : nexus.squeeze(text).toLowerCase());
    this.wanted = { role: options.role, name: plain(options.name), text: plain(options.text) };
    this.matches = [];
  }

  // The text below an element, without what is typed; matches are taken on the way, innermost first.
  *search(node) {
    let text = '';
    for (const child of nexus.children(node)) {
      if (child.nodeType === Node.TEXT_NODE) { text += child.data; continue; }
      const seen = heard(child);
      if (seen === 'gone') continue;
      if (this.isSliceOver()) yield;
      if (nexus.isEditable(child) && !nexus.isEditingHost(child)) continue;
      if (nexus.isFrame(child) && seen === 'shown') { this.parts.push({ frame: noteFrame(child), number: nexus.numbering.of(child) }); }
      const before = this.matches.length;
      const inner = nexus.holdsTyped(child) || nexus.isFrame(child) ? '' : yield* this.search(child);
      nexus.suspect(child);
      if (seen === 'shown') this.judge(child, inner, this.matches.length > before);
      text += getComputedStyle(child).display.startsWith('inline') ? inner : ` ${inner} `;
    }
    return text;
  }

  judge(element, text, hasInnerMatch) {
    const { role: wantedRole, name: wantedName, text: wantedText } = this.wanted;
    // Of nested elements with the same text the innermost is meant, unless a role says which.
    if (wantedRole === null && hasInnerMatch && wantedText !== null) return;
    if (!contains(text, wantedText)) return;
    const role = nexus.role(element);
    if (wantedRole !== null && role !== wantedRole) return;
    if (wantedRole === null && wantedText === null && role === '') return;
    const name = role === '' ? '' : nexus.name(element, role);
    if (!contains(name, wantedName)) return;
    this.matches.push({ element, role, name, text });
  }

  // What is secret and repeated elsewhere must not be found by a guess.
  async tell(most) {
    const secrets = await this.secrets();
    const { name: wantedName, text: wantedText } = this.wanted;
    const open = this.matches.filter(({ name, text }) =>
      contains(nexus.scrub(text, secrets), wantedText) && contains(nexus.scrub(name, secrets), wantedName));
    for (const { element, role, name, text } of open.slice(0, most)) {
      const said = cutTo(nexus.squeeze(text), 120);
      const about = name || role === '' ? name || said : '';
      const shown = about ? ` ${JSON.stringify(cutTo(about, 300))}` : '';
      const more = !about && said ? `: ${said}` : '';
      this.lines.push(nexus.scrub(`- ${role || 'generic'}${shown}${role ? statesOf(element, role) : ''} [ref=e${this.reference(element)}]${more}`, secrets, true));
    }
    const frames = this.parts;
    this.parts = [];
    this.flush();
    return { gone: false, parts: [...this.parts, ...frames], left: Math.max(0, open.length - most), room: most - open.length,
      references: [...this.references, ...frames.map((frame) => frame.number)], next: nexus.numbering.next, suspects: suspects.size, origin: location.origin };
  }
}

nexus.find = async (options) => {
  nexus.numbering.begin(options);
  framesFound = [];
  const search = new Search(options);
  await search.run(search.search(document.documentElement));
  return search.tell(options.maxChars);
};
