import { RICH_MARK_NAMES, type RichTextHost } from '#rich-text/rich-nodes-values.ts';
import { isSafeAddress, RICH_LIMITS, type RichMark, type RichNode } from '#rich-text/rich-text-values.ts';
import { readAddress } from './own-addresses.ts';
import type { Definition, Nodes, PhrasingContent } from './tree.ts';

export interface Parsing {
  source: string;
  host: RichTextHost;
  depth: number;
  /** Line ends become hard breaks. */
  keepsLines: boolean;
  /** Joins the lines of hard-wrapped paragraphs despite `keepsLines`. */
  unwraps: boolean;
  /** Targets of reference links: `[words][name]`. */
  definitions: ReadonlyMap<string, Definition>;
}

/** Maximum nesting of emphasis, to limit abuse. Only the text of deeper levels is kept. */
const DEEPEST = 60;
const CJK = String.raw`[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\u3000-\u303f\uff00-\uffef]`;
const BETWEEN_CJK = new RegExp(`(?<=${CJK})\\n(?=${CJK})`, 'gu');

/** Parses the inline nodes of a line. Images and files among them are blocks. See `splitBlocks`. */
export function readInline(nodes: readonly PhrasingContent[], parsing: Parsing): RichNode[] {
  const read = readPieces(nodes, [], parsing, 0);
  // A line of only breaks encodes an empty line because Markdown has no syntax for it.
  if (read.length > 0 && read.every(({ type }) => type === 'hardBreak')) return read.slice(1);
  return read;
}

function readPieces(
  nodes: readonly PhrasingContent[],
  marks: readonly RichMark[],
  parsing: Parsing,
  depth: number,
): RichNode[] {
  if (depth > DEEPEST) return nodes.flatMap((node) => makeText(readNodeText(node), marks));
  const pieces: RichNode[] = [];
  for (let at = 0; at < nodes.length; at += 1) {
    const node = nodes[at];
    if (node === undefined) break;
    const end = node.type === 'html' && /^<u>$/i.test(node.value) ? findEnd(nodes, at) : -1;
    if (end < 0) pieces.push(...readPiece(node, marks, parsing, depth));
    else {
      const inside = addMark(marks, { type: 'underline' });
      pieces.push(...readPieces(nodes.slice(at + 1, end), inside, parsing, depth + 1));
      at = end;
    }
  }
  return pieces;
}

/** Index of the `</u>` that closes the `<u>` at index `start`, or -1. */
function findEnd(nodes: readonly PhrasingContent[], start: number): number {
  let open = 0;
  for (let at = start; at < nodes.length; at += 1) {
    const node = nodes[at];
    if (node?.type !== 'html') continue;
    if (/^<u>$/i.test(node.value)) open += 1;
    if (/^<\/u>$/i.test(node.value)) open -= 1;
    if (open === 0) return at;
  }
  return -1;
}

function readPiece(
  node: PhrasingContent,
  marks: readonly RichMark[],
  parsing: Parsing,
  depth: number,
): RichNode[] {
  const readInside = (inside: readonly PhrasingContent[], mark: RichMark | null) =>
    readPieces(inside, mark === null ? marks : addMark(marks, mark), parsing, depth + 1);
  switch (node.type) {
    case 'emphasis':
      return readInside(node.children, { type: 'italic' });
    case 'strong':
      return readInside(node.children, { type: 'bold' });
    case 'delete':
      return readInside(node.children, { type: 'strike' });
    case 'inlineCode':
      return makeText(node.value, addMark(marks, { type: 'code' }));
    case 'break':
      return [{ type: 'hardBreak' }];
    case 'html':
      return /^<br\s*\/?>$/i.test(node.value) ? [{ type: 'hardBreak' }] : makeText(node.value, marks);
    case 'image':
      return readImage(node.url, node.alt ?? '', marks, parsing);
    case 'imageReference': {
      const url = parsing.definitions.get(node.identifier)?.url ?? '';
      return readImage(url, node.alt ?? '', marks, parsing);
    }
    case 'link':
    case 'linkReference': {
      const url = node.type === 'link' ? node.url : (parsing.definitions.get(node.identifier)?.url ?? '');
      const own = readAddress(url, readNodeText(node), parsing.host, false);
      if (own !== null) return [own];
      if (isSafeAddress(url)) return readInside(node.children, { type: 'link', attrs: { href: url } });
      // Not a link but text, such as the call `handlers["save"]()`.
      if (node.type === 'link' && url === '')
        return [...makeText('[', marks), ...readInside(node.children, null), ...makeText(']()', marks)];
      return [...readInside(node.children, null), ...writeTarget(url, readNodeText(node), marks)];
    }
    case 'text':
      return parsing.keepsLines ? makeLines(node.value, marks) : makeText(node.value, marks);
    case 'footnoteReference':
      return makeText(`[^${node.label ?? node.identifier}]`, marks);
    default:
      return makeText(readNodeText(node), marks);
  }
}

