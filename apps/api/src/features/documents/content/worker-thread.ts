import type { Worker } from 'node:worker_threads';
import { startWorker } from '#platform/workers.ts';

/** The thread and what it has loaded go when there is nothing to do for so long. */
const IDLE_MS = 60_000;

/** What a thread answers to a request, by its id. */
export type ThreadReply<T> = { id: number } & ({ made: T } | { error: string });

export class ThreadTooSlow extends Error {}

/**
 * A thread that answers one request at a time. It has no database, begins with the first request, and is begun anew when it
 * hangs or dies.
 */
export class WorkerThread<Request extends object, Made> {
  readonly #file: URL;
  #worker: Worker | null = null;
  #idle: NodeJS.Timeout | null = null;
  #lastId = 0;

  constructor(file: URL) {
    this.#file = file;
  }

  /**
   * The caller waits for an answer before it asks again.
   * @throws ThreadTooSlow past the deadline; Error when the thread fails
   */
  async ask(request: Request, deadlineMs: number): Promise<Made> {
    if (this.#idle !== null) clearTimeout(this.#idle);
    const id = ++this.#lastId;
    const worker = (this.#worker ??= this.#begin());
    const { promise, resolve, reject } = Promise.withResolvers<Made>();
    const hear = (reply: ThreadReply<Made>): void => {
      if (reply.id !== id) return;
      if ('made' in reply) resolve(reply.made);
      else reject(new Error(reply.error));
    };
    const fail = (): void => reject(new Error('The thread has ended.'));
    const timer = setTimeout(() => {
      reject(new ThreadTooSlow('The thread took too long.'));
      void this.#end();
    }, deadlineMs);
    worker.on('message', hear);
    worker.once('exit', fail);
    worker.postMessage({ id, ...request });
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      worker.off('message', hear);
      worker.off('exit', fail);
      this.#idle = setTimeout(() => void this.#end(), IDLE_MS).unref();
    }
  }

  async close(): Promise<void> {
    if (this.#idle !== null) clearTimeout(this.#idle);
    await this.#end();
  }

  #begin(): Worker {
    const worker = startWorker(this.#file);
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
