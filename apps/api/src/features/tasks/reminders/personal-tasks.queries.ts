import { sql, type RawBuilder } from 'kysely';
import type { PersonalTask } from '@hearth/contracts/reminders/personal-tasks';
import { nextInstant } from '@hearth/contracts/reminders/reminder-values';
import { maySeeProject } from '#features/projects/index.ts';
import type { Command } from '#platform/commands/index.ts';
import type { TeamTx } from '#platform/db/index.ts';
import { whenJson } from '#platform/sql-json.ts';

/** JSON of a row of `own_tasks`, aliased as `o`, in the format of the API contract. */
export const personalTaskJson: RawBuilder<PersonalTask> = sql<PersonalTask>`json_build_object(
  'taskId', o.task_id, 'position', o.position, 'snoozedUntil', o.snoozed_until, 'reminders', o.reminders)`;

/** Returns up to `limit` + 1 rows, ordered by task id. The extra row indicates a next page. */
export async function listPersonalTasks(
  tx: TeamTx,
  userId: string,
  page: { inSight: RawBuilder<boolean>; after: string | null; limit: number },
): Promise<PersonalTask[]> {
  const { rows } = await sql<{ own: PersonalTask }>`
    select ${personalTaskJson} as own from own_tasks o join tasks t on t.team_id = o.team_id and t.id = o.task_id
    where o.team_id = ${tx.teamId} and o.user_id = ${userId} and t.deleted_at is null and ${page.inSight}
      and ${page.after === null ? sql`true` : sql`o.task_id > ${page.after}`}
    order by o.task_id limit ${page.limit + 1}`.execute(tx);
  return rows.map(({ own }) => own);
}

interface LockedWork {
  projectId: string | null;
  createdBy: string | null;
  startDate: string | null;
  dueDate: string | null;
}

/** Locks live tasks against changes and deletion, and returns them by id. */
export async function lockWork(tx: TeamTx, ids: readonly string[]): Promise<Map<string, LockedWork>> {
  const { rows } = await sql<LockedWork & { id: string }>`
    select id, project_id as "projectId", created_by as "createdBy", 
      ${whenJson(sql`start_date`, sql`start_at`)} as "startDate", ${whenJson(sql`due_date`, sql`due_at`)} as "dueDate" from tasks
    where team_id = ${tx.teamId} and id = any (${ids}::uuid[]) and deleted_at is null order by id for share`.execute(
    tx,
  );
  return new Map(rows.map(({ id, ...work }) => [id, work]));
}

/** Takes an advisory lock, because two devices of one user may insert the same row concurrently. */
export async function lockPersonalTasks(tx: TeamTx, userId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`own tasks ${tx.teamId} ${userId}`}, 0))`.execute(
    tx,
  );
}

/** Locks the personal data of the tasks and returns it. */
export async function lockPersonalTaskRows(
  tx: TeamTx,
  userId: string,
  taskIds: readonly string[],
): Promise<Map<string, PersonalTask>> {
  await lockPersonalTasks(tx, userId);
  const { rows } = await sql<{ own: PersonalTask }>`
    select ${personalTaskJson} as own from own_tasks o
    where o.team_id = ${tx.teamId} and o.user_id = ${userId} and o.task_id = any (${taskIds}::uuid[])
    order by o.task_id for update`.execute(tx);
  return new Map(rows.map(({ own }) => [own.taskId, own]));
}

/** Writes the rows that contain data and deletes the empty ones. */
export async function writePersonalTasks(
  tx: TeamTx,
  userId: string,
  rows: readonly PersonalTask[],
  emptied: readonly string[],
): Promise<void> {
  if (emptied.length > 0) {
    await sql`
      delete from own_tasks where team_id = ${tx.teamId} and user_id = ${userId}
        and task_id = any (${emptied}::uuid[])`.execute(tx);
  }
  if (rows.length === 0) return;
  const given = rows.map((own) => ({ ...own, remindAt: nextInstant(own.reminders) }));
  await sql`
    insert into own_tasks (team_id, user_id, task_id, position, snoozed_until, reminders, remind_at)
    select ${tx.teamId}, ${userId}, "taskId", position, "snoozedUntil", reminders, "remindAt"
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
      as k ("taskId" uuid, position text, "snoozedUntil" date, reminders jsonb, "remindAt" timestamptz)
    on conflict (team_id, user_id, task_id)
      do update set position = excluded.position, snoozed_until = excluded.snoozed_until,
        reminders = excluded.reminders, remind_at = excluded.remind_at`.execute(tx);
}

/**
 * Deletes everyone's personal data of a task.
 * @returns the ids of the users who had such data
 */
export async function dropPersonalTasks(tx: TeamTx, taskId: string): Promise<string[]> {
  const { rows } = await sql<{ userId: string }>`
    delete from own_tasks where team_id = ${tx.teamId} and task_id = ${taskId} returning user_id as "userId"`.execute(
    tx,
  );
  return rows.map((row) => row.userId);
}

/** Deletes personal data of tasks that users may no longer see. Nothing is published because the users' devices sync from scratch. */
export async function deletePersonalTasksOf(
  { tx, teamId }: Command,
  userIds: readonly string[],
): Promise<void> {
  await sql`
    delete from own_tasks o using tasks t
    where o.team_id = ${teamId} and o.user_id = any (${userIds}::uuid[]) and t.team_id = o.team_id and t.id = o.task_id
      and not exists (select from memberships m where m.team_id = o.team_id and m.user_id = o.user_id
        and ${maySeeProject(sql`t.project_id`)})`.execute(tx);
}
