/** The language in a class of an enclosing element: GitHub's `highlight-source-ts`, `language-ts`, `brush: ts`. */
const AROUND = /(?:^|\s)(?:highlight-(?:source|text)-|brush:\s*|lang(?:uage)?-)([\w#+.-]+)/;

/** Turns multi-line inline code into blocks. Keeps the language of code blocks and removes their buttons and labels. */
export function tidyCode(root: Element): void {
  for (const code of root.querySelectorAll('code')) {
    if (code.closest('pre') !== null || !/\n\s*\S/.test((code.textContent ?? '').trim())) continue;
    const block = code.ownerDocument.createElement('pre');
    code.before(block);
    block.append(code);
  }
  for (const block of root.querySelectorAll('pre')) {
    for (const button of block.querySelectorAll('button')) button.remove();
    const codes = block.querySelectorAll('code');
    // The block may also contain a language label, so keep only the code.
    if (codes.length === 1) block.replaceChildren(...codes);
    dropLastBreak(block);
    const around = [block.querySelector('code'), block, block.parentElement];
    const [, named] =
      around.map((one) => AROUND.exec(one?.className ?? '')).find((found) => found !== null) ?? [];
    const language = named ?? block.getAttribute('data-language');
    if (language === null) continue;
    const code = block.ownerDocument.createElement('code');
    code.className = `language-${language}`;
    code.append(...block.childNodes);
    block.append(code);
  }
}

/** Removes the trailing line break of code rendered from Markdown. */
function dropLastBreak(block: Element): void {
  let last: Node | null = block;
  while (last?.lastChild != null) last = last.lastChild;
  if (last?.nodeType === Node.TEXT_NODE) last.nodeValue = (last.nodeValue ?? '').replace(/\r?\n$/, '');
}
