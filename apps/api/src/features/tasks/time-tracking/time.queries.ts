import { sql, type RawBuilder } from 'kysely';
import type { TimeEntry } from '@hearth/contracts/time-tracking/time-values';
import { maySeeProject } from '#features/projects/index.ts';
import type { Command, Scope } from '#platform/commands/index.ts';
import type { TeamTx } from '#platform/db/index.ts';
import { instantJson } from '#platform/sql-json.ts';
import { putRows } from '#features/tasks/model/task-log.queries.ts';
import { taskScope } from '#features/tasks/model/tasks.queries.ts';

/** JSON of a row of `time_entries`, aliased as `e`, in the format of the API contract. */
export const timeJson: RawBuilder<TimeEntry> = sql<TimeEntry>`json_build_object(
  'id', e.id, 'taskId', e.task_id, 'userId', e.user_id, 'day', to_char(e.day, 'YYYY-MM-DD'),
  'startedAt', ${instantJson(sql`e.started_at`)}, 'endedAt', ${instantJson(sql`e.ended_at`)},
  'note', e.note, 'madeBy', e.made_by)`;

export interface TimePage {
  before: { at: Date; id: string } | null;
  limit: number;
}

export function isEarlier({ before }: TimePage): RawBuilder<boolean> {
  return before === null ? sql`true` : sql`(e.started_at, e.id) < (${before.at}, ${before.id}::uuid)`;
}

/** Returns up to `limit` + 1 rows, latest start first. The extra row indicates a next page. */
export async function listTime(tx: TeamTx, taskId: string, page: TimePage): Promise<TimeEntry[]> {
  const { rows } = await sql<{ entry: TimeEntry }>`
    select ${timeJson} as entry from time_entries e
    where e.team_id = ${tx.teamId} and e.task_id = ${taskId} and e.deleted_at is null and ${isEarlier(page)}
    order by e.started_at desc, e.id desc limit ${page.limit + 1}`.execute(tx);
  return rows.map(({ entry }) => entry);
}

export interface TimedTask {
  projectId: string | null;
  createdBy: string | null;
  isTrashed: boolean;
}

/** Locks tasks, including those in the trash, while their time entries change. Returns them by id. */
export async function lockTimedTasks(tx: TeamTx, ids: readonly string[]): Promise<Map<string, TimedTask>> {
  const { rows } = await sql<TimedTask & { id: string }>`
    select id, project_id as "projectId", created_by as "createdBy", deleted_at is not null as "isTrashed" from tasks
    where team_id = ${tx.teamId} and id = any (${ids}::uuid[]) order by id for no key update`.execute(tx);
  return new Map(rows.map(({ id, ...task }) => [id, task]));
}

/** Takes an advisory lock before any other lock, because two devices of one user may start a timer concurrently. */
export async function lockTimer(tx: TeamTx, { teamId, userId }: Command): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`timer ${teamId} ${userId}`}, 0))`.execute(tx);
}

export async function findRunning(tx: TeamTx, userId: string): Promise<TimeEntry | null> {
  const { rows } = await sql<{ entry: TimeEntry }>`
    select ${timeJson} as entry from time_entries e
    where e.team_id = ${tx.teamId} and e.user_id = ${userId} and e.ended_at is null and e.deleted_at is null`.execute(
    tx,
  );
  return rows[0]?.entry ?? null;
}

export interface LockedTimeEntry {
  entry: TimeEntry;
  deletedAt: Date | null;
  deletedBy: string | null;
}

export async function lockTimeEntry(tx: TeamTx, id: string): Promise<LockedTimeEntry | null> {
  const { rows } = await sql<LockedTimeEntry>`
    select ${timeJson} as entry, e.deleted_at as "deletedAt", e.deleted_by as "deletedBy"
    from time_entries e where e.team_id = ${tx.teamId} and e.id = ${id} for no key update`.execute(tx);
  return rows[0] ?? null;
}

export async function isTimeEntry(tx: TeamTx, id: string): Promise<boolean> {
  const { rows } = await sql`select from time_entries where team_id = ${tx.teamId} and id = ${id}`.execute(
    tx,
  );
  return rows.length > 0;
}

export async function countTime(tx: TeamTx, taskId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from time_entries
    where team_id = ${tx.teamId} and task_id = ${taskId} and deleted_at is null`.execute(tx);
  return rows[0]?.count ?? 0;
}

export async function insertTime({ tx, teamId, now }: Command, entry: TimeEntry): Promise<void> {
  await tx
    .insertInto('time_entries')
    .values({
      team_id: teamId,
      id: entry.id,
      task_id: entry.taskId,
      user_id: entry.userId,
      day: entry.day,
      started_at: new Date(entry.startedAt),
      ended_at: entry.endedAt === null ? null : new Date(entry.endedAt),
      note: entry.note,
      made_by: entry.madeBy,
      created_at: now,
    })
    .execute();
}

