import { sql, type RawBuilder } from 'kysely';
import type { Command } from '#platform/commands/index.ts';
import { putRows } from './task-log.queries.ts';

/** A column of tasks that refers to a restorable object: the milestone or the type. */
interface TaskReference {
  /** The table of the object, which keeps the ids of its tasks in `left_task_ids` while it is deleted. */
  table: 'milestones' | 'task_types';
  column: 'milestone_id' | 'type_id';
  field: 'milestoneId' | 'typeId';
}

/** Deletes a locked object and removes it from its tasks, including those in the trash. Stores the task ids for a restore. */
export async function leaveTasks(command: Command, of: TaskReference, id: string): Promise<void> {
  const { tx, teamId, now } = command;
  const column = sql.ref(of.column);
  await sql`
    select id from tasks where team_id = ${teamId} and ${column} = ${id}
    order by id for no key update`.execute(tx);
  const { rows } = await sql<{ ids: string[] }>`
    with gone as (
      update tasks set ${column} = null, updated_at = ${now}::timestamptz
      where team_id = ${teamId} and ${column} = ${id} returning id
    ), kept as (
      select coalesce(array_agg(id order by id), '{}') as ids from gone
    ), deleted as (
      update ${sql.table(of.table)} set deleted_at = ${now}::timestamptz, left_task_ids = (select ids from kept)
      where team_id = ${teamId} and id = ${id}
    )
    select to_json(ids) as ids from kept`.execute(tx);
  logTasks(command, of, rows[0]?.ids ?? [], { old: id, now: null });
}

/**
 * Restores a locked object. Sets it again on its former tasks that have no other such object.
 * @param where further condition for its former tasks. Refers to `tasks` as `t` and to the object's table as `o`
 */
export async function rejoinTasks(
  command: Command,
  of: TaskReference,
  id: string,
  where: RawBuilder<unknown>,
): Promise<void> {
  const { tx, teamId, now } = command;
  const table = sql.table(of.table);
  await sql`
    select t.id from tasks t join ${table} o on o.team_id = t.team_id and t.id = any (o.left_task_ids)
    where t.team_id = ${teamId} and o.id = ${id} order by t.id for no key update of t`.execute(tx);
  const { rows } = await sql<{ ids: string[] | null }>`
    with back as (
      update tasks t set ${sql.ref(of.column)} = o.id, updated_at = ${now}::timestamptz from ${table} o
      where t.team_id = ${teamId} and o.team_id = t.team_id and o.id = ${id} and t.id = any (o.left_task_ids)
        and ${sql.ref(`t.${of.column}`)} is null and ${where}
      returning t.id
    ), restored as (
      update ${table} set deleted_at = null, left_task_ids = null where team_id = ${teamId} and id = ${id}
    )
    select json_agg(id) as ids from back`.execute(tx);
  logTasks(command, of, rows[0]?.ids ?? [], { old: null, now: id });
}

/** Writes the change to the change log for live tasks and to the history for all. */
function logTasks(
  command: Command,
  { field }: TaskReference,
  ids: readonly string[],
  change: { old: string | null; now: string | null },
): void {
  if (ids.length === 0) return;
  command.logMany(putRows(command.teamId, sql`t.id = any (${ids}::uuid[]) and t.deleted_at is null`));
  command.rememberMany(sql`
    select 'task' as entity, one as entity_id, ${sql.lit(field)} as field,
      ${JSON.stringify(change.old)}::jsonb as old_value, ${JSON.stringify(change.now)}::jsonb as new_value
    from unnest(${ids}::uuid[]) as one`);
}
