import { sql, type RawBuilder } from 'kysely';
import type { CyclePlan } from '@hearth/contracts/cycles/cycle-values';
import type { Cycle, CycleEntry } from '@hearth/contracts/cycles/cycles';
import { isAmong, type VisibleProjects } from '#features/projects/index.ts';
import { workScopeOf, type Command } from '#platform/commands/index.ts';
import type { TeamTx } from '#platform/db/index.ts';
import { instantJson } from '#platform/sql-json.ts';
import { putRows } from '#features/tasks/model/task-log.queries.ts';
import { taskKey } from '#features/tasks/model/tasks.queries.ts';

/**
 * Selects the number of tasks and the sum of their estimates.
 * @param tasks a jsonb array of objects whose `estimate` is a number or null
 */
const countOf = (tasks: RawBuilder<unknown>) => sql`(
  select json_build_object('tasks', count(*), 'points', coalesce(sum((one ->> 'estimate')::float8), 0))
  from jsonb_array_elements(${tasks}) as one)`;

/** JSON of a row of `cycles`, aliased as `c`, in the format of the API contract. */
export const cycleJson: RawBuilder<Cycle> = sql<Cycle>`json_build_object(
  'id', c.id, 'projectId', c.project_id, 'number', c.number, 'name', c.name,
  'startsOn', to_char(c.starts_on, 'YYYY-MM-DD'), 'endsOn', to_char(c.ends_on, 'YYYY-MM-DD'),
  'startedAt', ${instantJson(sql`c.started_at`)}, 'closedAt', ${instantJson(sql`c.closed_at`)},
  'scope', case when c.start_tasks is not null then ${countOf(sql`c.start_tasks`)} end, 'figures', c.figures,
  'createdAt', ${instantJson(sql`c.created_at`)}, 'updatedAt', ${instantJson(sql`c.updated_at`)})`;

/** Returns up to `limit` + 1 rows, latest first. The extra row indicates a next page. */
export async function listCycles(
  tx: TeamTx,
  projectId: string,
  { before, limit }: { before: number | null; limit: number },
): Promise<Cycle[]> {
  const { rows } = await sql<{ cycle: Cycle }>`
    select ${cycleJson} as cycle from cycles c
    where c.team_id = ${tx.teamId} and c.project_id = ${projectId}
      and ${before === null ? sql`true` : sql`c.number < ${before}::int`}
    order by c.number desc limit ${limit + 1}`.execute(tx);
  return rows.map((row) => row.cycle);
}

export async function isCycle(tx: TeamTx, id: string): Promise<boolean> {
  const { rows } = await sql`select from cycles where team_id = ${tx.teamId} and id = ${id}`.execute(tx);
  return rows.length > 0;
}

export async function lockCycle(
  tx: TeamTx,
  on: { projectId: string; cycleId: string },
): Promise<Cycle | null> {
  const { rows } = await sql<{ cycle: Cycle }>`
    select ${cycleJson} as cycle from cycles c
    where c.team_id = ${tx.teamId} and c.project_id = ${on.projectId} and c.id = ${on.cycleId} for update of c`.execute(
    tx,
  );
  return rows[0]?.cycle ?? null;
}

export async function renameCycle(tx: TeamTx, { id, name, updatedAt }: Cycle): Promise<void> {
  await tx
    .updateTable('cycles')
    .set({ name, updated_at: new Date(updatedAt) })
    .where('team_id', '=', tx.teamId)
    .where('id', '=', id)
    .execute();
}

/**
 * Returns the outcomes of tasks in a closed cycle, in recorded order. Reads up to `limit` + 1 rows. The extra row indicates a next page.
 */
export async function listRecord(
  tx: TeamTx,
  on: { projectId: string; cycleId: string; visible: VisibleProjects },
  { after, limit }: { after: number; limit: number },
): Promise<(CycleEntry & { at: number })[]> {
  const { rows } = await sql<{ entry: CycleEntry & { at: number } }>`
    select json_build_object('at', r.at, 'taskId', r.entry -> 'taskId', 'estimate', r.entry -> 'estimate',
      'entered', r.entry -> 'entered', 'outcome', r.entry -> 'outcome',
      'task', case when t.id is not null then json_build_object('key', ${taskKey}, 'title', t.title) end) as entry
    from cycles c
    cross join lateral jsonb_array_elements(c.record) with ordinality as r (entry, at)
    left join tasks t on t.team_id = c.team_id and t.id = (r.entry ->> 'taskId')::uuid and t.deleted_at is null
      and ${isAmong(on.visible, sql`t.project_id`)}
    where c.team_id = ${tx.teamId} and c.project_id = ${on.projectId} and c.id = ${on.cycleId} and r.at > ${after}
    order by r.at limit ${limit + 1}`.execute(tx);
  return rows.map((row) => row.entry);
}

/**
 * Locks the cycles among `ids` that are not closed, and returns their project ids by cycle id. The locks prevent a cycle
 * from closing while a task is added to it.
 */
