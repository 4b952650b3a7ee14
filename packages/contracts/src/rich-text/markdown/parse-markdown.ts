import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { CALLOUT_KINDS, listAttrs, type RichTextHost } from '#rich-text/rich-nodes-values.ts';
import {
  DOCUMENT_LIMITS,
  RICH_LIMITS,
  type RichNode,
  type RichNodeName,
  type RichText,
} from '#rich-text/rich-text-values.ts';
import { createCjkEmphasis } from './cjk-emphasis.ts';
import { breakFloods, createFloodGuard, MAX_CELLS } from './floods.ts';
import { cutFrontMatter } from './front-matter.ts';
import { isJsonObject, UNKNOWN_LANGUAGE } from './own-addresses.ts';
import { isBlock, readInline, readNodeText, splitBlocks, type Parsing } from './parse-inline.ts';
import { foldToggles, type Flow, type Toggle } from './parse-toggles.ts';
import { createTypedEmphasis } from './typed-emphasis.ts';
import { isTypedRestart, readTypedDates, readTypedItem } from './typed-items.ts';
import { endTypedQuotes } from './typed-quotes.ts';
import type {
  Blockquote,
  Definition,
  FootnoteDefinition,
  List,
  ListItem,
  PhrasingContent,
  RootContent,
  Table,
} from './tree.ts';

/** HTML blocks are parsed as inline text. */
const NOT_READ = ['htmlFlow'];

/**
 * Parses GitHub Flavored Markdown. Never fails: unsupported syntax is kept as text. Blocks of a document have no ids, and nesting is
 * limited to the depth allowed for the host. Callers limit the size.
 * @param lineEnds how line ends in a paragraph are parsed: as spaces (CommonMark), as line breaks, or as line breaks unless the paragraph
 * was hard-wrapped. The text of the last two was typed: calculations and names such as `__init__` in it are not emphasis, and the sentence
 * `1. May` in a bullet is not a list.
 */
export function parseMarkdown(
  text: string,
  host: RichTextHost = 'document',
  lineEnds: 'space' | 'break' | 'breakUnlessWrapped' = 'space',
): RichText {
  const whole = text.replace(/^\uFEFF/, '');
  const front = cutFrontMatter(whole);
  const keepsLines = lineEnds !== 'space';
  const given = front?.rest ?? whole;
  const source = breakFloods(keepsLines ? endTypedQuotes(given) : given);
  const notRead = host === 'description' ? [...NOT_READ, 'table'] : NOT_READ;
  const typed = keepsLines ? [createTypedEmphasis()] : [];
  const { children } = fromMarkdown(source, {
    extensions: [gfm(), { disable: { null: notRead } }, createCjkEmphasis(), ...typed, createFloodGuard()],
    // Omits the transforms that detect autolinks again, even escaped ones.
    mdastExtensions: gfmFromMarkdown().map((extension) => ({ ...extension, transforms: [] })),
  });
  const definitions = new Map<string, Definition>();
  collectDefinitions(children, definitions);
  const unwraps = lineEnds === 'breakUnlessWrapped';
  const parsing = { source, host, depth: 0, definitions, keepsLines, unwraps };
  if (front === null) return { type: 'doc', content: readBlocks(children, parsing) };
  const code = readCode(front.value.replaceAll('\r\n', '\n'), front.language, parsing);
  return { type: 'doc', content: children.length === 0 ? [code] : [code, ...readBlocks(children, parsing)] };
}

/** Iterative because nesting in the input is unlimited. */
function collectDefinitions(blocks: readonly RootContent[], found: Map<string, Definition>): void {
  const stack = blocks.toReversed();
  for (let block = stack.pop(); block !== undefined; block = stack.pop()) {
    if (block.type === 'definition' && !found.has(block.identifier)) found.set(block.identifier, block);
    if (block.type === 'blockquote' || block.type === 'list' || block.type === 'listItem')
      stack.push(...block.children.toReversed());
  }
}

/** Parses the blocks of a container. Returns at least one block. */
function readBlocks(children: readonly RootContent[], parsing: Parsing): RichNode[] {
  return readFlow(parsing.host === 'document' ? foldToggles(children) : children, parsing);
}

function readFlow(flow: readonly Flow[], around: Parsing): RichNode[] {
  const parsing = { ...around, depth: around.depth + 1 };
  const blocks = flow.flatMap((one) => readBlock(one, parsing));
  return blocks.length > 0 ? blocks : [makeLine([], parsing)];
}

/** Number of levels from a block down to its text. */
const LEVELS: Partial<Record<Flow['type'], number>> = { blockquote: 2, list: 3, table: 4, toggle: 3 };