/** Converts external images to links because external images are never fetched. */
function readImage(url: string, alt: string, marks: readonly RichMark[], { host }: Parsing): RichNode[] {
  const own = readAddress(url, alt, host, true);
  if (own !== null) return [own];
  if (!isSafeAddress(url)) return [...makeText(alt, marks), ...writeTarget(url, alt, marks)];
  if (host === 'description') return makeText(alt, marks);
  return makeText(alt === '' ? url : alt, addMark(marks, { type: 'link', attrs: { href: url } }));
}

/** Schemes of addresses that are not kept as text: scripts and data, and custom URL schemes without a valid target. */
const OMITTED_SCHEME =
  /^\s*(?:javascript|vbscript|data|blob|about|person|task|document|attachment|unknown)\s*:/i;

/** Appends targets that can't be links here, such as `(other.md)` or `(#part)`, as text. */
function writeTarget(url: string, label: string, marks: readonly RichMark[]): RichNode[] {
  if (url === '' || url === label || url.length > RICH_LIMITS.address || OMITTED_SCHEME.test(url)) return [];
  return makeText(label === '' ? url : ` (${url})`, marks);
}

function makeLines(value: string, marks: readonly RichMark[]): RichNode[] {
  return value
    .split(/\r\n?|\n/)
    .flatMap((line, at): RichNode[] => [
      ...(at === 0 ? [] : [{ type: 'hardBreak' } as const]),
      ...makeText(line, marks),
    ]);
}

/** Adds a mark in canonical order. Code excludes all other marks, except that a link takes precedence over code. */
function addMark(marks: readonly RichMark[], mark: RichMark): RichMark[] {
  const all = [...marks.filter(({ type }) => type !== mark.type), mark];
  const link = all.find(({ type }) => type === 'link');
  if (all.some(({ type }) => type === 'code')) return [link ?? { type: 'code' }];
  return RICH_MARK_NAMES.flatMap((name) => all.find(({ type }) => type === name) ?? []);
}

function makeText(value: string, marks: readonly RichMark[]): RichNode[] {
  const text = value
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(BETWEEN_CJK, '')
    .replaceAll('\n', ' ')
    // oxlint-disable-next-line no-control-regex -- control characters are not allowed in text
    .replaceAll(/[\u0000-\u0008\u000b-\u001f]/g, '');
  if (text === '') return [];
  return [marks.length === 0 ? { text, type: 'text' } : { text, type: 'text', marks }];
}

/** The text of a node at any depth. Iterative because nesting in the input is unlimited. */
export function readNodeText(node: Nodes): string {
  const stack: Nodes[] = [node];
  let text = '';
  for (let one = stack.pop(); one !== undefined; one = stack.pop()) {
    if ('value' in one) text += one.value;
    else if ('alt' in one) text += one.alt ?? '';
    else if (one.type === 'break') text += '\n';
    else if ('children' in one) stack.push(...one.children.toReversed());
  }
  return text;
}

/** Splits inline nodes into blocks: lines, and images and files between them. */
export function splitBlocks(
  pieces: readonly RichNode[],
  makeLine: (content: RichNode[]) => RichNode,
): RichNode[] {
  if (!pieces.some(isBlock)) return [makeLine([...pieces])];
  const blocks: RichNode[] = [];
  let line: RichNode[] = [];
  const close = () => {
    const content = trimLine(line);
    if (content.length > 0) blocks.push(makeLine(content));
    line = [];
  };
  for (const piece of pieces) {
    if (isBlock(piece)) {
      close();
      blocks.push(piece);
    } else line.push(piece);
  }
  close();
  return blocks;
}

export function isBlock({ type }: RichNode): boolean {
  return type === 'image' || type === 'file';
}

/** Strips the whitespace next to an image. */
function trimLine(line: readonly RichNode[]): RichNode[] {
  const isBlank = ({ type, text = '' }: RichNode) =>
    type === 'hardBreak' || (type === 'text' && text.trim() === '');
  const from = line.findIndex((piece) => !isBlank(piece));
  if (from < 0) return [];
  const trimmed = line.slice(from, line.findLastIndex((piece) => !isBlank(piece)) + 1);
  return trimmed.map((piece, at) => {
    let { text } = piece;
    if (text === undefined) return piece;
    if (at === 0) text = text.replace(/^[ \t]+/, '');
    if (at === trimmed.length - 1) text = text.replace(/[ \t]+$/, '');
    return { ...piece, text };
  });
}
