import { sql } from 'kysely';
import type { GrantLevel } from '@hearth/contracts/permissions/permissions';
import type { Project } from '@hearth/contracts/projects/projects';
import type { TeamTx } from '#platform/db/index.ts';
import { projectJson } from './projects.queries.ts';

interface Heir {
  projectId: string;
  heirId: string;
  /** The previous grant; null = none. */
  before: GrantLevel | null;
}

/** Locks and returns private projects that a person manages, including trashed ones. */
export async function lockPrivateProjectsOf(tx: TeamTx, userId: string): Promise<Project[]> {
  const { rows } = await sql<{ project: Project }>`
    select ${projectJson} as project from projects p
    where p.team_id = ${tx.teamId} and p.is_private and p.id in (
      select g.project_id from project_grants g
      where g.team_id = ${tx.teamId} and g.user_id = ${userId} and g.level = 'manage')
    order by p.id for update`.execute(tx);
  return rows.map(({ project }) => project);
}

/** Returns successors for those of these projects that have no other manager. A project without any candidate is omitted. */
export async function findHeirs(
  tx: TeamTx,
  of: { projectIds: readonly string[]; leaverId: string; actorId: string },
): Promise<Heir[]> {
  const { leaverId, actorId } = of;
  const { rows } = await sql<Heir>`
    select p.id as "projectId", heir.user_id as "heirId", heir.level as before
    from projects p cross join lateral (
      select m.user_id, g.level from memberships m
      left join project_grants g on g.team_id = m.team_id and g.user_id = m.user_id and g.project_id = p.id
      where m.team_id = ${tx.teamId} and m.removed_at is null and m.user_id <> ${leaverId} and m.role <> 'guest'
        and (g.level is not null or m.role = 'owner' or (m.role = 'admin' and m.user_id = ${actorId}))
      order by coalesce(array_position(array['edit', 'comment', 'view'], g.level), 4), m.user_id <> ${actorId},
        m.role <> 'owner', m.joined_at, m.user_id
      limit 1
    ) heir
    where p.team_id = ${tx.teamId} and p.id = any (${[...of.projectIds]}::uuid[]) and not exists (
      select from project_grants g join memberships m on m.team_id = g.team_id and m.user_id = g.user_id
      where g.team_id = p.team_id and g.project_id = p.id and g.level = 'manage' and g.user_id <> ${leaverId}
        and m.removed_at is null)
    order by p.id`.execute(tx);
  return rows;
}

export async function putHeirs(
  tx: TeamTx,
  heirs: readonly Heir[],
  given: { by: string; at: Date },
): Promise<void> {
  await sql`
    insert into project_grants (team_id, project_id, user_id, level, granted_by, granted_at)
    select ${tx.teamId}::uuid, r."projectId", r."heirId", 'manage', ${given.by}::uuid, ${given.at}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(heirs)}::jsonb) as r ("projectId" uuid, "heirId" uuid)
    on conflict (team_id, project_id, user_id)
    do update set level = excluded.level, granted_by = excluded.granted_by, granted_at = excluded.granted_at`.execute(
    tx,
  );
}
