import type { MemberActivity } from '@hearth/contracts/members/members';
import { useMemo } from 'react';
import { call } from '#platform/api/api-client.ts';
import { readAllPages } from '#platform/api/read-pages.ts';
import { useMay } from '#platform/permissions/rights.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { useRequest } from '#platform/api/use-request.ts';

/** The maximum page size. */
const PAGE = 200;

interface Activity {
  /** Activity by user id. Null if the viewer may not see it, or it is not loaded yet. */
  activity: ReadonlyMap<string, MemberActivity> | null;
  reload: () => void;
}

/** Member data that is not part of the synced rows. */
export function useActivity(): Activity {
  const { teamId } = useTeamStore();
  const isShown = useMay()('members.activity');
  const { data, reload } = useRequest(`${teamId} ${isShown}`, (signal) =>
    isShown ? readActivity(teamId, signal) : Promise.resolve(null),
  );
  const activity = useMemo(
    () => (data === undefined || data === null ? null : new Map(data.map((one) => [one.userId, one]))),
    [data],
  );
  return { activity, reload };
}

async function readActivity(teamId: string, signal?: AbortSignal): Promise<MemberActivity[]> {
  const pages = await readAllPages((cursor) =>
    call('GET /teams/{teamId}/members/activity', {
      params: { teamId },
      query: { limit: PAGE, cursor },
      signal,
    }),
  );
  return pages.flatMap(({ activity }) => activity);
}
