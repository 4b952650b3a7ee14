import type { ProjectGrant } from '@hearth/contracts/projects/projects';
import { hasRole } from '@hearth/contracts/permissions/permissions';
import { useMemo } from 'react';
import { useRow, useTeamStore, type View } from '#platform/sync/index.ts';
import { useRequest } from '#platform/api/use-request.ts';
import { useRows } from '#platform/sync/store/use-rows.ts';
import { listAccess, readGrants } from './access.data.ts';

const NO_GRANTS: readonly ProjectGrant[] = [];

/**
 * Returns the ids of the members who can see the items of this project. A null project means the whole team except guests. Returns null
 * while unknown, for example offline.
 * @param isEnabled false if the result is not needed yet; no request is then sent
 */
export function useViewerIds(
  projectId: string | null,
  isEnabled: boolean,
  members: View<'member'>,
): ReadonlySet<string> | null {
  const { teamId } = useTeamStore();
  const project = useRow('project', projectId ?? '');
  const people = useRows(members);
  const isRead = isEnabled && projectId !== null;
  const { data } = useRequest(`${teamId} ${projectId} ${isRead}`, (signal) =>
    isRead ? readGrants(teamId, projectId, signal) : Promise.resolve(NO_GRANTS),
  );
  return useMemo(() => {
    if (projectId === null) {
      return new Set(people.flatMap((one) => (hasRole(one.teamRole, 'member') ? [one.userId] : [])));
    }
    if (!isRead || data === undefined || project === undefined) return null;
    return new Set(listAccess(people, data, project).map(({ person }) => person.userId));
  }, [projectId, isRead, data, project, people]);
}
