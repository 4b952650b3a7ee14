import { hasRole } from '@hearth/contracts/permissions/permissions';
import { useMemo } from 'react';
import { useRequest } from '#platform/api/use-request.ts';
import { useTeamStore, type View } from '#platform/sync/index.ts';
import { useRows } from '#platform/sync/store/use-rows.ts';
import { useProjects } from '#features/projects/model/use-projects.ts';
import { readGrants } from './access.data.ts';

const NOBODY: ReadonlySet<string> = new Set();

/**
 * Returns the ids of the guests who have been added to at least one project that this person can see. Empty while unknown.
 * @param isEnabled false if the result is not needed yet; no request is then sent
 */
export function useGuestsOfProjects(isEnabled: boolean, members: View<'member'>): ReadonlySet<string> {
  const { teamId } = useTeamStore();
  const people = useRows(members);
  const projectIds = useProjects().map(({ id }) => id);
  const guestIds = people.flatMap(({ userId, teamRole }) => (hasRole(teamRole, 'member') ? [] : userId));
  const isRead = isEnabled && guestIds.length > 0;
  const { data } = useRequest(`${teamId} ${isRead ? [...projectIds, ...guestIds].join(' ') : ''}`, (signal) =>
    isRead ? readHolders(teamId, projectIds, signal) : Promise.resolve(NOBODY),
  );
  const key = guestIds.join(' ');
  return useMemo(
    () => (data === undefined ? NOBODY : new Set(key.split(' ').filter((id) => data.has(id)))),
    [data, key],
  );
}

/** Reads one project after another: they are few, and the view is already usable. */
async function readHolders(
  teamId: string,
  projectIds: readonly string[],
  signal?: AbortSignal,
): Promise<ReadonlySet<string>> {
  const holders = new Set<string>();
  for (const projectId of projectIds)
    for (const { userId } of await readGrants(teamId, projectId, signal)) holders.add(userId);
  return holders;
}
