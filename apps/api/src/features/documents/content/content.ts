import { parseMarkdown } from '@hearth/contracts/rich-text/markdown/parse-markdown';
import { writeMarkdown } from '@hearth/contracts/rich-text/markdown/write-markdown';
import { parseMergedDocument } from '@hearth/contracts/rich-text/rich-text-check-values';
import type { RichNode, RichText } from '@hearth/contracts/rich-text/rich-text-values';
import { writeRichText } from '@hearth/contracts/rich-text/plain-text-values';
import * as Y from 'yjs';
import { assignBlockIds, inherit, readId } from './block-ids.ts';
import { mergeTexts } from '@hearth/contracts/rich-text/merge-texts-values';
import { readShared } from './read-shared.ts';
import { writeShared } from './write-shared.ts';

/** Name of the Yjs fragment that holds the text of a document. */
const FRAGMENT = 'default';

export function toYDoc(content: RichText): Y.Doc {
  const doc = new Y.Doc();
  mergeContent(doc, content);
  return doc;
}

export function encodeState(content: RichText): Uint8Array {
  return Y.encodeStateAsUpdate(toYDoc(content));
}

/** Reads the content of a shared document and validates it against the schema; nodes written by a newer build are preserved. */
export function readContent(doc: Y.Doc): RichText {
  return parseMergedDocument(readShared(doc.getXmlFragment(FRAGMENT)));
}

/** Converts content to plain text, for search and for clients without rich text. */
export function textOf(content: RichText): string {
  return writeRichText(content);
}

/**
 * Changes a shared document to this content with a minimal update: unchanged content is not touched, so carets keep their position. Blocks
 * without an id inherit the id of the block that they replace, or get a new one.
 */
export function mergeContent(doc: Y.Doc, content: RichText): void {
  const fragment = doc.getXmlFragment(FRAGMENT);
  const shared = readShared(fragment);
  const current = parseMergedDocument(shared);
  const next = assignBlockIds(fragment.length === 0 ? content : inheritIds(current, content));
  doc.transact(() => writeShared(doc, fragment, { shared, current, next }));
}

/** Replaces the targets of document links. @param ids maps old document ids to new ones */
export function relink(doc: Y.Doc, ids: ReadonlyMap<string, string>): void {
  for (const node of doc.getXmlFragment(FRAGMENT).createTreeWalker((one) => one instanceof Y.XmlElement)) {
    if (!(node instanceof Y.XmlElement) || node.nodeName !== 'documentLink') continue;
    const to = ids.get(String(node.getAttribute('id')));
    if (to !== undefined) node.setAttribute('id', to);
  }
}

/**
 * Merges content that was written from `base` into the current content of a shared document (three-way merge).
 * @returns null if the same block was changed on both sides
 */
export function mergeRewrite(base: RichText, current: RichText, next: RichText): RichText | null {
  const written: RichText = { type: 'doc', content: endText(base.content).blocks };
  const { blocks, lines } = endText(current.content);
  const own = inheritIds(written, next);
  const merged = mergeTexts(written.content, blocks, endText(own.content).blocks);
  if (merged === null) return null;
  const content = [...merged, ...lines];
  return { type: 'doc', content: content.length === 0 ? [EMPTY] : content };
}

/** Splits content into its blocks and the empty paragraphs at its end. */
function endText(content: readonly RichNode[]): { blocks: RichNode[]; lines: RichNode[] } {
  const end = content.findLastIndex((block) => !isEmptyLine(block)) + 1;
  return { blocks: content.slice(0, end), lines: content.slice(end) };
}

function inheritIds(current: RichText, next: RichText): RichText {
  if (next.content.every((block) => readId(block) !== null)) return next;
  const blocks = current.content;
  const keys = blocks.map(toMarkdown);
  const readBack = (at: number): RichNode => {
    const [alone, ...others] = parseMarkdown(keys[at] ?? '').content;
    return alone === undefined || others.length > 0 ? EMPTY : alone;
  };
  const inherited = inherit({ blocks, keys, readBack }, next.content, next.content.map(toMarkdown));
  return { type: 'doc', content: [...inherited, ...listLastLines(blocks, inherited)] };
}

const EMPTY: RichNode = { type: 'paragraph' };
const NO_NAMES = { person: () => null, document: () => null };

/** Converts a block to Markdown for comparison. */
function toMarkdown(block: RichNode): string {
  return writeMarkdown({ type: 'doc', content: [block] }, NO_NAMES);
}

/** Returns the current empty paragraphs at the end, which may contain a caret, unless `next` has its own. Markdown cannot express them. */
function listLastLines(current: readonly RichNode[], next: readonly RichNode[]): readonly RichNode[] {
  const from = current.findLastIndex((block) => !isEmptyLine(block)) + 1;
  const last = next.at(-1);
  return from === 0 || last === undefined || isEmptyLine(last) ? [] : current.slice(from);
}

function isEmptyLine({ type, content = [] }: RichNode): boolean {
  return type === 'paragraph' && content.length === 0;
}
