import { sql, type RawBuilder } from 'kysely';
import type { Actor, DocumentAccess } from '@hearth/contracts/permissions/permissions';
import type { Task } from '@hearth/contracts/tasks/tasks';
import type { TrashItem } from '@hearth/contracts/trash/trash';
import type { TrashedKind } from '@hearth/contracts/trash/trash-values';
import { isAmong, visibleTo } from '#features/projects/index.ts';
import type { Command } from '#platform/commands/index.ts';
import type { TeamTx } from '#platform/db/index.ts';
import type { LoadedObject } from '#platform/feature.ts';
import { instantJson } from '#platform/sql-json.ts';
import type { TrashKind } from './trash-kind.ts';
import { taskJson } from '#features/tasks/model/tasks.queries.ts';

/**
 * Ends the open state spans of trashed tasks.
 * @param tasks a select of task ids
 */
export function endSpans({ teamId, now }: Command, tasks: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`ended as (
    update task_state_spans s set left_at = greatest(${now}::timestamptz, s.entered_at)
    where s.team_id = ${teamId} and s.left_at is null and s.task_id in (${tasks}))`;
}

/**
 * Starts a state span for each restored task, after its last one.
 * @param tasks a select of id and status_id
 */
export function beginSpans(
  { teamId, now, userId }: Command,
  tasks: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`begun as (
    insert into task_state_spans (team_id, task_id, entered_at, status_id, category, entered_by, ordinal)
    select ${teamId}::uuid, back.id, greatest(${now}::timestamptz, last.left_at), back.status_id, s.category,
      ${userId}::uuid, coalesce(last.ordinal, 0) + 1
    from (${tasks}) as back
    join statuses s on s.team_id = ${teamId} and s.id = back.status_id
    left join lateral (
      select ordinal, left_at from task_state_spans
      where team_id = ${teamId} and task_id = back.id order by ordinal desc limit 1
    ) last on true)`;
}

/** Moves locked tasks to the trash. They form a single trash item with the top task. */
export async function trashTasks(command: Command, topId: string, ids: readonly string[]): Promise<void> {
  const { teamId, now, userId } = command;
  await sql`
    with gone as (
      update tasks set deleted_at = ${now}, deleted_by = ${userId},
        deleted_with = case when id <> ${topId} then ${topId}::uuid end
      where team_id = ${teamId} and id = any (${ids}::uuid[]) returning id
    ), ${endSpans(command, sql`select id from gone`)}
    select count(*) from gone`.execute(command.tx);
}

/** Moves the tasks of a locked project to the trash. They form a single trash item with the project. Returns their number. */
export async function trashTasksOf(command: Command, projectId: string): Promise<number> {
  const { teamId, now, userId } = command;
  const { numAffectedRows } = await sql`
    update tasks set deleted_at = ${now}, deleted_by = ${userId}, deleted_with = ${projectId}
    where team_id = ${teamId} and project_id = ${projectId} and deleted_at is null`.execute(command.tx);
  // Use a separate statement, to see the commits of transactions that held the row locks: the tasks were not locked before.
  await sql`
    with ${endSpans(command, sql`select id from tasks where team_id = ${teamId} and deleted_with = ${projectId}`)}
    select`.execute(command.tx);
  return Number(numAffectedRows ?? 0);
}

interface TrashedTask {
  projectIsLive: boolean;
  deletedAt: Date;
  deletedBy: string | null;
  /** The ids of tasks trashed by its cascade that have no project or a live one. Null if there are none. */
  parts: string[] | null;
}

/** Locks a directly trashed task and the descendants that its cascade trashed. */
export async function lockTrashedTask(tx: TeamTx, taskId: string): Promise<TrashedTask | null> {
  const { rows } = await sql<TrashedTask>`
    with top as materialized (
      select id from tasks
      where team_id = ${tx.teamId} and id = ${taskId} and deleted_at is not null and deleted_with is null
    ), project as materialized (
      select id from projects
      where team_id = ${tx.teamId} and deleted_at is null and id in (
        select project_id from tasks where team_id = ${tx.teamId} and (id = ${taskId} or deleted_with = (select id from top)))
      order by id for key share
    ), held as materialized (
      select t.id, t.project_id, t.deleted_at, t.deleted_by, t.deleted_with from tasks t
      where t.team_id = ${tx.teamId} and (t.id = (select id from top) or t.deleted_with = (select id from top))
        and t.deleted_at is not null and (select count(*) from project) >= 0
      order by t.id for no key update
    )
    select (project_id is null or project_id in (select id from project)) as "projectIsLive",
      deleted_at as "deletedAt", deleted_by as "deletedBy",
      (select json_agg(id) from held
        where deleted_with is not null and (project_id is null or project_id in (select id from project))) as parts
    from held where id = ${taskId} and deleted_with is null`.execute(tx);
  return rows[0] ?? null;
}

