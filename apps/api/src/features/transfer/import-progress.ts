import { withTeam } from '#platform/db/index.ts';
import type { App } from '#platform/feature.ts';
import { setProgress } from './imports.queries.ts';

const PUBLISH_EVERY_MS = 700;

export interface Progress {
  /** Reports progress from 0 to 1. It can be called often because writes are throttled. */
  publish(share: number): void;
  /** Resolves when no write is pending. */
  stop(): Promise<void>;
}

/**
 * Writes the progress of an import in separate transactions because the import's own writes are not visible before it commits. Must be
 * started outside of the import's transaction. On the embedded database, which has a single connection, the writes wait for that
 * transaction.
 */
export function watchProgress(app: App, on: { teamId: string; userId: string; importId: string }): Progress {
  let share = 0;
  let written = 0;
  let writing: Promise<void> | null = null;
  const timer = setInterval(() => {
    if (share - written < 0.01) return;
    writing ??= write(share);
  }, PUBLISH_EVERY_MS);
  async function write(now: number): Promise<void> {
    try {
      await withTeam(app.db, on, (tx) => setProgress(tx, on.importId, now));
      written = now;
    } catch (error) {
      app.log.warn({ err: error }, 'failed to save import progress');
    }
    writing = null;
  }
  return {
    publish: (now) => {
      share = Math.max(share, Math.min(now, 1));
    },
    async stop() {
      clearInterval(timer);
      await writing;
    },
  };
}
