import { sql } from 'kysely';
import type { Project } from '@hearth/contracts/projects/projects';
import type { TeamTx } from '#platform/db/index.ts';
import { projectJson } from './projects.queries.ts';

/** Locks and returns private projects that a user manages, including trashed ones. */
export async function lockPrivateProjectsOf(tx: TeamTx, userId: string): Promise<Project[]> {
  const { rows } = await sql<{ project: Project }>`
    select ${projectJson} as project from projects p
    where p.team_id = ${tx.teamId} and p.is_private and p.id in (
      select g.project_id from project_grants g
      where g.team_id = ${tx.teamId} and g.user_id = ${userId} and g.level = 'manage')
    order by p.id for update`.execute(tx);
  return rows.map(({ project }) => project);
}
