import { sql } from 'kysely';
import type { Flow } from '@hearth/contracts/analytics/analytics';
import type { TeamTx } from '#platform/db/index.ts';
import { blockedMs } from './blocked.queries.ts';
import { isDoneIn } from './figures.queries.ts';
import { counts, type Period, type Scope } from './scope.queries.ts';

interface StateTime {
  statusId: string;
  name: string | null;
  category: string;
  ms: number;
}

/** Returns the total time in each status until the first completion, for tasks that were first done in the period. */
export async function listTimeInState(tx: TeamTx, scope: Scope, period: Period): Promise<StateTime[]> {
  const { rows } = await sql<StateTime>`
    select x.status_id as "statusId", c.name, x.category, x.ms from (
      select w.status_id, w.category, sum(w.ms)::bigint as ms from task_state_times w
      where ${counts(scope)} and ${isDoneIn(period)} group by 1, 2) x
    left join statuses c on c.team_id = ${scope.teamId} and c.id = x.status_id
    order by c.position, x.status_id, x.category`.execute(tx);
  return rows;
}

export async function listBlocked(
  tx: TeamTx,
  scope: Scope,
  { period, now, limit }: { period: Period; now: Date; limit: number },
): Promise<{ all: number; tasks: { taskId: string; ms: number }[] }> {
  const { rows } = await sql<{ taskId: string; ms: number; all: number }>`
    select b.task_id as "taskId", b.ms, sum(b.ms) over ()::bigint as all from (${blockedMs(scope, period, now)}) b
    order by b.ms desc, b.task_id limit ${limit}`.execute(tx);
  return { all: rows[0]?.all ?? 0, tasks: rows.map(({ taskId, ms }) => ({ taskId, ms })) };
}

type DoneTask = Omit<Flow['done'][number], 'doneAt' | 'cycleHours' | 'leadHours'> & {
  doneAt: Date;
  cycle: number;
  lead: number;
};

/** Returns up to `limit` tasks that were first done in the period, latest first. */
export async function listDone(tx: TeamTx, scope: Scope, period: Period, limit: number): Promise<DoneTask[]> {
  const { rows } = await sql<DoneTask>`
    select w.task_id as "taskId", w.done_at as "doneAt", w.cycle_ms as cycle, w.lead_ms as lead
    from task_flow w where ${counts(scope)} and ${isDoneIn(period)}
    order by w.done_at desc, w.task_id limit ${limit}`.execute(tx);
  return rows;
}
