import type { ProjectGrant } from '@hearth/contracts/projects/projects';
import type { SyncRows } from '@hearth/contracts/sync';
import { levelByRole, levelOf, type Actor, type GrantLevel } from '@hearth/contracts/permissions/permissions';
import { call } from '#platform/api/api-client.ts';

type Member = SyncRows['member'];

/** A person who can open the project, how far they get, and why. */
export interface Access {
  person: Member;
  level: GrantLevel;
  /** Their own grant; null where their role alone lets them in. */
  grant: ProjectGrant | null;
  /** The role gives as much as they have: a grant less changes nothing. */
  isByRole: boolean;
}

/** Every grant on the project, all pages. */
export async function readGrants(
  teamId: string,
  projectId: string,
  signal?: AbortSignal,
): Promise<ProjectGrant[]> {
  const grants: ProjectGrant[] = [];
  let cursor: string | undefined;
  do {
    const page: { grants: ProjectGrant[]; nextCursor: string | null } = await call(
      'GET /teams/{teamId}/projects/{projectId}/grants',
      { params: { teamId, projectId }, query: { limit: 200, cursor }, signal },
    );
    grants.push(...page.grants);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return grants;
}

/** Who can open the project: people with a grant first, then those whose role lets them in; each in the order given. */
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
