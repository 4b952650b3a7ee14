import type { ProjectGrant } from '@hearth/contracts/projects/projects';
import type { SyncRows } from '@hearth/contracts/sync';
import { levelByRole, levelOf, type Actor, type GrantLevel } from '@hearth/contracts/permissions/permissions';
import { call } from '#platform/api/api-client.ts';
import { readAllPages } from '#platform/api/read-pages.ts';

type Member = SyncRows['member'];

/** A member who can open the project, with their access level and its reason. */
export interface Access {
  person: Member;
  level: GrantLevel;
  /** The member's own grant. Null if access comes only from their role. */
  grant: ProjectGrant | null;
  /** Whether the role alone gives the same access. Removing the grant would then change nothing. */
  isByRole: boolean;
}

/** Fetches all pages of the project's grants. */
export async function readGrants(
  teamId: string,
  projectId: string,
  signal?: AbortSignal,
): Promise<ProjectGrant[]> {
  const params = { teamId, projectId };
  const pages = await readAllPages((cursor) =>
    call('GET /teams/{teamId}/projects/{projectId}/grants', {
      params,
      query: { limit: 200, cursor },
      signal,
    }),
  );
  return pages.flatMap(({ grants }) => grants);
}

/**
 * Returns the members who can open the project: first those with a grant, then those with access by role. Each group keeps the given order.
 */
export function listAccess(
  members: readonly Member[],
  grants: readonly ProjectGrant[],
  project: { id: string; isPrivate: boolean },
): Access[] {
  const byPerson = new Map(grants.map((grant) => [grant.userId, grant]));
  const found = members.flatMap((person): Access[] => {
    const grant = byPerson.get(person.userId) ?? null;
    const actor: Actor = {
      userId: person.userId,
      role: person.teamRole,
      grants: grant === null ? {} : { [project.id]: grant.level },
      privateProjects: project.isPrivate ? { [project.id]: true } : {},
    };
    const level = levelOf(actor, { projectId: project.id });
    if (level === null) return [];
    return [{ person, level, grant, isByRole: levelByRole(actor, project.id) === level }];
  });
  return [...found.filter((one) => one.grant !== null), ...found.filter((one) => one.grant === null)];
}
