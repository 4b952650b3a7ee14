import { Counter, Gauge } from 'prom-client';
import { runCommand } from '#platform/commands/index.ts';
import { readTeam, withSystem } from '#platform/db/index.ts';
import type { App } from '#platform/feature.ts';
import { getMetrics } from '#platform/http/metrics.ts';
import { Compactor } from './compactor.ts';
import { listBehind, readLogAfter } from './log.queries.ts';
import { saveState, touchDocument } from './states.queries.ts';

/** Debounce in ms: a log is compacted after this time without writes. */
const IDLE_MS = 2_000;
/** Maximum delay in ms: a log is compacted at the latest this long after its first new update, even if writes continue. */
const LATEST_MS = 10_000;
/** A log with more pending updates than this is compacted immediately. */
const MAX_WAITING = 500;
/** Exponential backoff after failures. */
const RETRY_FIRST_MS = 2_000;
const RETRY_LAST_MS = 300_000;
/** The periodic sweep finds logs that a stopped node left uncompacted. */
const SWEEP_FIRST_MS = 5_000;
const SWEEP_MS = 300_000;
const SWEEP_AGE_MS = 60_000;
const SWEPT_AT_ONCE = 50;

export interface DocumentName {
  teamId: string;
  documentId: string;
}

interface Due extends DocumentName {
  updates: number;
  firstAt: number;
  failures: number;
  isRunning: boolean;
  timer: NodeJS.Timeout | null;
}

/**
 * Compacts document logs as they grow; each log has its own timer. A failed compaction loses no data: readers always apply the state and
 * all updates after it, so the log just keeps growing until a compaction succeeds.
 */
export class Checkpoints {
  readonly #app: App;
  readonly #compactor = new Compactor();
  readonly #due = new Map<string, Due>();
  readonly #running = new Set<Promise<void>>();
  readonly #failures: Counter;
  #sweep: NodeJS.Timeout;
  #isClosed = false;

  constructor(app: App) {
    this.#app = app;
    const { registry } = getMetrics(app);
    this.#failures = new Counter({
      name: 'hearth_document_checkpoint_failures_total',
      help: 'Document log compactions that failed and will be retried',
      registers: [registry],
    });
    const due = this.#due;
    const waiting = new Gauge({
      name: 'hearth_document_checkpoints_due',
      help: 'Documents with log entries that are not compacted yet',
      registers: [],
      collect() {
        this.set(due.size);
      },
    });
    registry.registerMetric(waiting);
    this.#sweep = setTimeout(() => void this.sweep(), SWEEP_FIRST_MS).unref();
  }

  /** Records that a document's log has grown by this many updates, and schedules its compaction. */
  note({ teamId, documentId }: DocumentName, updates: number): void {
    if (this.#isClosed) return;
    const known = this.#due.get(documentId);
    const firstAt = this.#app.clock.monotonic();
    const due = known ?? {
      teamId,
      documentId,
      updates: 0,
      firstAt,
      failures: 0,
      isRunning: false,
      timer: null,
    };
    this.#due.set(documentId, due);
    due.updates += updates;
    if (due.failures === 0 && !due.isRunning) this.#schedule(due);
  }

  /** Schedules logs that have been uncompacted for over a minute, such as those of a stopped node. Never rejects. */
  async sweep(): Promise<void> {
    clearTimeout(this.#sweep);
    if (this.#isClosed) return;
    this.#sweep = setTimeout(() => void this.sweep(), SWEEP_MS).unref();
    try {
      const before = new Date(this.#app.clock.now().getTime() - SWEEP_AGE_MS);
      const behind = await withSystem(this.#app.db, (tx) => listBehind(tx, before, SWEPT_AT_ONCE), {
        isReadOnly: true,
      });
      for (const name of behind) if (!this.#due.has(name.documentId)) this.note(name, 0);
    } catch (error) {
      this.#app.log.warn({ err: error }, 'failed to find documents due for compaction');
    }
  }

  /** Compacts all due logs now and waits for them. Tests use it to prevent later compactions. */
  async settle(): Promise<void> {
    for (const due of this.#due.values()) {
      if (due.timer === null) continue;
      clearTimeout(due.timer);
      this.#run(due);
    }
    await Promise.all(this.#running);
  }

  /** Stops the worker thread and waits until running compactions end. After the next start, the sweep compacts the remaining logs. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#sweep);
    for (const { timer } of this.#due.values()) if (timer !== null) clearTimeout(timer);
    this.#due.clear();
    await this.#compactor.close();
    await Promise.all(this.#running);
  }

  #schedule(due: Due): void {
    if (due.timer !== null) clearTimeout(due.timer);
    const latest = due.firstAt + LATEST_MS - this.#app.clock.monotonic();
    const backoff = Math.min(RETRY_FIRST_MS * 2 ** (due.failures - 1), RETRY_LAST_MS);
    const plain = due.updates > MAX_WAITING ? 0 : Math.min(IDLE_MS, Math.max(0, latest));
    due.timer = setTimeout(() => this.#run(due), due.failures > 0 ? backoff : plain).unref();
  }

  #run(due: Due): void {
    due.timer = null;
    due.isRunning = true;
    due.updates = 0;
    due.firstAt = this.#app.clock.monotonic();
    const run = this.#putTogether(due)
      .then(
        (isMore) => {
          due.failures = 0;
          if (isMore) due.updates = MAX_WAITING + 1;
        },
        (error: unknown) => {
          if (this.#isClosed) return;
          due.failures += 1;
          this.#failures.inc();
          const { teamId, documentId, failures } = due;
          this.#app.log.warn(
            { err: error, teamId, documentId, failures },
            'document log compaction failed; will retry',
          );
        },
      )
      .finally(() => {
        this.#running.delete(run);
        due.isRunning = false;
        if (this.#isClosed) return;
        if (due.updates > 0 || due.failures > 0) this.#schedule(due);
        else this.#due.delete(due.documentId);
      });
    this.#running.add(run);
  }

  /** Compacts the log into the stored state. Returns whether the log has more updates than were read for this compaction. */
  async #putTogether({ teamId, documentId }: DocumentName): Promise<boolean> {
    const { db, clock, log } = this.#app;
    const on = { teamId, userId: null };
    const piece = await readTeam(db, on, (tx) => readLogAfter(tx, documentId, -1));
    if (piece === null || piece.last === null) return false;
    const { last, seq, updates, state, isCut } = piece;
    const { lost, ...compacted } = await this.#compactor.compact({ state, updates });
    if (lost > 0) log.warn({ teamId, documentId, lost }, 'document has updates that cannot be applied');
    await runCommand(this.#app, { teamId, userId: last.userId, requestKey: null }, async (command) => {
      const isSaved = await saveState(command.tx, documentId, seq, compacted, clock.now());
      // Document trees show the time and author of the last edit. Update them at most once per checkpoint.
      if (isSaved) await touchDocument(command, documentId, last);
    });
    return isCut;
  }
}
