import type { MemberActivity } from '@hearth/contracts/members';
import { useMemo } from 'react';
import { call } from '#platform/api-client.ts';
import { useMay } from '#platform/rights.ts';
import { useTeamStore } from '#platform/sync/index.ts';
import { useRequest } from '#platform/use-request.ts';

/** As large as a page may be. */
const PAGE = 200;

/** What is known of each member beyond the synced rows. Null where the viewer may not see it, or it is not here yet. */
export function useActivity(): ReadonlyMap<string, MemberActivity> | null {
  const { teamId } = useTeamStore();
  const isShown = useMay()('members.activity');
  const { data } = useRequest(`${teamId} ${isShown}`, (signal) =>
    isShown ? readActivity(teamId, signal) : Promise.resolve(null),
  );
  return useMemo(
    () => (data === undefined || data === null ? null : new Map(data.map((one) => [one.userId, one]))),
    [data],
  );
}

async function readActivity(teamId: string, signal?: AbortSignal): Promise<MemberActivity[]> {
  const all: MemberActivity[] = [];
  let cursor: string | undefined;
  do {
    const page = await call('GET /teams/{teamId}/members/activity', {
      params: { teamId },
      query: { limit: PAGE, cursor },
      ...(signal === undefined ? {} : { signal }),
    });
    all.push(...page.activity);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return all;
}
