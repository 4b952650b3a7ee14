import { withSystem } from '#platform/db/index.ts';
import type { App } from '#platform/feature.ts';
import type { Notice } from '#platform/fanout/fanout.ts';
import { listBehind } from './cursors.queries.ts';
import { followTeam, INDEX_VERSION, NARROW_STEP, skipSearchable, WIDE_STEP } from './follow-team.ts';
import type { Stems } from './stems.ts';

/** Batch interval: changes in a team within this time are indexed together. */
const OWN_MS = 200;
/** Delay for changes made by other nodes, which index their own changes. This pass covers nodes that have died. */
const OTHERS_MS = 500;
const RETRY_MS = 2_000;
/** An object that fails this many times is skipped. */
const MAX_FAILURES = 3;
/** Polling interval for changes without a notification, such as a version reset by an operator or a lost notification. */
const POLL_EVERY_MS = 60_000;
const TEAMS_AT_ONCE = 200;

/** Retry state of a team whose index update has failed. */
interface FailureState {
  /** Remaining steps that process a single object. */
  narrowLeft: number;
  /** Number of times that the current single-object step has failed. */
  failures: number;
}

/**
 * Keeps the search indexes up to date with the teams' logs. Processes one step per team in round robin, because a long backlog of one team
 * must not delay other teams.
 */
export class Follower {
  readonly #app: App;
  readonly #stems: Stems;
  readonly #due = new Map<string, NodeJS.Timeout>();
  readonly #waiting = new Set<string>();
  readonly #failures = new Map<string, FailureState>();
  readonly #unsubscribe: () => void;
  #working: Promise<void> | null = null;
  #polling: Promise<void> | null = null;
  #timer: NodeJS.Timeout | null = null;
  #isClosed = false;

  constructor(app: App, stems: Stems) {
    this.#app = app;
    this.#stems = stems;
    this.#unsubscribe = app.fanout.subscribe((notice) => this.#onNotice(notice));
  }

  start(): void {
    this.#timer = setInterval(() => void this.#pollNow(), POLL_EVERY_MS).unref();
    void this.#pollNow();
  }

  /** Resolves when all indexes are up to date. For tests and tools. */
  async settle(): Promise<void> {
    await this.#pollNow();
    while (this.#working !== null) await this.#working;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#unsubscribe();
    if (this.#timer !== null) clearInterval(this.#timer);
    for (const one of this.#due.values()) clearTimeout(one);
    await Promise.all([this.#polling, this.#working]);
  }

  #onNotice(notice: Notice): void {
    // Only notifications of this node's own writes contain the rows.
    if (notice.kind === 'head') this.#schedule(notice.teamId, notice.rows === undefined ? OTHERS_MS : OWN_MS);
    else if (notice.kind === 'gap') void this.#pollNow();
  }

  #schedule(teamId: string, inMs: number): void {
    if (this.#isClosed || this.#due.has(teamId)) return;
    this.#due.set(teamId, setTimeout(() => this.#enqueue(teamId), inMs).unref());
  }

  #enqueue(teamId: string): void {
    clearTimeout(this.#due.get(teamId));
    this.#due.delete(teamId);
    if (this.#isClosed) return;
    this.#waiting.add(teamId);
    this.#begin();
  }

  #begin(): void {
    this.#working ??= this.#work().finally(() => {
      this.#working = null;
      // Continue if a team was added while the last step ended.
      if (this.#waiting.size > 0 && !this.#isClosed) this.#begin();
    });
  }

  async #work(): Promise<void> {
    for (;;) {
      const [teamId] = this.#waiting;
      if (teamId === undefined || this.#isClosed) return;
      this.#waiting.delete(teamId);
      try {
        if (await this.#step(teamId)) this.#waiting.add(teamId);
      } catch (error) {
        if (this.#isClosed) return;
        this.#noteFailure(teamId);
        const about = { err: error, teamId };
        this.#app.log.warn(about, 'search index update failed; will retry');
        this.#schedule(teamId, RETRY_MS);
      }
    }
  }

  /** Runs one step for a team, or skips an object that has failed too often. @returns false if the team's index is up to date */
  async #step(teamId: string): Promise<boolean> {
    const state = this.#failures.get(teamId);
    if (state === undefined) return await followTeam(this.#app, teamId, this.#stems, WIDE_STEP);
    if (state.failures >= MAX_FAILURES) {
      // This also fails while the database is unavailable: an outage does not cause objects to be skipped.
      await skipSearchable(this.#app, teamId);
      this.#app.log.error({ teamId }, 'skipped an entity that cannot be indexed');
      state.failures = 0;
      return true;
    }
    const isMore = await followTeam(this.#app, teamId, this.#stems, NARROW_STEP);
    state.failures = 0;
    state.narrowLeft -= 1;
    if (state.narrowLeft <= 0 || !isMore) this.#failures.delete(teamId);
    return isMore;
  }

  #noteFailure(teamId: string): void {
    const state = this.#failures.get(teamId);
    if (state === undefined) this.#failures.set(teamId, { narrowLeft: WIDE_STEP.rows, failures: 0 });
    else state.failures += 1;
  }

  #pollNow(): Promise<void> {
    this.#polling ??= this.#pollStale()
      .catch((error: unknown) => {
        if (!this.#isClosed) this.#app.log.warn({ err: error }, 'failed to query stale search indexes');
      })
      .finally(() => {
        this.#polling = null;
      });
    return this.#polling;
  }

  async #pollStale(): Promise<void> {
    let after: string | null = null;
    do {
      const last: string | null = after;
      const teamIds: string[] = await withSystem(
        this.#app.db,
        (tx) => listBehind(tx, INDEX_VERSION, last, TEAMS_AT_ONCE),
        { isReadOnly: true },
      );
      for (const teamId of teamIds) this.#enqueue(teamId);
      after = teamIds.length < TEAMS_AT_ONCE ? null : (teamIds.at(-1) ?? null);
    } while (after !== null && !this.#isClosed);
  }
}
