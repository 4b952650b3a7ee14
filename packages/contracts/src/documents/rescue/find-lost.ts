import * as Y from 'yjs';
import { isDeletedNow, isLost, parentOf, ruleOf, typeOf, type Merge } from './lines.ts';

interface LostItems {
  /** Deleted lines that contain concurrent insertions by others. */
  lines: ReadonlySet<Y.XmlElement>;
  /** Blocks that other users concurrently inserted into deleted blocks. */
  blocks: ReadonlySet<Y.XmlElement>;
}

/** Finds content that was deleted with its block by an author who had not seen it. */
export function findLost(merge: Merge): LostItems {
  const lines = new Set<Y.XmlElement>();
  const blocks = new Set<Y.XmlElement>();
  const { transaction } = merge;
  for (const [client, ranges] of transaction.deleteSet.clients) {
    const structs = transaction.doc.store.clients.get(client) ?? [];
    for (const { clock, len } of ranges) {
      for (let at = structs.length === 0 ? 0 : Y.findIndexSS(structs, clock); at < structs.length; at += 1) {
        const struct = structs[at];
        if (struct === undefined || struct.id.clock >= clock + len) break;
        if (struct instanceof Y.Item && hasLost(merge, struct)) note(merge, struct, { lines, blocks });
      }
    }
  }
  const isWithin = (element: Y.XmlElement): boolean => {
    for (let above = parentOf(element); above instanceof Y.XmlElement; above = parentOf(above))
      if (blocks.has(above)) return true;
    return false;
  };
  return {
    lines: new Set([...lines].filter((line) => !blocks.has(line) && !isWithin(line))),
    blocks: new Set([...blocks].filter((block) => !isWithin(block))),
  };
}

function hasLost(merge: Merge, item: Y.Item): boolean {
  const { client, clock } = item.id;
  const end = clock + item.length;
  if (merge.isUnacknowledged === undefined && isCovered(merge.deletes.clients.get(client) ?? [], clock, end))
    return false;
  for (let at = clock; at < end; at += 1) if (isLost(merge, item, at)) return true;
  return false;
}

/** Whether one of the sorted ranges contains the whole range. */
function isCovered(ranges: readonly { clock: number; len: number }[], from: number, to: number): boolean {
  let [low, high] = [0, ranges.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const range = ranges[middle];
    if (range === undefined) return false;
    if (range.clock > from) high = middle - 1;
    else if (range.clock + range.len <= from) low = middle + 1;
    else return to <= range.clock + range.len;
  }
  return false;
}

function note(
  merge: Merge,
  item: Y.Item,
  lost: { lines: Set<Y.XmlElement>; blocks: Set<Y.XmlElement> },
): void {
  const type = typeOf(item);
  const { parent } = item;
  // Skip insertions into a block that an earlier transaction had already deleted: they are handled with that transaction.
  if (!(parent instanceof Y.AbstractType) || !isDeletedNow(merge, parent._item)) return;
  if (type instanceof Y.XmlElement && ruleOf(type.nodeName)?.kind !== 'inline') lost.blocks.add(type);
  const isLetter = item.content instanceof Y.ContentString && parent instanceof Y.XmlText;
  const line = isLetter ? parentOf(parent) : type instanceof Y.XmlElement ? parent : null;
  if (line instanceof Y.XmlElement && !(type instanceof Y.XmlElement && lost.blocks.has(type)))
    lost.lines.add(line);
}
