/*
 * Formatted text: what it is made of, and what may stand in what. Tasks and documents share it; it is kept as ProseMirror
 * keeps a document, in JSON. Free of the schema library, so that the browser loads it; who trusts nothing reads with
 * `readRichText` of rich-text-check-values.ts.
 */

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

type Kind = 'block' | 'inline' | 'part';

interface NodeRule {
  kind: Kind;
  /** ProseMirror's content expression. */
  content: string;
  /** Its attributes, all of them present. */
  attrs?: Readonly<Record<string, (value: unknown) => boolean>>;
  /** Its text is as typed: line breaks in it are kept, and it carries no marks. */
  isCode?: true;
}

const PERSON = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const KEY = /^[A-Z][A-Z0-9]{1,5}-[1-9][0-9]{0,8}$/;
const LANGUAGE = /^[a-zA-Z0-9+#._-]{1,30}$/;

export const RICH_NODES = {
  doc: { kind: 'part', content: 'block+' },
  paragraph: { kind: 'block', content: 'inline*' },
  heading: { kind: 'block', content: 'inline*', attrs: { level: isWholeWithin(1, 3) } },
  bulletList: { kind: 'block', content: 'listItem+' },
  orderedList: { kind: 'block', content: 'listItem+', attrs: { start: isWholeWithin(0, 1_000_000) } },
  listItem: { kind: 'part', content: 'paragraph block*' },
  taskList: { kind: 'block', content: 'taskItem+' },
  taskItem: {
    kind: 'part',
    content: 'paragraph block*',
    attrs: { checked: (value) => typeof value === 'boolean' },
  },
  blockquote: { kind: 'block', content: 'block+' },
  codeBlock: {
    kind: 'block',
    content: 'text*',
    attrs: { language: (value) => value === null || (typeof value === 'string' && LANGUAGE.test(value)) },
    isCode: true,
  },
  horizontalRule: { kind: 'block', content: '' },
  text: { kind: 'inline', content: '' },
  hardBreak: { kind: 'inline', content: '' },
  /** Somebody, by their id: they are shown by the name they have now. */
  mention: {
    kind: 'inline',
    content: '',
    attrs: { id: (value) => typeof value === 'string' && PERSON.test(value) },
  },
  /** A task, by a key that it has or had. */
  taskLink: {
    kind: 'inline',
    content: '',
    attrs: { key: (value) => typeof value === 'string' && KEY.test(value) },
  },
} as const satisfies Record<string, NodeRule>;
export type RichNodeName = keyof typeof RICH_NODES;

/** In the order in which they are kept on a text. */
export const RICH_MARKS = {
  link: { href: (value: unknown) => typeof value === 'string' && isSafeAddress(value) },
  bold: {},
  italic: {},
  strike: {},
  underline: {},
  /** Excludes the others. */
  code: {},
} as const satisfies Record<string, Readonly<Record<string, (value: unknown) => boolean>>>;
export type RichMarkName = keyof typeof RICH_MARKS;
export const RICH_MARK_NAMES = Object.keys(RICH_MARKS) as RichMarkName[];

export const RICH_LIMITS = {
  /** Characters of the text that it comes to. */
  text: 50_000,
  /** Of all kinds, pieces of text too. */
  nodes: 5_000,
  /** One within another. */
  depth: 12,
  address: 2_000,
} as const;

export function findNodeRule(name: unknown): NodeRule | undefined {
  return typeof name === 'string' && Object.hasOwn(RICH_NODES, name)
    ? RICH_NODES[name as RichNodeName]
    : undefined;
}

export function isMarkName(name: unknown): name is RichMarkName {
  return typeof name === 'string' && Object.hasOwn(RICH_MARKS, name);
}

/** Characters that browsers ignore in an address, and so would read another one. */
// oxlint-disable-next-line no-control-regex -- refusing control characters is the point
const UNREAD = /[\u0000-\u0020\u007f-\u00a0\u2028\u2029\ud800-\udfff]/u;

/** Is the scheme of a link safe? Only the web and mail, written so that every browser reads it alike. */
export function isSafeAddress(address: string): boolean {
  if (address.length > RICH_LIMITS.address || UNREAD.test(address)) return false;
  if (!/^(?:https?:\/\/[^/\\]|mailto:[^/\\])/i.test(address)) return false;
  return URL.canParse(address);
}

function isWholeWithin(from: number, to: number): (value: unknown) => boolean {
  return (value) => Number.isInteger(value) && (value as number) >= from && (value as number) <= to;
}
