import { takeFirstRows } from './first-load.ts';
import { createHttpTransport } from '#platform/sync/exchange/http-transport.ts';
import { createIds } from '#platform/sync/exchange/ids.ts';
import { localDbName, wipeOtherPeople } from '#platform/sync/copies/local-dbs.ts';
import { openStorage } from '#platform/sync/copies/storage.ts';
import { browserClock, browserLocks, nameTab, openChannel } from '#platform/sync/copies/tabs.ts';
import { openTeam, type TeamStore } from '#platform/sync/store/team-store.ts';

interface BrowserTeamOptions {
  apiOrigin: string;
  userId: string;
  teamId: string;
  onSessionOver?: () => void;
}

const open = new Set<TeamStore>();
/** Delay of the fallback for `requestIdleCallback`. Safari lacks it before 2025. */
const GUESSED_IDLE_MS = 200;

function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve());
    else setTimeout(resolve, GUESSED_IDLE_MS);
  });
}

/**
 * Drains before the session ends: no open team sends further requests.
 * @returns a function that resumes sending if the session stays
 */
export async function restOpenTeams(): Promise<() => void> {
  const stores = [...open];
  await Promise.all(stores.map((store) => store.rest()));
  return () => {
    for (const store of stores) store.resume();
  };
}

/** Opens a team with the browser's ports. Wakes the store when the network or the tab comes back. */
export function openTeamInBrowser(options: BrowserTeamOptions): TeamStore {
  const { apiOrigin, userId, teamId, onSessionOver } = options;
  // Copies of previous users of this browser must not remain readable.
  void wipeOtherPeople(userId).catch(() => undefined);
  const newId = createIds(Date.now, (bytes) => void crypto.getRandomValues(bytes));
  const store = openTeam({
    userId,
    teamId,
    onSessionOver,
    takeFirstRows: () => takeFirstRows(userId, teamId),
    whenIdle,
    transport: createHttpTransport(apiOrigin, teamId),
    storage: openStorage(userId, teamId),
    locks: browserLocks,
    channel: openChannel(localDbName(userId, teamId)),
    clock: browserClock,
    random: Math.random,
    newId,
    tab: nameTab(newId),
  });
  const wake = (): void => store.wake();
  const wakeIfShown = (): void => {
    if (document.visibilityState === 'visible') store.wake();
  };
  globalThis.addEventListener('online', wake);
  document.addEventListener('visibilitychange', wakeIfShown);
  open.add(store);
  store.onClosed(() => {
    open.delete(store);
    globalThis.removeEventListener('online', wake);
    document.removeEventListener('visibilitychange', wakeIfShown);
  });
  return store;
}
