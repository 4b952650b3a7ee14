import { sql } from 'kysely';
import type { TeamTx } from '#platform/db/index.ts';
import { deleteCommentsOf } from '#features/tasks/comments/comments.queries.ts';
import { deleteAttachmentsOf } from '#features/attachments/index.ts';
import { taskAttachments } from '#features/tasks/attachments/task-attachments.ts';

/** Locks tasks deleted before this time. Skips tasks that are being restored. */
async function lockDueTasks(tx: TeamTx, before: Date, limit: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('tasks')
    .select('id')
    .where('team_id', '=', tx.teamId)
    .where('deleted_at', '<', before)
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
  return rows.map((row) => row.id);
}

/** Purges tasks with all dependent rows, and returns their files. A count below `limit` means that this was the last batch. */
export async function purgeTasks(
  tx: TeamTx,
  before: Date,
  limit: number,
): Promise<{ count: number; files: string[] }> {
  const ids = await lockDueTasks(tx, before, limit);
  return { count: ids.length, files: ids.length === 0 ? [] : await deleteForGood(tx, ids) };
}

/**
 * Deletes locked tasks with all dependent rows. Their remaining sub-tasks lose their parent.
 * @returns the files that are no longer referenced
 */
export async function deleteForGood(tx: TeamTx, ids: readonly string[]): Promise<string[]> {
  const files = await deleteAttachmentsOf(tx, taskAttachments, ids);
  await deleteCommentsOf(tx, ids);
  for (const table of [
    'task_assignees',
    'task_watchers',
    'task_labels',
    'checklist_items',
    'task_skips',
    'time_entries',
    'own_tasks',
    'task_state_spans',
    'task_flow',
  ] as const) {
    await sql`delete from ${sql.table(table)} where team_id = ${tx.teamId} and task_id = any (${ids}::uuid[])`.execute(
      tx,
    );
  }
  await sql`delete from task_links
    where team_id = ${tx.teamId} and (task_id = any (${ids}::uuid[]) or other_id = any (${ids}::uuid[]))`.execute(
    tx,
  );
  await sql`delete from task_relations
    where team_id = ${tx.teamId} and (from_id = any (${ids}::uuid[]) or to_id = any (${ids}::uuid[]))`.execute(
    tx,
  );
  await sql`
    with part as materialized (
      select id from tasks where team_id = ${tx.teamId} and parent_id = any (${ids}::uuid[]) order by id for no key update
    )
    update tasks t set parent_id = null, sibling_position = null from part
    where t.team_id = ${tx.teamId} and t.id = part.id`.execute(tx);
  await sql`delete from tasks where team_id = ${tx.teamId} and id = any (${ids}::uuid[])`.execute(tx);
  return files;
}

/** Purges milestones deleted before this time, which no task references any longer. Returns their number. */
export async function purgeMilestones(tx: TeamTx, before: Date): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('milestones')
    .where('team_id', '=', tx.teamId)
    .where('deleted_at', '<', before)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Purges task types deleted before this time, which no task references any longer. Returns their number. */
export async function purgeTaskTypes(tx: TeamTx, before: Date): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('task_types')
    .where('team_id', '=', tx.teamId)
    .where('deleted_at', '<', before)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Purges empty projects deleted before this time. Returns their number. */
export async function purgeProjects(tx: TeamTx, before: Date): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select p.id from projects p
    where p.team_id = ${tx.teamId} and p.deleted_at < ${before}
      and not exists (select from tasks t where t.team_id = p.team_id and t.project_id = p.id)
      and not exists (select from documents d where d.team_id = p.team_id and d.project_id = p.id)
    order by p.id for update skip locked`.execute(tx);
  const ids = rows.map((row) => row.id);
  if (ids.length > 0) await deleteProjectsForGood(tx, ids);
  return ids.length;
}

/** Deletes locked projects without tasks or documents. */
async function deleteProjectsForGood(tx: TeamTx, ids: readonly string[]): Promise<void> {
  await sql`delete from cycles where team_id = ${tx.teamId} and project_id = any (${ids}::uuid[])`.execute(
    tx,
  );
  await sql`delete from milestones where team_id = ${tx.teamId} and project_id = any (${ids}::uuid[])`.execute(
    tx,
  );
  await sql`
    delete from favourites f where f.team_id = ${tx.teamId} and (f.project_id = any (${ids}::uuid[]) or f.view_id in (
      select v.id from views v where v.team_id = ${tx.teamId} and v.project_id = any (${ids}::uuid[])))`.execute(
    tx,
  );
  for (const table of ['views', 'annotations', 'forecasts', 'report_schedules'] as const) {
    await sql`delete from ${sql.table(table)} where team_id = ${tx.teamId} and project_id = any (${ids}::uuid[])`.execute(
      tx,
    );
  }
  await sql`delete from project_grants where team_id = ${tx.teamId} and project_id = any (${ids}::uuid[])`.execute(
    tx,
  );
  await sql`delete from projects where team_id = ${tx.teamId} and id = any (${ids}::uuid[])`.execute(tx);
}

/**
 * Deletes the team's sample projects with their contents, including those in the trash, because an import must start from an empty team.
 * @returns the deleted projects and tasks, and the files that are no longer referenced
 */
export async function deleteSamples(
  tx: TeamTx,
): Promise<{ projectIds: string[]; tasks: { id: string; projectId: string }[]; files: string[] }> {
  const projects = await sql<{ id: string }>`
    select id from projects where team_id = ${tx.teamId} and is_sample order by id for update`.execute(tx);
  const projectIds = projects.rows.map(({ id }) => id);
  if (projectIds.length === 0) return { projectIds, tasks: [], files: [] };
  const { rows: tasks } = await sql<{ id: string; projectId: string }>`
    select id, project_id as "projectId" from tasks
    where team_id = ${tx.teamId} and project_id = any (${projectIds}::uuid[]) order by id for update`.execute(
    tx,
  );
  const files = await deleteForGood(
    tx,
    tasks.map(({ id }) => id),
  );
  await deleteProjectsForGood(tx, projectIds);
  return { projectIds, tasks, files };
}

/** Purges templates deleted before this time. They can no longer be restored. */
export async function purgeTemplates(tx: TeamTx, before: Date): Promise<void> {
  await tx
    .deleteFrom('templates')
    .where('team_id', '=', tx.teamId)
    .where('deleted_at', '<', before)
    .execute();
}
