import { sql, type RawBuilder } from 'kysely';
import type { Member } from '@hearth/contracts/members/members';
import { canSeeAddress, hasRole, type Actor, type TeamRole } from '@hearth/contracts/permissions/permissions';
import { takesSeat, writesByGrant } from '#features/billing/index.ts';
import type { TeamTx, UserTx } from '#platform/db/index.ts';
import type { LoadedActor } from '#platform/feature.ts';
import { instantJson } from '#platform/sql-json.ts';
import { isAfterId, type SnapshotRequest } from '#platform/sync/index.ts';

interface MemberRow {
  user_id: string;
  name: string;
  email: string;
  image: string | null;
  role: TeamRole;
  joined_at: Date;
  view_only_since: Date | null;
}

function toMember(row: MemberRow): Member {
  return {
    userId: row.user_id,
    name: row.name,
    email: row.email,
    image: row.image,
    teamRole: row.role,
    joinedAt: row.joined_at.toISOString(),
    isViewOnly: row.view_only_since !== null,
  };
}

/** Selects the active members for the snapshot, with the same fields as `toMember` and with addresses masked as in `showMember`. */
export function selectMemberSnapshot({ teamId, actor, after, limit }: SnapshotRequest): RawBuilder<unknown> {
  const seesAll = hasRole(actor.role, 'member');
  return sql`
    select m.user_id as id, m.user_id::text as key, json_build_object('userId', u.id, 'name', u.name,
      'email', case when ${seesAll} or u.id = ${actor.viewedId ?? actor.userId} then u.email end, 'image', u.image, 'teamRole', m.role, 'joinedAt', ${instantJson(sql`m.joined_at`)},
      'isViewOnly', m.view_only_since is not null) as data
    from memberships m join users u on u.id = m.user_id
    where m.team_id = ${teamId} and m.removed_at is null and ${isAfterId('m.user_id', after)}
    order by m.user_id limit ${limit}`;
}

/** Returns a member as visible to this actor. */
export function showMember(actor: Actor, member: Member): Member {
  return canSeeAddress(actor, member.userId) ? member : { ...member, email: null };
}

