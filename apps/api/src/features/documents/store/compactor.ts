import { WorkerThread } from '#features/documents/content/worker-thread.ts';
import type { CompactRequest } from './put-together.ts';
import type { StoredState } from './states.queries.ts';

/** Deadline for compacting one log, so that a slow log does not block the others. */
const DEADLINE_MS = 30_000;

/** Compacts document logs in a worker thread, one after the other. */
export class Compactor {
  readonly #thread = new WorkerThread<CompactRequest, StoredState & { lost: number }>(
    new URL('./compact-worker.ts', import.meta.url),
  );
  #turn: Promise<unknown> = Promise.resolve();

  /** @throws Error if the compaction fails. No data is lost in that case */
  async compact(log: CompactRequest): Promise<StoredState & { lost: number }> {
    const turn = this.#turn.then(() => this.#thread.request(log, DEADLINE_MS));
    this.#turn = turn.catch(() => {});
    return await turn;
  }

  async close(): Promise<void> {
    await this.#thread.close();
  }
}
