interface Entry {
  id: string;
  row: unknown;
}
type Order = (a: Entry, b: Entry) => number;

/** A batch of edits to one sorted list. `removed` contains the rows as they were when they were inserted. */
export interface ListEdit {
  removed: Entry[];
  added: Entry[];
}

/** Up to this many edits, shifting the tail of a copy costs less than rewriting the list. */
const FEW = 8;

/**
 * Returns a new list with the edit applied. All indexes are found by binary search in the old list. A batch of k edits costs k log n
 * comparisons and one copy.
 */
export function editList(
  list: readonly string[],
  edit: ListEdit,
  order: Order,
  placed: (id: string) => unknown,
): string[] {
  // Reused for all comparisons because a batch makes tens of thousands of them.
  const probe: Entry = { id: '', row: undefined };
  const find = (entry: Entry): number => {
    let low = 0;
    let high = list.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      probe.id = list[middle] as string;
      probe.row = placed(probe.id);
      if (order(probe, entry) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  const removals = edit.removed.map((entry) => find(entry)).sort((a, b) => a - b);
  const additions = edit.added.sort(order).map((entry) => ({ at: find(entry), id: entry.id }));
  if (removals.length + additions.length <= FEW) return spliceFew(list, removals, additions);
  return mergeMany(list, removals, additions);
}

function spliceFew(
  list: readonly string[],
  removals: number[],
  additions: { at: number; id: string }[],
): string[] {
  const copy = list.slice();
  let removal = removals.length - 1;
  let addition = additions.length - 1;
  // Iterates from the end so that earlier indexes stay valid. At equal indexes the old entry is removed before the new one is inserted.
  while (removal >= 0 || addition >= 0) {
    const at = removals[removal] ?? -1;
    const add = additions[addition];
    if (add === undefined || at >= add.at) {
      copy.splice(at, 1);
      removal -= 1;
    } else {
      copy.splice(add.at, 0, add.id);
      addition -= 1;
    }
  }
  return copy;
}

function mergeMany(
  list: readonly string[],
  removals: number[],
  additions: { at: number; id: string }[],
): string[] {
  const merged: string[] = [];
  let removal = 0;
  let addition = 0;
  for (let at = 0; at <= list.length; at += 1) {
    while (additions[addition]?.at === at) merged.push(additions[addition++]!.id);
    if (removals[removal] === at) removal += 1;
    else if (at < list.length) merged.push(list[at] as string);
  }
  return merged;
}
