import { sql } from 'kysely';
import type { Velocity } from '@hearth/contracts/analytics/analytics';
import type { TeamTx } from '#platform/db/index.ts';

/** Returns the last closed cycles of a project, oldest first, from the record made when each was closed. */
export async function listVelocity(
  tx: TeamTx,
  projectId: string,
  unit: 'tasks' | 'points',
  limit: number,
): Promise<Velocity['cycles']> {
  const weight = unit === 'tasks' ? sql`1` : sql`coalesce((one ->> 'estimate')::float8, 0)`;
  const { rows } = await sql<Velocity['cycles'][number]>`
    select c.id as "cycleId", c.number, c.starts_on as "startsOn", c.ends_on as "endsOn",
      (c.figures -> 'start' ->> ${unit}::text)::float8 as "startScope", (c.figures -> 'done' ->> ${unit}::text)::float8 as done,
      (select coalesce(sum(${weight}), 0)::float8 from jsonb_array_elements(c.record) one
        where one ->> 'entered' = 'start' and one ->> 'outcome' = 'done') as "doneOfStart"
    from cycles c where c.team_id = ${tx.teamId} and c.project_id = ${projectId} and c.closed_at is not null
    order by c.number desc limit ${limit}`.execute(tx);
  return rows.toReversed();
}
