import { HIDDEN_TASK, SUB_TASK_LINE } from '@hearth/contracts/task-values';
import type { Command } from '#platform/commands/index.ts';

/** The tasks that a task became part of, and is part of no more, tell it in their own history. */
export function tellParents(
  command: Command,
  taskId: string,
  { before, after }: { before: string | null; after: string | null },
): void {
  if (before === after) return;
  for (const parentId of [before, after]) {
    if (parentId === null || parentId === HIDDEN_TASK) continue;
    const [old, now] = parentId === before ? [taskId, null] : [null, taskId];
    command.remember({ entity: 'task', entityId: parentId, field: SUB_TASK_LINE, old, new: now });
  }
}
