import type { RichText } from '@hearth/contracts/rich-text/rich-text-values';
import { FairQueue } from '#features/documents/content/fair-queue.ts';
import { ThreadTooSlow, WorkerThread } from '#features/documents/content/worker-thread.ts';
import { readTeam, type TeamTx } from '#platform/db/index.ts';
import { AppError, invalidField } from '#platform/errors.ts';
import type { App } from '#platform/feature.ts';
import type { DocumentName } from './checkpoints.ts';
import { readLog, runJob, type DocumentJob, type DocumentJobResult, type Written } from './document-jobs.ts';
import { readPieces } from './documents-store.ts';
import { readLogUpTo } from './log.queries.ts';
import type { LogParts, RewriteResult } from './rewrite.ts';
import { readState } from './states.queries.ts';
import { hashText, TextVersions, type TextVersion } from './text-versions.ts';

/** Jobs up to this size (bytes of state, log and new content) run on the main thread, where they take a few milliseconds. */
const SMALL = 32 * 1024;
/** Deadline for reading or rewriting one document. */
const DEADLINE_MS = 10_000;

type Unread = { seq: number } & ({ written: Written } | { log: LogParts });

/** Content to write into a document. */
export interface RequestedText {
  content: RichText;
  /** The version on which the content is based. Null to replace the current content without merging. */
  from: TextVersion | null;
}

/** A prepared update for a log whose head is `seq`. */
export interface PreparedText extends RewriteResult {
  seq: number;
}

const textsOf = new WeakMap<App, Texts>();

export function getTexts(app: App): Texts {
  const known = textsOf.get(app);
  if (known !== undefined) return known;
  const texts = new Texts(app);
  textsOf.set(app, texts);
  return texts;
}

/** Reads and rewrites document content. Large documents are processed in a worker thread with a fair queue. */
class Texts {
  readonly #app: App;
  readonly #thread = new WorkerThread<{ job: DocumentJob }, DocumentJobResult>(
    new URL('./document-worker.ts', import.meta.url),
  );
  readonly #queue = new FairQueue();
  readonly #versions = new TextVersions();

  constructor(app: App) {
    this.#app = app;
  }

  async close(): Promise<void> {
    await this.#thread.close();
  }

  /** Returns the current content of a document and its version, or null if the document does not exist. */
  async read(
    { teamId, documentId }: DocumentName,
    userId: string,
  ): Promise<(Written & { version: TextVersion }) | null> {
    const on = { teamId, userId };
    const unread = await readTeam(this.#app.db, on, (tx) => readUnread(tx, documentId));
    if (unread === null) return null;
    const written = 'written' in unread ? unread.written : await this.#readLog(unread.log, userId);
    return { ...written, version: this.#versions.keep(documentId, unread.seq, written.content) };
  }

  /**
   * Computes the update that writes content into the current document.
   * @throws AppError CONFLICT if the base version cannot be rebuilt or the same block was changed on both sides, NOT_FOUND if the document
   * does not exist
   */
  async prepare(
    { teamId, documentId }: DocumentName,
    request: RequestedText,
    userId: string,
  ): Promise<PreparedText> {
    const on = { teamId, userId };
    const read = async <T>(query: (tx: TeamTx) => Promise<T>): Promise<T> =>
      await readTeam(this.#app.db, on, query);
    const now = await read((tx) => readWholeLog(tx, documentId));
    if (now === null)
      throw new AppError('NOT_FOUND', 'This document doesn’t exist, or you don’t have access to it.');
    const base =
      request.from === null ? null : await this.#findVersion(documentId, request.from, userId, read);
    if (request.from !== null && base === null)
      throw conflict('The version this edit is based on is no longer available: read the document again.');
    const size = sizeOf(now.log) + JSON.stringify(request.content).length;
    const job: DocumentJob = { kind: 'rewrite', log: now.log, next: request.content, base };
    const result = await this.#run(job, size, userId);
    const rewritten = 'rewritten' in result ? result.rewritten : null;
    if (rewritten === null) throw conflict('Someone else changed the same block: read the document again.');
    return { ...rewritten, seq: now.seq };
  }

  /** Caches the content of a prepared update that was appended as `seq`. @returns the new version of the document */
  keepVersion(documentId: string, seq: number, { content }: RewriteResult): TextVersion {
    return this.#versions.keep(documentId, seq, content);
  }

  async #findVersion(
    documentId: string,
    version: TextVersion,
    userId: string,
    read: <T>(query: (tx: TeamTx) => Promise<T>) => Promise<T>,
  ): Promise<RichText | null> {
    const cached = this.#versions.find(documentId, version);
    if (cached !== null) return cached;
    const log = await read((tx) => readLogUpTo(tx, documentId, version.seq));
    if (log === null) return null;
    const { content } = await this.#readLog(log, userId);
    return hashText(JSON.stringify(content)) === version.hash ? content : null;
  }

  async #readLog(log: LogParts, userId: string): Promise<Written> {
    if (sizeOf(log) <= SMALL) return readLog(log);
    const result = await this.#run({ kind: 'read', log }, sizeOf(log), userId);
    if (!('written' in result)) throw new Error('Unexpected response from the worker thread.');
    return result.written;
  }

  async #run(job: DocumentJob, size: number, userId: string): Promise<DocumentJobResult> {
    if (size <= SMALL) return runJob(job);
    try {
      return await this.#queue.run(userId, () => this.#thread.request({ job }, DEADLINE_MS));
    } catch (error) {
      if (!(error instanceof ThreadTooSlow)) throw error;
      if (job.kind === 'rewrite') throw invalidField('markdown', 'is too complex to process');
      throw new AppError('UNAVAILABLE', 'This document takes too long to load.', { cause: error });
    }
  }
}

function conflict(detail: string): AppError {
  return new AppError('CONFLICT', detail);
}

function sizeOf({ state, updates }: LogParts): number {
  return updates.reduce((sum, { length }) => sum + length, state?.length ?? 0);
}

async function readUnread(tx: TeamTx, documentId: string): Promise<Unread | null> {
  const state = await readState(tx, documentId);
  if (state === null) return null;
  const { content, text, seq } = state;
  return state.isWhole ? { seq, written: { content, text } } : await readWholeLog(tx, documentId);
}

async function readWholeLog(tx: TeamTx, documentId: string): Promise<{ seq: number; log: LogParts } | null> {
  const log: LogParts = { state: null, updates: [] };
  const read = await readPieces(tx, documentId, -1, ({ state, updates }) => {
    log.state ??= state;
    log.updates.push(...updates);
  });
  return read === null ? null : { seq: read.seq, log };
}
