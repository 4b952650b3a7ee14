import { sql, type RawBuilder } from 'kysely';
import { STATUS_CATEGORIES, type StatusCategory } from '@hearth/contracts/model/task-values';
import type { TeamTx } from '#platform/db/index.ts';
import { counts, inProjects, type Period, type Scope } from './scope.queries.ts';

/** What a day added, and by how much each band grew or shrank. */
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

/**
 * The days of a period on which something was; before them, as the day before the first, all that was until then.
 * Out of the roll-ups where they tell it, else out of the spans themselves.
 */
export async function readDays(tx: TeamTx, scope: Scope, period: Period): Promise<DayFlow[]> {
  const { from, to } = period;
  const isRolledUp = scope.hasRollUps && scope.picked === null;
  const rows = isRolledUp ? rolledUp(scope, to) : spelledOut(scope, period);
  const sums = STATUS_CATEGORIES.map((one) => sql`sum(${sql.ref(one)})::int as ${sql.ref(one)}`);
  const found = await sql<DayRow>`
    select greatest(x.day, ${from}::date - 1) as day, sum(created)::int as created, sum(done)::int as done, ${sql.join(sums)}
    from (${rows}) x group by 1 order by 1`.execute(tx);
  return found.rows.map(({ day, created, done, ...bands }) => ({ day, created, done, bands }));
}

function rolledUp(scope: Scope, to: string): RawBuilder<unknown> {
  const { teamId, visible } = scope;
  if (scope.projectId !== null || 'only' in visible) {
    return sql`select d.day, ${DAY_COUNTS} from flow_days d
      where d.team_id = ${teamId} and d.day <= ${to}::date and ${inProjects(scope, sql`d.project_id`)}`;
  }
  // The totals of the team, less the projects that are hidden from the caller.
  return sql`
    select d.day, ${DAY_COUNTS} from flow_team_days d where d.team_id = ${teamId} and d.day <= ${to}::date
    union all select d.day, ${HIDDEN_COUNTS} from flow_days d
    where d.team_id = ${teamId} and d.project_id = any (${visible.allBut}::uuid[]) and d.day <= ${to}::date`;
}

function spelledOut(scope: Scope, { from, since, before }: Period): RawBuilder<unknown> {
  // What was before the period is summed up: its days need not be found, which is the dearer part.
  const dayOf = (at: string) => sql`case when ${sql.ref(at)} < ${since}::timestamptz then ${from}::date - 1
    else (${sql.ref(at)} at time zone ${scope.timeZone}::text)::date end`;
  const isOver = (at: string) => sql`${sql.ref(at)} < ${before}::timestamptz`;
  const bands = sql.join(
    STATUS_CATEGORIES.map(
      (one) => sql`case when s.category = ${one} then e.sign else 0 end as ${sql.ref(one)}`,
    ),
  );
  const none = sql.join(STATUS_CATEGORIES.map(() => sql`0`));
  const standing = sql.join(
    STATUS_CATEGORIES.map((one) => sql`case when w.category = ${one} then 1 else 0 end as ${sql.ref(one)}`),
  );
  // What did not move since the period began stands where it stood then. Null = in the trash: it may have moved there.
  return sql`
    with moved as materialized (
      select distinct s.task_id from task_state_spans s where s.team_id = ${scope.teamId} and s.entered_at >= ${since}::timestamptz
    ), work as materialized (
      select w.*, w.category is null or m.task_id is not null as has_moved
      from task_flow w left join moved m on m.task_id = w.task_id where ${counts(scope)}
    )
    select * from (
      select ${from}::date - 1 as day, 0 as created, 0 as done, ${standing} from work w where not w.has_moved
      union all
      select ${dayOf('e.at')} as day, 0 as created, 0 as done, ${bands}
      from task_state_spans s join work w on w.team_id = s.team_id and w.task_id = s.task_id and w.has_moved
        cross join lateral (values (s.entered_at, 1), (s.left_at, -1)) e(at, sign) where ${isOver('e.at')}
      union all select ${dayOf('w.created_at')}, 1, 0, ${none} from work w where ${isOver('w.created_at')}
      union all select ${dayOf('w.done_at')}, 0, 1, ${none} from work w where ${isOver('w.done_at')}) d`;
}

export interface Times {
  tasks: number;
  withoutStart: number;
  /** Milliseconds at 0.5, 0.85 and 0.95 by nearest rank; null = no task counts. */
  lead: [number, number, number] | null;
  cycle: [number, number, number] | null;
}

