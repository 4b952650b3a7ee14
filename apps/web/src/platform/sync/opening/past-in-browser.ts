import { t } from '@lingui/core/macro';
import type { SyncPage } from '@hearth/contracts/sync';
import { createHttpTransport } from '#platform/sync/exchange/http-transport.ts';
import { createIds } from '#platform/sync/exchange/ids.ts';
import { alone, noStorage, noOthers } from '#platform/sync/copies/no-storage.ts';
import { browserClock } from '#platform/sync/copies/tabs.ts';
import { openTeam, type TeamStore } from '#platform/sync/store/team-store.ts';
import type { Transport } from '#platform/sync/rows/types.ts';

/**
 * Heartbeat interval, shorter than the silence after which a feed counts as dead. A historical snapshot emits no changes, but its feed must
 * stay connected.
 */
const BEAT_MS = 20_000;

const NO_NEWS: SyncPage = { seq: 0, epoch: 'e', reset: false, changes: [], nextCursor: null };

/** Opens a read-only historical snapshot of a team's data. */
export function openPastInBrowser(past: {
  apiOrigin: string;
  teamId: string;
  userId: string;
  /** The timestamp of the snapshot. */
  at: string;
}): TeamStore {
  const { apiOrigin, teamId, userId, at } = past;
  return openTeam({
    userId,
    teamId,
    at,
    transport: restrictToSnapshot(createHttpTransport(apiOrigin, teamId, { at })),
    storage: noStorage,
    locks: noOthers,
    channel: alone,
    clock: browserClock,
    random: Math.random,
    newId: createIds(Date.now, (bytes) => void crypto.getRandomValues(bytes)),
    tab: '',
  });
}

/** Restricts the transport to the snapshot. It delivers no later changes and sends nothing. */
function restrictToSnapshot(server: Transport): Transport {
  return {
    snapshot: (cursor, signal) => server.snapshot(cursor, signal),
    since: () => Promise.resolve(NO_NEWS),
    listTasks: () => Promise.resolve({ tasks: [], nextCursor: null }),
    send: () =>
      Promise.resolve({
        status: 403,
        seq: null,
        problem: {
          type: 'about:blank',
          title: t`Not allowed`,
          status: 403,
          detail: t`Viewing the past (read-only).`,
          code: 'FORBIDDEN',
        },
        retryAfterMs: null,
      }),
    openFeed(_since, _epoch, { onFrame }) {
      const beat = setInterval(() => onFrame({ type: 'ping', seq: 0 }), BEAT_MS);
      return { send: () => undefined, close: () => clearInterval(beat) };
    },
  };
}
