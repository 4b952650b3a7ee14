import { sql, type RawBuilder } from 'kysely';
import type { TeamTx } from '#platform/db/index.ts';
import type { Positioned } from '#platform/order-keys.ts';
import type { BoardSlot } from '#features/tasks/model/task-writes.queries.ts';

/** Identifies tasks that share one order: the tasks of a column, or the sub-tasks of a task. */
export type TaskLine = BoardSlot | { parentId: string };

function keyIn(line: TaskLine): RawBuilder<string> {
  return 'parentId' in line ? sql`sibling_position` : sql`position`;
}

function isInLine(teamId: string, line: TaskLine): RawBuilder<boolean> {
  const isLive = sql`team_id = ${teamId} and deleted_at is null`;
  if ('parentId' in line) return sql`${isLive} and parent_id = ${line.parentId}`;
  const { projectId, statusId } = line;
  return sql`${isLive} and status_id = ${statusId}
    and ${projectId === null ? sql`project_id is null` : sql`project_id = ${projectId}`}`;
}

/**
 * Locks the tasks with order keys longer than `length` and the tasks directly before and after them, and returns them in order. Locks at
 * most `limit` tasks. The next rebalancing handles the rest.
 */
export async function lockLongKeys(
  tx: TeamTx,
  line: TaskLine,
  { length, limit }: { length: number; limit: number },
): Promise<Positioned[]> {
  const key = keyIn(line);
  const found = await sql<{ id: string }>`
    select id from (
      select id, ${key} as position, length(${key}) as own, lag(length(${key})) over line_order as before,
        lead(length(${key})) over line_order as after
      from tasks where ${isInLine(tx.teamId, line)} window line_order as (order by ${key}, id)
    ) as one
    where greatest(own, before, after) > ${length} order by position, id limit ${limit}`.execute(tx);
  const ids = found.rows.map((row) => row.id);
  await sql`
    select id from tasks where team_id = ${tx.teamId} and id = any (${ids}::uuid[]) order by id for no key update`.execute(
    tx,
  );
  const { rows } = await sql<Positioned>`
    select id, ${key} as position from tasks where ${isInLine(tx.teamId, line)} and id = any (${ids}::uuid[])
    order by ${key}, id`.execute(tx);
  return rows;
}

export async function writePositions(
  tx: TeamTx,
  line: TaskLine,
  placed: readonly Positioned[],
  now: Date,
): Promise<void> {
  const [ids, positions] = [placed.map((one) => one.id), placed.map((one) => one.position)];
  await sql`
    update tasks t set ${keyIn(line)} = one.position, updated_at = ${now}
    from unnest(${ids}::uuid[], ${positions}::text[]) as one (id, position)
    where t.team_id = ${tx.teamId} and t.id = one.id`.execute(tx);
}
