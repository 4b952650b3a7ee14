/** Replaces an element with one of another type, keeping its content, attributes and styles. */
export function rename(element: HTMLElement, name: string): HTMLElement {
  const replacement = element.ownerDocument.createElement(name);
  // The page's policy allows styles only through CSSOM.
  replacement.style.cssText = element.style.cssText;
  for (const { name: attribute, value } of element.attributes)
    if (attribute !== 'style') replacement.setAttribute(attribute, value);
  replacement.append(...element.childNodes);
  element.replaceWith(replacement);
  return replacement;
}

/** Removes `count` characters from the start of an element, including nested elements. */
export function dropStart(element: Element, count: number): void {
  const texts = element.ownerDocument.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let left = count;
  for (let text = texts.nextNode(); text !== null && left > 0; text = texts.nextNode()) {
    const data = text.nodeValue ?? '';
    text.nodeValue = data.slice(left);
    left -= data.length;
  }
}
