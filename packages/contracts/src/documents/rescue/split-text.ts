import * as Y from 'yjs';
import { insertAll, type Insertion } from './insertions.ts';
import {
  isNamed,
  isNew,
  itemsOf,
  parentOf,
  readLine,
  readNow,
  toText,
  type LinePart,
  type Merge,
} from './lines.ts';
import { findRestored, listCopies } from './plan-rescue.ts';

/**
 * Moves concurrently typed text along with the section of the line in which it was typed. Pressing Enter in a line deletes the text after
 * the caret and inserts it into another line. Text typed by other users in that section would stay in the first line. Pasting several
 * blocks does the same, with pasted text before the section.
 */
export function moveSplitText(merge: Merge, origin: unknown): void {
  const { doc, changed } = merge.transaction;
  for (const text of changed.keys()) {
    if (!(text instanceof Y.XmlText)) continue;
    const line = text._item?.deleted === false ? parentOf(text) : null;
    if (!(line instanceof Y.XmlElement)) continue;
    const parts = readLine(merge, line);
    const runs = findAdrift(merge, parts);
    if (runs.length === 0) continue;
    const removed = readState(parts, 'gone');
    const copy = listCopies(merge).find(
      (one) => one._item !== null && isNew(merge, one._item) && findMoved(one, removed) >= 0,
    );
    if (copy === undefined) continue;
    const start = findMoved(copy, removed);
    doc.transact(() => {
      const insertions = runs.map(({ from, to }) => ({
        target: copy,
        at: start + readState(parts.slice(0, from), 'gone').length,
        pieces: parts.slice(from, to).map(({ piece }) => piece),
      }));
      // The other user may also have inserted text into this line, which the parts do not contain.
      for (const { item } of runs.flatMap(({ from, to }) => parts.slice(from, to)))
        text.delete(offsetOf(text, item), item.length);
      insertAll(doc, insertions, origin);
    }, origin);
  }
}

/**
 * Moves text of other users back into the line that an undo has joined again. An undo of a split deletes the second line, unless others
 * have written in it: then their text remains in a line of its own.
 * @returns whether text was moved
 */
export function joinSplitText(merge: Merge, origin: unknown): boolean {
  const { doc, changed } = merge.transaction;
  const copies = listCopies(merge);
  let hasMoved = false;
  for (const text of changed.keys()) {
    const line = text instanceof Y.XmlText ? parentOf(text) : null;
    if (!(line instanceof Y.XmlElement) || line._item === null || line._item.deleted) continue;
    const { client, clock } = line._item.id;
    const container = parentOf(line);
    if (container === null || !isNamed(merge, client, clock)) continue;
    const parts = readLine(merge, line);
    const removed = readState(parts, 'gone');
    if (readState(parts, 'kept') !== readNow(line)) continue;
    const others = copies.filter((copy) => copy !== line);
    const insertions = parts.flatMap(({ piece, state }, index): Insertion[] => {
      if (state !== 'kept') return [];
      const at = readState(parts.slice(0, index), 'gone').length;
      const to = findRestored(merge, others, { text: removed, at });
      return to === null ? [] : [{ target: to.line, at: to.at, pieces: [piece] }];
    });
    if (insertions.length === 0) continue;
    hasMoved = true;
    doc.transact(() => {
      container.delete(container.toArray().indexOf(line), 1);
      insertAll(doc, insertions, origin);
    }, origin);
  }
  return hasMoved;
}

/** Finds runs of own text directly after deleted text: an author who had seen such a run would have moved it as well. */
function findAdrift(merge: Merge, parts: readonly LinePart[]): { from: number; to: number }[] {
  const runs: { from: number; to: number }[] = [];
  // Skip lines with inline elements: in all other lines, offsets in the line equal offsets in their only text.
  if (parts.some(({ piece }) => !('text' in piece))) return runs;
  for (let from = 1; from < parts.length; from += 1) {
    if (parts[from - 1]?.state !== 'gone' || parts[from]?.state !== 'kept') continue;
    let to = from;
    while (parts[to]?.state === 'kept') to += 1;
    if (parts.slice(from, to).every(({ item }) => merge.isOwn(item.id.client, item.id.clock)))
      runs.push({ from, to });
  }
  return runs;
}

/** Offset of an item in the current text. */
function offsetOf(text: Y.XmlText, item: Y.Item): number {
  let offset = 0;
  for (const one of itemsOf(text)) {
    if (one === item) break;
    if (!one.deleted && one.countable) offset += one.length;
  }
  return offset;
}

/** Offset of the moved section in its new line, or -1. */
function findMoved(line: Y.XmlElement, section: string): number {
  const now = readNow(line);
  if (now.startsWith(section)) return 0;
  return now.endsWith(section) ? now.length - section.length : -1;
}

const readState = (parts: readonly LinePart[], of: LinePart['state']): string =>
  parts.map(({ piece, state }) => (state === of ? toText(piece) : '')).join('');
