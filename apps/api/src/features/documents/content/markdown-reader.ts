import { parseMarkdown } from '@hearth/contracts/rich-text/markdown/parse-markdown';
import type { RichText } from '@hearth/contracts/rich-text/rich-text-values';
import { FairQueue } from './fair-queue.ts';
import { ThreadTooSlow, WorkerThread } from './worker-thread.ts';

/** Inputs up to this size (characters) are parsed on the main thread: the worst case takes 15 ms. */
const SHORT = 1_000;
/** Deadline: a base plus an increment per non-whitespace character. Two million ordinary characters take half of their deadline. */
const DEADLINE_MS = 2_000;
const DEADLINE_MS_A_CHARACTER = 0.0075;

export class MarkdownTooIntricate extends Error {}

/** Parses Markdown. Long inputs are parsed in a worker thread with a fair queue, to keep one user from blocking others. */
export class MarkdownReader {
  readonly #deadline: number;
  readonly #thread = new WorkerThread<{ text: string }, RichText>(
    new URL('./markdown-worker.ts', import.meta.url),
  );
  readonly #queue = new FairQueue();

  /** @param deadline the base deadline in ms */
  constructor(deadline = DEADLINE_MS) {
    this.#deadline = deadline;
  }

  /**
   * @param owner the user in whose queue the input waits
   * @throws MarkdownTooIntricate if parsing exceeds the deadline; AppError RATE_LIMITED
   */
  async read(text: string, owner = ''): Promise<RichText> {
    if (text.length <= SHORT) return parseMarkdown(text);
    const deadline = this.#deadline + text.replaceAll(/\s+/g, '').length * DEADLINE_MS_A_CHARACTER;
    try {
      return await this.#queue.run(owner, () => this.#thread.request({ text }, deadline));
    } catch (error) {
      if (!(error instanceof ThreadTooSlow)) throw error;
      throw new MarkdownTooIntricate('Reading the Markdown took too long.', { cause: error });
    }
  }

  async close(): Promise<void> {
    await this.#thread.close();
  }
}
