import { isSafeAddress, type RichMarkName, type RichNodeName } from './rich-text-values.ts';

/*
 * What formatted text is made of, and what may stand in what: one list for descriptions and for documents, for the
 * editor, for what the server takes and for Markdown. Whoever adds to it or takes from it raises `SCHEMA_VERSION`.
 */

/** A `block` stands by itself, an `inline` in a line; a `cell` in a row of a table, a `part` where it is named. */
type Kind = 'block' | 'inline' | 'cell' | 'part';

export type AttrRules = Readonly<Record<string, (value: unknown) => boolean>>;

interface NodeRule {
  kind: Kind;
  /** ProseMirror's content expression. */
  content: string;
  /** Its attributes, all of them present; those of a block in a document begin with `id`. */
  attrs?: AttrRules;
  /** Its text is as typed: line breaks in it are kept, and it carries no marks. */
  isCode?: true;
  /** A description has none. */
  isForDocuments?: true;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const KEY = /^[A-Z][A-Z0-9]{1,5}-[1-9][0-9]{0,8}$/;
const LANGUAGE = /^[a-zA-Z0-9+#._-]{1,30}$/;
const BLOCK_ID = /^[a-z0-9-]{8,36}$/;
const LINE = /^[^\p{Cc}\p{Cs}\u2028\u2029]{0,500}$/u;

export const CELL_ALIGNS = ['left', 'center', 'right'] as const;
export const CALLOUT_KINDS = ['note', 'tip', 'important', 'warning', 'caution'] as const;

/** Names of attributes stand as PostgreSQL keeps them: the shortest first. */
const CELL: AttrRules = {
  align: (value) => value === null || CELL_ALIGNS.some((align) => align === value),
  colspan: isWholeWithin(1, 1_000),
  rowspan: isWholeWithin(1, 1_000),
  /** In pixels, one for each column that it spans. */
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
  /** Somebody, by their id: they are shown by the name they have now. */
  mention: { kind: 'inline', content: '', attrs: { id: isUuid } },
  /** A task, by a key that it has or had. */
  taskLink: { kind: 'inline', content: '', attrs: { key: (value) => matches(value, KEY) } },

  table: { kind: 'block', content: 'tableRow+', isForDocuments: true },
  /** Where all cells of the row above reach down, it has none of its own. */
  tableRow: { kind: 'part', content: 'cell*', isForDocuments: true },
  tableCell: { kind: 'cell', content: 'block+', attrs: CELL, isForDocuments: true },
  tableHeader: { kind: 'cell', content: 'block+', attrs: CELL, isForDocuments: true },
  callout: {
    kind: 'block',
    content: 'block+',
    attrs: { kind: (value) => CALLOUT_KINDS.some((kind) => kind === value) },
    isForDocuments: true,
  },
  /** Whether it stands open is the reader's own. */
  details: { kind: 'block', content: 'detailsSummary detailsContent', isForDocuments: true },
  detailsSummary: { kind: 'part', content: 'inline*', isForDocuments: true },
  detailsContent: { kind: 'part', content: 'block+', isForDocuments: true },
  /** An attachment of the document; `null` = it is on its way. */
  image: {
    kind: 'block',
    content: '',
    attrs: {
      alt: (value) => matches(value, LINE),
      /** Percent of the text's. */
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
  /** Another document, by its id: it is shown by the title it has now. */
  documentLink: { kind: 'inline', content: '', attrs: { id: isUuid }, isForDocuments: true },
  /** What a newer build has written, letter by letter, so that this one hands it on. */
  unknownBlock: { kind: 'block', content: '', attrs: { json: isJson }, isForDocuments: true },
  unknownInline: { kind: 'inline', content: '', attrs: { json: isJson }, isForDocuments: true },
} as const satisfies Record<string, NodeRule>;

/** In the order in which they are kept on a text. */
export const RICH_MARKS = {
  link: { href: (value: unknown) => typeof value === 'string' && isSafeAddress(value) },
  bold: {},
  italic: {},
  strike: {},
  underline: {},
  /** Excludes the others. */
  code: {},
} as const satisfies Record<string, AttrRules>;
export const RICH_MARK_NAMES = Object.keys(RICH_MARKS) as RichMarkName[];

/** What a text stands in. */
export type RichPlace = 'description' | 'document';

export function findNodeRule(name: unknown, place: RichPlace = 'document'): NodeRule | undefined {
  if (typeof name !== 'string' || !Object.hasOwn(RICH_NODES, name)) return undefined;
  const rule: NodeRule = RICH_NODES[name as RichNodeName];
  return place === 'description' && rule.isForDocuments === true ? undefined : rule;
}

/** The names of all nodes that may stand there. */
export function listNodeNames(place: RichPlace): RichNodeName[] {
  return (Object.keys(RICH_NODES) as RichNodeName[]).filter(
    (name) => findNodeRule(name, place) !== undefined,
  );
}

/** The attributes of a node: a block of a document has an id, by which it is linked and found. */
export function listAttrs(name: RichNodeName, place: RichPlace): AttrRules {
  const { kind, attrs = {} }: NodeRule = RICH_NODES[name];
  return kind === 'block' && place === 'document' ? { id: isBlockId, ...attrs } : attrs;
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
