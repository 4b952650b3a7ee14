import { sql, type RawBuilder } from 'kysely';
import type { TeamTx } from '#platform/db/index.ts';

/**
 * Returns whether this member may see content of this project, or of the team if `projectId` is null. Expects the table `memberships`
 * aliased as `m`.
 */
export function maySeeProject(projectId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`m.removed_at is null and (
    (m.role <> 'guest' and not exists (
      select from projects p where p.team_id = m.team_id and p.id = ${projectId} and p.is_private))
    or exists (select from project_grants g
      where g.team_id = m.team_id and g.user_id = m.user_id and g.project_id = ${projectId}))`;
}

/**
 * Returns the ids of the active members among these users who may see content of this project, or of the team if `projectId` is null.
 * Locks their memberships because nothing may be assigned to a member who is being removed.
 */
export async function listMembersWithAccess(
  tx: TeamTx,
  projectId: string | null,
  userIds: readonly string[],
): Promise<string[]> {
  if (userIds.length === 0) return [];
  const { rows } = await sql<{ user_id: string }>`
    select m.user_id from memberships m
    where m.team_id = ${tx.teamId} and m.user_id = any (${userIds}::uuid[]) and ${maySeeProject(sql`${projectId}::uuid`)}
    order by m.user_id for share of m`.execute(tx);
  return rows.map((row) => row.user_id);
}
