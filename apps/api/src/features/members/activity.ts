import { commitWith, withTeam } from '#platform/db/index.ts';
import type { App } from '#platform/feature.ts';
import { putActivity } from './activity.queries.ts';

/** Throttle: of each person and team at most one write in this time. */
const EVERY_MS = 3_600_000;
/** Nodes write within a few seconds of one another; which of them was first does not matter. */
const TOLERANCE_MS = 60_000;
const LONGEST_MEMORY = 20_000;

interface ActivityNotes {
  /** Costs a look into memory; the write, where one is due, happens after the request. */
  note: (teamId: string, userId: string) => void;
  /** Waits for the writes in progress; what is not begun is dropped. */
  close: () => Promise<void>;
  /** Flushes. */
  settle: () => Promise<void>;
}

/**
 * Remembers who was active when, off the hot path: one write after the other, and none twice within the hour.
 */
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
        app.log.warn({ err: error }, 'when a member was active could not be written');
      }
    }
  }

  /** Not in the turn of the request that noted something: it must not wait for this. */
  function start(): void {
    writing ??= new Promise((resolve) => setImmediate(resolve)).then(writeAll).finally(() => {
      writing = null;
      // What was noted in the very moment in which the last write ended.
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
      // An LRU: re-inserting keeps the order by time.
      notedAt.delete(key);
      notedAt.set(key, at.getTime());
      if (notedAt.size > LONGEST_MEMORY) notedAt.delete(notedAt.keys().next().value ?? '');
      waiting.push({ teamId, userId, at });
      start();
    },
    settle,
    async close() {
      isClosed = true;
      waiting.length = 0;
      await settle();
    },
  };
}
