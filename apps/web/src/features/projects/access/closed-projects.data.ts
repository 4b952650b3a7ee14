import type { PrivateProject } from '@hearth/contracts/projects/projects';
import { call } from '#platform/api/api-client.ts';
import { readAllPages } from '#platform/api/read-pages.ts';

/** Fetches all pages of the team's private projects, with their names and managers only. */
export async function readPrivateProjects(teamId: string, signal?: AbortSignal): Promise<PrivateProject[]> {
  const pages = await readAllPages((cursor) =>
    call('GET /teams/{teamId}/private-projects', {
      params: { teamId },
      query: { limit: 200, cursor },
      signal,
    }),
  );
  return pages.flatMap(({ projects }) => projects);
}
