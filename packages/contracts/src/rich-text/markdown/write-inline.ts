import { isSame } from '#core/same.ts';
import { readUnknownText } from '#rich-text/plain-text-values.ts';
import type { RichMark, RichNode } from '#rich-text/rich-text-values.ts';
import { writeAddress } from './own-addresses.ts';
import type { Html, PhrasingContent } from './tree.ts';

/** Display names of nodes that refer to an id. Null if unknown. */
export interface MarkdownNames {
  person: (id: string) => string | null;
  document: (id: string) => string | null;
}

export interface LineWriting {
  names: MarkdownNames;
  /** In headings, cells and summaries, breaks cannot be written as line ends. */
  isOneLine: boolean;
}

export function writeInline(nodes: readonly RichNode[], writing: LineWriting): PhrasingContent[] {
  // A line that consists only of breaks gets an extra break because a single break encodes an empty line.
  const isBlank = nodes.length > 0 && nodes.every(({ type }) => type === 'hardBreak');
  if (isBlank) return [...nodes, null].map(() => makeHtml('<br>'));
  const lastBreak = nodes.findLastIndex(({ type }) => type !== 'hardBreak') + 1;
  const written = writeMarked(
    nodes.map((node, at) => ({ node, openMarks: node.marks ?? [], position: { nodes, at } })),
    { ...writing, lastBreak },
  );
  // A tag at the start of a line could be parsed as an HTML block, so the serializer would insert a space there. Use `<br>` instead.
  return written.map((one, at) =>
    one.type === 'break' && written[at + 1]?.type === 'html' ? makeHtml('<br>') : one,
  );
}

interface Piece {
  node: RichNode;
  /** Marks that no enclosing node has written yet. */
  openMarks: readonly RichMark[];
  position: { nodes: readonly RichNode[]; at: number };
}

interface Writing extends LineWriting {
  /** Index after which only breaks follow. */
  lastBreak: number;
}

function writeMarked(pieces: readonly Piece[], writing: Writing): PhrasingContent[] {
  const written: PhrasingContent[] = [];
  for (let at = 0; at < pieces.length;) {
    const piece = pieces[at];
    if (piece === undefined) break;
    const [mark, end] = findWidest(pieces, at);
    if (mark === null) {
      written.push(writePiece(piece, writing));
      at += 1;
      continue;
    }
    const run = pieces.slice(at, end);
    const address = run.length === 1 && piece.openMarks.length === 1 ? writeTypedAddress(piece, mark) : null;
    if (address === null) {
      const inside = run.map((one) => ({
        ...one,
        openMarks: one.openMarks.filter(({ type }) => type !== mark.type),
      }));
      written.push(...wrap(mark, writeMarked(inside, writing)));
    } else written.push(makeHtml(address));
    at = end;
  }
  return written;
}

/** The mark with the longest run from an index, and the end of that run. Writing this mark first needs the fewest delimiters. */
function findWidest(pieces: readonly Piece[], at: number): [mark: RichMark | null, end: number] {
  let widest: [RichMark | null, number] = [null, at + 1];
  for (const mark of pieces[at]?.openMarks ?? []) {
    let end = at + 1;
    while (pieces[end]?.openMarks.some((one) => isSame(one, mark)) === true) end += 1;
    if (widest[0] === null || end > widest[1]) widest = [mark, end];
  }
  return widest;
}

function wrap(mark: RichMark, children: PhrasingContent[]): PhrasingContent[] {
  switch (mark.type) {
    case 'link':
      return [{ type: 'link', url: String(mark.attrs?.['href']), children }];
    case 'bold':
      return [{ type: 'strong', children }];
    case 'italic':
      return [{ type: 'emphasis', children }];
    case 'strike':
      return [{ type: 'delete', children }];
    case 'underline':
      return [makeHtml('<u>'), ...children, makeHtml('</u>')];
    default:
      // Code cannot contain other nodes because its content is literal.
      return children.map((one) => (one.type === 'text' ? { type: 'inlineCode', value: one.value } : one));
  }
}

/** Addresses that are unambiguously parsed as autolinks between spaces. */
const BARE = /^https?:\/\/[a-z0-9-]+(?:\.[a-z0-9-]+)+(?:[/?#][\w./?=&#%+-]*)?(?<=[a-z0-9/])$/i;
const ENCLOSED = /^https?:\/\/[^\s<>|\p{Cc}]+$/iu;
const MAIL = /^mailto:[a-z0-9.+_-]+@[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z0-9]+(?:-[a-z0-9]+)*)*$/i;

/** Writes a link bare or in angle brackets. Returns null if it would not be parsed as the same link. */
function writeTypedAddress({ node, position: { nodes, at } }: Piece, mark: RichMark): string | null {
  const { text = '' } = node;
  const href = mark.attrs?.['href'];
  if (mark.type !== 'link') return null;
  if (href === `mailto:${text}` && MAIL.test(href)) return `<${text}>`;
  if (href !== text || !ENCLOSED.test(text)) return null;
  const isFree = (one: RichNode | undefined, edge: RegExp) =>
    one === undefined || (one.type === 'text' && (one.marks ?? []).length === 0 && edge.test(one.text ?? ''));
  const isBare = BARE.test(text) && isFree(nodes[at - 1], /\S $/) && isFree(nodes[at + 1], /^ \S/);
  return isBare ? text : `<${text}>`;
}

function writePiece({ node, position }: Piece, { names, isOneLine, lastBreak }: Writing): PhrasingContent {
  const { type, text = '', attrs = {} } = node;
  const makeLink = (label: string): PhrasingContent => ({
    type: 'link',
    url: writeAddress(node),
    children: label === '' ? [] : [{ type: 'text', value: label }],
  });
  switch (type) {
    case 'hardBreak':
      return isOneLine || position.at >= lastBreak ? makeHtml('<br>') : { type: 'break' };
    case 'mention':
      return makeLink(`@${names.person(String(attrs['id'])) ?? String(attrs['id'])}`);
    case 'taskLink':
      return makeLink(String(attrs['key']));
    case 'documentLink':
      return makeLink(names.document(String(attrs['id'])) ?? String(attrs['id']));
    case 'unknownInline':
      return makeLink(readUnknownText(String(attrs['json'])) || '…');
    case 'file':
      return makeLink(String(attrs['name']));
    case 'image':
      return { type: 'image', url: writeAddress(node), alt: String(attrs['alt']) };
    default:
      return { type: 'text', value: text };
  }
}

/** Creates a node whose value is written verbatim. */
export function makeHtml(value: string): Html {
  return { type: 'html', value };
}

/** Escapes leading and trailing whitespace of cells and summaries, which the parser would trim. */
export function guardEdges(line: PhrasingContent[]): PhrasingContent[] {
  const guarded = [...line];
  const first = guarded[0];
  if (first?.type === 'text' && /^[ \t]/.test(first.value)) {
    guarded.splice(0, 1, makeHtml(nameSpace(first.value.slice(0, 1))), {
      ...first,
      value: first.value.slice(1),
    });
  }
  const last = guarded.at(-1);
  if (last?.type === 'text' && /[ \t]$/.test(last.value)) {
    guarded.splice(
      -1,
      1,
      { ...last, value: last.value.slice(0, -1) },
      makeHtml(nameSpace(last.value.slice(-1))),
    );
  }
  return guarded.filter((one) => one.type !== 'text' || one.value !== '');
}

function nameSpace(space: string): string {
  return space === ' ' ? '&#x20;' : '&#x9;';
}
