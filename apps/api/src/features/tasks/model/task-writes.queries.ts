import { sql, type RawBuilder } from 'kysely';
import type { StatusCategory } from '@hearth/contracts/model/task-values';
import type { Task } from '@hearth/contracts/tasks/tasks';
import type { Command, CountWith } from '#platform/commands/index.ts';
import type { TeamTx } from '#platform/db/index.ts';
import type { VisibleProjects } from '#features/projects/index.ts';
import { splitValues, writeLinks } from '#features/tasks/custom-fields/task-links.queries.ts';
import type { Nesting } from '#features/tasks/sub-tasks/parent-rules.ts';
import { assignmentsOf, TASK_COLUMNS, valuesOf } from './task-columns.queries.ts';
import { bareTaskJsonFor } from './tasks.queries.ts';
import { insertWatchers, writeWatchers } from './watchers.queries.ts';

/**
 * Lock order that prevents deadlocks: tree, labels, types, milestones, fields, cycles, project, status, task, counters, head
 * of the log. Commands that assign a task to a project lock the project and the status for key share. Commands that archive, trash or
 * re-key a project, or change the category of a status, lock it for update. Commands on a milestone or cycle itself lock its project first,
 * for key share: these locks are compatible with each other, and no command locks milestones or cycles after a project for update.
 */

/** A column of a board: a status of a project. */
export interface BoardSlot {
  /** Null if the task has no project. */
  projectId: string | null;
  statusId: string;
}

export interface LockedSlot {
  /** The task key prefix of the project, or of the team if there is no project. Null if the project does not exist or is in the trash. */
  key: string | null;
  /** Whether the project is archived. Archived projects accept no new tasks, and their tasks can't be changed. */
  isArchived: boolean;
  /** Whether triage is enabled for the project. */
  hasTriage: boolean;
  /** Whether the project may be a sample project. Only a read under the project lock is conclusive. */
  isSample: boolean;
  /** The category of the status. Null if the status does not exist or none was requested. */
  category: StatusCategory | null;
  /** The last order key of the column. Null if the column is empty or the key was not requested. */
  last: string | null;
}

function lockSlot(
  teamId: string,
  slot: { projectId: string | null; statusId: string | null },
): { ctes: RawBuilder<unknown>; columns: RawBuilder<unknown> } {
  return {
    ctes: sql`
      project as materialized (
        select key, archived_at, has_triage, is_sample from projects
        where team_id = ${teamId} and id = ${slot.projectId}::uuid and deleted_at is null for key share
      ), status as materialized (
        select category from statuses
        where team_id = ${teamId} and id = ${slot.statusId}::uuid and (select count(*) from project) >= 0 for key share
      )`,
    columns: sql`
      ${slot.projectId === null ? sql`(select key from teams where id = ${teamId})` : sql`(select key from project)`} as key,
      coalesce((select archived_at is not null from project), false) as "isArchived",
      coalesce((select has_triage from project), false) as "hasTriage",
      coalesce((select is_sample from project), false) as "isSample",
      (select category from status) as category`,
  };
}

/** Selects the last order key of a column. */
function lastPosition(
  teamId: string,
  projectId: string | null,
  statusId: RawBuilder<unknown>,
): RawBuilder<string | null> {
  return sql<string | null>`(
    select t.position from tasks t
    where t.team_id = ${teamId} and t.status_id = ${statusId} and t.deleted_at is null
      and ${projectId === null ? sql`t.project_id is null` : sql`t.project_id = ${projectId}`}
    order by t.position desc limit 1)`;
}

