import { findMessage } from '#features/assistant/threads/messages.queries.ts';
import { toMessages } from '#features/assistant/threads/read-messages.ts';
import { readTeam } from '#platform/db/index.ts';
import type { App } from '#platform/feature.ts';
import { Run } from './run.ts';

const POLL_EVERY_MS = 200;

interface Watched {
  run: Run;
  /** Stops polling immediately. Call it when the stream to the reader ends. */
  stop: () => void;
}

/** Follows an answer that is complete or is generated on another node, by polling its stored progress. */
export function watchElsewhere(
  app: App,
  of: { teamId: string; userId: string },
  ids: { threadId: string; messageId: string },
): Watched {
  const run = new Run(ids.threadId, ids.messageId);
  let timer: NodeJS.Timeout | null = null;
  let isStopped = false;

  async function poll(): Promise<void> {
    const now = app.clock.now();
    const found = await readTeam(app.db, of, async (tx) => {
      const row = await findMessage(tx, { id: ids.messageId, userId: of.userId });
      const isOver = row !== null && (row.leaseUntil === null || row.leaseUntil <= now);
      const [message] = isOver ? await toMessages(tx, [row], { userId: of.userId, now }) : [];
      return row === null ? null : { text: row.text, message: message ?? null };
    });
    if (found === null) return run.fail();
    if (found.text.startsWith(run.text)) run.write(found.text.slice(run.text.length));
    if (found.message !== null) run.finish(found.message);
  }

  const pollAgain = (): void => {
    if (isStopped || run.isOver) return;
    poll()
      .catch((error: unknown) => {
        app.log.warn({ err: error }, 'failed to follow an assistant response of another node');
        run.fail();
      })
      .finally(() => {
        if (!isStopped && !run.isOver) timer = setTimeout(pollAgain, POLL_EVERY_MS);
      });
  };
  pollAgain();
  return {
    run,
    stop: () => {
      isStopped = true;
      if (timer !== null) clearTimeout(timer);
    },
  };
}