/** Locks the statuses of the team for key share, because restored tasks must get the current category of their status. */
export async function lockStatusesForShare(tx: TeamTx): Promise<void> {
  await tx
    .selectFrom('statuses')
    .select('id')
    .where('team_id', '=', tx.teamId)
    .orderBy('id')
    .forKeyShare()
    .execute();
}

/** Restores tasks, and closes or reopens each according to the current category of its status, which may have changed since. */
export function restoreRows({ teamId, now }: Command, condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`back as (
    update tasks t set deleted_at = null, deleted_by = null, deleted_with = null,
      closed_at = case when s.category in ('completed', 'cancelled') then coalesce(t.closed_at, ${now}::timestamptz) end
    from statuses s
    where t.team_id = ${teamId} and s.team_id = t.team_id and s.id = t.status_id and ${condition}
    returning t.id, t.status_id)`;
}

/**
 * Restores locked tasks. Tasks that were trashed by the cascade of `taskId` and are not in `ids` are restored later, together
 * with their project.
 */
export async function restoreTasks(command: Command, taskId: string, ids: readonly string[]): Promise<Task> {
  const { teamId } = command;
  await lockStatusesForShare(command.tx);
  await sql`
    update tasks t set deleted_with = p.id, deleted_at = greatest(t.deleted_at, p.deleted_at) from projects p
    where t.team_id = ${teamId} and t.deleted_with = ${taskId} and t.id <> all (${ids}::uuid[])
      and p.team_id = t.team_id and p.id = t.project_id`.execute(command.tx);
  await sql`
    with ${restoreRows(command, sql`t.id = any (${ids}::uuid[])`)}, ${beginSpans(command, sql`select id, status_id from back`)}
    select count(*) from back`.execute(command.tx);
  const { rows } = await sql<{ task: Task }>`
    select ${taskJson} as task from tasks t where t.team_id = ${teamId} and t.id = ${taskId}`.execute(
    command.tx,
  );
  const [row] = rows;
  if (row === undefined) throw new Error(`Task ${taskId} not found`);
  return row.task;
}

/** Returns the trash item that contains the parent of this task. Null if the parent is not in the trash. */
export async function findTrashedParent(tx: TeamTx, taskId: string): Promise<{ itemId: string } | null> {
  const { rows } = await sql<{ itemId: string }>`
    select coalesce(p.deleted_with, p.id) as "itemId"
    from tasks t join tasks p on p.team_id = t.team_id and p.id = t.parent_id
    where t.team_id = ${tx.teamId} and t.id = ${taskId} and p.deleted_at is not null`.execute(tx);
  return rows[0] ?? null;
}

/** Restores the tasks that the cascade of a project trashed. Returns their number. */
export async function restoreTasksOf(command: Command, projectId: string): Promise<number> {
  await lockStatusesForShare(command.tx);
  const { rows } = await sql<{ count: number }>`
    with ${restoreRows(command, sql`t.deleted_with = ${projectId}`)}, ${beginSpans(command, sql`select id, status_id from back`)}
    select count(*) as count from back`.execute(command.tx);
  return rows[0]?.count ?? 0;
}

/**
 * Selects restorable trash items: objects trashed directly, not by the cascade of a project or an ancestor.
 * @param actor null to select items regardless of visibility
 */
