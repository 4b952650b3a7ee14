import { sql, type RawBuilder } from 'kysely';
import type { Command } from '#platform/commands/index.ts';
import type { TeamTx } from '#platform/db/index.ts';

/** Lists users who opted out of watching a task, as `task user` pairs. */
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
 * Replaces the watchers of locked tasks. A caller who is removed is recorded as having opted out. Other users are removed without an
 * opt-out.
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
      where w.team_id = ${teamId} and w.task_id = one.task_id and w.user_id::text is distinct from ${userId}
        and w.user_id <> all (one.user_ids) and w.stopped_at is null
    )
    insert into task_watchers (team_id, task_id, user_id, watched_at)
    select ${teamId}::uuid, one.task_id, person, ${now}::timestamptz from one, unnest(one.user_ids) as person
    on conflict (team_id, task_id, user_id) do update set watched_at = excluded.watched_at, stopped_at = null
      where task_watchers.stopped_at is not null`.execute(tx);
}