export async function writeTime({ tx, teamId }: Command, entry: TimeEntry): Promise<void> {
  await tx
    .updateTable('time_entries')
    .set({
      day: entry.day,
      started_at: new Date(entry.startedAt),
      ended_at: entry.endedAt === null ? null : new Date(entry.endedAt),
      note: entry.note,
    })
    .where('team_id', '=', teamId)
    .where('id', '=', entry.id)
    .execute();
}

export async function setTimeDeleted(
  { tx, teamId, now, userId }: Command,
  id: string,
  isDeleted: boolean,
): Promise<void> {
  await tx
    .updateTable('time_entries')
    .set(isDeleted ? { deleted_at: now, deleted_by: userId } : { deleted_at: null, deleted_by: null })
    .where('team_id', '=', teamId)
    .where('id', '=', id)
    .execute();
}

/** Updates the tracked time of locked tasks, and logs the change for live tasks. */
export async function sumUpTime(command: Command, taskIds: readonly string[]): Promise<void> {
  const { tx, teamId } = command;
  const { rows } = await sql<{ id: string; isTrashed: boolean }>`
    update tasks t set tracked_seconds = (
      select coalesce(sum(round(extract(epoch from e.ended_at - e.started_at))), 0)::int from time_entries e
      where e.team_id = t.team_id and e.task_id = t.id and e.ended_at is not null and e.deleted_at is null)
    where t.team_id = ${teamId} and t.id = any (${taskIds}::uuid[])
    returning t.id, t.deleted_at is not null as "isTrashed"`.execute(tx);
  const live = rows.filter(({ isTrashed }) => !isTrashed).map(({ id }) => id);
  if (live.length > 0) command.logMany(putRows(teamId, sql`t.id = any (${live}::uuid[])`));
}

/**
 * Selects change-log rows with the current state of time entries.
 * @param condition refers to the tables `time_entries` as `e` and `tasks` as `t`
 * @param prevScope the previous scope of the entries, if it differs
 */
export function putTimeRows(
  teamId: string,
  condition: RawBuilder<unknown>,
  prevScope: Scope | null = null,
): RawBuilder<unknown> {
  return sql`
    select 'timeEntry' as entity, e.id as entity_id, 'put' as op, ${timeJson}::jsonb as data, ${taskScope} as scope,
      ${prevScope}::text as prev_scope
    from time_entries e join tasks t on t.team_id = e.team_id and t.id = e.task_id
    where e.team_id = ${teamId} and e.deleted_at is null and ${condition} order by e.started_at, e.id`;
}

/**
 * Ends timers now, capped at 24 hours.
 * @param condition refers to the tables `time_entries` as `e` and `tasks` as `t`; the tasks must be locked
 */
export async function endTimers(command: Command, condition: RawBuilder<unknown>): Promise<void> {
  const { tx, teamId, now } = command;
  const { rows } = await sql<{ id: string; taskId: string }>`
    update time_entries e
    set ended_at = greatest(e.started_at, least(${now}::timestamptz, e.started_at + interval '24 hours'))
    from tasks t
    where e.team_id = ${teamId} and e.ended_at is null and e.deleted_at is null
      and t.team_id = e.team_id and t.id = e.task_id and ${condition}
    returning e.id, e.task_id as "taskId"`.execute(tx);
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  command.logMany(putTimeRows(teamId, sql`e.id = any (${ids}::uuid[])`));
  await sumUpTime(
    command,
    rows.map(({ taskId }) => taskId),
  );
}

/** Ends these users' timers on tasks that they may no longer see. */
export async function endTimersWithoutAccess(command: Command, userIds: readonly string[]): Promise<void> {
  const { tx, teamId } = command;
  const isLost = sql`e.user_id = any (${userIds}::uuid[]) and not exists (
    select from memberships m where m.team_id = e.team_id and m.user_id = e.user_id and ${maySeeProject(sql`t.project_id`)})`;
  await sql`
    select t.id from tasks t where t.team_id = ${teamId} and exists (
      select from time_entries e where e.team_id = t.team_id and e.task_id = t.id and e.ended_at is null
        and e.deleted_at is null and ${isLost})
    order by t.id for no key update`.execute(tx);
  await endTimers(command, isLost);
}

/** Purges entries deleted before `before`. @returns the number of purged entries; fewer than `limit` means that this was the last batch */
export async function purgeTime(tx: TeamTx, before: Date, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from time_entries where (team_id, id) in (
      select team_id, id from time_entries where team_id = ${tx.teamId} and deleted_at < ${before}
      order by id limit ${limit} for update skip locked)
    returning id`.execute(tx);
  return rows.length;
}
