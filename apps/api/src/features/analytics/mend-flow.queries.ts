import { sql } from 'kysely';
import type { TeamTx } from '#platform/db/index.ts';

/** Makes the team's roll-ups anew out of its spans, in the zone that the team has now. */
export async function rebuildFlow(tx: TeamTx): Promise<void> {
  await sql`select rebuild_flow(${tx.teamId}::uuid)`.execute(tx);
}

interface FlowState {
  hasZone: boolean;
  /** Rows of roll-ups, and how many different days of projects they are about. */
  rows: number;
  days: number;
}

export async function readFlowState(tx: TeamTx): Promise<FlowState> {
  const { rows } = await sql<FlowState>`
    select coalesce((select h.time_zone = t.time_zone from flow_heads h join teams t on t.id = h.team_id
        where h.team_id = ${tx.teamId}), false) as "hasZone",
      count(*)::int as rows, count(distinct (d.project_id, d.day))::int as days
    from flow_days d where d.team_id = ${tx.teamId}`.execute(tx);
  return rows[0] ?? { hasZone: false, rows: 0, days: 0 };
}

/** Days of projects on which roll-ups and spans differ; 0 = they tell the same. */
export async function countUnequalDays(tx: TeamTx): Promise<number> {
  const { rows } = await sql<{ days: number }>`
    with kept as (
      select project_id, day, sum(created)::int as created, sum(done)::int as done, sum(backlog)::int as backlog,
        sum(unstarted)::int as unstarted, sum(started)::int as started, sum(completed)::int as completed,
        sum(cancelled)::int as cancelled
      from flow_days where team_id = ${tx.teamId} group by 1, 2
    ), meant as (
      select r.* from flow_heads h cross join lateral reckon_flow(h.team_id, h.time_zone) r where h.team_id = ${tx.teamId}
    ), apart as (
      (select * from kept except select * from meant) union all (select * from meant except select * from kept)
    )
    select count(*)::int as days from apart
    where (created, done, backlog, unstarted, started, completed, cancelled) <> (0, 0, 0, 0, 0, 0, 0)`.execute(
    tx,
  );
  return rows[0]?.days ?? 0;
}
