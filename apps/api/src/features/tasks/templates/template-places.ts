import type { MadeTask } from '@hearth/contracts/templates/template-expand-values';
import type { Command } from '#platform/commands/index.ts';
import { makeKeyAfter, makeKeys } from '#platform/order-keys.ts';
import { listLastPositions } from '#features/tasks/model/bulk-tasks.queries.ts';

/** Returns an order key for each task, in order, at the end of the task's column. */
export async function placeInColumns(
  { tx }: Command,
  projectId: string | null,
  tasks: readonly Pick<MadeTask, 'statusId'>[],
): Promise<string[]> {
  const statusIds = [...new Set(tasks.map(({ statusId }) => statusId))];
  const slots = statusIds.map((statusId) => ({ projectId, statusId }));
  const found = await listLastPositions(tx, slots);
  const lasts = new Map(statusIds.map((statusId, at) => [statusId, found[at] ?? null]));
  return tasks.map(({ statusId }) => {
    const key = makeKeyAfter(lasts.get(statusId) ?? null);
    lasts.set(statusId, key);
    return key;
  });
}

/** Returns order keys for sub-tasks, in order, by task id. */
export function placeAmongSiblings(tasks: readonly Pick<MadeTask, 'id' | 'parentId'>[]): Map<string, string> {
  const keys = new Map<string, string>();
  for (const [parentId, parts] of Map.groupBy(tasks, (task) => task.parentId)) {
    if (parentId === null) continue;
    const newKeys = makeKeys(parts.length);
    for (const [at, { id }] of parts.entries()) keys.set(id, newKeys[at] ?? '');
  }
  return keys;
}
