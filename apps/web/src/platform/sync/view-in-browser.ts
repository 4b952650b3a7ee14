import { createHttpTransport } from './http-transport.ts';
import { createIds } from './ids.ts';
import { browserClock } from './tabs.ts';
import { openTeam, type TeamStore } from './team-store.ts';
import type { Channel, Locks, TeamStorage } from './types.ts';

/** Nothing of what somebody else sees is kept on this device, or shown in other tabs. */
const keepNothing: TeamStorage = {
  steps: {
    load: () => Promise.resolve([]),
    listTabs: () => Promise.resolve([]),
    listRows: () => Promise.resolve([]),
    put: () => Promise.resolve(),
    remove: () => Promise.resolve(),
    forget: () => Promise.resolve(),
  },
  peek: () => Promise.resolve({ cursor: null, outbox: [] }),
  load: () => Promise.resolve({ cursor: null, chunks: [], outbox: [] }),
  add: () => Promise.resolve(1),
  keepAnswer: () => Promise.resolve(),
  remove: () => Promise.resolve(),
  flush: () => Promise.resolve(),
  clearCopy: () => Promise.resolve(),
  wipe: () => Promise.resolve(),
  close: () => undefined,
};
const alone: Channel = { post: () => undefined, listen: () => undefined, close: () => undefined };
const noOthers: Locks = { acquire: () => Promise.resolve(), tryAcquire: () => Promise.resolve(true) };

/** Opens a team as another member sees it: the rows that both people may see. The server refuses every change. */
export function openViewInBrowser(view: {
  apiOrigin: string;
  teamId: string;
  /** As whom the team is seen. */
  userId: string;
  token: string;
}): TeamStore {
  const { apiOrigin, teamId, userId, token } = view;
  return openTeam({
    userId,
    teamId,
    transport: createHttpTransport(apiOrigin, teamId, token),
    storage: keepNothing,
    locks: noOthers,
    channel: alone,
    clock: browserClock,
    random: Math.random,
    newId: createIds(Date.now, (bytes) => void crypto.getRandomValues(bytes)),
    tab: '',
  });
}
