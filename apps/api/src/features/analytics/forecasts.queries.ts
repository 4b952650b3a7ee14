import { sql } from 'kysely';
import type { Forecast } from '@hearth/contracts/analytics/analytics';
import { isAmong } from '#features/projects/index.ts';
import type { TeamTx } from '#platform/db/index.ts';
import type { Scope } from './scope.queries.ts';

interface ForecastTarget {
  id: string;
  projectId: string | null;
  cycleId: string | null;
  tasks: number;
  madeAt: Date;
}

/** Stores a forecast, unless one for the same project, cycle and number of tasks was already stored on that day. */
export async function storeForecast(
  tx: TeamTx,
  target: ForecastTarget,
  { asOf, ...days }: Forecast,
): Promise<void> {
  await tx
    .insertInto('forecasts')
    .values({
      team_id: tx.teamId,
      id: target.id,
      project_id: target.projectId,
      cycle_id: target.cycleId,
      as_of: asOf,
      tasks: target.tasks,
      p50: days.p50,
      p85: days.p85,
      p95: days.p95,
      made_at: target.madeAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export interface StoredForecast {
  projectId: string | null;
  asOf: string;
  tasks: number;
  p50: string;
  p85: string;
  p95: string;
}

/**
 * Returns forecasts that the caller may read, latest first. Forecasts for the whole team are included only for callers who see all of it.
 */
export async function listForecasts(tx: TeamTx, scope: Scope, limit: number): Promise<StoredForecast[]> {
  const ofProject = scope.projectId === null ? sql`true` : sql`f.project_id = ${scope.projectId}`;
  const { rows } = await sql<StoredForecast>`
    select f.project_id as "projectId", f.as_of as "asOf", f.tasks, f.p50, f.p85, f.p95 from forecasts f
    where f.team_id = ${tx.teamId} and ${ofProject} and case when f.project_id is null then ${scope.seesAll}::boolean
      else ${isAmong(scope.visible, sql`f.project_id`)} end
    order by f.as_of desc, f.id limit ${limit}`.execute(tx);
  return rows;
}

/** Returns the number of tasks done per day and project since the timestamp `since`, earliest first. Omits days without done tasks. */
export async function listDoneDays(
  tx: TeamTx,
  scope: Scope,
  since: string,
): Promise<{ projectId: string | null; day: string; done: number }[]> {
  const { rows } = await sql<{ projectId: string | null; day: string; done: number }>`
    select w.project_id as "projectId", (w.done_at at time zone ${scope.timeZone}::text)::date as day, count(*)::int as done
    from task_flow w
    where w.team_id = ${tx.teamId} and w.done_at >= ${since}::timestamptz and ${isAmong(scope.visible, sql`w.project_id`)}
    group by 1, 2 order by 2`.execute(tx);
  return rows;
}

/** Returns the last day of the cycle, or the target date of the project if no cycle is given. Returns null if there is none. */
export async function findDue(tx: TeamTx, projectId: string, cycleId: string | null): Promise<string | null> {
  const { rows } = await sql<{ due: string | null }>`
    select case when ${cycleId}::uuid is null then p.target_date else c.ends_on end as due
    from projects p left join cycles c on c.team_id = p.team_id and c.id = ${cycleId}::uuid
    where p.team_id = ${tx.teamId} and p.id = ${projectId}`.execute(tx);
  return rows[0]?.due ?? null;
}
