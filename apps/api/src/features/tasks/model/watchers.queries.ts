import { sql, type RawBuilder } from 'kysely';
import { maySeeProject } from '#features/projects/index.ts';
import type { Command } from '#platform/commands/index.ts';
import type { TeamTx } from '#platform/db/index.ts';
import { putRows } from './task-log.queries.ts';

/** Lists people who opted out of watching a task, as `task user` pairs. */
export async function listStopped(
  tx: TeamTx,
  taskIds: readonly string[],
  userIds: readonly string[],
): Promise<Set<string>> {
  if (taskIds.length === 0 || userIds.length === 0) return new Set();
  const { rows } = await sql<{ pair: string }>`
    select task_id || ' ' || user_id as pair from task_watchers
    where team_id = ${tx.teamId} and task_id = any (${taskIds}::uuid[]) and user_id = any (${userIds}::uuid[])
      and stopped_at is not null`.execute(tx);
  return new Set(rows.map(({ pair }) => pair));
}

/** Adds watchers to a task that is being created. */
export function insertWatchers(
  command: Command,
  taskId: string,
  userIds: readonly string[],
  where: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`
    insert into task_watchers (team_id, task_id, user_id, watched_at)
    select ${command.teamId}::uuid, ${taskId}::uuid, one, ${command.now}::timestamptz
    from unnest(${userIds}::uuid[]) as one ${where}`;
}

/**
 * Replaces the watchers of locked tasks. Callers who remove themselves are recorded as having opted out. Other people are
 * removed without an opt-out.
 */
export async function writeWatchers(
  command: Command,
  writes: readonly { taskId: string; watcherIds: readonly string[] }[],
): Promise<void> {
  const { tx, teamId, userId, now } = command;
  if (writes.length === 0) return;
  const given = JSON.stringify(
    writes.map(({ taskId, watcherIds }) => ({ task_id: taskId, user_ids: watcherIds })),
  );
  await sql`
    with one as materialized (
      select * from jsonb_to_recordset(${given}::jsonb) as r (task_id uuid, user_ids uuid[])
    ), stopped as (
      update task_watchers w set stopped_at = ${now}::timestamptz from one
      where w.team_id = ${teamId} and w.task_id = one.task_id and w.user_id::text = ${userId}
        and w.user_id <> all (one.user_ids) and w.stopped_at is null
    ), gone as (
      delete from task_watchers w using one
      where w.team_id = ${teamId} and w.task_id = one.task_id and w.user_id::text <> ${userId}
        and w.user_id <> all (one.user_ids) and w.stopped_at is null
    )
    insert into task_watchers (team_id, task_id, user_id, watched_at)
    select ${teamId}::uuid, one.task_id, person, ${now}::timestamptz from one, unnest(one.user_ids) as person
    on conflict (team_id, task_id, user_id) do update set watched_at = excluded.watched_at, stopped_at = null
      where task_watchers.stopped_at is not null`.execute(tx);
}

/**
 * Removes watchers from tasks that they may no longer see, including tasks in the trash, and deletes their opt-outs. Writes
 * the change to the change log for live tasks and to the history for all.
 */
export async function unwatchWhoLostSight(command: Command, userIds: readonly string[]): Promise<void> {
  const { tx, teamId } = command;
  const isLost = sql`w.team_id = ${teamId} and w.user_id = any (${userIds}::uuid[]) and not exists (
    select from memberships m where m.team_id = w.team_id and m.user_id = w.user_id and ${maySeeProject(sql`t.project_id`)})`;
  await sql`
    select t.id from tasks t
    where t.team_id = ${teamId} and exists (select from task_watchers w where w.task_id = t.id and ${isLost})
    order by t.id for no key update`.execute(tx);
  const { rows } = await sql<{ lost: string | null; ids: string[] | null }>`
    with gone as (
      delete from task_watchers w using tasks t
      where t.team_id = w.team_id and t.id = w.task_id and ${isLost} returning w.task_id, w.user_id, w.stopped_at
    )
    select json_agg(gone)::text as lost, json_agg(distinct task_id) as ids from gone where stopped_at is null`.execute(
    tx,
  );
  const { lost, ids } = rows[0] ?? { lost: null, ids: null };
  if (lost === null || ids === null) return;
  command.logMany(putRows(teamId, sql`t.id = any (${ids}::uuid[]) and t.deleted_at is null`));
  const left = sql`
    select w.user_id from task_watchers w
    where w.team_id = ${teamId} and w.task_id = one.task_id and w.stopped_at is null`;
  command.rememberMany(sql`
    select 'task' as entity, one.task_id as entity_id, 'watcherIds' as field,
      (select jsonb_agg(user_id order by user_id) from (${left} union select unnest(one.people)) as u) as old_value,
      coalesce((select jsonb_agg(user_id order by user_id) from (${left}) as u), '[]') as new_value
    from (
      select task_id, array_agg(user_id) as people from jsonb_to_recordset(${lost}::jsonb) as g (task_id uuid, user_id uuid)
      group by task_id
    ) as one`);
}
