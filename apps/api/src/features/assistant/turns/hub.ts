import type { AssistantMessage } from '@hearth/contracts/assistant/assistant';
import { ASSISTANT_LIMITS } from '@hearth/contracts/assistant/assistant-values';
import { saveProgress } from '#features/assistant/threads/messages.queries.ts';
import { runUnguarded, withTeam } from '#platform/db/index.ts';
import type { App } from '#platform/feature.ts';
import { endsWithin, SHUTDOWN } from '#platform/shutdown.ts';
import { Run } from './run.ts';
import { runTurn, type TurnOrder, type TurnParts } from './run-turn.ts';

/** Flush interval in ms of the progress, stored for readers on other nodes and for recovery after a crash. */
const SAVE_EVERY_MS = 200;
/** Heartbeat interval in ms while there is no new text. */
const ALIVE_EVERY_MS = 1_000;
/** Time in ms after which a node without a heartbeat is considered dead. */
export const LEASE_MS = 8_000;

/** Runs the answers of this node. */
export class Hub {
  readonly #parts: TurnParts;
  readonly #runs = new Map<string, { run: Run; done: Promise<AssistantMessage | null> }>();
  #isClosing = false;

  constructor(parts: TurnParts) {
    this.#parts = parts;
  }

  get isClosing(): boolean {
    return this.#isClosing;
  }

  find(messageId: string): Run | null {
    return this.#runs.get(messageId)?.run ?? null;
  }

  /** Starts an answer. It continues even if all readers disconnect. */
  begin(order: TurnOrder, ids: { threadId: string; messageId: string }): Run {
    const run = new Run(ids.threadId, ids.messageId);
    const done = runUnguarded(() => this.#answer(order, run));
    this.#runs.set(run.messageId, { run, done });
    void done.finally(() => this.#runs.delete(run.messageId));
    return run;
  }

  /** Stops the running answers, and waits until their progress is stored. */
  async close(): Promise<void> {
    this.#isClosing = true;
    const all = [...this.#runs.values()];
    for (const { run } of all) run.stop('shutdown');
    await endsWithin(Promise.allSettled(all.map(({ done }) => done)), SHUTDOWN.drain);
  }

  async #answer(order: TurnOrder, run: Run): Promise<AssistantMessage | null> {
    const late = setTimeout(() => run.stop('late'), ASSISTANT_LIMITS.turnSeconds * 1000);
    const keeping = saveWhileRunning(this.#parts.app, order, run);
    try {
      const message = await runTurn(this.#parts, order, run);
      await keeping.end();
      run.finish(message);
      return message;
    } catch (error) {
      await keeping.end();
      this.#parts.app.log.error({ err: error }, 'failed to save an assistant response');
      run.fail();
      return null;
    } finally {
      clearTimeout(late);
    }
  }
}

/** Flushes the progress periodically. Stops the run if a reader on another node has requested a stop or the thread was deleted. */
function saveWhileRunning(app: App, { who, userId }: TurnOrder, run: Run): { end: () => Promise<void> } {
  let savedText = '';
  let keptAt = app.clock.monotonic();
  let writing: Promise<void> | null = null;
  const keep = async (): Promise<void> => {
    const { text } = run;
    const leaseUntil = new Date(app.clock.now().getTime() + LEASE_MS);
    const found = await withTeam(app.db, { teamId: who.teamId, userId }, (tx) =>
      saveProgress(tx, { id: run.messageId, text, leaseUntil }),
    );
    [savedText, keptAt] = [text, app.clock.monotonic()];
    if (found === null) run.stop('gone');
    else if (found.isStopRequested) run.stop('reader');
  };
  const timer = setInterval(() => {
    if (writing !== null || run.isOver) return;
    if (run.text === savedText && app.clock.monotonic() - keptAt < ALIVE_EVERY_MS) return;
    writing = keep()
      .catch((error: unknown) =>
        app.log.warn({ err: error }, 'failed to save the progress of an assistant response; will retry'),
      )
      .finally(() => {
        writing = null;
      });
  }, SAVE_EVERY_MS);
  return {
    async end() {
      clearInterval(timer);
      await writing;
    },
  };
}
