import type { PrivateProject } from '@hearth/contracts/projects/projects';
import { call } from '#platform/api/api-client.ts';

/** Fetches all pages of the team's private projects: their existence and their managers. */
export async function readPrivateProjects(teamId: string, signal?: AbortSignal): Promise<PrivateProject[]> {
  const projects: PrivateProject[] = [];
  let cursor: string | undefined;
  do {
    const page: { projects: PrivateProject[]; nextCursor: string | null } = await call(
      'GET /teams/{teamId}/private-projects',
      { params: { teamId }, query: { limit: 200, cursor }, signal },
    );
    projects.push(...page.projects);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return projects;
}
