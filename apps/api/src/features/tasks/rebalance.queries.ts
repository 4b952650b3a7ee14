import { sql } from 'kysely';
import type { TeamTx } from '#platform/db/index.ts';
import type { Placed } from '#platform/order-keys.ts';
import type { Place } from './task-writes.queries.ts';

const inColumn = (teamId: string, { projectId, statusId }: Place) => sql`
  team_id = ${teamId} and status_id = ${statusId} and deleted_at is null
  and ${projectId === null ? sql`project_id is null` : sql`project_id = ${projectId}`}`;

/**
 * Holds the tasks of a column whose order keys are longer than `length`, with the neighbours of each run of them; in
 * the order of the column. At most `limit`: what is left over is for the next time.
 */
export async function holdLongKeys(
  tx: TeamTx,
  teamId: string,
  place: Place,
  { length, limit }: { length: number; limit: number },
): Promise<Placed[]> {
  const found = await sql<{ id: string }>`
    select id from (
      select id, position, length(position) as own, lag(length(position)) over column_order as before,
        lead(length(position)) over column_order as after
      from tasks where ${inColumn(teamId, place)} window column_order as (order by position, id)
    ) as one
    where greatest(own, before, after) > ${length} order by position, id limit ${limit}`.execute(tx);
  const ids = found.rows.map((row) => row.id);
  await sql`
    select id from tasks where team_id = ${teamId} and id = any (${ids}::uuid[]) order by id for no key update`.execute(
    tx,
  );
  const { rows } = await sql<Placed>`
    select id, position from tasks where ${inColumn(teamId, place)} and id = any (${ids}::uuid[])
    order by position, id`.execute(tx);
  return rows;
}

export async function writePositions(
  tx: TeamTx,
  teamId: string,
  placed: readonly Placed[],
  now: Date,
): Promise<void> {
  const [ids, positions] = [placed.map((one) => one.id), placed.map((one) => one.position)];
  await sql`
    update tasks t set position = one.position, updated_at = ${now}
    from unnest(${ids}::uuid[], ${positions}::text[]) as one (id, position)
    where t.team_id = ${teamId} and t.id = one.id`.execute(tx);
}
