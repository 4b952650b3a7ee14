import type { RICH_MARKS, RICH_NODES } from './rich-nodes-values.ts';

/*
 * Formatted text: it is kept as ProseMirror keeps a document, in JSON. What it is made of stands in rich-nodes-values.ts.
 * Free of the schema library, so that the browser loads it; who trusts nothing reads with `readRichText` of
 * rich-text-check-values.ts.
 */

/**
 * Of the list in rich-nodes-values.ts, as far as documents go: a browser says it when it opens one, an older one may only
 * read.
 */
export const SCHEMA_VERSION = 2;

export type RichNodeName = keyof typeof RICH_NODES;
export type RichMarkName = keyof typeof RICH_MARKS;

export interface RichMark {
  type: RichMarkName;
  attrs?: Readonly<Record<string, unknown>>;
}

export interface RichNode {
  text?: string;
  type: RichNodeName;
  attrs?: Readonly<Record<string, unknown>>;
  marks?: readonly RichMark[];
  content?: readonly RichNode[];
}

export interface RichText extends RichNode {
  type: 'doc';
  content: readonly RichNode[];
}

/** Of a description. */
export const RICH_LIMITS = {
  /** Characters of the text that it comes to. */
  text: 50_000,
  /** Of all kinds, pieces of text too. */
  nodes: 5_000,
  /** One within another. */
  depth: 12,
  address: 2_000,
} as const;

/** Of a document. */
export const DOCUMENT_LIMITS = { text: 2_000_000, nodes: 50_000, depth: 40 } as const;

/** Characters that browsers ignore in an address, and so would read another one. */
// oxlint-disable-next-line no-control-regex -- refusing control characters is the point
const UNREAD = /[\u0000-\u0020\u007f-\u00a0\u2028\u2029\ud800-\udfff]/u;

/** Is the scheme of a link safe? Only the web and mail, written so that every browser reads it alike. */
export function isSafeAddress(address: string): boolean {
  if (address.length > RICH_LIMITS.address || UNREAD.test(address)) return false;
  if (!/^(?:https?:\/\/[^/\\]|mailto:[^/\\])/i.test(address)) return false;
  return URL.canParse(address);
}
