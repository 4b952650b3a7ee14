import { sql } from 'kysely';
import { STATUS_CATEGORIES } from '@hearth/contracts/model/task-values';
import type { TeamTx } from '#platform/db/index.ts';

/** Rebuilds the team's roll-ups from its spans, in the team's current time zone. */
export async function rebuildFlow(tx: TeamTx): Promise<void> {
  await sql`select rebuild_flow(${tx.teamId}::uuid)`.execute(tx);
  await sql`select rebuild_state_times(${tx.teamId}::uuid)`.execute(tx);
}

interface FlowState {
  hasZone: boolean;
  /** Whether the average number of roll-up rows per day of a project, or of the team, exceeds `MAX_PER_DAY`. */
  isLoose: boolean;
}

/** Maximum average number of rows per day before compaction. */
const MAX_PER_DAY = 4;

export async function readFlowState(tx: TeamTx): Promise<FlowState> {
  const { rows } = await sql<FlowState>`
    select coalesce((select h.time_zone = t.time_zone from flow_heads h join teams t on t.id = h.team_id
        where h.team_id = ${tx.teamId}), false) as "hasZone",
      (select count(*) > ${MAX_PER_DAY} * count(distinct (project_id, day)) from flow_days where team_id = ${tx.teamId})
        or (select count(*) > ${MAX_PER_DAY} * count(distinct day) from flow_team_days where team_id = ${tx.teamId})
        as "isLoose"`.execute(tx);
  return rows[0] ?? { hasZone: false, isLoose: false };
}

/**
 * Counts the rows that differ between roll-ups and spans, for projects, the team and times in statuses, plus the tasks with a different
 * category or due date. A row with different values on both sides counts twice. Returns 0 if the data is consistent.
 */
export async function countDifferences(tx: TeamTx): Promise<number> {
  const counted = ['created', 'done', ...STATUS_CATEGORIES];
  const columns = sql.join(counted.map((one) => sql.ref(one)));
  const sums = sql.join(counted.map((one) => sql`sum(${sql.ref(one)})::int as ${sql.ref(one)}`));
  const apart = (stored: string, expected: string) => sql`
    select ${columns} from ((select * from ${sql.ref(stored)} except select * from ${sql.ref(expected)})
      union all (select * from ${sql.ref(expected)} except select * from ${sql.ref(stored)})) x
    where (${columns}) <> (${sql.join(counted.map(() => sql`0`))})`;
  const { rows } = await sql<{ differences: number }>`
    with kept as (select project_id, day, ${sums} from flow_days where team_id = ${tx.teamId} group by 1, 2),
    kept_in_all as (select day, ${sums} from flow_team_days where team_id = ${tx.teamId} group by 1),
    meant as materialized (
      select r.* from flow_heads h cross join lateral reckon_flow(h.team_id, h.time_zone) r where h.team_id = ${tx.teamId}
    ), meant_in_all as (select day, ${sums} from meant group by 1),
    times as (select x.* from task_state_times x where x.team_id = ${tx.teamId}),
    times_meant as materialized (select x.* from expected_state_times(${tx.teamId}::uuid) x)
    select ((select count(*) from ((table times except table times_meant) union all (table times_meant except table times)) x)
      + (select count(*) from (${apart('kept', 'meant')}) x)
      + (select count(*) from (${apart('kept_in_all', 'meant_in_all')}) x)
      + (select count(*) from task_flow w
          join tasks t on t.team_id = w.team_id and t.id = w.task_id
          left join task_state_spans s on s.team_id = w.team_id and s.task_id = w.task_id and s.left_at is null
        where w.team_id = ${tx.teamId} and (w.category is distinct from s.category
          or w.due_date is distinct from t.due_date or w.due_at is distinct from t.due_at)))::int as differences`.execute(
    tx,
  );
  return rows[0]?.differences ?? 0;
}
