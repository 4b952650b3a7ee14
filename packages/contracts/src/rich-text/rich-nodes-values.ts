import { isSafeAddress, type RichMarkName, type RichNodeName } from './rich-text-values.ts';

/*
 * The schema of formatted text and its content rules: one list for descriptions, documents, the editor, the server and Markdown. Raise
 * `SCHEMA_VERSION` with every change to the list.
 */

/** A `block` is used at block level, an `inline` in a line, a `cell` in a table row, a `part` only where a content expression names it. */
type Kind = 'block' | 'inline' | 'cell' | 'part';

export type AttrRules = Readonly<Record<string, (value: unknown) => boolean>>;

interface NodeRule {
  kind: Kind;
  /** ProseMirror's content expression. */
  content: string;
  /** Required attributes. For a block in a document, the first attribute is `id`. */
  attrs?: AttrRules;
  /** Preformatted: line breaks are kept, and marks are not allowed. */
  isCode?: true;
  /** Not allowed in descriptions. */
  isForDocuments?: true;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const KEY = /^[A-Z][A-Z0-9]{1,5}-[1-9][0-9]{0,8}$/;
const LANGUAGE = /^[a-zA-Z0-9+#._-]{1,30}$/;
const BLOCK_ID = /^[a-z0-9-]{8,36}$/;
const LINE = /^[^\p{Cc}\p{Cs}\u2028\u2029]{0,500}$/u;

export const CELL_ALIGNS = ['left', 'center', 'right'] as const;
export const CALLOUT_KINDS = ['note', 'tip', 'important', 'warning', 'caution'] as const;

/** Attribute names in PostgreSQL's order: shortest first. */
const CELL: AttrRules = {
  align: (value) => value === null || CELL_ALIGNS.some((align) => align === value),
  colspan: isWholeWithin(1, 1_000),
  rowspan: isWholeWithin(1, 1_000),
  /** In pixels, one per spanned column. */
  colwidth: (value) => value === null || (Array.isArray(value) && value.every(isWholeWithin(0, 10_000))),
};

export const RICH_NODES = {
  doc: { kind: 'part', content: 'block+' },
  paragraph: { kind: 'block', content: 'inline*' },
  heading: { kind: 'block', content: 'inline*', attrs: { level: isWholeWithin(1, 6) } },
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
    attrs: { language: (value) => value === null || matches(value, LANGUAGE) },
    isCode: true,
  },
  horizontalRule: { kind: 'block', content: '' },
  text: { kind: 'inline', content: '' },
  hardBreak: { kind: 'inline', content: '' },
  /** A user, by id. Displayed with the user's current name. */
  mention: { kind: 'inline', content: '', attrs: { id: isUuid } },
  /** A task, by its current or a former key. */
  taskLink: { kind: 'inline', content: '', attrs: { key: (value) => matches(value, KEY) } },

  table: { kind: 'block', content: 'tableRow+', isForDocuments: true },
  /** Empty if all cells of the row above extend into it. */
  tableRow: { kind: 'part', content: 'cell*', isForDocuments: true },
  tableCell: { kind: 'cell', content: 'block+', attrs: CELL, isForDocuments: true },
  tableHeader: { kind: 'cell', content: 'block+', attrs: CELL, isForDocuments: true },
  callout: {
    kind: 'block',
    content: 'block+',
    attrs: { kind: (value) => CALLOUT_KINDS.some((kind) => kind === value) },
    isForDocuments: true,
  },
  /** The open state is local to each reader. */
  details: { kind: 'block', content: 'detailsSummary detailsContent', isForDocuments: true },
  detailsSummary: { kind: 'part', content: 'inline*', isForDocuments: true },
  detailsContent: { kind: 'part', content: 'block+', isForDocuments: true },
  /** An attachment of the document. Null while it is being uploaded. */
  image: {
    kind: 'block',
    content: '',
    attrs: {
      alt: (value) => matches(value, LINE),
      /** Percent of the text width. */
      width: (value) => value === null || isWholeWithin(10, 100)(value),
      attachmentId: (value) => value === null || isUuid(value),
    },
    isForDocuments: true,
  },
  file: {
    kind: 'block',
    content: '',
    attrs: {
      name: (value) => matches(value, LINE),
      attachmentId: (value) => value === null || isUuid(value),
    },
    isForDocuments: true,
  },
  /** Another document, by id. Displayed with its current title. */
  documentLink: { kind: 'inline', content: '', attrs: { id: isUuid }, isForDocuments: true },
  /** A node of a newer build, preserved verbatim because this build must not lose it. */
  unknownBlock: { kind: 'block', content: '', attrs: { json: isJson }, isForDocuments: true },
  unknownInline: { kind: 'inline', content: '', attrs: { json: isJson }, isForDocuments: true },
} as const satisfies Record<string, NodeRule>;

/** Marks in the order in which text nodes store them. */
export const RICH_MARKS = {
  link: { href: (value: unknown) => typeof value === 'string' && isSafeAddress(value) },
  bold: {},
  italic: {},
  strike: {},
  underline: {},
  /** Excludes all other marks. */
  code: {},
} as const satisfies Record<string, AttrRules>;
export const RICH_MARK_NAMES = Object.keys(RICH_MARKS) as RichMarkName[];

/** The kind of object to which the text belongs. */
export type RichTextHost = 'description' | 'document';

export function findNodeRule(name: unknown, host: RichTextHost = 'document'): NodeRule | undefined {
  if (typeof name !== 'string' || !Object.hasOwn(RICH_NODES, name)) return undefined;
  const rule: NodeRule = RICH_NODES[name as RichNodeName];
  return host === 'description' && rule.isForDocuments === true ? undefined : rule;
}

/** The names of all nodes allowed in a description or a document. */
export function listNodeNames(host: RichTextHost): RichNodeName[] {
  return (Object.keys(RICH_NODES) as RichNodeName[]).filter((name) => findNodeRule(name, host) !== undefined);
}

/** The attributes of a node: blocks of a document have an id, for links. */
export function listAttrs(name: RichNodeName, host: RichTextHost): AttrRules {
  const { kind, attrs = {} }: NodeRule = RICH_NODES[name];
  return kind === 'block' && host === 'document' ? { id: isBlockId, ...attrs } : attrs;
}

export function isMarkName(name: unknown): name is RichMarkName {
  return typeof name === 'string' && Object.hasOwn(RICH_MARKS, name);
}

function isBlockId(value: unknown): boolean {
  return value === null || matches(value, BLOCK_ID);
}

function isUuid(value: unknown): boolean {
  return matches(value, UUID);
}

function isJson(value: unknown): boolean {
  return typeof value === 'string' && value.startsWith('{"') && value.endsWith('}');
}

function matches(value: unknown, pattern: RegExp): boolean {
  return typeof value === 'string' && pattern.test(value);
}

function isWholeWithin(from: number, to: number): (value: unknown) => boolean {
  return (value) => Number.isInteger(value) && (value as number) >= from && (value as number) <= to;
}
