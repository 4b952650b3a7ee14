/** Constants for relations, kept out of the schema files to keep the schema library out of the browser. */
export const RELATION_KINDS = ['blocks', 'precedes', 'relates', 'duplicates'] as const;
export type RelationKind = (typeof RELATION_KINDS)[number];

/** A relation from the perspective of one of its tasks. */
export const RELATION_SIDES = [
  'blockedBy',
  'blocks',
  'follows',
  'precedes',
  'relates',
  'duplicates',
  'duplicatedBy',
] as const;
export type RelationSide = (typeof RELATION_SIDES)[number];

/** Whether the relation defines an order. `precedes` is only for planning: it does not block the later task. */
export function isOrder(kind: RelationKind): boolean {
  return kind === 'blocks' || kind === 'precedes';
}

export interface Ends {
  kind: RelationKind;
  fromId: string;
  toId: string;
}

/** Converts a relation from one task's perspective to its single row. */
export function toEnds(taskId: string, side: RelationSide, otherId: string): Ends {
  if (side === 'blockedBy') return { kind: 'blocks', fromId: otherId, toId: taskId };
  if (side === 'follows') return { kind: 'precedes', fromId: otherId, toId: taskId };
  if (side === 'duplicatedBy') return { kind: 'duplicates', fromId: otherId, toId: taskId };
  if (side !== 'relates') return { kind: side, fromId: taskId, toId: otherId };
  // Symmetric: stored in canonical order.
  const isFirst = taskId < otherId;
  return { kind: side, fromId: isFirst ? taskId : otherId, toId: isFirst ? otherId : taskId };
}

/** Converts a row to the relation from the perspective of one of its tasks. */
export function sideOf({ kind, fromId }: Ends, taskId: string): RelationSide {
  if (kind === 'relates' || fromId === taskId) return kind;
  if (kind === 'precedes') return 'follows';
  return kind === 'blocks' ? 'blockedBy' : 'duplicatedBy';
}

export function otherEnd({ fromId, toId }: Ends, taskId: string): string {
  return fromId === taskId ? toId : fromId;
}

/** Finds a cycle of ordered tasks. @returns a relation of the cycle, or null if there is none */
export function findCircle<R extends Ends>(relations: Iterable<R>): R | null {
  const after = new Map<string, R[]>();
  for (const relation of relations) {
    if (!isOrder(relation.kind)) continue;
    const list = after.get(relation.fromId);
    if (list === undefined) after.set(relation.fromId, [relation]);
    else list.push(relation);
  }
  const done = new Set<string>();
  for (const start of after.keys()) {
    if (done.has(start)) continue;
    // Iterative depth-first search: a chain may contain all tasks of a team.
    const stack = [{ id: start, next: 0 }];
    const onTheWay = new Set([start]);
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const relation = after.get(top.id)?.[top.next];
      top.next += 1;
      if (relation === undefined) {
        stack.pop();
        onTheWay.delete(top.id);
        done.add(top.id);
      } else if (onTheWay.has(relation.toId)) return relation;
      else if (!done.has(relation.toId)) {
        stack.push({ id: relation.toId, next: 0 });
        onTheWay.add(relation.toId);
      }
    }
  }
  return null;
}
