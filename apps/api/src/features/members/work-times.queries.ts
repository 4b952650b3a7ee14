import { sql, type RawBuilder } from 'kysely';
import { hasRole } from '@hearth/contracts/permissions/permissions';
import type { WorkTime } from '@hearth/contracts/members/work-time-values';
import type { TeamTx } from '#platform/db/index.ts';
import {
  asItWas,
  COMPUTED_ONCE,
  isAfterId,
  type HistoricalSnapshotRequest,
  type SnapshotRequest,
} from '#platform/sync/index.ts';

/** Builds the contract's JSON of work times. Expects the table `work_times` aliased as `w`. */
export const workTimeJson: RawBuilder<WorkTime> = sql<WorkTime>`json_build_object(
  'id', w.id, 'capacity', w.capacity, 'absences', w.absences)`;

/** Condition for visible work times. Guests see none. */
function isVisible({ teamId, actor }: SnapshotRequest): RawBuilder<boolean> {
  return hasRole(actor.role, 'member') ? sql`w.team_id = ${teamId}` : sql`false`;
}

export function selectWorkTimes(request: SnapshotRequest): RawBuilder<unknown> {
  return sql`
    select w.id, w.id::text as key, ${workTimeJson} as data from work_times w
    where ${isVisible(request)} and ${isAfterId('w.id', request.after)} order by w.id limit ${request.limit}`;
}

export function selectPastWorkTimes(request: HistoricalSnapshotRequest): RawBuilder<unknown> {
  const { teamId, at, after, limit } = request;
  const row = { entity: 'workTime', teamId, id: sql`o.id`, json: sql`o.json`, byKey: 'absences' } as const;
  return sql`
    select o.id, o.id::text as key, ${asItWas(row, at)} as data from (
      select w.id, ${workTimeJson}::jsonb as json from work_times w
      where ${isVisible(request)} and w.created_at <= ${at} and ${isAfterId('w.id', after)} ${COMPUTED_ONCE}
    ) o order by o.id limit ${limit}`;
}

/** Returns a page (`limit` + 1), by id. */
export async function listWorkTimes(
  tx: TeamTx,
  page: { after: string | null; limit: number },
): Promise<WorkTime[]> {
  const { rows } = await sql<{ row: WorkTime }>`
    select ${workTimeJson} as row from work_times w
    where w.team_id = ${tx.teamId} and ${page.after === null ? sql`true` : sql`w.id > ${page.after}::uuid`}
    order by w.id limit ${page.limit + 1}`.execute(tx);
  return rows.map(({ row }) => row);
}

export async function findWorkTime(tx: TeamTx, id: string): Promise<WorkTime | null> {
  const { rows } = await sql<{ row: WorkTime }>`
    select ${workTimeJson} as row from work_times w where w.team_id = ${tx.teamId} and w.id = ${id}`.execute(
    tx,
  );
  return rows[0]?.row ?? null;
}

export async function writeWorkTime(
  tx: TeamTx,
  { id, capacity, absences }: WorkTime,
  now: Date,
): Promise<void> {
  const set = { capacity, absences: JSON.stringify(absences), updated_at: now };
  await tx
    .insertInto('work_times')
    .values({ team_id: tx.teamId, id, user_id: id === tx.teamId ? null : id, created_at: now, ...set })
    .onConflict((conflict) => conflict.columns(['team_id', 'id']).doUpdateSet(set))
    .execute();
}

/** Returns false if the user had no work time. */
export async function deleteWorkTime(tx: TeamTx, userId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('work_times')
    .where('team_id', '=', tx.teamId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
