import { tidyChecklists } from './tidy-checklists.ts';
import { tidyCode } from './tidy-code.ts';
import { rename } from './tidy-html-parts.ts';
import { tidyLinks } from './tidy-links.ts';
import { tidyLists } from './tidy-lists.ts';
import { tidyPictures, type PastedPictures } from './tidy-pictures.ts';
import { tidyTables } from './tidy-tables.ts';

/**
 * Rewrites clipboard HTML from other programs into elements that the schema parses. It changes only elements of the inert document. The
 * schema determines what is allowed.
 */
export function tidyHtml(root: Element, hasTables: boolean, pictures: PastedPictures): void {
  dropEmptyLines(root);
  tidyLinks(root);
  tidyLists(root);
  tidyChecklists(root);
  tidyPictures(root, pictures);
  tidyTables(root, hasTables);
  tidyCode(root);
  for (const title of root.querySelectorAll<HTMLElement>('p.MsoTitle')) rename(title, 'h1');
}

/** Removes the empty paragraphs that Office inserts between blocks, and the line breaks and the wrapper of Google Docs. */
function dropEmptyLines(root: Element): void {
  for (const line of root.querySelectorAll('p')) {
    const text = line.textContent ?? '';
    const isFilled = text.trim() !== '' || line.querySelector('img') !== null;
    if (!isFilled && (text.includes('\u00a0') || line.className.startsWith('Mso'))) line.remove();
  }
  for (const space of root.querySelectorAll(':scope > br, [id^="docs-internal-guid"] > br')) {
    const isBetween = [space.previousElementSibling, space.nextElementSibling].some(
      (one) => one !== null && /^(?:p|h[1-6]|ul|ol|table|blockquote|pre|hr|div)$/i.test(one.tagName),
    );
    if (isBetween) space.remove();
  }
  for (const page of root.querySelectorAll('[id^="docs-internal-guid"]')) {
    const remaining = [...page.childNodes].filter(
      ({ nodeType, nodeValue }) => nodeType !== Node.TEXT_NODE || (nodeValue ?? '').trim() !== '',
    );
    // In other documents this wrapper surrounds inline text.
    if (page.querySelector(':scope > :is(p, h1, h2, h3, h4, h5, h6, ul, ol, table)') !== null)
      page.replaceChildren(...remaining);
  }
}
