import { sql } from 'kysely';
import type { TeamRole } from '@hearth/contracts/permissions/permissions';
import type { TeamTx, UserTx } from '#platform/db/index.ts';

export interface OwnMembership {
  teamId: string;
  teamName: string;
  role: TeamRole;
  joinedAt: Date;
  removedAt: Date | null;
  isTeamDeleted: boolean;
}

/** Returns all current and former teams of a user, including deleted ones. */
export async function listAllMemberships(tx: UserTx, userId: string): Promise<OwnMembership[]> {
  const rows = await tx
    .selectFrom('memberships as m')
    .innerJoin('teams as t', 't.id', 'm.team_id')
    .select(['m.team_id', 't.name', 'm.role', 'm.joined_at', 'm.removed_at', 't.deleted_at'])
    .where('m.user_id', '=', userId)
    .orderBy('m.joined_at')
    .orderBy('m.team_id')
    .execute();
  return rows.map((row) => ({
    teamId: row.team_id,
    teamName: row.name,
    role: row.role,
    joinedAt: row.joined_at,
    removedAt: row.removed_at,
    isTeamDeleted: row.deleted_at !== null,
  }));
}

/** Returns whether the user is the only owner of a team that has other members. */
export async function findSoleOwnership(tx: TeamTx, userId: string): Promise<boolean> {
  const { rows } = await sql<{ others: number; owners: number }>`
    select count(*)::int as others, count(*) filter (where role = 'owner')::int as owners from memberships
    where team_id = ${tx.teamId} and user_id <> ${userId} and removed_at is null`.execute(tx);
  const [row] = rows;
  return row !== undefined && row.others > 0 && row.owners === 0;
}

/** Locks the successor of an owner: admins before members, longest membership first. @returns the user id, or null if there is none */
export async function findHeir(tx: TeamTx, userId: string): Promise<string | null> {
  const { rows } = await sql<{ user_id: string }>`
    select user_id from memberships
    where team_id = ${tx.teamId} and user_id <> ${userId} and removed_at is null and role in ('admin', 'member')
    order by role, joined_at, user_id limit 1 for no key update`.execute(tx);
  return rows[0]?.user_id ?? null;
}

/** Erases a user's name, address, image, capacity and absences from the team's log and history. */
export async function eraseMember(tx: TeamTx, userId: string, shownAs: string): Promise<void> {
  const empty = JSON.stringify({ name: shownAs, email: '', image: null });
  await sql`
    update changes set data = data || ${empty}::jsonb
    where team_id = ${tx.teamId} and entity = 'member' and entity_id = ${userId} and data is not null`.execute(
    tx,
  );
  await sql`
    update history set old_value = null, new_value = null
    where team_id = ${tx.teamId} and entity in ('member', 'workTime') and entity_id = ${userId}`.execute(tx);
  await sql`
    update changes set data = data || '{"capacity": null, "absences": {}}'
    where team_id = ${tx.teamId} and entity = 'workTime' and entity_id = ${userId} and data is not null`.execute(
    tx,
  );
}
