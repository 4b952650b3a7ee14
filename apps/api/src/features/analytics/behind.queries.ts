import { sql, type RawBuilder } from 'kysely';
import type { BurnMetric, CycleMetric, Metric } from '@hearth/contracts/analytics/analytics-values';
import { taskKey } from '#features/tasks/index.ts';
import type { TeamTx } from '#platform/db/index.ts';
import { blockedMs } from './blocked.queries.ts';
import { dueDay, dueOutcome, isDoneIn, isDueIn } from './figures.queries.ts';
import { counts, type Period, type Scope } from './scope.queries.ts';

interface TaskBehind {
  id: string;
  key: string;
  title: string;
  projectId: string | null;
  ms: number | null;
  at: Date | null;
}

const NO_MS = sql`null::bigint`;

interface SpanQuestion {
  metric: Exclude<Metric, BurnMetric | CycleMetric | 'planned'>;
  period: Period;
  now: Date;
  /** The status measured by the metric `timeInStatus`. */
  statusId: string | null;
}

/**
 * Builds a select of the tasks that a metric counts, with the columns `team_id`, `task_id`, `ms` and `at`.
 */
function pick(scope: Scope, { metric, period, now, statusId }: SpanQuestion): RawBuilder<unknown> {
  const { since, before } = period;
  const isIn = (at: RawBuilder<unknown>) =>
    sql`${at} >= ${since}::timestamptz and ${at} < ${before}::timestamptz`;
  const from = (ms: RawBuilder<unknown>, at: RawBuilder<unknown>, condition: RawBuilder<unknown>) => sql`
    select w.team_id, w.task_id, ${ms} as ms, ${at} as at from task_flow w where ${counts(scope)} and ${condition}`;
  switch (metric) {
    case 'throughput':
    case 'leadTime':
      return from(sql`w.lead_ms`, sql`w.done_at`, isDoneIn(period));
    case 'cycleTime':
      return from(sql`w.cycle_ms`, sql`w.done_at`, isDoneIn(period));
    case 'timeInStatus':
      return sql`
        select w.team_id, w.task_id, w.done_at as at, sum(w.ms)::bigint as ms from task_state_times w
        where ${counts(scope)} and ${isDoneIn(period)} and w.status_id = ${statusId}::uuid group by 1, 2, 3`;
    case 'created':
      return from(NO_MS, sql`w.created_at`, isIn(sql`w.created_at`));
    case 'rework':
      return sql`
        select w.team_id, w.task_id, ${NO_MS} as ms, max(back.at) as at
        from task_flow w cross join lateral unnest(w.reopened_at) back (at)
        where ${counts(scope)} and cardinality(w.reopened_at) > 0 and ${isIn(sql`back.at`)} group by 1, 2`;
    case 'workInProgress':
      return sql`
        select w.team_id, w.task_id, round(date_part('epoch', ${now}::timestamptz - w.started_at) * 1000)::bigint as ms,
          w.started_at as at
        from task_flow w where w.category = 'started' and ${counts(scope)}`;
    case 'onTime':
    case 'late':
    case 'open':
      return sql`
        select w.team_id, w.task_id, ${NO_MS} as ms, coalesce(w.done_at, ${dueDay(scope)}::timestamp at time zone ${scope.timeZone}::text) as at
        from task_flow w where ${isDueIn(period)} and ${counts(scope)} and ${dueOutcome(scope)} = ${metric}`;
    case 'blocked':
      return sql`
        select w.team_id, w.task_id, b.ms, null::timestamptz as at
        from (${blockedMs(scope, period, now)}) b join task_flow w on w.team_id = ${scope.teamId} and w.task_id = b.task_id`;
    case 'backlog':
    case 'unstarted':
    case 'started':
    case 'completed':
    case 'cancelled':
      return sql`
        select w.team_id, w.task_id, ${NO_MS} as ms, s.entered_at as at
        from task_state_spans s join task_flow w on w.team_id = s.team_id and w.task_id = s.task_id
        where s.team_id = ${scope.teamId} and s.category = ${metric} and s.entered_at < ${before}::timestamptz
          and (s.left_at is null or s.left_at >= ${before}::timestamptz) and ${counts(scope)}`;
  }
}

/** Returns a page (`limit` + 1) of the tasks that a metric counts: longest first if it measures a duration, otherwise latest first. */
export async function listBehind(
  tx: TeamTx,
  scope: Scope,
  question: SpanQuestion,
  page: { offset: number; limit: number },
): Promise<TaskBehind[]> {
  return await listPicked(tx, pick(scope, question), page);
}

/** Conditions that select the entries of a closed cycle's record counted by a metric. */
const RECORDED: Record<CycleMetric, RawBuilder<boolean>> = {
  cycleStart: sql`one ->> 'entered' = 'start'`,
  cycleDone: sql`one ->> 'outcome' = 'done'`,
  cycleDoneOfStart: sql`one ->> 'entered' = 'start' and one ->> 'outcome' = 'done'`,
};

/**
 * Returns a page (`limit` + 1) of the tasks counted by a metric of a closed cycle, latest first, from the snapshot recorded at its close,
 * which later moves do not affect.
 */
export async function listOfCycle(
  tx: TeamTx,
  scope: Scope,
  { metric, cycleId }: { metric: CycleMetric; cycleId: string },
  page: { offset: number; limit: number },
): Promise<TaskBehind[]> {
  const anywhere = { ...scope, projectId: null, picked: null };
  const picked = sql`
    select w.team_id, w.task_id, ${NO_MS} as ms, w.done_at as at
    from cycles c cross join lateral jsonb_array_elements(coalesce(c.record, '[]'::jsonb)) one
      join task_flow w on w.team_id = c.team_id and w.task_id = (one ->> 'taskId')::uuid
    where c.team_id = ${scope.teamId} and c.id = ${cycleId} and ${RECORDED[metric]} and ${counts(anywhere)}`;
  return await listPicked(tx, picked, page);
}

/** Returns a page (`limit` + 1) of the given tasks, most recently done first. */
export async function listByIds(
  tx: TeamTx,
  ids: readonly string[],
  page: { offset: number; limit: number },
): Promise<TaskBehind[]> {
  const picked = sql`
    select w.team_id, w.task_id, ${NO_MS} as ms, w.done_at as at from task_flow w
    where w.team_id = ${tx.teamId} and w.task_id = any (${ids}::uuid[])`;
  return await listPicked(tx, picked, page);
}

async function listPicked(
  tx: TeamTx,
  picked: RawBuilder<unknown>,
  page: { offset: number; limit: number },
): Promise<TaskBehind[]> {
  const { rows } = await sql<TaskBehind>`
    with picked as materialized (
      select * from (${picked}) p
      order by p.ms desc nulls last, p.at desc nulls last, p.task_id limit ${page.limit + 1} offset ${page.offset}
    )
    select t.id, ${taskKey} as key, t.title, t.project_id as "projectId", p.ms, p.at
    from picked p join tasks t on t.team_id = p.team_id and t.id = p.task_id
    order by p.ms desc nulls last, p.at desc nulls last, p.task_id`.execute(tx);
  return rows;
}
