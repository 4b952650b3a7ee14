import { HIDDEN_TASK, SUB_TASK_LINE } from '@hearth/contracts/model/task-values';
import { sql, type RawBuilder } from 'kysely';
import type { Command } from '#platform/commands/index.ts';

/** Records in the histories of the former and the new parent that a sub-task left or joined. Skips hidden parents. */
export function logParents(
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

/**
 * Records in the history of parents that their sub-tasks were trashed. Skips sub-tasks that were trashed together with their
 * parent.
 * @param tasks a select of id
 */
export function logParentsOfTrashed(command: Command, tasks: RawBuilder<unknown>): void {
  const id = sql`to_jsonb(t.id::text)`;
  command.rememberMany(linesOfParents(command, tasks, { old: id, now: sql`null::jsonb` }));
}

/**
 * Records in the history of parents that their sub-tasks were restored. Skips sub-tasks that were restored together with
 * their parent.
 * @param tasks a select of id
 */
export function logParentsOfRestored(command: Command, tasks: RawBuilder<unknown>): void {
  const id = sql`to_jsonb(t.id::text)`;
  command.rememberMany(linesOfParents(command, tasks, { old: sql`null::jsonb`, now: id }));
}

/** Selects a history entry for each task whose parent is live and not itself among `tasks`. */
function linesOfParents(
  { teamId }: Command,
  tasks: RawBuilder<unknown>,
  { old, now }: { old: RawBuilder<unknown>; now: RawBuilder<unknown> },
): RawBuilder<unknown> {
  return sql`
    with moved as materialized (${tasks})
    select 'task' as entity, p.id as entity_id, ${SUB_TASK_LINE}::text as field, ${old} as old_value, ${now} as new_value
    from tasks t join tasks p on p.team_id = t.team_id and p.id = t.parent_id and p.deleted_at is null
    where t.team_id = ${teamId} and t.id in (select id from moved) and p.id not in (select id from moved)
    order by p.id, t.sibling_position, t.id`;
}
