import { write, writeSync } from 'node:fs';
import type { DestinationStream } from 'pino';

/** Maximum buffer size for a slow reader. Further lines are dropped. */
const MAX_BYTES = 1024 * 1024;

/**
 * Writes log lines to a file descriptor without ever blocking the product. If the disk is full, or the reader is gone or
 * does not read, lines are dropped and counted. The next successful write reports their number.
 */
export class LogDestination implements DestinationStream {
  readonly #fd: number;
  #waiting: string[] = [];
  #waitingBytes = 0;
  #isWriting = false;
  #lost = 0;

  constructor(fd: number) {
    this.#fd = fd;
    process.once('exit', () => this.#writeRest());
  }

  write(line: string): void {
    if (this.#waitingBytes + line.length > MAX_BYTES) {
      this.#lost += 1;
      return;
    }
    this.#waiting.push(line);
    this.#waitingBytes += line.length;
    if (!this.#isWriting) this.#writeWaiting();
  }

  #writeWaiting(): void {
    const { text, count } = this.#take();
    this.#isWriting = true;
    this.#writeAll(Buffer.from(text), (error) => {
      this.#isWriting = false;
      if (error !== null) this.#lost += count;
      // Immediately write lines that arrived in the meantime. This repeats at most once per arriving line.
      if (this.#waiting.length > 0) this.#writeWaiting();
    });
  }

  #writeAll(bytes: Buffer, done: (error: Error | null) => void): void {
    write(this.#fd, bytes, (error, written) => {
      if (error !== null) done(error);
      else if (written < bytes.length) this.#writeAll(bytes.subarray(written), done);
      else done(null);
    });
  }

  /** Returns the buffered lines, preceded by a line about dropped lines, if any. `count` includes dropped lines. */
  #take(): { text: string; count: number } {
    const count = this.#waiting.length + this.#lost;
    const row = { level: 'warn', time: new Date().toISOString(), lost: this.#lost };
    // The leading line break terminates a truncated line.
    const lines = `\n${JSON.stringify({ ...row, msg: 'failed to write log lines' })}\n`;
    const text = (this.#lost > 0 ? lines : '') + this.#waiting.join('');
    this.#waiting = [];
    this.#waitingBytes = 0;
    this.#lost = 0;
    return { text, count };
  }

  /** Makes a single attempt to write the remaining lines, because an exiting process cannot wait. */
  #writeRest(): void {
    if (this.#isWriting || this.#waiting.length === 0) return;
    try {
      writeSync(this.#fd, this.#take().text);
    } catch {
      // The lost lines can no longer be reported.
    }
  }
}
