import type { Worker } from 'node:worker_threads';

import { DatabaseTimeoutError, DatabaseUnavailableError } from '#platform/db/driver/errors.ts';
import { startWorker } from '#platform/workers.ts';
import type { WorkerReply, WorkerRequest } from './pglite-protocol.ts';

interface PgliteHostOptions {
  /** Null to keep everything in memory, for tests. Data in memory is lost when a deadline terminates the worker. */
  folder: string | null;
  /** A data directory as tar or tar.gz, to be loaded into a new folder. */
  template: string | null;
  onRestart?: (reason: string) => void;
}

interface WaitingRequest {
  resolve: (bytes: Uint8Array) => void;
  reject: (error: Error) => void;
}

// Recovery of a large write-ahead log after a kill takes time. The limit only prevents a hang.
const OPEN_DEADLINE_MS = 120_000;
const EMPTY = new Uint8Array(0);

const WORKER_FILE = new URL(
  import.meta.url.endsWith('.ts') ? './pglite-worker.ts' : './pglite-worker.js',
  import.meta.url,
);

/**
 * Runs the embedded database in a worker thread, and terminates the worker when a call exceeds its deadline. PGlite does not enforce
 * statement_timeout, but a worker can be terminated in the middle of a query. The next call reopens the database.
 */
export class PgliteHost {
  readonly #options: PgliteHostOptions;
  readonly #waiting = new Map<number, WaitingRequest>();
  #worker: Worker | null = null;
  #opening: Promise<void> | null = null;
  /** Settles when the thread of the previous worker has exited. */
  #ending: Promise<unknown> = Promise.resolve();
  #nextId = 1;
  #isStopped = false;

  constructor(options: PgliteHostOptions) {
    this.#options = options;
  }

  /** Opens the database if it is not open. */
  async start(): Promise<void> {
    if (this.#isStopped) throw new DatabaseUnavailableError('The database is closed.');
    this.#opening ??= this.#open().catch((error: unknown) => {
      this.#opening = null;
      throw error;
    });
    await this.#opening;
  }

  async #open(): Promise<void> {
    // The old thread must exit before a new one opens the same folder.
    await this.#ending;
    const worker = startWorker(WORKER_FILE);
    this.#ending = new Promise((resolve) => worker.once('exit', resolve));
    this.#worker = worker;
    worker.on('message', (message: WorkerReply) => this.#receive(message));
    worker.on('error', (error) => this.#lose(worker, error.message));
    worker.on('exit', () => this.#lose(worker, 'The worker ended.'));
    worker.unref();
    const { folder, template } = this.#options;
    await this.#call({ kind: 'open', id: this.#nextId++, folder, template }, OPEN_DEADLINE_MS);
  }

  /** Sends protocol messages and returns the response. Terminates the worker once `deadlineMs` has passed. */
  async exec(bytes: Uint8Array, deadlineMs: number): Promise<Uint8Array> {
    return await this.#call({ kind: 'exec', id: this.#nextId++, bytes }, deadlineMs);
  }

  async #call(request: WorkerRequest, deadlineMs: number): Promise<Uint8Array> {
    const worker = this.#worker;
    if (!worker) throw new DatabaseUnavailableError('The embedded database is not open.');
    const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
    this.#waiting.set(request.id, { resolve, reject });
    // A pending call keeps the process alive (ref), an idle database does not.
    worker.ref();
    const timer = setTimeout(() => {
      this.kill(new DatabaseTimeoutError(`The database timed out after ${deadlineMs} ms.`));
    }, deadlineMs);
    try {
      const transfer = request.kind === 'exec' ? [request.bytes.buffer as ArrayBuffer] : [];
      worker.postMessage(request, transfer);
      return await promise;
    } finally {
      clearTimeout(timer);
      this.#waiting.delete(request.id);
      if (this.#waiting.size === 0 && this.#worker === worker) worker.unref();
    }
  }

  #receive(message: WorkerReply): void {
    const waiting = this.#waiting.get(message.id);
    if (!waiting) return;
    if (!message.ok) waiting.reject(new DatabaseUnavailableError(message.error));
    else waiting.resolve(message.bytes ?? EMPTY);
  }

  #lose(worker: Worker, reason: string): void {
    if (this.#worker === worker) this.kill(new DatabaseUnavailableError(reason));
  }

  /** Terminates the worker immediately. Pending calls fail with `reason`. The next `start()` reopens the database. */
  kill(reason: Error): void {
    const worker = this.#worker;
    if (!worker) return;
    this.#worker = null;
    this.#opening = null;
    // Keep the process alive for callers that wait for the exit.
    worker.ref();
    worker.terminate().catch(() => {
      // Already exited.
    });
    for (const waiting of this.#waiting.values()) waiting.reject(reason);
    if (!this.#isStopped) this.#options.onRestart?.(reason.message);
  }

  /** Closes the database cleanly within `deadlineMs`, otherwise terminates the worker. The database can't be started again. */
  async stop(deadlineMs: number): Promise<void> {
    this.#isStopped = true;
    if (this.#worker) {
      await this.#call({ kind: 'close', id: this.#nextId++ }, deadlineMs).catch(() => {
        // A database that does not close in time is terminated below. Crash recovery restores it.
      });
      this.kill(new DatabaseUnavailableError('The database is closed.'));
    }
    await this.#ending;
  }
}
