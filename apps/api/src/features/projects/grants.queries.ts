import { sql } from 'kysely';
import type { GrantLevel } from '@hearth/contracts/permissions/permissions';
import type { PrivateProject, ProjectGrant } from '@hearth/contracts/projects/projects';
import type { TeamTx } from '#platform/db/index.ts';

/** Returns a page (`limit` + 1), by user id. */
export async function listGrants(
  tx: TeamTx,
  projectId: string,
  page: { after: string | null; limit: number },
): Promise<ProjectGrant[]> {
  const { after } = page;
  const rows = await tx
    .selectFrom('project_grants')
    .select(['user_id as userId', 'level', 'granted_by as grantedBy', 'granted_at as grantedAt'])
    .where('team_id', '=', tx.teamId)
    .where('project_id', '=', projectId)
    .$if(after !== null, (query) => query.where('user_id', '>', after ?? ''))
    .orderBy('user_id')
    .limit(page.limit + 1)
    .execute();
  return rows.map((row) => ({ ...row, grantedAt: row.grantedAt.toISOString() }));
}

export async function findGrant(tx: TeamTx, projectId: string, userId: string): Promise<ProjectGrant | null> {
  const row = await tx
    .selectFrom('project_grants')
    .select(['user_id as userId', 'level', 'granted_by as grantedBy', 'granted_at as grantedAt'])
    .where('team_id', '=', tx.teamId)
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row === undefined ? null : { ...row, grantedAt: row.grantedAt.toISOString() };
}

/** Returns whether anyone except this user manages the project by a grant. */
export async function hasOtherManager(tx: TeamTx, projectId: string, userId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('project_grants')
    .select('user_id')
    .where('team_id', '=', tx.teamId)
    .where('project_id', '=', projectId)
    .where('level', '=', 'manage')
    .where('user_id', '!=', userId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns the ids of guests with write access to a project, or to a document in it, which determines whether they need a seat. */
export async function listWritingGuests(tx: TeamTx, projectId: string): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select m.user_id from memberships m
    where m.team_id = ${tx.teamId} and m.role = 'guest' and (
      exists (select from project_grants g
        where g.team_id = m.team_id and g.user_id = m.user_id and g.project_id = ${projectId} and g.level in ('edit', 'manage'))
      or exists (select from document_grants g join documents d on d.team_id = g.team_id and d.id = g.document_id
        where g.team_id = m.team_id and g.user_id = m.user_id and d.project_id = ${projectId} and g.level in ('edit', 'manage')))
    order by m.user_id`.execute(tx);
  return rows.map((row) => row.user_id);
}

/** Returns the ids of members who can see a project only if it is not private: all except guests and users with a grant on it. */
export async function listWithoutGrant(tx: TeamTx, projectId: string): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select m.user_id from memberships m
    where m.team_id = ${tx.teamId} and m.removed_at is null and m.role <> 'guest' and not exists (
      select from project_grants g
      where g.team_id = m.team_id and g.user_id = m.user_id and g.project_id = ${projectId})
    order by m.user_id`.execute(tx);
  return rows.map((row) => row.user_id);
}

/** Returns a page (`limit` + 1) of the team's private projects with their managers, by id. */
export async function listPrivateProjects(
  tx: TeamTx,
  page: { after: string | null; limit: number },
): Promise<PrivateProject[]> {
  const { after } = page;
  const { rows } = await sql<PrivateProject>`
    select p.id, p.name, coalesce((
      select json_agg(g.user_id order by g.user_id) from project_grants g
      where g.team_id = p.team_id and g.project_id = p.id and g.level = 'manage'), '[]') as "managerIds"
    from projects p
    where p.team_id = ${tx.teamId} and p.is_private and p.deleted_at is null
      and ${after === null ? sql`true` : sql`p.id > ${after}::uuid`}
    order by p.id limit ${page.limit + 1}`.execute(tx);
  return rows;
}

export async function putGrant(
  tx: TeamTx,
  grant: { projectId: string; userId: string; level: GrantLevel; by: string; at: Date },
): Promise<void> {
  await sql`
    insert into project_grants (team_id, project_id, user_id, level, granted_by, granted_at)
    values (${tx.teamId}, ${grant.projectId}, ${grant.userId}, ${grant.level}, ${grant.by}, ${grant.at})
    on conflict (team_id, project_id, user_id)
    do update set level = excluded.level, granted_by = excluded.granted_by, granted_at = excluded.granted_at`.execute(
    tx,
  );
}

export async function deleteGrant(tx: TeamTx, projectId: string, userId: string): Promise<void> {
  await tx
    .deleteFrom('project_grants')
    .where('team_id', '=', tx.teamId)
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .execute();
}
