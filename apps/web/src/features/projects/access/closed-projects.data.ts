import type { PrivateProject } from '@hearth/contracts/projects/projects';
import { call } from '#platform/api/api-client.ts';

/** All private projects of the team, from all pages: that they exist, and who manages them. */
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
