import { sql, type RawBuilder } from 'kysely';
import { attachmentJson } from '#features/attachments/index.ts';
import type { Scope } from '#platform/commands/index.ts';
import { taskScope } from '#features/tasks/model/tasks.queries.ts';

/** Maps the attachments of tasks to their table and column. */
export const TASK_FILES = { field: 'taskId', table: { name: 'attachments', subject: 'task_id' } } as const;

/**
 * Selects change-log rows for the files of live tasks.
 * @param condition selects the tasks; refers to the table `tasks` as `t`
 * @param prevScope the previous scope of the tasks, if it differs
 */
export function putAttachmentRows(
  teamId: string,
  condition: RawBuilder<unknown>,
  prevScope: Scope | null = null,
): RawBuilder<unknown> {
  return sql`
    select 'attachment' as entity, f.id as entity_id, 'put' as op, ${attachmentJson(TASK_FILES)}::jsonb as data,
      ${taskScope} as scope, ${prevScope}::text as prev_scope
    from attachments f join tasks t on t.team_id = f.team_id and t.id = f.task_id
    where f.team_id = ${teamId} and f.deleted_at is null and t.deleted_at is null and ${condition}
    order by f.task_id, f.created_at, f.id`;
}
