import { parseMarkdown } from '@hearth/contracts/rich-text/markdown/parse-markdown';
import type { RichText } from '@hearth/contracts/rich-text/rich-text-values';
import { FairQueue } from './fair-queue.ts';
import { ThreadTooSlow, WorkerThread } from './worker-thread.ts';

/** Characters that are parsed on the main thread: the worst of them take 15 ms. */
const SHORT = 1_000;
/**
 * Deadline of a text, and what it has more of it for each character but spaces: two million usual ones take half of the time,
 * and a short text is not given that of a long one.
 */
const DEADLINE_MS = 2_000;
const DEADLINE_MS_A_CHARACTER = 0.0075;

export class MarkdownTooIntricate extends Error {}

/** Parses Markdown: all but short texts in a thread of its own, so that whoever sends it holds up no one else. */
export class MarkdownReader {
  readonly #deadline: number;
  readonly #thread = new WorkerThread<{ text: string }, RichText>(
    new URL('./markdown-worker.ts', import.meta.url),
  );
  readonly #queue = new FairQueue();

  /** @param deadline in ms, of a short text */
  constructor(deadline = DEADLINE_MS) {
    this.#deadline = deadline;
  }

  /**
   * @param owner whose turn it takes
   * @throws MarkdownTooIntricate when it takes too long; AppError RATE_LIMITED
   */
  async read(text: string, owner = ''): Promise<RichText> {
    if (text.length <= SHORT) return parseMarkdown(text);
    const deadline = this.#deadline + text.replaceAll(/\s+/g, '').length * DEADLINE_MS_A_CHARACTER;
    try {
      return await this.#queue.run(owner, () => this.#thread.ask({ text }, deadline));
    } catch (error) {
      if (!(error instanceof ThreadTooSlow)) throw error;
      throw new MarkdownTooIntricate('Reading the Markdown took too long.', { cause: error });
    }
  }

  async close(): Promise<void> {
    await this.#thread.close();
  }
}
