import { commitWith, withTeam } from '#platform/db/index.ts';
import type { App } from '#platform/feature.ts';
import { putActivity } from './activity.queries.ts';

/** Throttle in ms: at most one write per member and team within this time. */
const EVERY_MS = 3_600_000;
/** Tolerance in ms. Nodes may write within a few seconds of one another, in any order. */
const TOLERANCE_MS = 60_000;
const LONGEST_MEMORY = 20_000;

interface ActivityNotes {
  /** Records an activity. This is only an in-memory lookup. A write that is due happens after the request. */
  note: (teamId: string, userId: string) => void;
  /** Forgets a member whose stored activity was deleted, so that it is written again when they come back. */
  forget: (teamId: string, userId: string) => void;
  /** Waits for the write in progress and drops queued ones. */
  close: () => Promise<void>;
  /** Flushes all queued writes. */
  settle: () => Promise<void>;
}

/** Records members' last activity off the hot path. Writes are serialized, at most one per hour and member. */
export function createActivityNotes(app: App): ActivityNotes {
  const notedAt = new Map<string, number>();
  const waiting: { teamId: string; userId: string; at: Date }[] = [];
  let isClosed = false;
  let writing: Promise<void> | null = null;

  async function writeAll(): Promise<void> {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { teamId, userId, at } = next;
      const before = new Date(at.getTime() - EVERY_MS + TOLERANCE_MS);
      try {
        await withTeam(app.db, { teamId, userId }, (tx) =>
          commitWith(() => putActivity(tx, { userId, at, before })),
        );
      } catch (error) {
        notedAt.delete(`${teamId}/${userId}`);
        app.log.warn({ err: error }, 'failed to update last-active time');
      }
    }
  }

  /** Deferred because the request that recorded the activity must not wait for the write. */
  function start(): void {
    writing ??= new Promise((resolve) => setImmediate(resolve)).then(writeAll).finally(() => {
      writing = null;
      // An activity may have been recorded while the last write ended.
      if (waiting.length > 0) start();
    });
  }

  async function settle(): Promise<void> {
    await writing;
  }

  return {
    note(teamId, userId) {
      const key = `${teamId}/${userId}`;
      const at = app.clock.now();
      const last = notedAt.get(key);
      if (isClosed || (last !== undefined && at.getTime() - last < EVERY_MS)) return;
      // Re-inserting the key keeps the map ordered by time (LRU).
      notedAt.delete(key);
      notedAt.set(key, at.getTime());
      if (notedAt.size > LONGEST_MEMORY) notedAt.delete(notedAt.keys().next().value ?? '');
      waiting.push({ teamId, userId, at });
      start();
    },
    forget: (teamId, userId) => void notedAt.delete(`${teamId}/${userId}`),
    settle,
    async close() {
      isClosed = true;
      waiting.length = 0;
      await settle();
    },
  };
}
