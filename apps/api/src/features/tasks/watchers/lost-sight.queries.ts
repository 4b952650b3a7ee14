import { sql, type RawBuilder } from 'kysely';
import { maySeeProject } from '#features/projects/index.ts';
import { putRows } from '#features/tasks/model/task-log.queries.ts';
import type { Command } from '#platform/commands/index.ts';

/**
 * Unassigns users from tasks that they may no longer see, including tasks in the trash. Writes the change to the change log for live tasks
 * and to the history for all.
 */
export async function removeAssigneesWithoutAccess(
  command: Command,
  userIds: readonly string[],
): Promise<void> {
  await removePeopleWithoutAccess(command, userIds, {
    table: 'task_assignees',
    field: 'assigneeIds',
    isCurrent: sql`true`,
  });
}

/**
 * Removes users as watchers of tasks that they may no longer see, and deletes their opt-outs. Removed opt-outs are not recorded in the
 * history.
 */
export async function removeWatchersWithoutAccess(
  command: Command,
  userIds: readonly string[],
): Promise<void> {
  await removePeopleWithoutAccess(command, userIds, {
    table: 'task_watchers',
    field: 'watcherIds',
    isCurrent: sql`w.stopped_at is null`,
  });
}

interface TaskPeople {
  table: 'task_assignees' | 'task_watchers';
  field: 'assigneeIds' | 'watcherIds';
  /** Whether a row of the table, aliased as `w`, counts as a value of the field. */
  isCurrent: RawBuilder<unknown>;
}

async function removePeopleWithoutAccess(
  command: Command,
  userIds: readonly string[],
  { table, field, isCurrent }: TaskPeople,
): Promise<void> {
  const { tx, teamId } = command;
  const people = sql.table(table);
  const isLost = sql`w.team_id = ${teamId} and w.user_id = any (${userIds}::uuid[]) and not exists (
    select from memberships m where m.team_id = w.team_id and m.user_id = w.user_id and ${maySeeProject(sql`t.project_id`)})`;
  await sql`
    select t.id from tasks t
    where t.team_id = ${teamId} and exists (select from ${people} w where w.task_id = t.id and ${isLost})
    order by t.id for no key update`.execute(tx);
  const { rows } = await sql<{ lost: string | null; ids: string[] | null }>`
    with gone as (
      delete from ${people} w using tasks t
      where t.team_id = w.team_id and t.id = w.task_id and ${isLost} returning w.task_id, w.user_id, ${isCurrent} as is_held
    )
    select json_agg(gone)::text as lost, json_agg(distinct task_id) as ids from gone where is_held`.execute(
    tx,
  );
  const { lost, ids } = rows[0] ?? { lost: null, ids: null };
  if (lost === null || ids === null) return;
  command.logMany(putRows(teamId, sql`t.id = any (${ids}::uuid[]) and t.deleted_at is null`));
  const left = sql`
    select w.user_id from ${people} w where w.team_id = ${teamId} and w.task_id = one.task_id and ${isCurrent}`;
  command.rememberMany(sql`
    select 'task' as entity, one.task_id as entity_id, ${sql.lit(field)} as field,
      (select jsonb_agg(user_id order by user_id) from (${left} union select unnest(one.people)) as u) as old_value,
      coalesce((select jsonb_agg(user_id order by user_id) from (${left}) as u), '[]') as new_value
    from (
      select task_id, array_agg(user_id) as people from jsonb_to_recordset(${lost}::jsonb) as g (task_id uuid, user_id uuid)
      group by task_id
    ) as one`);
}