export async function lockCycles(tx: TeamTx, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; projectId: string }>`
    select id, project_id as "projectId" from cycles
    where team_id = ${tx.teamId} and id = any (${ids}::uuid[]) and closed_at is null order by id for key share`.execute(
    tx,
  );
  return new Map(rows.map(({ id, projectId }) => [id, projectId]));
}

/** A cycle that is not closed, as read by the roll-over job. */
export interface OpenCycle {
  id: string;
  number: number;
  startsOn: string;
  endsOn: string;
  timeZone: string;
  isStarted: boolean;
  /** Whether the cycle has any task, including tasks in the trash. `listTurning` always returns true. */
  hasTasks: boolean;
}

export interface LockedCycles {
  /** Null if cycles are off for the project. */
  plan: CyclePlan | null;
  open: OpenCycle[];
  lastNumber: number;
  /** The last day of the most recently closed cycle. Null if there is none. */
  lastEnd: string | null;
}

/**
 * Locks a project and its open cycles. Returns null if the project is not found, in the trash or archived. This blocks concurrent
 * roll-overs. Tasks can still be added to the project, but not to its open cycles.
 */
export async function lockCyclesOfProject(tx: TeamTx, projectId: string): Promise<LockedCycles | null> {
  const project = await sql<{ plan: CyclePlan | null }>`
    select cycles as plan from projects
    where team_id = ${tx.teamId} and id = ${projectId} and deleted_at is null and archived_at is null
    for no key update`.execute(tx);
  const [live] = project.rows;
  if (live === undefined) return null;
  await sql`
    select id from cycles where team_id = ${tx.teamId} and project_id = ${projectId} and closed_at is null
    order by number for update`.execute(tx);
  // Use a separate statement, to see commits made during the lock waits.
  const { rows } = await sql<LockedCycles>`
    select coalesce(json_agg(json_build_object('id', c.id, 'number', c.number,
        'startsOn', to_char(c.starts_on, 'YYYY-MM-DD'), 'endsOn', to_char(c.ends_on, 'YYYY-MM-DD'),
        'timeZone', c.time_zone, 'isStarted', c.started_at is not null,
        'hasTasks', exists (select from tasks t where t.team_id = c.team_id and t.cycle_id = c.id)) order by c.number)
        filter (where c.closed_at is null), '[]') as open,
      coalesce(max(c.number), 0) as "lastNumber",
      to_char(max(c.ends_on) filter (where c.closed_at is not null), 'YYYY-MM-DD') as "lastEnd"
    from cycles c where c.team_id = ${tx.teamId} and c.project_id = ${projectId}`.execute(tx);
  const locked = rows[0] ?? { open: [], lastNumber: 0, lastEnd: null };
  return { ...locked, plan: live.plan };
}

/** Lists the live, unarchived projects of a team whose cycles may need a roll-over: those with a cycle plan or an open cycle. */
export async function listTurning(
  tx: TeamTx,
): Promise<{ projectId: string; plan: CyclePlan | null; open: OpenCycle[] }[]> {
  const { rows } = await sql<{ projectId: string; plan: CyclePlan | null; open: OpenCycle[] }>`
    select p.id as "projectId", p.cycles as plan, coalesce((
      select json_agg(json_build_object('id', c.id, 'number', c.number,
        'startsOn', to_char(c.starts_on, 'YYYY-MM-DD'), 'endsOn', to_char(c.ends_on, 'YYYY-MM-DD'),
        'timeZone', c.time_zone, 'isStarted', c.started_at is not null, 'hasTasks', true) order by c.number)
      from cycles c where c.team_id = p.team_id and c.project_id = p.id and c.closed_at is null), '[]') as open
    from projects p
    where p.team_id = ${tx.teamId} and p.deleted_at is null and p.archived_at is null and (p.cycles is not null or exists (
      select from cycles c where c.team_id = p.team_id and c.project_id = p.id and c.closed_at is null))
    order by p.id`.execute(tx);
  return rows;
}

export async function insertCycle(
  { tx, teamId, now }: Command,
  projectId: string,
  cycle: Pick<OpenCycle, 'id' | 'number' | 'startsOn' | 'endsOn' | 'timeZone'>,
): Promise<void> {
  await tx
    .insertInto('cycles')
    .values({
      team_id: teamId,
      id: cycle.id,
      project_id: projectId,
      number: cycle.number,
      name: '',
      starts_on: cycle.startsOn,
      ends_on: cycle.endsOn,
      time_zone: cycle.timeZone,
      created_at: now,
      updated_at: now,
    })
    .execute();
}

export async function redateCycle({ tx, teamId, now }: Command, cycle: OpenCycle): Promise<void> {
  await tx
    .updateTable('cycles')
    .set({
      starts_on: cycle.startsOn,
      ends_on: cycle.endsOn,
      time_zone: cycle.timeZone,
      updated_at: now,
    })
    .where('team_id', '=', teamId)
    .where('id', '=', cycle.id)
    .execute();
}

export async function deleteCycle({ tx, teamId }: Command, id: string): Promise<void> {
  await tx.deleteFrom('cycles').where('team_id', '=', teamId).where('id', '=', id).execute();
}

