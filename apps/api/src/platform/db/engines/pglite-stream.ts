import { Duplex } from 'node:stream';

import type { ConnectionLimits } from '#platform/db/driver/driver.ts';
import { DatabaseTimeoutError } from '#platform/db/driver/errors.ts';
import type { PgliteHost } from './pglite-host.ts';

const QUERY = 0x51;
const SYNC = 0x53;
const TERMINATE = 0x58;
const READY_FOR_QUERY = 0x5a;
const IDLE = 0x49;
const RESET_DEADLINE_MS = 5_000;

// Encodes a simple Query message: type, length (including itself), text, zero byte.
function encodeQuery(text: string): Uint8Array {
  const body = Buffer.from(`${text}\0`);
  const message = Buffer.alloc(body.length + 5);
  message[0] = QUERY;
  message.writeInt32BE(body.length + 4, 1);
  message.set(body, 5);
  return new Uint8Array(message);
}

/** Returns the type of the last message, or null if that message is incomplete. */
function readLastType(bytes: Buffer): number | null {
  let offset = 0;
  let type: number | null = null;
  while (offset < bytes.length) {
    if (offset + 5 > bytes.length) return null;
    type = bytes[offset] ?? null;
    offset += 1 + bytes.readInt32BE(offset + 1);
  }
  return offset === bytes.length ? type : null;
}

/**
 * Replaces the socket of a `pg` client and forwards the wire protocol to the worker. Both engines thus share one driver,
 * with the same value types and error fields.
 */
export class PgliteStream extends Duplex {
  readonly #host: PgliteHost;
  readonly #settings: Readonly<ConnectionLimits>;
  #pending: Buffer[] = [];
  #hasStarted = false;
  #idleTimer: NodeJS.Timeout | undefined;

  constructor(host: PgliteHost, settings: Readonly<ConnectionLimits>) {
    super();
    this.#host = host;
    this.#settings = settings;
  }

  connect(): this {
    this.#prepareSession().then(
      () => this.emit('connect'),
      (error: unknown) => this.destroy(error instanceof Error ? error : new Error(String(error))),
    );
    return this;
  }

  // The session outlives the stream, so roll back any transaction left open by the previous client.
  async #prepareSession(): Promise<void> {
    await this.#host.start();
    await this.#host.exec(encodeQuery('rollback'), RESET_DEADLINE_MS);
    await this.#host.exec(encodeQuery('discard all'), RESET_DEADLINE_MS);
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  // The host keeps the process alive during a call.
  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, finish: (error?: Error | null) => void): void {
    this.#forward([chunk], finish);
  }

  override _writev(chunks: { chunk: Buffer }[], finish: (error?: Error | null) => void): void {
    this.#forward(
      chunks.map((item) => item.chunk),
      finish,
    );
  }

  #forward(chunks: Buffer[], finish: (error?: Error | null) => void): void {
    this.#pending.push(...chunks);
    const bytes = Buffer.concat(this.#pending);
    if (this.#hasStarted) {
      const last = readLastType(bytes);
      if (last === TERMINATE) {
        this.#pending = [];
        finish();
        return;
      }
      // The worker only processes complete exchanges, which end with Sync or a simple Query.
      if (last !== SYNC && last !== QUERY) {
        finish();
        return;
      }
    }
    this.#hasStarted = true;
    this.#pending = [];
    clearTimeout(this.#idleTimer);
    // Copy the bytes into a buffer of their own, which is transferred to the worker.
    this.#exchange(new Uint8Array(bytes)).then(() => finish(), finish);
  }

  async #exchange(bytes: Uint8Array): Promise<void> {
    const response = await this.#host.exec(bytes, this.#settings.deadlineMs);
    this.#watchIdle(response);
    this.push(Buffer.from(response.buffer, response.byteOffset, response.byteLength));
  }

  // PGlite does not enforce idle_in_transaction_session_timeout either, and one idle caller would block all others.
  #watchIdle(response: Uint8Array): void {
    const isReady = response.at(-6) === READY_FOR_QUERY;
    if (!isReady || response.at(-1) === IDLE) return;
    const limit = this.#settings.idleMs;
    this.#idleTimer = setTimeout(() => {
      this.destroy(new DatabaseTimeoutError(`A transaction was idle for ${limit} ms.`));
    }, limit);
  }

  override _final(finish: (error?: Error | null) => void): void {
    this.push(null);
    finish();
  }

  override _destroy(error: Error | null, finish: (error: Error | null) => void): void {
    clearTimeout(this.#idleTimer);
    finish(error);
  }
}
