import { DOMParser, type ParseOptions, type Schema, type Slice } from '@tiptap/pm/model';

/*
 * Sanitises pasted HTML: it is parsed in an inert document, and only the parts of our schema come out of it.
 * That document stands under the page's policy too: attributes with styles and scripts, and what all addresses
 * would begin with, are put aside before, so that nothing is even tried, and what the styles say is put back in
 * the way that the policy allows.
 */

const TAG = /<[a-z][^>]*>/gi;
/** Not taken out but renamed: what is around it may not become another one. */
const BASE = /^<base(?![\w-])/i;
const ASIDE = /([\s"'/])(style|on[a-z]+)(?=\s*=)/gi;
const WHOLE = /<(style|script|template|title|noscript|iframe|object|svg|math)\b[\s\S]*?(?:<\/\1\s*>|$)/gi;

export function putAside(html: string): string {
  return html
    .replaceAll(WHOLE, '')
    .replaceAll(TAG, (tag) => tag.replace(BASE, '<aside-base').replaceAll(ASIDE, '$1data-aside-$2'));
}

/** Reads what was put aside by `putAside`. */
export class ClipboardParser extends DOMParser {
  static of(schema: Schema): ClipboardParser {
    return new ClipboardParser(schema, DOMParser.fromSchema(schema).rules);
  }

  override parseSlice(dom: Node, options?: ParseOptions): Slice {
    for (const element of (dom as Element).querySelectorAll<HTMLElement>('[data-aside-style]')) {
      element.style.cssText = element.dataset['asideStyle'] ?? '';
    }
    return super.parseSlice(dom, options);
  }
}
