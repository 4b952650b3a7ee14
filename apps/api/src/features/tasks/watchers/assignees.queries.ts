import { sql } from 'kysely';
import { maySeeProject } from '#features/projects/index.ts';
import type { Command } from '#platform/commands/index.ts';
import { putRows } from '#features/tasks/model/task-log.queries.ts';

/**
 * Unassigns people from tasks that they may no longer see, including tasks in the trash. Writes the change to the change log
 * for live tasks and to the history for all.
 */
export async function unassignWhoLostSight(command: Command, userIds: readonly string[]): Promise<void> {
  const { tx, teamId } = command;
  const isLost = sql`a.team_id = ${teamId} and a.user_id = any (${userIds}::uuid[]) and not exists (
    select from memberships m where m.team_id = a.team_id and m.user_id = a.user_id and ${maySeeProject(sql`t.project_id`)})`;
  await sql`
    select t.id from tasks t
    where t.team_id = ${teamId} and exists (select from task_assignees a where a.task_id = t.id and ${isLost})
    order by t.id for no key update`.execute(tx);
  const { rows } = await sql<{ lost: string | null; ids: string[] | null }>`
    with gone as (
      delete from task_assignees a using tasks t
      where t.team_id = a.team_id and t.id = a.task_id and ${isLost} returning a.task_id, a.user_id
    )
    select json_agg(gone)::text as lost, json_agg(distinct task_id) as ids from gone`.execute(tx);
  const { lost, ids } = rows[0] ?? { lost: null, ids: null };
  if (lost === null || ids === null) return;
  command.logMany(putRows(teamId, sql`t.id = any (${ids}::uuid[]) and t.deleted_at is null`));
  const left = sql`
    select a.user_id from task_assignees a where a.team_id = ${teamId} and a.task_id = one.task_id`;
  command.rememberMany(sql`
    select 'task' as entity, one.task_id as entity_id, 'assigneeIds' as field,
      (select jsonb_agg(user_id order by user_id) from (${left} union select unnest(one.people)) as u) as old_value,
      coalesce((select jsonb_agg(user_id order by user_id) from (${left}) as u), '[]') as new_value
    from (
      select task_id, array_agg(user_id) as people from jsonb_to_recordset(${lost}::jsonb) as g (task_id uuid, user_id uuid)
      group by task_id
    ) as one`);
}
