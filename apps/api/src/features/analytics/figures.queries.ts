import { sql, type RawBuilder } from 'kysely';
import { STATUS_CATEGORIES, type StatusCategory } from '@hearth/contracts/model/task-values';
import type { TeamTx } from '#platform/db/index.ts';
import { instantJson } from '#platform/sql-json.ts';
import { counts, inProjects, type Period, type Scope } from './scope.queries.ts';

/** Counts of tasks created and first done on a day, and the day's change in each band. */
export interface DayFlow {
  day: string;
  created: number;
  done: number;
  bands: Record<StatusCategory, number>;
}

const COUNTED = ['created', 'done', ...STATUS_CATEGORIES] as const;
const DAY_COUNTS = sql.join(COUNTED.map((one) => sql.ref(`d.${one}`)));
const HIDDEN_COUNTS = sql.join(COUNTED.map((one) => sql`-${sql.ref(`d.${one}`)}`));

type DayRow = Omit<DayFlow, 'bands'> & Record<StatusCategory, number>;

/** All data of a response, read in one statement and therefore from one snapshot. */
export interface FigureRows {
  days: DayFlow[];
  times: Times;
  started: { taskId: string; startedAt: string }[];
  reopened: number;
  dueDates: Record<string, number>;
}

/** @param limit maximum number of tasks in progress to list, earliest start first */
export async function readFigureRows(
  tx: TeamTx,
  scope: Scope,
  period: Period,
  limit: number,
): Promise<FigureRows> {
  const { prelude, within } = pickOnce(scope);
  const all = (rows: RawBuilder<unknown>) => sql`(select coalesce(json_agg(x), '[]') from (${rows}) x)`;
  const { rows } = await sql<Omit<FigureRows, 'days'> & { days: DayRow[] }>`${prelude}
    select ${all(selectDays(within, period))} as days,
      (select row_to_json(x) from (${selectTimes(within, period)}) x) as times,
      ${all(selectStarted(within, limit))} as started,
      (${countReopened(within, period)}) as reopened,
      (select coalesce(json_object_agg(outcome, tasks) filter (where outcome is not null), '{}')
        from (${selectDueDates(within, period)}) x) as "dueDates"`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new Error('Expected an aggregate query to return one row.');
  return { ...row, days: row.days.map(toDayFlow) };
}

/**
 * Applies the filter once per statement, in a common table expression named `task_flow` that shadows the table. Within its definition, the
 * name still refers to the table.
 */
function pickOnce(scope: Scope): { prelude: RawBuilder<unknown>; within: Scope } {
  if (scope.picked === null || scope.picked === 'applied') return { prelude: sql``, within: scope };
  // Select only the columns that the figures use: each additional column enlarges the intermediate result.
  const prelude = sql`with task_flow as materialized (
    select w.task_id, w.created_at, w.started_at, w.done_at, w.reopened_at, w.category, w.due_date, w.due_at, w.lead_ms, w.cycle_ms
    from task_flow w where ${counts(scope)})`;
  return { prelude, within: { ...scope, picked: 'applied', hasRollUps: false } };
}

/**
 * Returns the days of a period with changes, preceded by a row for the day before the period with the bands at the end of that day. The
 * created and done counts of that row are undefined.
 */
export async function readDays(tx: TeamTx, scope: Scope, period: Period): Promise<DayFlow[]> {
  const { prelude, within } = pickOnce(scope);
  const { rows } = await sql<DayRow>`${prelude} ${selectDays(within, period)}`.execute(tx);
  return rows.map(toDayFlow);
}

function toDayFlow({ day, created, done, ...bands }: DayRow): DayFlow {
  return { day, created, done, bands };
}

/** Reads from the roll-ups if they cover the scope, otherwise from the spans. */
function selectDays(scope: Scope, period: Period): RawBuilder<unknown> {
  const { from, to } = period;
  const rows = scope.hasRollUps ? rolledUp(scope, to) : spelledOut(scope, period);
  const sums = STATUS_CATEGORIES.map((one) => sql`sum(${sql.ref(one)})::int as ${sql.ref(one)}`);
  return sql`
    select greatest(x.day, ${from}::date - 1) as day, sum(created)::int as created, sum(done)::int as done, ${sql.join(sums)}
    from (${rows}) x group by 1 order by 1`;
}

function rolledUp(scope: Scope, to: string): RawBuilder<unknown> {
  const { teamId, visible } = scope;
  if (scope.projectId !== null || 'only' in visible) {
    return sql`select d.day, ${DAY_COUNTS} from flow_days d
      where d.team_id = ${teamId} and d.day <= ${to}::date and ${inProjects(scope, sql`d.project_id`)}`;
  }
  // The team totals, minus projects that the caller may not see.
  return sql`
    select d.day, ${DAY_COUNTS} from flow_team_days d where d.team_id = ${teamId} and d.day <= ${to}::date
    union all select d.day, ${HIDDEN_COUNTS} from flow_days d
    where d.team_id = ${teamId} and d.project_id = any (${visible.allBut}::uuid[]) and d.day <= ${to}::date`;
}

