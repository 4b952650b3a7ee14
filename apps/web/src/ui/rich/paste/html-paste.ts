import { DOMParser, type ParseOptions, type Schema, type Slice } from '@tiptap/pm/model';
import { tidyHtml } from './tidy-html.ts';
import type { PastedPictures } from './tidy-pictures.ts';

/* Sanitizes pasted HTML: parses it in an inert document and keeps only nodes of our schema. The page's policy also applies to that
   document. Therefore style and script attributes and `<base>` elements are renamed before parsing to avoid violations. The styles are
   then reapplied through CSSOM, which the policy allows. */

const TAG = /<[a-z][^>]*>/gi;
/** Renamed instead of removed because the surrounding text could combine into another tag. */
const BASE = /^<base(?![\w-])/i;
const ASIDE = /([\s"'/])(style|on[a-z]+)(?=\s*=)/gi;
const WHOLE = /<(style|script|template|title|noscript|iframe|object|svg|math)\b[\s\S]*?(?:<\/\1\s*>|$)/gi;
/** Matches the style-sheet rules in which Excel defines cells as bold: `.xl66 {…; font-weight:700; …}`. */
const EXCEL_RULE = /\.(xl\d+)\s*\{([^}]*)\}/g;
const EXCEL_CELL = /^<t[dh](?=\s)[^>]*\sclass=["']?(xl\d+)\b/i;

export function putAside(html: string): string {
  const bold = new Set<string>();
  for (const [, name = '', rules = ''] of html.matchAll(EXCEL_RULE))
    if (/font-weight\s*:\s*(?:bold|[6-9]00)/i.test(rules)) bold.add(name);
  return html.replaceAll(WHOLE, '').replaceAll(TAG, (tag) => {
    const renamed = tag.replace(BASE, '<aside-base').replaceAll(ASIDE, '$1data-aside-$2');
    const [, name = ''] = bold.size === 0 ? [] : (EXCEL_CELL.exec(tag) ?? []);
    return bold.has(name) ? renamed.replace(/^<t[dh]/i, '$& data-aside-bold') : renamed;
  });
}

/** Restores the styles that `putAside` set aside and tidies HTML from other programs before parsing it. */
export class ClipboardParser extends DOMParser {
  readonly #pictures: PastedPictures;

  constructor(schema: Schema, pictures: PastedPictures) {
    super(schema, DOMParser.fromSchema(schema).rules);
    this.#pictures = pictures;
  }

  override parseSlice(dom: Node, options?: ParseOptions): Slice {
    const root = dom as Element;
    for (const element of root.querySelectorAll<HTMLElement>('[data-aside-style]')) {
      element.style.cssText = element.dataset['asideStyle'] ?? '';
    }
    for (const element of root.querySelectorAll<HTMLElement>('[data-aside-bold]'))
      element.style.fontWeight = 'bold';
    // The editor sets `preserveWhitespace` for its own clipboard content. That content needs no cleanup.
    if (options?.preserveWhitespace !== true)
      tidyHtml(root, this.schema.nodes['table'] !== undefined, this.#pictures);
    return super.parseSlice(dom, options);
  }
}
