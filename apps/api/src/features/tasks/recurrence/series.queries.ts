import { sql } from 'kysely';
import type { Skip } from '@hearth/contracts/recurrence/repeats';
import type { Planned } from '@hearth/contracts/recurrence/occurrence-values';
import type { InSeries } from '@hearth/contracts/recurrence/repeat-values';
import type { Task } from '@hearth/contracts/tasks/tasks';
import { isAmong, type VisibleProjects } from '#features/projects/index.ts';
import type { TeamTx } from '#platform/db/index.ts';
import { instantJson, splitWhen, whenJson } from '#platform/sql-json.ts';

/**
 * Locks the given tasks of series, and returns those that are open and unchanged since their creation: no field, checklist item, comment or
 * relation has changed, and they have no sub-tasks and no links from other tasks.
 * @returns the tasks with the ids of their checklist items
 */
export async function lockUntouched(
  tx: TeamTx,
  those: readonly Pick<InSeries, 'id' | 'run'>[],
): Promise<{ id: string; seriesId: string; projectId: string | null; items: string[] }[]> {
  if (those.length === 0) return [];
  await sql`
    select t.id from tasks t
    join jsonb_to_recordset(${JSON.stringify(those)}::jsonb) as s (id uuid, run int)
      on t.series_id = s.id and t.series_run = s.run
    where t.team_id = ${tx.teamId} order by t.id for update of t`.execute(tx);
  // Use a separate statement, to see commits made during the lock wait.
  const { rows } = await sql<{ id: string; seriesId: string; projectId: string | null; items: string[] }>`
    select t.id, t.series_id as "seriesId", t.project_id as "projectId", coalesce((select json_agg(i.id) from checklist_items i
        where i.team_id = t.team_id and i.task_id = t.id), '[]'::json) as items
    from tasks t
    join jsonb_to_recordset(${JSON.stringify(those)}::jsonb) as s (id uuid, run int)
      on t.series_id = s.id and t.series_run = s.run
    where t.team_id = ${tx.teamId} and t.deleted_at is null and t.closed_at is null and t.updated_at = t.created_at
      and not exists (select from history h where h.team_id = t.team_id and h.entity = 'task' and h.entity_id = t.id)
      and not exists (select from task_comments c where c.team_id = t.team_id and c.task_id = t.id)
      and not exists (select from tasks p where p.team_id = t.team_id and p.parent_id = t.id)
      and not exists (select from task_relations r where r.team_id = t.team_id and t.id in (r.from_id, r.to_id))
      and not exists (select from task_links k where k.team_id = t.team_id and k.other_id = t.id)
    order by t.id`.execute(tx);
  return rows;
}

/**
 * Finds the parent for the next task of a series, which becomes the last sibling of the given task. Returns null if the task has no live
 * parent.
 */
export async function findSiblingSlot(
  tx: TeamTx,
  taskId: string,
): Promise<{ parentId: string; last: string | null } | null> {
  const { rows } = await sql<{ parentId: string; last: string | null }>`
    select u.id as "parentId", (select max(s.sibling_position) from tasks s
      where s.team_id = u.team_id and s.parent_id = u.id and s.deleted_at is null) as last
    from tasks t join tasks u on u.team_id = t.team_id and u.id = t.parent_id and u.deleted_at is null
    where t.team_id = ${tx.teamId} and t.id = ${taskId}`.execute(tx);
  return rows[0] ?? null;
}

/**
 * Copies the checklist of a task to another task, with all items not done.
 * @param newId generates the id of each item
 */
export async function copyChecklist(
  tx: TeamTx,
  from: string,
  to: string,
  newId: () => string,
): Promise<void> {
  const items = await tx
    .selectFrom('checklist_items')
    .select(['title', 'position'])
    .where('team_id', '=', tx.teamId)
    .where('task_id', '=', from)
    .orderBy('position')
    .orderBy('id')
    .execute();
  if (items.length === 0) return;
  await tx
    .insertInto('checklist_items')
    .values(items.map((item) => ({ ...item, team_id: tx.teamId, id: newId(), task_id: to, is_done: false })))
    .execute();
}

/** Writes the task fields that change when an occurrence is skipped or a skip is undone. */
export async function writeDates(tx: TeamTx, task: Task): Promise<void> {
  const [start, due] = [splitWhen(task.startDate), splitWhen(task.dueDate)];
  await sql`
    update tasks set start_date = ${start.day}::date, start_at = ${start.moment}::timestamptz,
      due_date = ${due.day}::date, due_at = ${due.moment}::timestamptz,
      repeat = ${JSON.stringify(task.repeat)}::jsonb,
      series_planned = ${task.series?.planned === undefined ? null : JSON.stringify(task.series.planned)}::jsonb, updated_at = ${task.updatedAt}::timestamptz
    where team_id = ${tx.teamId} and id = ${task.id}`.execute(tx);
}