function selectMembers(tx: TeamTx) {
  return tx
    .selectFrom('memberships as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['m.user_id', 'u.name', 'u.email', 'u.image', 'm.role', 'm.joined_at', 'm.view_only_since'])
    .where('m.team_id', '=', tx.teamId)
    .where('m.removed_at', 'is', null);
}

/**
 * Loads the caller's role and grants in the transaction's team, and the private and archived projects. Returns null if the caller is not an
 * active member or the team is deleted. Uses a single statement because it runs on every request for a team.
 */
export async function loadActor(tx: TeamTx, userId: string): Promise<LoadedActor | null> {
  // A user's memberships of other teams are visible here too, so filter by team.
  const { rows } = await sql<{
    role: TeamRole;
    isViewOnly: boolean;
    grants: Actor['grants'] | null;
    pages: Actor['grants'] | null;
    privateProjects: Actor['privateProjects'] | null;
    archivedProjects: Actor['privateProjects'] | null;
    rights: number;
  }>`
    select m.role, m.view_only_since is not null as "isViewOnly", (
      select h.rights from team_heads h where h.team_id = m.team_id
    ) as rights, (
      select jsonb_object_agg(g.project_id, g.level) from project_grants g
      where g.team_id = m.team_id and g.user_id = m.user_id
    ) as grants, (
      select jsonb_object_agg(g.document_id, g.level) from document_grants g
      where g.team_id = m.team_id and g.user_id = m.user_id
    ) as pages, (
      select jsonb_object_agg(p.id, true) from projects p where p.team_id = m.team_id and p.is_private
    ) as "privateProjects", (
      select jsonb_object_agg(p.id, true) from projects p
      where p.team_id = m.team_id and p.archived_at is not null and p.deleted_at is null
    ) as "archivedProjects"
    from memberships m join teams t on t.id = m.team_id
    where m.team_id = (select app_team()) and m.user_id = ${userId} and m.removed_at is null and t.deleted_at is null`.execute(
    tx,
  );
  const [row] = rows;
  if (row === undefined) return null;
  const { role, isViewOnly, grants, pages, privateProjects, archivedProjects, rights } = row;
  return {
    rights,
    userId,
    role,
    grants: grants ?? {},
    pages: pages ?? {},
    privateProjects: privateProjects ?? {},
    archivedProjects: archivedProjects ?? {},
    ...(isViewOnly ? { isViewOnly } : {}),
  };
}

/** Returns a page (`limit` + 1) of the members of a team, longest membership first. */
export async function listMembers(
  tx: TeamTx,
  page: { after: { at: Date; id: string } | null; limit: number },
): Promise<Member[]> {
  const { after } = page;
  const rows = await selectMembers(tx)
    .$if(after !== null, (query) =>
      query.where((eb) =>
        eb(eb.refTuple('m.joined_at', 'm.user_id'), '>', eb.tuple(after?.at ?? new Date(0), after?.id ?? '')),
      ),
    )
    .orderBy('m.joined_at')
    .orderBy('m.user_id')
    .limit(page.limit + 1)
    .execute();
  return rows.map(toMember);
}

export async function findMember(tx: TeamTx, userId: string): Promise<Member | null> {
  const row = await selectMembers(tx).where('m.user_id', '=', userId).executeTakeFirst();
  return row === undefined ? null : toMember(row);
}

/** Returns the ids of a user's teams, except deleted ones. */
export async function listTeamsOf(tx: UserTx, userId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('memberships as m')
    .innerJoin('teams as t', 't.id', 'm.team_id')
    .select('m.team_id')
    .where('m.user_id', '=', userId)
    .where('m.removed_at', 'is', null)
    .where('t.deleted_at', 'is', null)
    .orderBy('m.team_id')
    .execute();
  return rows.map((row) => row.team_id);
}

export interface LockedMember {
  userId: string;
  role: TeamRole;
  isViewOnly?: true;
}

/** Locks the memberships of these users and of all owners, in a fixed order. Ownership then cannot change concurrently. */
export async function lockWithOwners(tx: TeamTx, userIds: readonly string[]): Promise<LockedMember[]> {
  const rows = await tx
    .selectFrom('memberships')
    .select(['user_id', 'role', 'view_only_since'])
    .where('team_id', '=', tx.teamId)
    .where('removed_at', 'is', null)
    .where((eb) => eb.or([eb('role', '=', 'owner'), eb('user_id', 'in', [...userIds])]))
    .orderBy('user_id')
    .forNoKeyUpdate()
    .execute();
  return rows.map(({ user_id: userId, role, view_only_since: since }) => ({
    userId,
    role,
    ...(since === null ? {} : { isViewOnly: true }),
  }));
}

/**
 * Locks the memberships of these users in a fixed order. Lock order: memberships before projects, because a leaving member is locked before
 * the projects that they manage.
 */
export async function lockMemberships(tx: TeamTx, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return;
  await tx
    .selectFrom('memberships')
    .select('user_id')
    .where('team_id', '=', tx.teamId)
    .where('user_id', 'in', [...userIds])
    .orderBy('user_id')
    .forNoKeyUpdate()
    .execute();
}

/**
 * Counts how many of these members take a collaborator seat: everyone above guest, and guests with write access, except view-only members.
 */
export async function countSeats(tx: TeamTx, userIds: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from memberships m
    where m.team_id = ${tx.teamId} and m.user_id = any (${userIds}::uuid[]) and m.removed_at is null
      and ${takesSeat}`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** Creates or revives a membership. Returns false if the user is already a member. */
export async function insertMembership(
  tx: TeamTx,
  membership: { userId: string; role: TeamRole; joinedAt: Date },
): Promise<boolean> {
  const { userId, role, joinedAt } = membership;
  const row = await tx
    .insertInto('memberships')
    .values({ team_id: tx.teamId, user_id: userId, role, joined_at: joinedAt })
    .onConflict((conflict) =>
      conflict
        .columns(['team_id', 'user_id'])
        .doUpdateSet({
          role,
          joined_at: joinedAt,
          removed_at: null,
          keeps_seat: null,
          view_only_since: null,
        })
        .where('memberships.removed_at', 'is not', null),
    )
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Updates the role. An owner is never view-only. */
export async function updateRole(tx: TeamTx, userId: string, role: TeamRole): Promise<void> {
  await tx
    .updateTable('memberships')
    .set(role === 'owner' ? { role, view_only_since: null } : { role })
    .where('team_id', '=', tx.teamId)
    .where('user_id', '=', userId)
    .execute();
}

/** Ends a membership and the permissions that depend on it. */
export async function endMembership(tx: TeamTx, userId: string, at: Date): Promise<void> {
  await tx
    .deleteFrom('project_grants')
    .where('team_id', '=', tx.teamId)
    .where('user_id', '=', userId)
    .execute();
  await tx
    .deleteFrom('document_grants')
    .where('team_id', '=', tx.teamId)
    .where('user_id', '=', userId)
    .execute();
  await tx
    .deleteFrom('member_activity')
    .where('team_id', '=', tx.teamId)
    .where('user_id', '=', userId)
    .execute();
  await tx
    .updateTable('memberships')
    .set({ removed_at: at })
    .where('team_id', '=', tx.teamId)
    .where('user_id', '=', userId)
    .execute();
}

/** Locks the counter of taken seats until the transaction ends. */
export async function lockSeats(tx: TeamTx): Promise<void> {
  await tx
    .selectFrom('team_usage')
    .select('n')
    .where('team_id', '=', tx.teamId)
    .where('resource', '=', 'collaborators')
    .forUpdate()
    .execute();
}

/** Counts guests without write access to any project or document outside the trash, who take no seat. Excludes view-only guests. */
export async function countFreeGuests(tx: TeamTx): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from memberships m
    where m.team_id = ${tx.teamId} and m.role = 'guest' and m.removed_at is null and m.view_only_since is null
      and not ${writesByGrant}`.execute(tx);
  return rows[0]?.n ?? 0;
}
