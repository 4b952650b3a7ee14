import { sql, type RawBuilder } from 'kysely';
import type { SharedDetails, SharedProject, SharedTask } from '@hearth/contracts/public-links/public-links';
import type { RichText } from '@hearth/contracts/rich-text/rich-text-values';
import { LIMITS } from '@hearth/contracts/core/limits';
import type { ShareTx, TeamTx } from '#platform/db/index.ts';
import { instantJson } from '#platform/sql-json.ts';

/*
 * Content of a public link. It is read with the database role `hearth_share`, which can read the rows of one project and only the columns
 * named in migration 0052. A statement that reads more fails.
 */

export interface FoundShare {
  teamId: string;
  projectId: string;
  showsNames: boolean;
  leadId: string | null;
  project: Omit<SharedProject, 'columns' | 'leadName'>;
}

/** Returns the project of a valid link, or null if the link shows nothing. */
export async function findShare(tx: ShareTx, tokenHash: Buffer, now: Date): Promise<FoundShare | null> {
  const { rows } = await sql<FoundShare>`
    select p.team_id as "teamId", p.id as "projectId", l.shows_names as "showsNames",
      case when l.shows_names then p.lead_id end as "leadId",
      json_build_object('name', p.name, 'key', p.key, 'color', p.color,
        'description', case when l.shows_descriptions then p.description end, 'health', p.health,
        'startDate', to_char(p.start_date, 'YYYY-MM-DD'), 'targetDate', to_char(p.target_date, 'YYYY-MM-DD'),
        'showsDescriptions', l.shows_descriptions) as project
    from public_links l join projects p on p.team_id = l.team_id and p.id = l.project_id
    where l.token_hash = ${tokenHash} and (l.expires_at is null or l.expires_at > ${now})`.execute(tx);
  return rows[0] ?? null;
}

export type ShareColumn = SharedProject['columns'][number] & { id: string };

export async function listColumns(tx: ShareTx, { teamId, projectId }: FoundShare): Promise<ShareColumn[]> {
  const { rows } = await sql<ShareColumn>`
    select s.id, s.name, s.category, s.color, n.count
    from statuses s join (
      select status_id, count(*)::int as count from tasks
      where team_id = ${teamId} and project_id = ${projectId} group by status_id
    ) n on n.status_id = s.id
    where s.team_id = ${teamId} order by s.position, s.id`.execute(tx);
  return rows;
}

/** A task whose ids still have to be resolved to column and assignee names. */
export interface FoundTask extends Omit<SharedTask, 'column' | 'assignees'> {
  statusId: string;
  assigneeIds: string[];
}

const taskJson: RawBuilder<FoundTask> = sql<FoundTask>`json_build_object(
  'number', t.number, 'title', t.title, 'statusId', t.status_id, 'priority', t.priority,
  'type', (select json_build_object('name', y.name, 'icon', y.icon, 'color', y.color)
    from task_types y where y.team_id = t.team_id and y.id = t.type_id),
  'labels', (select coalesce(json_agg(json_build_object('name', b.name, 'color', b.color) order by lower(b.name), b.id), '[]')
    from task_labels tl join labels b on b.team_id = tl.team_id and b.id = tl.label_id
    where tl.team_id = t.team_id and tl.task_id = t.id),
  'dueDate', coalesce(to_char(t.due_date, 'YYYY-MM-DD'), ${instantJson(sql`t.due_at`)}),
  'subTasks', (select json_build_object('done', count(*) filter (where c.closed_at is not null), 'all', count(*))
    from tasks c where c.team_id = t.team_id and c.parent_id = t.id and c.project_id = t.project_id),
  'assigneeIds', (select coalesce(json_agg(a.user_id order by a.assigned_at, a.user_id), '[]')
    from task_assignees a where a.team_id = t.team_id and a.task_id = t.id))`;

/** Page cursor without ids. */
export interface ShareCursor {
  status: string;
  position: string;
  number: number;
}

/** Returns a page (`limit` + 1), in board order. */
export async function listSharedTasks(
  tx: ShareTx,
  { teamId, projectId }: FoundShare,
  page: { after: ShareCursor | null; limit: number },
): Promise<(ShareCursor & { task: FoundTask })[]> {
  const { after } = page;
  const { rows } = await sql<ShareCursor & { task: FoundTask }>`
    select s.position as status, t.position, t.number, ${taskJson} as task
    from tasks t join statuses s on s.team_id = t.team_id and s.id = t.status_id
    where t.team_id = ${teamId} and t.project_id = ${projectId}
      and ${
        after === null
          ? sql`true`
          : sql`(s.position, t.position, t.number) > (${after.status}, ${after.position}, ${after.number}::int)`
      }
    order by s.position, t.position, t.number limit ${page.limit + 1}`.execute(tx);
  return rows;
}

interface FoundDetails extends Omit<SharedDetails, 'description'> {
  task: FoundTask;
  text: string;
  doc: RichText | null;
}

export async function findSharedTask(
  tx: ShareTx,
  { teamId, projectId }: FoundShare,
  number: number,
): Promise<FoundDetails | null> {
  const { rows } = await sql<FoundDetails>`
    select ${taskJson} as task, t.description as text, t.description_doc as doc,
      (select coalesce(json_agg(json_build_object('title', i.title, 'isDone', i.is_done) order by i.position, i.id), '[]')
        from checklist_items i where i.team_id = t.team_id and i.task_id = t.id) as checklist,
      (select json_build_object('number', u.number, 'title', u.title) from tasks u
        where u.team_id = t.team_id and u.id = t.parent_id and u.project_id = t.project_id) as parent,
      (select coalesce(json_agg(json_build_object('number', c.number, 'title', c.title, 'isDone', c.closed_at is not null)
          order by c.number), '[]')
        from (select * from (select c.number, c.title, c.closed_at from tasks c
          where c.team_id = t.team_id and c.parent_id = t.id and c.project_id = t.project_id) c
          order by number limit ${LIMITS.pageMax}) c) as parts
    from tasks t
    where t.team_id = ${teamId} and t.project_id = ${projectId} and t.number = ${number}`.execute(tx);
  return rows[0] ?? null;
}

/** Returns the names of current and former members among these users. Users who were never in the team are omitted. */
export async function listNames(
  tx: TeamTx,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select u.id, u.name from memberships m join users u on u.id = m.user_id
    where m.team_id = ${tx.teamId} and m.user_id = any (${userIds}::uuid[])`.execute(tx);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
