import { write, writeSync } from 'node:fs';
import type { DestinationStream } from 'pino';

/** Buffer for a slow reader; more than that is dropped. */
const MOST_BYTES = 1024 * 1024;

/**
 * Lines on their way to a file descriptor. The product never waits for its log: on a full disk, or with a reader who has
 * gone or does not read, lines are dropped and counted, and the next one that gets through says how many.
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
    if (this.#waitingBytes + line.length > MOST_BYTES) {
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
      // What came meanwhile is tried at once: at the most as often as lines come.
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

  /** What waits, after a line about those that were lost; `count` has them all. */
  #take(): { text: string; count: number } {
    const count = this.#waiting.length + this.#lost;
    const told = { level: 'warn', time: new Date().toISOString(), lost: this.#lost };
    // A line that was cut off ends first.
    const news = `\n${JSON.stringify({ ...told, msg: 'lines of the log could not be written' })}\n`;
    const text = (this.#lost > 0 ? news : '') + this.#waiting.join('');
    this.#waiting = [];
    this.#waitingBytes = 0;
    this.#lost = 0;
    return { text, count };
  }

  /** One try: a process that ends waits for nobody. */
  #writeRest(): void {
    if (this.#isWriting || this.#waiting.length === 0) return;
    try {
      writeSync(this.#fd, this.#take().text);
    } catch {
      // Nobody is left to be told.
    }
  }
}