function readBlock(node: Flow, parsing: Parsing): RichNode[] {
  const { host, depth } = parsing;
  const deepest = (host === 'document' ? DOCUMENT_LIMITS : RICH_LIMITS).depth;
  if (depth + (LEVELS[node.type] ?? 1) > deepest) return flatten(node, parsing);
  switch (node.type) {
    case 'paragraph': {
      const line = {
        ...parsing,
        keepsLines: parsing.keepsLines && !(parsing.unwraps && isWrapped(node, parsing)),
      };
      return splitBlocks(readInline(node.children, line), (content) => makeLine(content, parsing));
    }
    case 'heading': {
      const pieces = readInline(node.children, parsing);
      const attrs = { level: node.depth };
      const title = pieces.filter((piece) => !isBlock(piece));
      return [makeBlock('heading', attrs, title, parsing), ...pieces.filter(isBlock)];
    }
    case 'thematicBreak':
      return [makeBlock('horizontalRule', {}, [], parsing)];
    case 'blockquote':
      return [readQuote(node, parsing)];
    case 'list':
      return readList(node, parsing);
    case 'code':
      return [readCode(node.value, node.lang ?? null, parsing)];
    case 'table':
      return [readTable(node, parsing)];
    case 'toggle':
      return [readToggle(node, parsing)];
    case 'footnoteDefinition':
      return readFootnote(node, { ...parsing, depth: depth + 1 });
    case 'definition':
      return [];
    default:
      return flatten(node, parsing);
  }
}

/** Shorter lines count as ended by the author rather than wrapped. */
const MIN_WRAP = 50;

/** Whether a program wrapped the lines: in that case, each line ends where the next word would not fit. */
function isWrapped({ position }: RootContent, { source }: Parsing): boolean {
  const lines = source.slice(position?.start.offset, position?.end.offset).split(/\r?\n|\r/);
  const width = lines.reduce((most, line) => Math.max(most, line.trim().length), 0);
  return (
    width >= MIN_WRAP &&
    lines.slice(1).every((line, at) => {
      const [word = ''] = line.replace(/^[\s>]+/, '').split(/\s/, 1);
      return (lines[at] ?? '').trim().length + 1 + word.length > width;
    })
  );
}

/** Reduces a node to its text. */
function flatten(node: Flow, parsing: Parsing): RichNode[] {
  const nodes: RootContent[] = [];
  const stack: Flow[] = [node];
  for (let one = stack.pop(); one !== undefined; one = stack.pop()) {
    if (one.type === 'toggle') stack.push(...one.children.toReversed(), ...one.summary.toReversed());
    else nodes.push(one);
  }
  const text = nodes.map((one) => readNodeText(one)).join(' ');
  const content = readInline([{ type: 'text', value: text }], parsing);
  return content.length === 0 ? [] : [makeLine(content, parsing)];
}

function makeBlock(type: RichNodeName, attrs: object, content: RichNode[], { host }: Parsing): RichNode {
  const all: Record<string, unknown> = { ...('id' in listAttrs(type, host) ? { id: null } : {}), ...attrs };
  return {
    type,
    ...(Object.keys(all).length === 0 ? {} : { attrs: all }),
    ...(content.length === 0 ? {} : { content: joinTexts(content) }),
  };
}

function makeLine(content: RichNode[], parsing: Parsing): RichNode {
  return makeBlock('paragraph', {}, content, parsing);
}

function joinTexts(nodes: readonly RichNode[]): RichNode[] {
  const joined: RichNode[] = [];
  for (const node of nodes) {
    const last = joined.at(-1);
    if (
      node.type === 'text' &&
      last?.type === 'text' &&
      JSON.stringify(last.marks) === JSON.stringify(node.marks)
    )
      joined[joined.length - 1] = { ...last, text: `${last.text ?? ''}${node.text ?? ''}` };
    else joined.push(node);
  }
  return joined;
}

/** Keeps the text of a footnote in place: footnotes are not supported. */
function readFootnote({ label, identifier, children }: FootnoteDefinition, parsing: Parsing): RichNode[] {
  const sign: PhrasingContent = { type: 'text', value: `[^${label ?? identifier}]: ` };
  const [first, ...others] = children;
  const isLine = first?.type === 'paragraph';
  const line: RootContent = { type: 'paragraph', children: isLine ? [sign, ...first.children] : [sign] };
  return [line, ...(isLine ? others : children)].flatMap((one) => readBlock(one, parsing));
}

/** Parses a quote. `> [!NOTE]` is a callout if it is on a separate line and not escaped. */
function readQuote(node: Blockquote, parsing: Parsing): RichNode {
  const [first, ...others] = node.children;
  const [head, ...tail] = first?.type === 'paragraph' ? first.children : [];
  const { source, host } = parsing;
  const [sign, kind = ''] =
    head?.type === 'text' ? (/^\[!([a-z]+)\][ \t]*(?:\n|$)/i.exec(head.value) ?? []) : [];
  const isCallout =
    host === 'document' &&
    first?.type === 'paragraph' &&
    head?.type === 'text' &&
    sign !== undefined &&
    (sign.endsWith('\n') || tail.length === 0) &&
    source[head.position?.start.offset ?? 0] === '[' &&
    CALLOUT_KINDS.some((one) => one === kind.toLowerCase());
  if (!isCallout) return makeBlock('blockquote', {}, readBlocks(node.children, parsing), parsing);
  const value = head.value.slice(sign.length);
  const line = [...(value === '' ? [] : [{ ...head, value }]), ...tail];
  const blocks = line.length === 0 ? others : [{ ...first, children: line }, ...others];
  return makeBlock('callout', { kind: kind.toLowerCase() }, readBlocks(blocks, parsing), parsing);
}

