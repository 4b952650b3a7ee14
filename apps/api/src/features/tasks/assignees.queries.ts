import { sql } from 'kysely';
import type { TeamTx } from '#platform/db/index.ts';

/** Of these people, the active members who may see work of this project (null = of the team). */
export async function listWhoMaySee(
  tx: TeamTx,
  teamId: string,
  projectId: string | null,
  userIds: readonly string[],
): Promise<string[]> {
  if (userIds.length === 0) return [];
  const { rows } = await sql<{ user_id: string }>`
    select m.user_id from memberships m
    where m.team_id = ${teamId} and m.user_id = any (${userIds}::uuid[]) and m.removed_at is null
      and (m.role <> 'guest' or exists (
        select from project_grants g
        where g.team_id = m.team_id and g.user_id = m.user_id and g.project_id = ${projectId}::uuid))`.execute(
    tx,
  );
  return rows.map((row) => row.user_id);
}