export async function writeState(tx: TeamTx, taskId: string, state: InSeries['state']): Promise<void> {
  await sql`update tasks set series_state = ${state} where team_id = ${tx.teamId} and id = ${taskId}`.execute(
    tx,
  );
}

const skipJson = sql`json_build_object('id', k.id, 'day', to_char(k.day, 'YYYY-MM-DD'),
  'toDay', to_char(k.to_day, 'YYYY-MM-DD'), 'reason', k.reason, 'skippedBy', k.skipped_by,
  'skippedAt', ${instantJson(sql`k.skipped_at`)})`;

export interface StoredSkip extends Skip {
  /** The recurrence rule before the skip. `toRule` is the rule after it. */
  rule: string;
  toRule: string;
  /** The planned occurrence, if it differs from the dates of the task. */
  planned: Planned | null;
}

export async function insertSkip(tx: TeamTx, taskId: string, skip: StoredSkip): Promise<void> {
  await tx
    .insertInto('task_skips')
    .values({
      team_id: tx.teamId,
      id: skip.id,
      task_id: taskId,
      day: skip.day,
      to_day: skip.toDay,
      rule: skip.rule,
      to_rule: skip.toRule,
      planned: skip.planned === null ? null : sql`${JSON.stringify(skip.planned)}::jsonb`,
      reason: skip.reason,
      skipped_by: skip.skippedBy,
      skipped_at: new Date(skip.skippedAt),
    })
    .execute();
}

export async function countSkips(tx: TeamTx, taskId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from task_skips where team_id = ${tx.teamId} and task_id = ${taskId}`.execute(
    tx,
  );
  return rows[0]?.count ?? 0;
}

export async function findSkip(tx: TeamTx, taskId: string, id: string): Promise<StoredSkip | null> {
  const { rows } = await sql<{ skip: Skip; rule: string; to_rule: string; planned: Planned | null }>`
    select ${skipJson} as skip, k.rule, k.to_rule, k.planned from task_skips k
    where k.team_id = ${tx.teamId} and k.task_id = ${taskId} and k.id = ${id}`.execute(tx);
  const [row] = rows;
  return row === undefined
    ? null
    : { ...row.skip, rule: row.rule, toRule: row.to_rule, planned: row.planned };
}

export async function isSkip(tx: TeamTx, id: string): Promise<boolean> {
  const { rows } = await sql`select from task_skips where team_id = ${tx.teamId} and id = ${id}`.execute(tx);
  return rows.length > 0;
}

export async function deleteSkip(tx: TeamTx, id: string): Promise<void> {
  await tx.deleteFrom('task_skips').where('team_id', '=', tx.teamId).where('id', '=', id).execute();
}

export interface RunRow {
  run: number;
  taskId: string;
  key: string;
  title: string;
  dueDate: string | null;
  closedAt: string | null;
  isDone: boolean;
  timeZone: string | null;
  skips: Skip[];
}

/** Maximum number of tasks to read per series. */
const MAX_RUNS = 1000;

/** Lists the visible, live tasks of the series that a task belongs to, latest first. */
export async function listRuns(tx: TeamTx, taskId: string, visible: VisibleProjects): Promise<RunRow[]> {
  const { rows } = await sql<{ row: RunRow }>`
    select json_build_object('run', t.series_run, 'taskId', t.id,
      'key', coalesce((select p.key from projects p where p.team_id = t.team_id and p.id = t.project_id),
        (select w.key from teams w where w.id = t.team_id)) || '-' || t.number,
      'title', t.title, 'dueDate', ${whenJson(sql`t.due_date`, sql`t.due_at`)}, 'closedAt', ${instantJson(sql`t.closed_at`)},
      'isDone', s.category = 'completed', 'timeZone', t.repeat ->> 'timeZone',
      'skips', coalesce((select json_agg(${skipJson} order by k.skipped_at desc, k.id desc) from task_skips k
        where k.team_id = t.team_id and k.task_id = t.id), '[]'::json)) as row
    from tasks o
    join tasks t on t.team_id = o.team_id and t.series_id = o.series_id
    join statuses s on s.team_id = t.team_id and s.id = t.status_id
    where o.team_id = ${tx.teamId} and o.id = ${taskId} and t.deleted_at is null and ${isAmong(visible, sql`t.project_id`)}
    order by t.series_run desc limit ${MAX_RUNS}`.execute(tx);
  return rows.map(({ row }) => row);
}

/** Locks the existing labels among `ids` and returns their ids. */
export async function lockExistingLabels(tx: TeamTx, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from labels where team_id = ${tx.teamId} and id = any (${ids}::uuid[]) order by id for key share`.execute(
    tx,
  );
  return rows.map((row) => row.id);
}
