import { isSame } from '#core/same.ts';
import { alignPairs } from './align-values.ts';
import { RICH_NODES } from './rich-nodes-values.ts';
import type { RichNode } from './rich-text-values.ts';

type Nodes = readonly RichNode[];

/** Alignment of a list of blocks with the base, in both directions. */
interface Match {
  from: number[];
  to: number[];
}

interface Merged {
  node: RichNode;
  /** Index of the block in the base, or -1 if one side added it. */
  base: number;
}

/**
 * Three-way merge of blocks: keeps what either side added, changed or deleted. If both sides added blocks at the same position, `theirs`
 * come first.
 * @param mine blocks taken from the base keep the ids of the base
 * @returns null on a conflict: the same block was changed on both sides, or changed on one and deleted on the other
 */
export function mergeTexts(base: Nodes, theirs: Nodes, mine: Nodes): RichNode[] | null {
  const [their, own] = [match(base, theirs), match(base, mine)];
  for (const [at, node] of base.entries()) {
    const ownNode = mine[own.to[at] ?? -1];
    if (their.to[at] === -1 && ownNode !== undefined && !isSame(node, ownNode)) return null;
  }
  const merged: Merged[] = [];
  for (const [at, node] of theirs.entries()) {
    const from = their.from[at] ?? -1;
    const result = from === -1 ? node : mergeBlock(base[from], node, mine[own.to[from] ?? -1]);
    if (result === null) return null;
    if (result !== undefined) merged.push({ node: result, base: from });
  }
  return insertOwn(merged, mine, own).map(({ node }) => node);
}

/** Merges one block. @returns the merged block, undefined if it was deleted, or null on a conflict */
function mergeBlock(
  base: RichNode | undefined,
  theirs: RichNode,
  mine: RichNode | undefined,
): RichNode | undefined | null {
  if (base === undefined) return theirs;
  if (mine === undefined) return isSame(base, theirs) ? undefined : null;
  if (isSame(base, mine) || isSame(theirs, mine)) return theirs;
  return isSame(base, theirs) ? mine : mergeInside(base, theirs, mine);
}

/** Containers (lists, quotes) are merged by their children. */
function mergeInside(base: RichNode, theirs: RichNode, mine: RichNode): RichNode | null {
  const { type } = base;
  const isOfBlocks = /\b(?:block|listItem|taskItem|details)/.test(RICH_NODES[type].content);
  // Rows added on one side and columns on the other would leave holes in the table.
  if (!isOfBlocks || type.startsWith('table') || theirs.type !== type || mine.type !== type) return null;
  const attrs = mergeAttrs(base.attrs ?? {}, theirs.attrs ?? {}, mine.attrs ?? {});
  const content = mergeTexts(base.content ?? [], theirs.content ?? [], mine.content ?? []);
  if (attrs === null || content === null || content.length === 0) return null;
  return { ...theirs, ...(theirs.attrs === undefined ? {} : { attrs }), content };
}

function mergeAttrs(
  base: Readonly<Record<string, unknown>>,
  theirs: Readonly<Record<string, unknown>>,
  mine: Readonly<Record<string, unknown>>,
): Record<string, unknown> | null {
  const merged: Record<string, unknown> = {};
  for (const name of Object.keys(theirs)) {
    const isMineOld = isSame(base[name], mine[name]) || isSame(theirs[name], mine[name]);
    if (!isMineOld && !isSame(base[name], theirs[name])) return null;
    merged[name] = isMineOld ? theirs[name] : mine[name];
  }
  return merged;
}

/** Inserts the additions of `mine` after the block that they follow, and after the other side's additions at the same position. */
function insertOwn(merged: Merged[], mine: Nodes, own: Match): Merged[] {
  const kept = new Set(merged.map(({ base }) => base));
  /** Added blocks by the base index that they follow, or -1 for the start. */
  const added = new Map<number, RichNode[]>();
  let last = -1;
  for (const [at, node] of mine.entries()) {
    const from = own.from[at] ?? -1;
    if (from === -1) push(added, last, node);
    else if (kept.has(from)) last = from;
  }
  const all: Merged[] = [];
  let waiting = added.get(-1) ?? [];
  const flush = (): void => {
    all.push(...waiting.map((node) => ({ node, base: -1 })));
    waiting = [];
  };
  for (const one of merged) {
    if (one.base !== -1) flush();
    all.push(one);
    if (one.base !== -1) waiting = added.get(one.base) ?? [];
  }
  flush();
  return all;
}

function push(added: Map<number, RichNode[]>, index: number, node: RichNode): void {
  const nodes = added.get(index);
  if (nodes === undefined) added.set(index, [node]);
  else nodes.push(node);
}

function match(base: Nodes, side: Nodes): Match {
  const from = side.map(() => -1);
  const to = base.map(() => -1);
  const join = (one: number, other: number): void => {
    if (to[one] !== -1 || from[other] !== -1) return;
    to[one] = other;
    from[other] = one;
  };
  const ids = base.map(readId);
  if (ids.every((id) => id !== null) && new Set(ids).size === ids.length) {
    const indexes = new Map<string | null, number>(ids.map((id, at) => [id, at]));
    for (const [at, node] of side.entries()) {
      const index = indexes.get(readId(node));
      if (index !== undefined) join(index, at);
    }
    return { from, to };
  }
  const pairs = alignPairs(base.map(toKey), side.map(toKey));
  let [one, other] = [0, 0];
  for (const [at, index] of [...pairs, [base.length, side.length] as const]) {
    // Blocks of the same type within a gap are paired in order.
    for (; one < at && other < index; one += 1, other += 1)
      if (base[one]?.type === side[other]?.type) join(one, other);
    if (at < base.length) join(at, index);
    [one, other] = [at + 1, index + 1];
  }
  return { from, to };
}

function readId({ attrs }: RichNode): string | null {
  const id = attrs?.['id'];
  return typeof id === 'string' ? id : null;
}

function toKey(node: RichNode): string {
  return JSON.stringify(node);
}
