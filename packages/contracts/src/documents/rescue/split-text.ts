import * as Y from 'yjs';
import { insertAll } from './insertions.ts';
import { isNew, parentOf, readLine, readNow, toText, type LinePart, type Merge } from './lines.ts';
import { listCopies } from './plan-rescue.ts';

/**
 * Moves concurrently typed text along with the section of the line in which it was typed. Pressing Enter in a line deletes the text after
 * the caret and inserts it into another line. Text typed by other users in that section would stay in the first line.
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
    const removed = readDeleted(parts);
    const copy = listCopies(merge).find(
      (one) => one._item !== null && isNew(merge, one._item) && readNow(one).startsWith(removed),
    );
    if (copy === undefined) continue;
    doc.transact(() => {
      const insertions = runs.map(({ from, to }) => ({
        target: copy,
        at: readDeleted(parts.slice(0, from)).length,
        pieces: parts.slice(from, to).map(({ piece }) => piece),
      }));
      for (const { from, to } of runs.toReversed()) {
        const lengthOf = (some: readonly LinePart[]): number =>
          some.reduce((sum, { piece, state }) => sum + (state === 'kept' ? toText(piece).length : 0), 0);
        text.delete(lengthOf(parts.slice(0, from)), lengthOf(parts.slice(from, to)));
      }
      insertAll(doc, insertions, origin);
    }, origin);
  }
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

const readDeleted = (parts: readonly LinePart[]): string =>
  parts.map(({ piece, state }) => (state === 'gone' ? toText(piece) : '')).join('');
