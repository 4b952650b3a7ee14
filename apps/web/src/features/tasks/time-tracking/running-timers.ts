import type { SyncRows } from '@hearth/contracts/sync';
import type { TeamStore, View } from '#platform/sync/index.ts';

/** Running timers by user. */
export function runningTimers(store: TeamStore): View<'timeEntry'> {
  return store.sharedView('running timers', {
    entity: 'timeEntry',
    filter: ({ endedAt }) => endedAt === null,
    group: ({ userId }) => userId,
    compare: () => 0,
  });
}

/** Returns the user's running timer, if any. */
export function ownTimer(store: TeamStore): SyncRows['timeEntry'] | undefined {
  const [id] = runningTimers(store).ids(store.userId);
  return id === undefined ? undefined : store.row('timeEntry', id);
}
