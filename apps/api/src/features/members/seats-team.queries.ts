import { sql } from 'kysely';
import type { TeamRole } from '@hearth/contracts/permissions/permissions';
import { lockUsage, mayTakeSeat } from '#features/billing/index.ts';
import type { SystemTx, TeamTx } from '#platform/db/index.ts';

/** A member who has write access, or would have it with a seat. */
export interface Writer {
  userId: string;
  role: TeamRole;
  /** Whether the owner chose this member to keep a seat. Null if no choice was made. */
  keepsSeat: boolean | null;
  isViewOnly: boolean;
}

/** Returns everyone whose role or grants include writing beyond comments, by join date. */
export async function listWriters(tx: TeamTx): Promise<Writer[]> {
  const { rows } = await sql<Writer>`
    select m.user_id as "userId", m.role, m.keeps_seat as "keepsSeat", m.view_only_since is not null as "isViewOnly"
    from memberships m
    where m.team_id = ${tx.teamId} and m.removed_at is null and ${mayTakeSeat}
    order by m.joined_at, m.user_id`.execute(tx);
  return rows;
}

/**
 * Locks all memberships and counters until the command ends: no member can join, leave or change. Then returns the same members as
 * `listWriters`.
 */
export async function lockWriters(tx: TeamTx): Promise<Writer[]> {
  await lockUsage(tx);
  return await listWriters(tx);
}

/** Returns view-only members, of the given users or of all, longest membership first. */
export async function listViewOnly(
  tx: TeamTx,
  userIds: readonly string[] | null = null,
): Promise<{ userId: string; mayTakeSeat: boolean }[]> {
  const { rows } = await sql<{ userId: string; mayTakeSeat: boolean }>`
    select m.user_id as "userId", ${mayTakeSeat} as "mayTakeSeat" from memberships m
    where m.team_id = ${tx.teamId} and m.removed_at is null and m.view_only_since is not null
      and ${userIds === null ? sql`true` : sql`m.user_id = any (${userIds}::uuid[])`}
    order by m.joined_at, m.user_id`.execute(tx);
  return rows;
}

/** @param since null to restore write access */
export async function setViewOnly(tx: TeamTx, userIds: readonly string[], since: Date | null): Promise<void> {
  await tx
    .updateTable('memberships')
    .set({ view_only_since: since })
    .where('team_id', '=', tx.teamId)
    .where('user_id', 'in', [...userIds])
    .execute();
}

/** Stores the owner's choice. All other writers are excluded. */
export async function writeChoice(tx: TeamTx, keptIds: readonly string[]): Promise<void> {
  await sql`
    update memberships m set keeps_seat = m.user_id = any (${keptIds}::uuid[])
    where m.team_id = ${tx.teamId} and m.removed_at is null and ${mayTakeSeat}`.execute(tx);
}

export async function clearChoice(tx: TeamTx): Promise<void> {
  await tx
    .updateTable('memberships')
    .set({ keeps_seat: null })
    .where('team_id', '=', tx.teamId)
    .where('keeps_seat', 'is not', null)
    .execute();
}

/** Recounts the taken seats. Expects the counter to be locked. */
export async function recountSeats(tx: TeamTx): Promise<void> {
  const writers = await listWriters(tx);
  await tx
    .updateTable('team_usage')
    .set({ n: writers.filter((one) => !one.isViewOnly).length })
    .where('team_id', '=', tx.teamId)
    .where('resource', '=', 'collaborators')
    .execute();
}

/** Returns the deadline for the owner's choice, and whether it has passed by the product's clock. */
export async function findChooseBy(tx: TeamTx): Promise<{ chooseBy: Date | null; isOver: boolean }> {
  const { rows } = await sql<{ chooseBy: Date | null; isOver: boolean }>`
    select t.choose_seats_by as "chooseBy", coalesce(t.choose_seats_by <= app_now(), false) as "isOver"
    from teams t where t.id = ${tx.teamId}`.execute(tx);
  return rows[0] ?? { chooseBy: null, isOver: false };
}

export async function endChoosing(tx: TeamTx): Promise<void> {
  await tx.updateTable('teams').set({ choose_seats_by: null }).where('id', '=', tx.teamId).execute();
}

/** Returns the ids of teams, after `after`, whose deadline for the choice of seats has passed. */
export async function listTeamsToLimit(tx: SystemTx, after: string | null, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select t.id from teams t
    where t.choose_seats_by <= app_now() and t.deleted_at is null
      and ${after === null ? sql`true` : sql`t.id > ${after}::uuid`}
    order by t.id limit ${limit}`.execute(tx);
  return rows.map(({ id }) => id);
}
