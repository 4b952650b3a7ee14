import { createHttpTransport } from '#platform/sync/exchange/http-transport.ts';
import { createIds } from '#platform/sync/exchange/ids.ts';
import { alone, noStorage, noOthers } from '#platform/sync/copies/no-storage.ts';
import { browserClock } from '#platform/sync/copies/tabs.ts';
import { openTeam, type TeamStore } from '#platform/sync/store/team-store.ts';

/** Opens a team as another member sees it. Contains the rows that both users may see. The server rejects every change. */
export function openViewInBrowser(view: {
  apiOrigin: string;
  teamId: string;
  /** The member whose view is shown. */
  userId: string;
  token: string;
}): TeamStore {
  const { apiOrigin, teamId, userId, token } = view;
  return openTeam({
    userId,
    teamId,
    transport: createHttpTransport(apiOrigin, teamId, { viewToken: token }),
    // Another user's view is never stored on this device or shown in other tabs.
    storage: noStorage,
    locks: noOthers,
    channel: alone,
    clock: browserClock,
    random: Math.random,
    newId: createIds(Date.now, (bytes) => void crypto.getRandomValues(bytes)),
    tab: '',
  });
}
