import { sql } from 'kysely';
import type { StatusCategory } from '@hearth/contracts/model/task-values';
import type { Task } from '@hearth/contracts/tasks/tasks';
import type { Command } from '#platform/commands/index.ts';
import type { TeamTx } from '#platform/db/index.ts';
import { splitValues } from '#features/tasks/custom-fields/task-links.queries.ts';
import { ASSIGNMENTS_FROM_ROW, ROW_COLUMNS, toRow } from './task-columns.queries.ts';
import { wholeTaskJson } from './tasks.queries.ts';
import { moveSpans, type BoardSlot, type TaskWrite } from './task-writes.queries.ts';
import { writeWatchers } from './watchers.queries.ts';

/*
 * Bulk access to tasks. The number of statements does not depend on the number of tasks, except that writes are split into chunks. Locks
 * are taken in the order described in `task-writes.queries.ts`, and within a table by id.
 */

/** Lists the project ids of tasks without locking them. */
export async function listProjectsOf(tx: TeamTx, taskIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct project_id as id from tasks
    where team_id = ${tx.teamId} and id = any (${taskIds}::uuid[]) and project_id is not null`.execute(tx);
  return rows.map((row) => row.id);
}

export interface LockedProject {
  key: string;
  isArchived: boolean;
  hasTriage: boolean;
}

/**
 * Locks live projects for key share and reads their task key prefixes. The lock prevents them from being archived or
 * unarchived.
 */
export async function lockProjects(tx: TeamTx, ids: readonly string[]): Promise<Map<string, LockedProject>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string } & LockedProject>`
    select id, key, archived_at is not null as "isArchived", has_triage as "hasTriage" from projects
    where team_id = ${tx.teamId} and id = any (${ids}::uuid[]) and deleted_at is null order by id for key share`.execute(
    tx,
  );
  return new Map(rows.map(({ id, ...project }) => [id, project]));
}

/** Reads the key prefix of tasks without a project. */
export async function findTeamKey(tx: TeamTx): Promise<string> {
  const { rows } = await sql<{ key: string }>`select key from teams where id = ${tx.teamId}`.execute(tx);
  return rows[0]?.key ?? '';
}

/** Locks statuses for key share and reads their categories. */
export async function lockStatusCategories(
  tx: TeamTx,
  ids: readonly string[],
): Promise<Map<string, StatusCategory>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; category: StatusCategory }>`
    select id, category from statuses
    where team_id = ${tx.teamId} and id = any (${ids}::uuid[]) order by id for key share`.execute(tx);
  return new Map(rows.map(({ id, category }) => [id, category]));
}

/** A locked task with its parent, which may be in the trash. */
interface NestedTask {
  task: Task;
  /** The id of the parent. Null if the task has no parent. */
  partOf: string | null;
}

/** Locks live tasks and returns them. Missing tasks are left out. */
export async function lockTasksWithParents(tx: TeamTx, ids: readonly string[]): Promise<NestedTask[]> {
  await sql`
    select id from tasks
    where team_id = ${tx.teamId} and id = any (${ids}::uuid[]) and deleted_at is null
    order by id for no key update`.execute(tx);
  // Use a separate statement, to see commits made during the lock wait.
  const { rows } = await sql<NestedTask>`
    select ${wholeTaskJson} as task, t.parent_id as "partOf" from tasks t
    where t.team_id = ${tx.teamId} and t.id = any (${ids}::uuid[]) and t.deleted_at is null`.execute(tx);
  return rows;
}

export async function lockTasks(tx: TeamTx, ids: readonly string[]): Promise<Map<string, Task>> {
  const rows = await lockTasksWithParents(tx, ids);
  return new Map(rows.map(({ task }) => [task.id, task]));
}

/** Returns the last order key of each column, in the given order, or null if the column is empty. */
export async function listLastPositions(tx: TeamTx, slots: readonly BoardSlot[]): Promise<(string | null)[]> {
  if (slots.length === 0) return [];
  const { rows } = await sql<{ last: string | null }>`
    select (
      select t.position from tasks t
      where t.team_id = ${tx.teamId} and t.status_id = p."statusId" and t.deleted_at is null
        and t.project_id is not distinct from p."projectId"
      order by t.position desc limit 1
    ) as last
    from jsonb_to_recordset(${JSON.stringify(slots.map((slot, at) => ({ at, ...slot })))}::jsonb)
      as p (at int, "projectId" uuid, "statusId" uuid)
    order by p.at`.execute(tx);
  return rows.map((row) => row.last);
}

/**
 * Writes all fields of locked tasks except title, description and cover, as well as the sets and state spans of the tasks. `writeLinks`
 * writes the links.
 */
export async function writeTasks(command: Command, writes: readonly TaskWrite[]): Promise<void> {
  for (let at = 0; at < writes.length; at += TASKS_AT_ONCE)
    await writeSome(command, writes.slice(at, at + TASKS_AT_ONCE));
}

/** Chunk size. A statement has a deadline and each task may have many labels and values. */
const TASKS_AT_ONCE = 100;

async function writeSome(command: Command, writes: readonly TaskWrite[]): Promise<void> {
  const { teamId, now } = command;
  const values = await splitValues(
    command.tx,
    writes.map(({ task }) => task.custom),
  );
  const rows = writes.map(({ task, entered, sets, nesting }, at) => ({
    id: task.id,
    ...toRow({ ...task, custom: values[at]?.custom ?? {} }),
    is_nested: nesting !== null,
    parent_id: nesting?.parentId ?? null,
    sibling_position: nesting?.siblingPosition ?? null,
    entered,
    assignee_ids: sets.assigneeIds,
    label_ids: sets.labelIds,
  }));
  const given = JSON.stringify(rows);
  await sql`
    with one as materialized (
      select * from jsonb_to_recordset(${given}::jsonb) as r (id uuid, ${ROW_COLUMNS}, is_nested boolean,
        parent_id uuid, sibling_position text, entered text)
    ), written as (
      update tasks t set ${ASSIGNMENTS_FROM_ROW},
        parent_id = case when one.is_nested then one.parent_id else t.parent_id end,
        sibling_position = case when one.is_nested then one.sibling_position else t.sibling_position end,
        updated_at = ${now}::timestamptz
      from one where t.team_id = ${teamId} and t.id = one.id
    ), ${moveSpans(command, sql`select id as task_id, status_id, entered as category from one where entered is not null`)}
    select 1`.execute(command.tx);
  if (rows.some((row) => row.assignee_ids !== null)) {
    await sql`
      with one as materialized (
        select * from jsonb_to_recordset(${given}::jsonb) as r (id uuid, assignee_ids uuid[])
        where assignee_ids is not null
      ), unassigned as (
        delete from task_assignees a using one
        where a.team_id = ${teamId} and a.task_id = one.id and a.user_id <> all (one.assignee_ids)
      )
      insert into task_assignees (team_id, task_id, user_id, assigned_at)
      select ${teamId}::uuid, one.id, person, ${now}::timestamptz from one, unnest(one.assignee_ids) as person
      on conflict do nothing`.execute(command.tx);
  }
  const watched = writes.flatMap(({ task, sets: { watcherIds } }) =>
    watcherIds === null ? [] : [{ taskId: task.id, watcherIds }],
  );
  await writeWatchers(command, watched);
  if (rows.some((row) => row.label_ids !== null)) {
    await sql`
      with one as materialized (
        select * from jsonb_to_recordset(${given}::jsonb) as r (id uuid, label_ids uuid[]) where label_ids is not null
      ), unlabelled as (
        delete from task_labels x using one
        where x.team_id = ${teamId} and x.task_id = one.id and x.label_id <> all (one.label_ids)
      )
      insert into task_labels (team_id, task_id, label_id)
      select ${teamId}::uuid, one.id, label from one, unnest(one.label_ids) as label
      on conflict do nothing`.execute(command.tx);
  }
}