/** Splits items with and without a checkbox into separate lists. */
function readList(node: List, parsing: Parsing): RichNode[] {
  const dates = parsing.keepsLines ? readTypedDates(node, parsing.source) : null;
  if (dates !== null) return dates.flatMap((block) => readBlock(block, parsing));
  const lists: RichNode[] = [];
  const { ordered, start } = node;
  let number = Math.min(start ?? 1, 1_000_000);
  for (const [at, child] of node.children.entries()) {
    const { item, isChecked } = readCheck(child, parsing);
    const isRestart = parsing.keepsLines && isTypedRestart(child, node.children[at - 1], parsing.source);
    if (isRestart) number = 1;
    const content = readItem(item, parsing);
    const type = isChecked !== null ? 'taskList' : ordered === true ? 'orderedList' : 'bulletList';
    const listItem: RichNode =
      isChecked === null
        ? { type: 'listItem', content }
        : { type: 'taskItem', attrs: { checked: isChecked }, content };
    const last = lists.at(-1);
    if (last?.type === type && !isRestart)
      lists[lists.length - 1] = { ...last, content: [...(last.content ?? []), listItem] };
    else lists.push(makeBlock(type, type === 'orderedList' ? { start: number } : {}, [listItem], parsing));
    number = Math.min(number + 1, 1_000_000);
  }
  return lists;
}

/** GitHub requires text after a checkbox, but new to-do lists begin with empty items. */
function readCheck(item: ListItem, { source }: Parsing): { item: ListItem; isChecked: boolean | null } {
  if (typeof item.checked === 'boolean') return { item, isChecked: item.checked };
  const [first, ...others] = item.children;
  const head = first?.type === 'paragraph' && first.children.length === 1 ? first.children[0] : undefined;
  if (first?.type !== 'paragraph' || head?.type !== 'text') return { item, isChecked: null };
  if (!/^\[[ xX]\]$/.test(head.value) || source[head.position?.start.offset ?? 0] !== '[')
    return { item, isChecked: null };
  const children = [{ ...first, children: [] }, ...others];
  return { item: { ...item, children }, isChecked: head.value !== '[ ]' };
}

function readItem(item: ListItem, parsing: Parsing): RichNode[] {
  const children = parsing.keepsLines ? readTypedItem(item, parsing.source) : item.children;
  const blocks = readBlocks(children, { ...parsing, depth: parsing.depth + 1 });
  return blocks[0]?.type === 'paragraph' ? blocks : [makeLine([], parsing), ...blocks];
}

function readCode(value: string, language: string | null, parsing: Parsing): RichNode {
  if (language === UNKNOWN_LANGUAGE && parsing.host === 'document' && isJsonObject(value))
    return makeBlock('unknownBlock', { json: value }, [], parsing);
  const isKnown = listAttrs('codeBlock', parsing.host)['language']?.(language) ?? false;
  const text = value.toWellFormed().replaceAll('\u0000', '');
  const content: RichNode[] = text === '' ? [] : [{ text, type: 'text' }];
  return makeBlock('codeBlock', { language: isKnown ? language : null }, content, parsing);
}

/** Parses a table. An empty header row is dropped: Markdown cannot omit the header row. */
function readTable({ children, align = [] }: Table, parsing: Parsing): RichNode {
  const columns = children.reduce((most, row) => Math.max(most, row.children.length), 0);
  // Rows are not padded to the longest row if the table would exceed the cell limit.
  const isFilled = columns * children.length <= MAX_CELLS;
  const isBare =
    children.length > 1 && (children[0]?.children.every((cell) => cell.children.length === 0) ?? false);
  const rows = children.slice(isBare ? 1 : 0).map((row, at): RichNode => {
    const type = at === 0 && !isBare ? 'tableHeader' : 'tableCell';
    const cells = Array.from({ length: isFilled ? columns : row.children.length }, (_, column): RichNode => {
      const inline = readInline(row.children[column]?.children ?? [], parsing);
      const content = splitBlocks(inline, (line) => makeLine(line, parsing));
      return {
        type,
        attrs: { align: align?.[column] ?? null, colspan: 1, rowspan: 1, colwidth: null },
        content,
      };
    });
    return { type: 'tableRow', content: cells };
  });
  return makeBlock('table', {}, rows, parsing);
}

function readToggle({ summary, children }: Toggle, parsing: Parsing): RichNode {
  const pieces = readInline(summary, parsing);
  const line = joinTexts(pieces.filter((piece) => !isBlock(piece)));
  const blocks = readFlow(children, { ...parsing, depth: parsing.depth + 1 });
  const hidden: RichNode[] = [...pieces.filter(isBlock), ...blocks];
  const content: RichNode[] = [
    line.length === 0 ? { type: 'detailsSummary' } : { type: 'detailsSummary', content: line },
    { type: 'detailsContent', content: hidden },
  ];
  return makeBlock('details', {}, content, parsing);
}