/** Starts a locked cycle and records which tasks it starts with. */
export async function startCycle({ tx, teamId, now }: Command, id: string): Promise<void> {
  await sql`
    update cycles set started_at = ${now}::timestamptz, updated_at = ${now}::timestamptz, start_tasks = (
      select coalesce(jsonb_agg(jsonb_build_object('taskId', t.id, 'estimate', t.estimate) order by t.number), '[]')
      from tasks t where t.team_id = ${teamId} and t.cycle_id = ${id} and t.deleted_at is null and t.triage is null)
    where team_id = ${teamId} and id = ${id}`.execute(tx);
}

/**
 * Closes a locked cycle. Records the outcome of each task permanently, and moves open tasks to the next cycle.
 * @param nextId null if there is no next cycle. Open tasks are then removed from the cycle
 */
export async function closeCycle(command: Command, id: string, nextId: string | null): Promise<void> {
  const { tx, teamId, now } = command;
  await sql`
    select id from tasks where team_id = ${teamId} and cycle_id = ${id} order by id for no key update`.execute(
    tx,
  );
  const outcome = sql`case s.category when 'completed' then 'done' when 'cancelled' then 'cancelled' else 'carried' end`;
  await sql`
    with began as materialized (
      select (one ->> 'taskId')::uuid as task_id, (one ->> 'estimate')::float8 as estimate, n
      from cycles c cross join lateral jsonb_array_elements(c.start_tasks) with ordinality as b (one, n)
      where c.team_id = ${teamId} and c.id = ${id}
    ), entries as materialized (
      select t.id as task_id, t.estimate as estimate, t.number as n, ${outcome} as outcome,
        case when exists (select from began where began.task_id = t.id) then 'start' else 'added' end as entered
      from tasks t join statuses s on s.team_id = t.team_id and s.id = t.status_id
      where t.team_id = ${teamId} and t.cycle_id = ${id} and t.deleted_at is null and t.triage is null
      union all
      select b.task_id, b.estimate, b.n, 'removed', 'start' from began b
      where not exists (select from tasks t
        where t.team_id = ${teamId} and t.cycle_id = ${id} and t.deleted_at is null and t.triage is null and t.id = b.task_id)
    ), sums as (
      select outcome, entered, count(*) as tasks, coalesce(sum(estimate), 0) as points from entries group by outcome, entered
    )
    update cycles c set closed_at = ${now}::timestamptz, updated_at = ${now}::timestamptz,
      record = (select coalesce(jsonb_agg(jsonb_build_object('taskId', task_id, 'estimate', estimate, 'entered', entered,
        'outcome', outcome) order by outcome = 'removed', n), '[]') from entries),
      figures = jsonb_build_object('start', ${countOf(sql`c.start_tasks`)}, 'added', ${sumOf(sql`entered = 'added'`)},
        'removed', ${sumOf(sql`outcome = 'removed'`)}, 'done', ${sumOf(sql`outcome = 'done'`)},
        'cancelled', ${sumOf(sql`outcome = 'cancelled'`)}, 'carried', ${sumOf(sql`outcome = 'carried'`)})
    where c.team_id = ${teamId} and c.id = ${id}`.execute(tx);
  const { rows } = await sql<{ ids: string[] | null }>`
    with gone as (
      update tasks t set cycle_id = ${nextId}::uuid, updated_at = ${now}::timestamptz from statuses s
      where t.team_id = ${teamId} and t.cycle_id = ${id} and s.team_id = t.team_id and s.id = t.status_id
        and s.category not in ('completed', 'cancelled')
      returning t.id
    )
    select json_agg(id) as ids from gone`.execute(tx);
  const ids = rows[0]?.ids ?? null;
  if (ids === null) return;
  command.logMany(putRows(teamId, sql`t.id = any (${ids}::uuid[]) and t.deleted_at is null`));
  command.rememberMany(sql`
    select 'task' as entity, one as entity_id, 'cycleId' as field,
      ${JSON.stringify(id)}::jsonb as old_value, ${JSON.stringify(nextId)}::jsonb as new_value
    from unnest(${ids}::uuid[]) as one`);
}

/** Totals the rows of `sums` that match the condition, in the JSON format of cycle figures. */
const sumOf = (which: RawBuilder<unknown>) => sql`(
  select jsonb_build_object('tasks', coalesce(sum(tasks), 0), 'points', coalesce(sum(points), 0)) from sums where ${which})`;

/**
 * Selects change-log rows of cycles, for `Command.logMany`.
 * @param where refers to the table `cycles` as `c`
 */
export function putCycleRows(teamId: string, where: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select 'cycle'::text as entity, c.id as entity_id, 'put'::text as op, ${cycleJson}::jsonb as data,
      ${workScopeOf('c.project_id')} as scope, null::text as prev_scope
    from cycles c where c.team_id = ${teamId} and ${where}`;
}

/**
 * Selects change-log rows that delete the matching cycles.
 * @param where refers to the table `cycles` as `c`
 */
export function deleteCycleRows(teamId: string, where: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select 'cycle'::text as entity, c.id as entity_id, 'delete'::text as op, null::jsonb as data,
      ${workScopeOf('c.project_id')} as scope, null::text as prev_scope
    from cycles c where c.team_id = ${teamId} and ${where}`;
}
