import { keyAt } from '#platform/sync/index.ts';
import { readTargets, selection } from '#features/tasks/model/selection.ts';

/** Returns the tasks that move with a dragged card, in the order of the board: all selected tasks if the card is one of them. */
export function listDragged(taskId: string): readonly string[] {
  return selection.get().chosen.has(taskId) ? readTargets() : [taskId];
}

/**
 * Returns the order keys of tasks that are inserted into a column.
 * @param at index in the column, which may contain some of the inserted tasks
 */
export function keysForDrop(
  ids: readonly string[],
  column: readonly string[],
  at: number,
  rowOf: (id: string) => { position: string } | undefined,
): ReadonlyMap<string, string> {
  const keys = new Map<string, string>();
  const start = column.slice(0, at).filter((id) => !ids.includes(id)).length;
  const order = column.filter((id) => !ids.includes(id));
  for (const [n, id] of ids.entries()) {
    keys.set(
      id,
      keyAt(order, start + n, (other) => {
        const position = keys.get(other);
        return position === undefined ? rowOf(other) : { position };
      }),
    );
    order.splice(start + n, 0, id);
  }
  return keys;
}
