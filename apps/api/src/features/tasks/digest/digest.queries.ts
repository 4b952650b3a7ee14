import { sql } from 'kysely';
import { addDays } from '@hearth/contracts/core/days';
import { maySeeProject } from '#features/projects/index.ts';
import { startOfDay } from '#platform/day-in-zone.ts';
import type { TeamTx } from '#platform/db/index.ts';
import type { MailReader } from '#features/tasks/reminders/reminders.queries.ts';

/** Returns the recipient of a digest, or null if the user has turned off the digest or deleted the account in the meantime. */
export async function findDigestReader(tx: TeamTx, userId: string): Promise<MailReader | null> {
  const { rows } = await sql<MailReader>`
    select u.email, u.language, t.name as team from users u join teams t on t.id = ${tx.teamId}
    where u.id = ${userId} and u.digest_hour is not null and u.deleted_at is null`.execute(tx);
  return rows[0] ?? null;
}

/** The titles of the first tasks, and the total number of tasks. */
export interface DueTasks {
  titles: string[];
  count: number;
}

/** The day, time and time zone for which due tasks are listed. */
interface DigestDay {
  now: Date;
  day: string;
  timeZone: string;
}

/**
 * Lists a user's open tasks that are overdue or due that day, earliest due first, with up to `limit` titles each. Excludes snoozed tasks
 * and tasks in triage, sample projects or archived projects, as in My work.
 */
export async function listDueTasks(
  tx: TeamTx,
  userId: string,
  { now, day, timeZone }: DigestDay,
  limit: number,
): Promise<{ overdue: DueTasks; today: DueTasks }> {
  const dayEnd = startOfDay(addDays(day, 1), timeZone);
  const { rows } = await sql<{ titles: string[]; count: number; isOverdue: boolean }>`
    with due as (
      select t.title, t.number, coalesce(t.due_date < ${day}::text::date, t.due_at < ${now}) as is_overdue,
        coalesce(t.due_at, (t.due_date + time '23:59:59.999') at time zone 'UTC') as due_by
      from task_assignees a join tasks t on t.team_id = a.team_id and t.id = a.task_id
      left join projects p on p.team_id = t.team_id and p.id = t.project_id
      where a.team_id = ${tx.teamId} and a.user_id = ${userId}
        and (t.due_date <= ${day}::text::date or t.due_at < ${dayEnd}::text::timestamptz)
        and t.closed_at is null and t.deleted_at is null and t.triage is null
        and p.archived_at is null and p.is_sample is not true
        and exists (select from memberships m
          where m.team_id = a.team_id and m.user_id = a.user_id and ${maySeeProject(sql`t.project_id`)})
        and not exists (select from own_tasks o where o.team_id = a.team_id and o.user_id = a.user_id
          and o.task_id = t.id and o.snoozed_until > ${day}::text::date)
    ), numbered as (
      select *, row_number() over (partition by is_overdue order by due_by, number) as place from due
    )
    select is_overdue as "isOverdue", count(*)::int as count,
      json_agg(title order by place) filter (where place <= ${limit}) as titles
    from numbered group by is_overdue`.execute(tx);
  const of = (isOverdue: boolean): DueTasks =>
    rows.find((row) => row.isOverdue === isOverdue) ?? { titles: [], count: 0 };
  return { overdue: of(true), today: of(false) };
}
