import type { RICH_MARKS, RICH_NODES } from './rich-nodes-values.ts';

/*
 * Formatted text, stored as ProseMirror JSON. Its schema is in rich-nodes-values.ts. Kept out of the schema files to keep the schema
 * library out of the browser. Untrusted input is parsed with `readRichText` of rich-text-check-values.ts.
 */

/**
 * Version of the document schema in rich-nodes-values.ts. Browsers send it when they open a document. Browsers with an older version get
 * read-only access.
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

/** Limits of a description. */
export const RICH_LIMITS = {
  /** Characters of its plain text. */
  text: 50_000,
  /** All nodes, including text nodes. */
  nodes: 5_000,
  /** Nesting depth. */
  depth: 12,
  address: 2_000,
} as const;

/** Limits of a document. */
export const DOCUMENT_LIMITS = { text: 2_000_000, nodes: 50_000, depth: 40 } as const;

/** Characters rejected in URLs: browsers strip some of them, which could change the target. */
// oxlint-disable-next-line no-control-regex -- control characters are rejected intentionally
const UNREAD = /[\u0000-\u0020\u007f-\u00a0\u2028\u2029\ud800-\udfff]/u;

/** Whether the address of a link is safe: only web and email addresses, in a form that all browsers parse to the same address. */
export function isSafeAddress(address: string): boolean {
  if (address.length > RICH_LIMITS.address || UNREAD.test(address)) return false;
  if (!/^(?:https?:\/\/[^/\\]|mailto:[^/\\])/i.test(address)) return false;
  return URL.canParse(address);
}
