import { sql, type RawBuilder } from 'kysely';
import type { Attachment } from '@hearth/contracts/attachments/attachments';
import type { Comment } from '@hearth/contracts/comments/comments';
import type { PersonalTask } from '@hearth/contracts/reminders/personal-tasks';
import type { Task } from '@hearth/contracts/tasks/tasks';
import type { TimeEntry } from '@hearth/contracts/time-tracking/time-values';
import { isAmong, type VisibleProjects } from '#features/projects/index.ts';
import type { TeamTx } from '#platform/db/index.ts';
import { attachmentJson } from '#features/attachments/index.ts';
import { TASK_FILES } from '#features/tasks/attachments/task-attachments.queries.ts';
import { commentJson } from '#features/tasks/comments/comment-rows.queries.ts';
import { listPersonalTasks } from './reminders/personal-tasks.queries.ts';
import { timeJson } from '#features/tasks/time-tracking/time.queries.ts';
import { taskJsonFor } from '#features/tasks/model/tasks.queries.ts';

interface AccountPerson {
  teamId: string;
  userId: string;
  visible: VisibleProjects;
}
interface Page {
  /** The id of the last row of the previous page. Null for the first page. */
  after: string | null;
  limit: number;
}

function isVisible({ teamId, visible }: AccountPerson): RawBuilder<boolean> {
  return sql`t.team_id = ${teamId} and t.deleted_at is null and ${isAmong(visible, sql`t.project_id`)}`;
}

/** Lists tasks that the user created or reported or is assigned to, ordered by id. */
export async function listTasksOf(
  tx: TeamTx,
  person: AccountPerson,
  { after, limit }: Page,
): Promise<Task[]> {
  const { rows } = await sql<{ task: Task }>`
    select ${taskJsonFor(person.visible)} as task from tasks t
    where ${isVisible(person)} and ${after === null ? sql`true` : sql`t.id > ${after}`}
      and (${person.userId} in (t.created_by, t.reporter_id) or exists (select from task_assignees a
        where a.team_id = t.team_id and a.task_id = t.id and a.user_id = ${person.userId}))
    order by t.id limit ${limit}`.execute(tx);
  return rows.map((row) => row.task);
}

/** Lists comments that the user wrote, ordered by id. */
export async function listCommentsBy(
  tx: TeamTx,
  person: AccountPerson,
  { after, limit }: Page,
): Promise<Comment[]> {
  const { rows } = await sql<{ comment: Comment }>`
    select ${commentJson} as comment from task_comments c join tasks t on t.team_id = c.team_id and t.id = c.task_id
    where ${isVisible(person)} and c.created_by = ${person.userId} and c.deleted_at is null
      and ${after === null ? sql`true` : sql`c.id > ${after}`}
    order by c.id limit ${limit}`.execute(tx);
  return rows.map((row) => row.comment);
}

/** Lists files that the user attached, ordered by id. */
export async function listAttachmentsBy(
  tx: TeamTx,
  person: AccountPerson,
  { after, limit }: Page,
): Promise<Attachment[]> {
  const { rows } = await sql<{ attachment: Attachment }>`
    select ${attachmentJson<Attachment>(TASK_FILES)} as attachment from attachments f join tasks t on t.team_id = f.team_id and t.id = f.task_id
    where f.team_id = ${person.teamId} and ${isVisible(person)} and f.created_by = ${person.userId} and f.deleted_at is null
      and ${after === null ? sql`true` : sql`f.id > ${after}`}
    order by f.id limit ${limit}`.execute(tx);
  return rows.map((row) => row.attachment);
}

/** Lists time entries of the user, ordered by id. */
export async function listTimeOf(
  tx: TeamTx,
  person: AccountPerson,
  { after, limit }: Page,
): Promise<TimeEntry[]> {
  const { rows } = await sql<{ entry: TimeEntry }>`
    select ${timeJson} as entry from time_entries e join tasks t on t.team_id = e.team_id and t.id = e.task_id
    where ${isVisible(person)} and e.user_id = ${person.userId} and e.deleted_at is null
      and ${after === null ? sql`true` : sql`e.id > ${after}`}
    order by e.id limit ${limit}`.execute(tx);
  return rows.map(({ entry }) => entry);
}

/** Lists the user's personal data of tasks, ordered by task id. */
export async function listPersonalTasksOf(
  tx: TeamTx,
  person: AccountPerson,
  { after, limit }: Page,
): Promise<PersonalTask[]> {
  const rows = await listPersonalTasks(tx, person.userId, { inSight: isVisible(person), after, limit });
  return rows.slice(0, limit);
}
