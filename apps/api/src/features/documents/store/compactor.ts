import type { Worker } from 'node:worker_threads';
import { startWorker } from '#platform/workers.ts';
import type { CompactReply, CompactRequest } from './put-together.ts';
import type { StoredState } from './states.queries.ts';

const WORKER_FILE = new URL('./compact-worker.ts', import.meta.url);
/** A log that takes longer is not worth blocking all others for. */
const DEADLINE_MS = 30_000;
/** The thread and what it has loaded go when there is nothing to do for so long. */
const IDLE_MS = 60_000;

/**
 * Puts logs together in a thread of its own, one after the other: bytes in, bytes and texts out. The thread has no database,
 * begins with the first log, and is begun anew when it hangs or dies.
 */
export class Compactor {
  #worker: Worker | null = null;
  #turn: Promise<unknown> = Promise.resolve();
  #idle: NodeJS.Timeout | null = null;
  #lastId = 0;

  /** @throws Error when it cannot be done; nothing is lost then */
  async compact(log: Omit<CompactRequest, 'id'>): Promise<StoredState & { lost: number }> {
    const turn = this.#turn.then(() => this.#ask(log));
    this.#turn = turn.catch(() => {});
    return await turn;
  }

  async close(): Promise<void> {
    if (this.#idle !== null) clearTimeout(this.#idle);
    await this.#end();
  }

  async #ask(log: Omit<CompactRequest, 'id'>): Promise<StoredState & { lost: number }> {
    if (this.#idle !== null) clearTimeout(this.#idle);
    const id = ++this.#lastId;
    const worker = (this.#worker ??= this.#begin());
    const { promise, resolve, reject } = Promise.withResolvers<StoredState & { lost: number }>();
    const hear = (reply: CompactReply): void => {
      if (reply.id !== id) return;
      if ('made' in reply) resolve(reply.made);
      else reject(new Error(reply.error));
    };
    const fail = (): void => reject(new Error('The thread that puts documents together has ended.'));
    const timer = setTimeout(() => {
      reject(new Error('Putting the document together took too long.'));
      void this.#end();
    }, DEADLINE_MS);
    worker.on('message', hear);
    worker.once('exit', fail);
    worker.postMessage({ id, ...log } satisfies CompactRequest);
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      worker.off('message', hear);
      worker.off('exit', fail);
      this.#idle = setTimeout(() => void this.#end(), IDLE_MS).unref();
    }
  }

  #begin(): Worker {
    const worker = startWorker(WORKER_FILE);
    worker.unref();
    const forget = (): void => {
      if (this.#worker === worker) this.#worker = null;
    };
    // An error is always followed by its exit.
    worker.on('error', forget);
    worker.on('exit', forget);
    return worker;
  }

  async #end(): Promise<void> {
    const worker = this.#worker;
    this.#worker = null;
    await worker?.terminate();
  }
}
