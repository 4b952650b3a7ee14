import type { Channel, Locks, TeamStorage } from '#platform/sync/rows/types.ts';

/** Storage that persists nothing. */
export const noStorage: TeamStorage = {
  steps: {
    load: () => Promise.resolve([]),
    listTabs: () => Promise.resolve([]),
    listRows: () => Promise.resolve([]),
    put: () => Promise.resolve(),
    remove: () => Promise.resolve(),
    forget: () => Promise.resolve(),
  },
  files: {
    count: () => Promise.resolve(0),
    list: () => Promise.resolve([]),
    has: () => Promise.resolve(false),
    put: () => Promise.resolve(),
    remove: () => Promise.resolve(),
  },
  peek: () => Promise.resolve({ cursor: null, epoch: null, outbox: [] }),
  load: () => Promise.resolve({ cursor: null, epoch: null, chunks: [], outbox: [] }),
  add: () => Promise.resolve(1),
  saveResult: () => Promise.resolve(),
  remove: () => Promise.resolve(),
  flush: () => Promise.resolve(),
  clearCopy: () => Promise.resolve(),
  wipe: () => Promise.resolve(),
  close: () => undefined,
};
/** A channel for a tab that does not communicate with other tabs. */
export const alone: Channel = { post: () => undefined, listen: () => undefined, close: () => undefined };
export const noOthers: Locks = { acquire: () => Promise.resolve(), tryAcquire: () => Promise.resolve(true) };
