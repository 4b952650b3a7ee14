import { FairQueue } from '#features/documents/content/fair-queue.ts';
import { WorkerThread } from '#features/documents/content/worker-thread.ts';
import type { DocumentJob, DocumentJobResult } from './document-jobs.ts';

/** Deadline for one trial. A document of the maximum size takes a fifth of it. */
const DEADLINE_MS = 5_000;

/** Applies suspicious updates in a worker thread first. Updates that exceed the deadline are never written to the log. */
export class UpdateTrials {
  readonly #thread = new WorkerThread<{ job: DocumentJob }, DocumentJobResult>(
    new URL('./document-worker.ts', import.meta.url),
  );
  readonly #queue = new FairQueue();
  readonly #deadline: number;

  constructor(deadline = DEADLINE_MS) {
    this.#deadline = deadline;
  }

  /** Whether the update can be applied to this state within the deadline. Never rejects. */
  async isFine(state: Uint8Array, update: Uint8Array, userId: string): Promise<boolean> {
    const job: DocumentJob = { kind: 'try', state, update };
    try {
      const result = await this.#queue.run(userId, () => this.#thread.request({ job }, this.#deadline));
      return 'isApplied' in result && result.isApplied;
    } catch {
      return false;
    }
  }

  async close(): Promise<void> {
    await this.#thread.close();
  }
}