/** From creation, and from the first start, to when it was first done; in ms. Expects `task_flow w`. `extract` would reckon with numeric. */
export const LEAD_MS = sql<number>`round(date_part('epoch', w.done_at - w.created_at) * 1000)::bigint`;
/** What was never started before counts nothing. */
const hasStart = sql<boolean>`coalesce(w.started_at <= w.done_at, false)`;
export const CYCLE_MS = sql<number>`case when ${hasStart}
  then round(date_part('epoch', w.done_at - w.started_at) * 1000)::bigint else 0 end`;

/** Expects `task_flow w`: was it first done in this period? */
export function isDoneIn({ since, before }: Period): RawBuilder<boolean> {
  return sql<boolean>`w.done_at >= ${since}::timestamptz and w.done_at < ${before}::timestamptz`;
}

export async function readTimes(tx: TeamTx, scope: Scope, period: Period): Promise<Times> {
  const ranks = sql`array[0.5, 0.85, 0.95]`;
  const { rows } = await sql<Times>`
    select count(*)::int as tasks, count(*) filter (where not ${hasStart})::int as "withoutStart",
      percentile_disc(${ranks}) within group (order by ${LEAD_MS}) as lead,
      percentile_disc(${ranks}) within group (order by ${CYCLE_MS}) as cycle
    from task_flow w where ${counts(scope)} and ${isDoneIn(period)}`.execute(tx);
  return rows[0] ?? { tasks: 0, withoutStart: 0, lead: null, cycle: null };
}

/** Tasks that are being worked on now, those that began first first. */
export async function listStarted(
  tx: TeamTx,
  scope: Scope,
  limit: number,
): Promise<{ taskId: string; startedAt: Date }[]> {
  const { rows } = await sql<{ taskId: string; startedAt: Date }>`
    select w.task_id as "taskId", w.started_at as "startedAt"
    from task_flow w where w.category = 'started' and ${counts(scope)}
    order by w.started_at, w.task_id limit ${limit}`.execute(tx);
  return rows;
}

export async function countReopened(tx: TeamTx, scope: Scope, { since, before }: Period): Promise<number> {
  const { rows } = await sql<{ tasks: number }>`
    select count(*)::int as tasks from task_flow w
    where ${counts(scope)} and cardinality(w.reopened_at) > 0 and exists (
      select from unnest(w.reopened_at) at where at >= ${since}::timestamptz and at < ${before}::timestamptz)`.execute(
    tx,
  );
  return rows[0]?.tasks ?? 0;
}

/** The day on which `tasks t` is due, in the team's zone. */
export function dueDay(scope: Scope): RawBuilder<string> {
  return sql<string>`coalesce(t.due_date, (t.due_at at time zone ${scope.timeZone}::text)::date)`;
}

/** Expects `tasks t`: is it due in this period, and in the project that is asked for? */
export function isDueIn({ projectId }: Scope, { from, to, since, before }: Period): RawBuilder<boolean> {
  // The same project as in task_flow, said here so that only its tasks are joined.
  const inProject = projectId === null ? sql`true` : sql`t.project_id = ${projectId}`;
  return sql<boolean>`${inProject} and (t.due_date between ${from}::date and ${to}::date
    or t.due_at >= ${since}::timestamptz and t.due_at < ${before}::timestamptz)`;
}

/** Expects `task_flow w`: is its task open, and not in the trash? */
const IS_OPEN = sql<boolean>`w.category in ('backlog', 'unstarted', 'started')`;

/** Expects `task_flow w`, `tasks t`: 'onTime', 'late', 'open', or null for what was given up. */
export function dueOutcome(scope: Scope): RawBuilder<string | null> {
  return sql<string | null>`case
    when w.done_at is not null then
      case when (w.done_at at time zone ${scope.timeZone}::text)::date <= ${dueDay(scope)} then 'onTime' else 'late' end
    when ${IS_OPEN} then 'open' end`;
}

export async function readDueDates(
  tx: TeamTx,
  scope: Scope,
  period: Period,
): Promise<{ onTime: number; late: number; open: number }> {
  const { rows } = await sql<{ outcome: string | null; tasks: number }>`
    select ${dueOutcome(scope)} as outcome, count(*)::int as tasks from tasks t
    join task_flow w on w.team_id = t.team_id and w.task_id = t.id
    where t.team_id = ${scope.teamId} and ${isDueIn(scope, period)} and ${counts(scope)} group by 1`.execute(
    tx,
  );
  const of = (outcome: string): number => rows.find((row) => row.outcome === outcome)?.tasks ?? 0;
  return { onTime: of('onTime'), late: of('late'), open: of('open') };
}

export async function countOpen(tx: TeamTx, scope: Scope): Promise<number> {
  const { rows } = await sql<{ tasks: number }>`
    select count(*)::int as tasks from task_flow w where ${IS_OPEN} and ${counts(scope)}`.execute(tx);
  return rows[0]?.tasks ?? 0;
}
