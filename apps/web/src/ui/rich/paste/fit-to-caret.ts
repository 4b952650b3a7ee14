import { Fragment, Slice, type Node } from '@tiptap/pm/model';
import type { Selection } from '@tiptap/pm/state';

/**
 * Fits blocks parsed from pasted Markdown to the caret. Within a line that has other text, ProseMirror would unwrap the first block, so that
 * "1. FC Köln" would lose its number.
 * @returns null if the pasted text is a single line that must be inserted as text, without its block sign
 */
export function fitToCaret(slice: Slice, text: string, { $from, $to }: Selection): Slice | null {
  const first = slice.content.firstChild;
  const { paragraph } = $from.parent.type.schema.nodes;
  if (first === null || first.type === paragraph || paragraph === undefined) return slice;
  const isAlone = $from.parentOffset === 0 && $to.parentOffset === $to.parent.content.size;
  if (isAlone || !$from.parent.isTextblock) return slice;
  if (!text.trim().includes('\n')) return null;
  // Empty paragraphs merge with the two parts of the line, and the blocks stand between them.
  const line = Fragment.from(paragraph.create());
  const hasRest = $to.parentOffset < $to.parent.content.size;
  return new Slice(line.append(slice.content).append(hasRest ? line : Fragment.empty), 0, 0);
}

/**
 * Keeps pasted lines of code a block below the line of the caret. ProseMirror would join them with that line, without their line breaks.
 * @returns null if the content does not begin with several lines of code, or if the line of the caret is empty
 */
export function fitCode({ content }: Slice, selection: Selection): Slice | null {
  const { firstChild } = content;
  if (firstChild?.type.spec.code !== true || !firstChild.textContent.includes('\n')) return null;
  const slice = new Slice(content, 0, 0);
  const fitted = fitToCaret(slice, firstChild.textContent, selection);
  return fitted === slice ? null : fitted;
}

/**
 * Keeps quotes and callouts around copied lists. ProseMirror unwraps them because pasted slices are open. In a quote, the content of a pasted
 * quote continues it.
 * @returns null if the content neither begins nor ends with such a container
 */
export function keepContainers({ content, openStart, openEnd }: Slice, { $from }: Selection): Slice | null {
  const isClosed = (node: Node | null): boolean =>
    node?.type.spec.defining === true &&
    node.firstChild?.isTextblock === false &&
    !Array.from({ length: $from.depth }, (_, depth) => $from.node(depth)).some(
      ({ type }) => type === node.type,
    );
  const start = isClosed(content.firstChild) ? 0 : openStart;
  const end = isClosed(content.lastChild) ? 0 : openEnd;
  return start === openStart && end === openEnd ? null : new Slice(content, start, end);
}
