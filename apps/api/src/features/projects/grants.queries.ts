import { sql } from 'kysely';
import type { GrantLevel } from '@hearth/contracts/permissions';
import type { ProjectGrant } from '@hearth/contracts/projects';
import type { TeamTx } from '#platform/db/index.ts';

/** One more than `limit`, by user id. */
export async function listGrants(
  tx: TeamTx,
  teamId: string,
  projectId: string,
  page: { after: string | null; limit: number },
): Promise<ProjectGrant[]> {
  const { after } = page;
  return await tx
    .selectFrom('project_grants')
    .select(['user_id as userId', 'level'])
    .where('team_id', '=', teamId)
    .where('project_id', '=', projectId)
    .$if(after !== null, (query) => query.where('user_id', '>', after ?? ''))
    .orderBy('user_id')
    .limit(page.limit + 1)
    .execute();
}

export async function findGrant(
  tx: TeamTx,
  teamId: string,
  projectId: string,
  userId: string,
): Promise<GrantLevel | null> {
  const row = await tx
    .selectFrom('project_grants')
    .select('level')
    .where('team_id', '=', teamId)
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.level ?? null;
}

export async function putGrant(
  tx: TeamTx,
  grant: { teamId: string; projectId: string; userId: string; level: GrantLevel; by: string; at: Date },
): Promise<void> {
  await sql`
    insert into project_grants (team_id, project_id, user_id, level, granted_by, granted_at)
    values (${grant.teamId}, ${grant.projectId}, ${grant.userId}, ${grant.level}, ${grant.by}, ${grant.at})
    on conflict (team_id, project_id, user_id)
    do update set level = excluded.level, granted_by = excluded.granted_by, granted_at = excluded.granted_at`.execute(
    tx,
  );
}

export async function deleteGrant(
  tx: TeamTx,
  teamId: string,
  projectId: string,
  userId: string,
): Promise<void> {
  await tx
    .deleteFrom('project_grants')
    .where('team_id', '=', teamId)
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .execute();
}