function itemsOf(
  teamId: string,
  since: Date,
  actor: Actor | null,
  kinds: readonly TrashKind[],
): RawBuilder<unknown> {
  const visible = (projectId: string) =>
    actor === null ? sql`true` : isAmong(visibleTo(actor), sql.ref(projectId));
  const others = kinds.map(({ select }) => sql`union all (${select(teamId, since, actor)})`);
  return sql`
    select p.id, 'project' as kind, p.name as title, p.deleted_at, p.deleted_by, p.id as project_id, p.created_by,
      null::jsonb as access
    from projects p where p.team_id = ${teamId} and p.deleted_at >= ${since} and ${visible('p.id')}
    union all
    select t.id, 'task', t.title, t.deleted_at, t.deleted_by, t.project_id, t.created_by, null
    from tasks t where t.team_id = ${teamId} and t.deleted_at >= ${since} and t.deleted_with is null and ${visible('t.project_id')}
    ${sql.join(others, sql` `)}`;
}

/** A trash item with the data that determines who may restore it. */
export type TrashRow = TrashItem & {
  projectId: string | null;
  createdBy: string | null;
  access: DocumentAccess | null;
};

/** The position of an item in the list: when it was trashed, and its id. */
export interface TrashCursor {
  at: Date;
  id: string;
}

/** A row of the subquery `itemsOf` aliased as `i`. */
const trashRowJson = sql<TrashRow>`json_build_object('id', i.id, 'kind', i.kind, 'title', i.title,
  'deletedAt', ${instantJson(sql`i.deleted_at`)}, 'deletedBy', i.deleted_by, 'projectId', i.project_id,
  'createdBy', i.created_by, 'access', i.access)`;

/** Whether each word occurs in the title of the item or the name of its project, ignoring case. */
function hasWords(teamId: string, words: readonly string[]): RawBuilder<unknown> {
  return sql`(
    select bool_and(position(lower(normalize(word)) in lower(normalize(i.title || ' ' || coalesce(p.name, '')))) > 0)
    from unnest(${words}::text[]) word
    left join projects p on p.team_id = ${teamId} and p.id = i.project_id)`;
}

/** Returns up to `limit` + 1 rows, most recently trashed first. The extra row indicates a next page. */
export async function listTrash(
  tx: TeamTx,
  kinds: readonly TrashKind[],
  actor: Actor,
  since: Date,
  page: {
    after: TrashCursor | null;
    limit: number;
    search?: string | undefined;
    kind?: TrashedKind | undefined;
  },
): Promise<TrashRow[]> {
  const { after, kind } = page;
  const words = (page.search ?? '').split(/\s+/).filter(Boolean);
  const { rows } = await sql<{ item: TrashRow }>`
    select ${trashRowJson} as item
    from (${itemsOf(tx.teamId, since, actor, kinds)}) as i
    where ${words.length === 0 ? sql`true` : sql`${hasWords(tx.teamId, words)}`}
      and ${kind === undefined ? sql`true` : sql`i.kind = ${kind}`}
      and ${after === null ? sql`true` : sql`(i.deleted_at, i.id) < (${after.at}, ${after.id}::uuid)`}
    order by i.deleted_at desc, i.id desc limit ${page.limit + 1}`.execute(tx);
  return rows.map((row) => row.item);
}

/** Returns the item with this id if the actor may see it. */
export async function findTrashItem(
  tx: TeamTx,
  kinds: readonly TrashKind[],
  actor: Actor,
  since: Date,
  id: string,
): Promise<TrashRow | null> {
  const { rows } = await sql<{ item: TrashRow }>`
    select ${trashRowJson} as item from (${itemsOf(tx.teamId, since, actor, kinds)}) as i where i.id = ${id}`.execute(
    tx,
  );
  return rows[0]?.item ?? null;
}

export async function loadTrashObject(
  tx: TeamTx,
  kinds: readonly TrashKind[],
  id: string,
  since: Date,
): Promise<(LoadedObject & { kind: TrashItem['kind'] }) | null> {
  const { rows } = await sql<{
    kind: TrashItem['kind'];
    project_id: string | null;
    created_by: string | null;
    access: DocumentAccess | null;
  }>`
    select i.kind, i.project_id, i.created_by, i.access from (${itemsOf(tx.teamId, since, null, kinds)}) as i where i.id = ${id}`.execute(
    tx,
  );
  const [row] = rows;
  if (row === undefined) return null;
  const { kind, project_id: projectId, created_by: createdBy, access } = row;
  return { id, kind, projectId, createdBy, isTrashed: true, ...(access === null ? {} : { access }) };
}
