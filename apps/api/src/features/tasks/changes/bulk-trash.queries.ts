import { sql, type RawBuilder } from 'kysely';
import type { Command } from '#platform/commands/index.ts';
import type { TeamTx } from '#platform/db/index.ts';
import {
  beginSpans,
  restoreRows,
  endSpans,
  lockStatusesForShare,
} from '#features/tasks/trash/task-trash.queries.ts';
import type { TreeTask } from '#features/tasks/sub-tasks/sub-tree.queries.ts';

/** Recursion limit, above the depth of any valid tree. */
const MAX_STEPS = 50;

function selectTrees(teamId: string, ids: readonly string[]): RawBuilder<unknown> {
  return sql`
    select t.id, t.project_id, 0 as step from tasks t
    where t.team_id = ${teamId} and t.id = any (${ids}::uuid[]) and t.deleted_at is null
    union
    select t.id, t.project_id, tree.step + 1 from tree
    join tasks t on t.team_id = ${teamId} and t.parent_id = tree.id and t.deleted_at is null where tree.step < ${MAX_STEPS}`;
}

/** Lists the projects of the tasks and their descendants. */
export async function listProjectsOfTrees(tx: TeamTx, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive tree as (${selectTrees(tx.teamId, ids)})
    select distinct project_id as id from tree where project_id is not null`.execute(tx);
  return rows.map((row) => row.id);
}

export type LockedTreeTask = TreeTask & { title: string };

/** Locks tasks and their live descendants. The caller must hold the locks on the tree and the projects. */
export async function lockSubTrees(tx: TeamTx, ids: readonly string[]): Promise<Map<string, LockedTreeTask>> {
  const { rows } = await sql<LockedTreeTask>`
    with recursive tree as (${selectTrees(tx.teamId, ids)})
    select t.id, t.parent_id as "parentId", t.project_id as "projectId", t.created_by as "createdBy", t.title from tasks t
    where t.team_id = ${tx.teamId} and t.id in (select id from tree) and t.deleted_at is null
    order by t.id for no key update`.execute(tx);
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Moves locked tasks to the trash.
 * @param going the tasks, each with the task whose cascade trashes it (`topId`), or its own id if it is trashed directly
 */
export async function trashEach(
  command: Command,
  going: readonly { id: string; topId: string }[],
): Promise<void> {
  const { teamId, now, userId } = command;
  await sql`
    with one as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(going)}::jsonb) as r (id uuid, "topId" uuid)
    ), gone as (
      update tasks t set deleted_at = ${now}, deleted_by = ${userId}, deleted_with = nullif(one."topId", one.id)
      from one where t.team_id = ${teamId} and t.id = one.id returning t.id
    ), ${endSpans(command, sql`select id from gone`)}
    select count(*) from gone`.execute(command.tx);
}

interface TrashedTask {
  id: string;
  title: string;
  projectId: string | null;
  createdBy: string | null;
  /** The task or project whose cascade trashed this task. Null if it was trashed directly. */
  with: string | null;
}

/**
 * Locks tasks that were trashed at or after `since`, with the descendants that their cascades trashed.
 * @returns the tasks of `ids` that were trashed directly, and all tasks that their cascades trashed
 */
export async function lockTrashedTasks(
  tx: TeamTx,
  ids: readonly string[],
  since: Date,
): Promise<Map<string, TrashedTask>> {
  const { rows } = await sql<TrashedTask>`
    select t.id, t.title, t.project_id as "projectId", t.created_by as "createdBy", t.deleted_with as "with" from tasks t
    where t.team_id = ${tx.teamId} and t.deleted_at >= ${since} and (
      (t.id = any (${ids}::uuid[]) and t.deleted_with is null) or t.deleted_with in (
        select id from tasks where team_id = ${tx.teamId} and id = any (${ids}::uuid[])
          and deleted_at is not null and deleted_with is null))
    order by t.id for no key update`.execute(tx);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Lists the projects of trashed tasks and of the descendants that their cascades trashed. */
export async function listProjectsOfTrashed(tx: TeamTx, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct project_id as id from tasks
    where team_id = ${tx.teamId} and project_id is not null
      and (id = any (${ids}::uuid[]) or deleted_with = any (${ids}::uuid[]))`.execute(tx);
  return rows.map((row) => row.id);
}

/**
 * Restores locked tasks. Tasks that were trashed by the cascade of a task in `tops` and are not in `ids` are restored later,
 * together with their project.
 */
export async function restoreEach(
  command: Command,
  tops: readonly string[],
  ids: readonly string[],
): Promise<void> {
  const { teamId, tx } = command;
  await lockStatusesForShare(tx);
  await sql`
    update tasks t set deleted_with = p.id, deleted_at = greatest(t.deleted_at, p.deleted_at) from projects p
    where t.team_id = ${teamId} and t.deleted_with = any (${tops}::uuid[]) and t.id <> all (${ids}::uuid[])
      and p.team_id = t.team_id and p.id = t.project_id`.execute(tx);
  await sql`
    with ${restoreRows(command, sql`t.id = any (${ids}::uuid[])`)}, ${beginSpans(command, sql`select id, status_id from back`)}
    select count(*) from back`.execute(tx);
}
