/** Moves what is in an element into one of another kind in its place, which looks the same. */
export function rename(element: HTMLElement, name: string): HTMLElement {
  const made = element.ownerDocument.createElement(name);
  // The page's policy takes styles in this way alone.
  made.style.cssText = element.style.cssText;
  for (const { name: attribute, value } of element.attributes)
    if (attribute !== 'style') made.setAttribute(attribute, value);
  made.append(...element.childNodes);
  element.replaceWith(made);
  return made;
}

/** Takes characters off the start of an element, through the elements in it. */
export function dropStart(element: Element, count: number): void {
  const texts = element.ownerDocument.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let left = count;
  for (let text = texts.nextNode(); text !== null && left > 0; text = texts.nextNode()) {
    const data = text.nodeValue ?? '';
    text.nodeValue = data.slice(left);
    left -= data.length;
  }
}
