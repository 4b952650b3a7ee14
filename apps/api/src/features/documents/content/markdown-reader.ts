import type { Worker } from 'node:worker_threads';
import { parseMarkdown } from '@hearth/contracts/rich-text/markdown/parse-markdown';
import type { RichText } from '@hearth/contracts/rich-text/rich-text-values';
import { startWorker } from '#platform/workers.ts';

const WORKER_FILE = new URL('./markdown-worker.ts', import.meta.url);
/** Up to so many characters nobody notices that it is read, whatever it is. */
const SHORT = 4_000;
/** The thread and what it has loaded go when there is nothing to do for so long. */
const IDLE_MS = 60_000;

export class MarkdownTooIntricate extends Error {}

/** Parses Markdown: a long one in a thread of its own, one after the other, so that whoever sends it holds up no one else. */
export class MarkdownReader {
  readonly #deadline: number;
  #worker: Worker | null = null;
  #turn: Promise<unknown> = Promise.resolve();
  #idle: NodeJS.Timeout | null = null;

  /** @param deadline in ms; two million usual characters take half of it */
  constructor(deadline = 15_000) {
    this.#deadline = deadline;
  }

  /** @throws MarkdownTooIntricate when it takes too long */
  async read(text: string): Promise<RichText> {
    if (text.length <= SHORT) return parseMarkdown(text);
    const turn = this.#turn.then(() => this.#ask(text));
    this.#turn = turn.catch(() => {});
    return await turn;
  }

  async close(): Promise<void> {
    if (this.#idle !== null) clearTimeout(this.#idle);
    await this.#end();
  }

  async #ask(text: string): Promise<RichText> {
    if (this.#idle !== null) clearTimeout(this.#idle);
    const worker = (this.#worker ??= begin());
    const { promise, resolve, reject } = Promise.withResolvers<RichText>();
    const timer = setTimeout(() => {
      reject(new MarkdownTooIntricate('Reading the Markdown took too long.'));
      void this.#end();
    }, this.#deadline);
    const fail = (error: unknown): void => {
      this.#worker = null;
      reject(error instanceof Error ? error : new Error('The thread that reads Markdown has ended.'));
    };
    worker.once('message', resolve).once('error', fail).once('exit', fail);
    worker.postMessage(text);
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      worker.off('message', resolve).off('error', fail).off('exit', fail);
      this.#idle = setTimeout(() => void this.#end(), IDLE_MS).unref();
    }
  }

  async #end(): Promise<void> {
    const worker = this.#worker;
    this.#worker = null;
    await worker?.terminate();
  }
}

function begin(): Worker {
  const worker = startWorker(WORKER_FILE);
  worker.unref();
  // An error may come when nobody waits for the thread.
  worker.on('error', () => {});
  return worker;
}