/** Finds the default status of new tasks: the first status of category `unstarted`. */
export async function findFirstStatus(tx: TeamTx): Promise<string | null> {
  const row = await tx
    .selectFrom('statuses')
    .select('id')
    .where('team_id', '=', tx.teamId)
    .where('category', '=', 'unstarted')
    .orderBy('position')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Locks the project and the status of a new task. */
export async function lockNewSlot(tx: TeamTx, slot: BoardSlot): Promise<LockedSlot> {
  const { ctes, columns } = lockSlot(tx.teamId, slot);
  const last = lastPosition(tx.teamId, slot.projectId, sql`${slot.statusId}::uuid`);
  const { rows } = await sql<LockedSlot>`with ${ctes} select ${columns}, ${last} as last`.execute(tx);
  return (
    rows[0] ?? {
      key: null,
      isArchived: false,
      hasTriage: false,
      isSample: false,
      category: null,
      last: null,
    }
  );
}

export interface LockedTask extends LockedSlot {
  /**
   * The task without links. Null if it is not found. Its assignees, watchers and labels were read before the lock. `writeTask` returns the
   * current ones.
   */
  task: Task | null;
  /**
   * The parent of the task, even if it is in the trash or hidden from the caller, because the change-log rows depend on it.
   * Null if there is none.
   */
  partOf: string | null;
  /** Whether the task may have links. */
  hasLinks: boolean;
}

/**
 * Locks a task with its current or new project, and with its new status if one is requested.
 * @param to `statusId` is null to keep the status. `needsLast` tells whether the last order key of the column is needed
 */
export async function lockTask(
  tx: TeamTx,
  id: string,
  to: { projectId: string | null; statusId: string | null; needsLast: boolean },
  visible: VisibleProjects,
): Promise<LockedTask> {
  const { ctes, columns } = lockSlot(tx.teamId, to);
  const statusId =
    to.statusId === null
      ? sql`(select status_id from tasks where team_id = ${tx.teamId} and id = ${id})`
      : sql`${to.statusId}::uuid`;
  const last = to.needsLast ? lastPosition(tx.teamId, to.projectId, statusId) : sql`null::text`;
  const { rows } = await sql<LockedTask>`
    with ${ctes}, held as materialized (
      select * from tasks
      where team_id = ${tx.teamId} and id = ${id} and deleted_at is null and (select count(*) from status) >= 0
      for no key update
    )
    select (select ${bareTaskJsonFor(visible)} from held t) as task,
      coalesce((select has_links from held), false) as "hasLinks",
      (select parent_id from held) as "partOf", ${columns}, ${last} as last`.execute(tx);
  return (
    rows[0] ?? {
      key: null,
      isArchived: false,
      hasTriage: false,
      isSample: false,
      category: null,
      task: null,
      partOf: null,
      hasLinks: false,
      last: null,
    }
  );
}

/**
 * Inserts a task with the next number of the team, together with its assignees, watchers, labels, links and first state span.
 * @param count the counter, which the same statement increments before it locks the head of the log
 * @returns the number of the task
 * @throws AppError PLAN_LIMIT_REACHED if the counter is at its limit
 */
export async function insertTask(
  command: Command,
  task: Omit<Task, 'number' | 'key'>,
  category: StatusCategory,
  count?: CountWith,
): Promise<number> {
  const { teamId, now } = command;
  const [{ custom, links } = { custom: {}, links: {} }] = await splitValues(command.tx, [task.custom]);
  const whereInserted = sql`where exists (select from head)`;
  const { rows } = await sql<{ number: number }>`
    with ${count === undefined ? sql`` : sql`room as (${count.adjust}),`} head as (
      update team_heads set last_task_number = last_task_number + 1
      where team_id = ${teamId} ${count === undefined ? sql`` : sql`and exists (select from room)`}
      returning last_task_number as number
    ), made as (
      insert into tasks (team_id, id, number, ${TASK_COLUMNS}, parent_id, sibling_position, created_by, created_at, updated_at)
      select ${teamId}::uuid, ${task.id}::uuid, number, ${valuesOf({ ...task, custom })}, ${task.parentId}::uuid,
        ${task.siblingPosition}::text, ${task.createdBy}::uuid, ${now}::timestamptz, ${now}::timestamptz
      from head
    ), span as (
      insert into task_state_spans (team_id, task_id, entered_at, status_id, category, entered_by, ordinal)
      select ${teamId}::uuid, ${task.id}::uuid, ${now}::timestamptz, ${task.statusId}::uuid, ${category}::text, ${command.userId}::uuid, 1
      from head
    )${task.assigneeIds.length === 0 ? sql`` : sql`, assigned as (${insertAssignees(command, task.id, task.assigneeIds, whereInserted)})`}${
      task.watcherIds.length === 0
        ? sql``
        : sql`, watched as (${insertWatchers(command, task.id, task.watcherIds, whereInserted)})`
    }${
      task.labelIds.length === 0
        ? sql``
        : sql`, labelled as (${insertLabels(command, task.id, task.labelIds, whereInserted)})`
    }
    select number from head`.execute(command.tx);
  const [row] = rows;
  if (row === undefined) throw (await count?.refuse()) ?? new Error(`Team ${teamId} has no head row`);
  await writeLinks(command, [{ taskId: task.id, links }]);
  return row.number;
}

function insertAssignees(
  command: Command,
  taskId: string,
  userIds: readonly string[],
  where = sql``,
): RawBuilder<unknown> {
  return sql`
    insert into task_assignees (team_id, task_id, user_id, assigned_at)
    select ${command.teamId}::uuid, ${taskId}::uuid, one, ${command.now}::timestamptz
    from unnest(${userIds}::uuid[]) as one ${where}
    on conflict do nothing`;
}

function insertLabels(
  command: Command,
  taskId: string,
  labelIds: readonly string[],
  where = sql``,
): RawBuilder<unknown> {
  return sql`
    insert into task_labels (team_id, task_id, label_id)
    select ${command.teamId}::uuid, ${taskId}::uuid, one from unnest(${labelIds}::uuid[]) as one ${where}
    on conflict do nothing`;
}

/** The sets of a task that are stored in separate tables. Each is sorted. */
export interface TaskSets {
  assigneeIds: string[];
  watcherIds: string[];
  labelIds: string[];
}

/** The new state of a task. */
export interface TaskWrite {
  task: Task;
  /** The category of its new status. Null if the status is unchanged. */
  entered: StatusCategory | null;
  /** The new parent of the task and its position among siblings. Null if both are unchanged. */
  nesting: Nesting | null;
  /** The new assignees, watchers and labels. Null if unchanged. */
  sets: { [S in keyof TaskSets]: TaskSets[S] | null };
}

const NO_SETS: TaskSets = { assigneeIds: [], watcherIds: [], labelIds: [] };

function selectSets(teamId: string, taskId: string): RawBuilder<TaskSets> {
  return sql<TaskSets>`
    select (select coalesce(json_agg(user_id order by user_id), '[]'::json) from task_assignees
        where team_id = ${teamId} and task_id = ${taskId}) as "assigneeIds",
      (select coalesce(json_agg(user_id order by user_id), '[]'::json) from task_watchers
        where team_id = ${teamId} and task_id = ${taskId} and stopped_at is null) as "watcherIds",
      (select coalesce(json_agg(label_id order by label_id), '[]'::json) from task_labels
        where team_id = ${teamId} and task_id = ${taskId}) as "labelIds"`;
}

export async function readSets(tx: TeamTx, taskId: string): Promise<TaskSets> {
  const { rows } = await selectSets(tx.teamId, taskId).execute(tx);
  return rows[0] ?? NO_SETS;
}

function placeBelow(nesting: Pick<Task, 'parentId' | 'siblingPosition'> | null): RawBuilder<unknown> {
  if (nesting === null) return sql``;
  return sql`parent_id = ${nesting.parentId}::uuid, sibling_position = ${nesting.siblingPosition},`;
}

/**
 * Writes the fields, sets and state spans of a locked task. `writeLinks` writes the links, `writeCover` the cover.
 * @param before the locked task
 * @returns the sets before the write
 */
export async function writeTask(command: Command, write: TaskWrite, before: Task): Promise<TaskSets> {
  const { task, entered, nesting } = write;
  const { assigneeIds, watcherIds, labelIds } = write.sets;
  const { teamId } = command;
  const [values] = await splitValues(command.tx, [task.custom]);
  const parts = [
    sql`written as (
      update tasks set ${assignmentsOf({ ...task, custom: values?.custom ?? {} }, before)}, ${placeBelow(nesting)} updated_at = ${task.updatedAt}::timestamptz
      where team_id = ${teamId} and id = ${task.id})`,
  ];
  if (entered !== null) {
    const moved = sql`select ${task.id}::uuid as task_id, ${task.statusId}::uuid as status_id, ${entered}::text as category`;
    parts.push(moveSpans(command, moved));
  }
  if (assigneeIds !== null) {
    parts.push(
      sql`unassigned as (delete from task_assignees
        where team_id = ${teamId} and task_id = ${task.id} and user_id <> all (${assigneeIds}::uuid[]))`,
      sql`assigned as (${insertAssignees(command, task.id, assigneeIds)})`,
    );
  }
  if (labelIds !== null) {
    parts.push(
      sql`unlabelled as (delete from task_labels
        where team_id = ${teamId} and task_id = ${task.id} and label_id <> all (${labelIds}::uuid[]))`,
      sql`labelled as (${insertLabels(command, task.id, labelIds)})`,
    );
  }
  const { rows } = await sql<TaskSets>`with ${sql.join(parts)} ${selectSets(teamId, task.id)}`.execute(
    command.tx,
  );
  if (watcherIds !== null) await writeWatchers(command, [{ taskId: task.id, watcherIds }]);
  return rows[0] ?? NO_SETS;
}

/** Sets the cover of a locked task. */
export async function writeCover(tx: TeamTx, taskId: string, coverId: string | null): Promise<void> {
  await tx
    .updateTable('tasks')
    .set({ cover_id: coverId })
    .where('team_id', '=', tx.teamId)
    .where('id', '=', taskId)
    .execute();
}

/**
 * Ends the open state span of each task and starts the next span at the same time. Commands read the clock before they wait for locks, so
 * the time may precede the start of the open span. It is then clamped to that start because spans must never overlap.
 * @param moves a select of task_id, status_id and category
 */
export function moveSpans(command: Command, moves: RawBuilder<unknown>): RawBuilder<unknown> {
  const { teamId, now, userId } = command;
  return sql`place as (${moves}), left_span as (
      update task_state_spans s set left_at = greatest(${now}::timestamptz, s.entered_at) from place
      where s.team_id = ${teamId} and s.task_id = place.task_id and s.left_at is null
      returning s.task_id, s.left_at, s.ordinal, place.status_id, place.category
    ), entered_span as (
      insert into task_state_spans (team_id, task_id, entered_at, status_id, category, entered_by, ordinal)
      select ${teamId}::uuid, task_id, left_at, status_id, category, ${userId}::uuid, ordinal + 1 from left_span)`;
}