/** Computes the bands from the current state back to the start of the period, then forward day by day. */
function spelledOut(scope: Scope, { from, to, since, before }: Period): RawBuilder<unknown> {
  const dayOf = (at: string) => sql`(${sql.ref(at)} at time zone ${scope.timeZone}::text)::date`;
  const isIn = (at: string) =>
    sql`${sql.ref(at)} >= ${since}::timestamptz and ${sql.ref(at)} < ${before}::timestamptz`;
  const bands = (of: (category: StatusCategory) => RawBuilder<unknown>) =>
    sql.join(STATUS_CATEGORIES.map((one) => sql`${of(one)} as ${sql.ref(one)}`));
  const none = sql.join(STATUS_CATEGORIES.map(() => sql`0`));
  const moved = (at: string, n: number) => sql`
    select ${dayOf(at)} as day, s.category, ${sql.lit(n)} as n from task_state_spans s join task_flow w on w.task_id = s.task_id
    where s.team_id = ${scope.teamId} and ${sql.ref(at)} >= ${since}::timestamptz and ${counts(scope)}`;
  return sql`
    with moves as materialized (
      select e.day, e.category, sum(e.n)::int as n from (${moved('s.entered_at', 1)} union all ${moved('s.left_at', -1)}) e
      group by 1, 2
    )
    select ${from}::date - 1 as day, 0 as created, 0 as done,
      ${bands((one) => sql`count(*) filter (where w.category = ${one})`)}
    from task_flow w where ${counts(scope)}
    union all select ${from}::date - 1, 0, 0, ${bands((one) => sql`case when m.category = ${one} then -m.n else 0 end`)} from moves m
    union all select m.day, 0, 0, ${bands((one) => sql`case when m.category = ${one} then m.n else 0 end`)}
    from moves m where m.day <= ${to}::date
    union all select ${dayOf('w.created_at')}, 1, 0, ${none} from task_flow w where ${counts(scope)} and ${isIn('w.created_at')}
    union all select ${dayOf('w.done_at')}, 0, 1, ${none} from task_flow w where ${counts(scope)} and ${isIn('w.done_at')}`;
}

export interface Times {
  tasks: number;
  withoutStart: number;
  /** The 0.5, 0.85 and 0.95 quantiles in ms, by nearest rank. Null if no task counts. */
  lead: [number, number, number] | null;
  cycle: [number, number, number] | null;
}

/** Returns whether the task was first done in this period. Expects the table `task_flow` or `task_state_times` aliased as `w`. */
export function isDoneIn({ since, before }: Period): RawBuilder<boolean> {
  return sql<boolean>`w.done_at >= ${since}::timestamptz and w.done_at < ${before}::timestamptz`;
}

function selectTimes(scope: Scope, period: Period): RawBuilder<unknown> {
  const ranks = sql`array[0.5, 0.85, 0.95]`;
  return sql`
    select count(*)::int as tasks, count(*) filter (where not coalesce(w.started_at <= w.done_at, false))::int as "withoutStart",
      percentile_disc(${ranks}) within group (order by w.lead_ms) as lead,
      percentile_disc(${ranks}) within group (order by w.cycle_ms) as cycle
    from task_flow w where ${counts(scope)} and ${isDoneIn(period)}`;
}

/** Selects tasks in progress, earliest start first. */
function selectStarted(scope: Scope, limit: number): RawBuilder<unknown> {
  return sql`
    select w.task_id as "taskId", ${instantJson(sql`w.started_at`)} as "startedAt"
    from task_flow w where w.category = 'started' and ${counts(scope)}
    order by w.started_at, w.task_id limit ${limit}`;
}

function countReopened(scope: Scope, { since, before }: Period): RawBuilder<unknown> {
  return sql`
    select count(*)::int from task_flow w
    where ${counts(scope)} and cardinality(w.reopened_at) > 0 and exists (
      select from unnest(w.reopened_at) at where at >= ${since}::timestamptz and at < ${before}::timestamptz)`;
}

/** Due day in the team's time zone. Expects the table `task_flow` aliased as `w`. */
export function dueDay(scope: Scope): RawBuilder<string> {
  return sql<string>`coalesce(w.due_date, (w.due_at at time zone ${scope.timeZone}::text)::date)`;
}

/** Returns whether the task is due in this period. Expects the table `task_flow` aliased as `w`. */
export function isDueIn({ from, to, since, before }: Period): RawBuilder<boolean> {
  return sql<boolean>`(w.due_date between ${from}::date and ${to}::date
    or w.due_at >= ${since}::timestamptz and w.due_at < ${before}::timestamptz)`;
}

/** Whether the task is open and not in the trash. Expects the table `task_flow` aliased as `w`. */
const IS_OPEN = sql<boolean>`w.category in ('backlog', 'unstarted', 'started')`;

/**
 * Returns 'onTime', 'late' or 'open'. Returns null for tasks that were cancelled or moved to the trash without having been done. Expects
 * the table `task_flow` aliased as `w`.
 */
export function dueOutcome(scope: Scope): RawBuilder<string | null> {
  return sql<string | null>`case
    when w.done_at is not null then
      case when (w.done_at at time zone ${scope.timeZone}::text)::date <= ${dueDay(scope)} then 'onTime' else 'late' end
    when ${IS_OPEN} then 'open' end`;
}

function selectDueDates(scope: Scope, period: Period): RawBuilder<unknown> {
  return sql`
    select ${dueOutcome(scope)} as outcome, count(*)::int as tasks from task_flow w
    where ${isDueIn(period)} and ${counts(scope)} group by 1`;
}

export async function countOpen(tx: TeamTx, scope: Scope): Promise<number> {
  const { rows } = await sql<{ tasks: number }>`
    select count(*)::int as tasks from task_flow w where ${IS_OPEN} and ${counts(scope)}`.execute(tx);
  return rows[0]?.tasks ?? 0;
}
