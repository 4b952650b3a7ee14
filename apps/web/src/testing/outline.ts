const TAGS = new Set([
  'A',
  'BUTTON',
  'INPUT',
  'TEXTAREA',
  'SELECT',
  'H1',
  'H2',
  'H3',
  'LI',
  'NAV',
  'MAIN',
  'ASIDE',
]);

/** Returns the page's content for the output of a failed test: one line for each element with a role, a name or text. */
export function outline(root: Element = document.body, depth = 0): string {
  const lines: string[] = [];
  for (const child of root.childNodes) {
    if (child instanceof Text && child.data.trim() !== '') lines.push('  '.repeat(depth) + child.data.trim());
    if (!(child instanceof Element) || child.matches('svg, style, script')) continue;
    const { role, ariaLabel, tagName } = child;
    const isListed = role !== null || ariaLabel !== null || TAGS.has(tagName);
    if (isListed) {
      const state = ['aria-expanded', 'aria-selected', 'aria-checked', 'aria-disabled', 'disabled', 'inert']
        .filter((name) => child.hasAttribute(name))
        .map((name) => `[${name}=${child.getAttribute(name)}]`);
      const value = child instanceof HTMLInputElement ? ` = ${child.value}` : '';
      const name = ariaLabel === null ? '' : ` "${ariaLabel}"`;
      lines.push(`${'  '.repeat(depth)}${role ?? tagName.toLowerCase()}${name}${value} ${state.join(' ')}`);
    }
    const within = outline(child, isListed ? depth + 1 : depth);
    if (within !== '') lines.push(within);
  }
  return lines.join('\n');
}
