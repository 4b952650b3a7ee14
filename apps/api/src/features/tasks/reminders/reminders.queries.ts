import { sql } from 'kysely';
import type { Locale } from '@hearth/contracts/core/locales';
import type { PersonalTask } from '@hearth/contracts/reminders/personal-tasks';
import { nextInstant } from '@hearth/contracts/reminders/reminder-values';
import { maySeeProject } from '#features/projects/index.ts';
import type { TeamTx } from '#platform/db/index.ts';
import { personalTaskJson } from './personal-tasks.queries.ts';

export interface PersonInTeam {
  teamId: string;
  userId: string;
}

/** A user's personal data of a task, with the state of the task and the reminders that were already emailed. */
export interface RemindedTask {
  own: PersonalTask;
  mailed: string[];
  isOpen: boolean;
  isInSight: boolean;
}

const isVisible = sql<boolean>`exists (select from memberships m
  where m.team_id = o.team_id and m.user_id = o.user_id and ${maySeeProject(sql`t.project_id`)})`;

/** Locks and returns a user's personal data of tasks that have a reminder due by `until`. */
export async function lockReminders(tx: TeamTx, userId: string, until: Date): Promise<RemindedTask[]> {
  const { rows } = await sql<RemindedTask>`
    select ${personalTaskJson} as own, o.mailed, t.closed_at is null and t.deleted_at is null as "isOpen",
      ${isVisible} as "isInSight"
    from own_tasks o join tasks t on t.team_id = o.team_id and t.id = o.task_id
    where o.team_id = ${tx.teamId} and o.user_id = ${userId} and o.remind_at <= ${until}
    order by o.task_id for update of o`.execute(tx);
  return rows;
}

/** Returns when the user's next reminder is due, or null if there is none. */
export async function findNextReminder(tx: TeamTx, userId: string): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(remind_at) as at from own_tasks where team_id = ${tx.teamId} and user_id = ${userId}`.execute(
    tx,
  );
  return rows[0]?.at ?? null;
}

/**
 * Lists the reminders of tasks, without those whose owners may no longer see the task.
 * @param isLocked whether to lock the rows for update
 */
export async function listRemindersOf(
  tx: TeamTx,
  taskIds: readonly string[],
  { isLocked }: { isLocked: boolean },
): Promise<{ userId: string; own: PersonalTask }[]> {
  const { rows } = await sql<{ userId: string; own: PersonalTask }>`
    select o.user_id as "userId", ${personalTaskJson} as own
    from own_tasks o join tasks t on t.team_id = o.team_id and t.id = o.task_id
    where o.team_id = ${tx.teamId} and o.task_id = any (${taskIds}::uuid[]) and o.reminders <> '[]' and ${isVisible}
    order by o.user_id, o.task_id ${isLocked ? sql`for update of o` : sql``}`.execute(tx);
  return rows;
}

export async function writeReminders(
  tx: TeamTx,
  rows: readonly { userId: string; own: PersonalTask; mailed?: readonly string[] }[],
): Promise<void> {
  if (rows.length === 0) return;
  const given = rows.map(({ userId, own: { taskId, reminders }, mailed = null }) => ({
    user_id: userId,
    task_id: taskId,
    reminders,
    remind_at: nextInstant(reminders),
    mailed,
  }));
  await sql`
    update own_tasks o set reminders = r.reminders, remind_at = r.remind_at, mailed = coalesce(r.mailed, o.mailed)
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
      as r (user_id uuid, task_id uuid, reminders jsonb, remind_at timestamptz, mailed jsonb)
    where o.team_id = ${tx.teamId} and o.user_id = r.user_id and o.task_id = r.task_id`.execute(tx);
}

export interface MailReader {
  email: string;
  language: Locale | null;
  team: string;
}

export async function findMailReader(tx: TeamTx, userId: string): Promise<MailReader | null> {
  const { rows } = await sql<MailReader>`
    select u.email, u.language, t.name as team from users u join teams t on t.id = ${tx.teamId}
    where u.id = ${userId} and u.deleted_at is null`.execute(tx);
  return rows[0] ?? null;
}

/** Returns the tasks of `taskIds` that are open and visible to the user, with their reminders. */
export async function listReminded(
  tx: TeamTx,
  userId: string,
  taskIds: readonly string[],
): Promise<{ title: string; own: PersonalTask }[]> {
  const { rows } = await sql<{ title: string; own: PersonalTask }>`
    select t.title, ${personalTaskJson} as own
    from own_tasks o join tasks t on t.team_id = o.team_id and t.id = o.task_id
    where o.team_id = ${tx.teamId} and o.user_id = ${userId} and o.task_id = any (${taskIds}::uuid[])
      and t.closed_at is null and t.deleted_at is null and ${isVisible}
    order by o.remind_at nulls first, t.number`.execute(tx);
  return rows;
}
