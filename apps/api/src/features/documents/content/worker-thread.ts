import type { Worker } from 'node:worker_threads';
import { startWorker } from '#platform/workers.ts';

/** An idle thread is terminated after this time. */
const IDLE_MS = 60_000;

/** The reply of a thread to the request with the same id. */
export type ThreadReply<T> = { id: number } & ({ result: T } | { error: string });

export class ThreadTooSlow extends Error {}

/**
 * A worker thread that handles one request at a time. The thread has no database access. The first request starts it, as does the next one
 * after a timeout, a crash or an idle period.
 */
export class WorkerThread<Request extends object, ThreadResult> {
  readonly #file: URL;
  #worker: Worker | null = null;
  #idle: NodeJS.Timeout | null = null;
  #lastId = 0;

  constructor(file: URL) {
    this.#file = file;
  }

  /**
   * Sends a request to the thread. Callers must wait for the reply before they send the next request.
   * @throws ThreadTooSlow if the deadline is exceeded; Error if the thread fails
   */
  async request(request: Request, deadlineMs: number): Promise<ThreadResult> {
    if (this.#idle !== null) clearTimeout(this.#idle);
    const id = ++this.#lastId;
    const worker = (this.#worker ??= this.#begin());
    const { promise, resolve, reject } = Promise.withResolvers<ThreadResult>();
    const onReply = (reply: ThreadReply<ThreadResult>): void => {
      if (reply.id !== id) return;
      if ('result' in reply) resolve(reply.result);
      else reject(new Error(reply.error));
    };
    const fail = (): void => reject(new Error('The worker thread exited.'));
    const timer = setTimeout(() => {
      reject(new ThreadTooSlow('The worker thread timed out.'));
      void this.#end();
    }, deadlineMs);
    worker.on('message', onReply);
    worker.once('exit', fail);
    worker.postMessage({ id, ...request });
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      worker.off('message', onReply);
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
    const removeWorker = (): void => {
      if (this.#worker === worker) this.#worker = null;
    };
    // An error event is always followed by an exit event.
    worker.on('error', removeWorker);
    worker.on('exit', removeWorker);
    return worker;
  }

  async #end(): Promise<void> {
    const worker = this.#worker;
    this.#worker = null;
    await worker?.terminate();
  }
}
