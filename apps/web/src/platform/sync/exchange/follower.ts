import type { Presence } from './presence.ts';
import type { TabRows } from './tab-rows.ts';
import type { Ports, SyncStatus, TabMessage } from '#platform/sync/rows/types.ts';

/** Milliseconds after which a follower requests the outcome of a pending mutation. */
const OUTCOME_REQUEST_MS = 5_000;

interface FollowedTab {
  /** False once the tab has closed or become the leader. */
  isFollowing(): boolean;
  onStatus(status: SyncStatus): void;
}

/** The role of tabs without the lock. They show what the leader broadcasts and request missed messages from the leader. */
export class Follower {
  #tab: string;
  #rows: TabRows;
  #ports: Ports;
  #presence: Presence;
  #part: FollowedTab;
  #isRequestPlanned = false;

  constructor(tab: string, rows: TabRows, ports: Ports, presence: Presence, part: FollowedTab) {
    this.#tab = tab;
    this.#rows = rows;
    this.#ports = ports;
    this.#presence = presence;
    this.#part = part;
    rows.store.subscribeSteps(() => this.#scheduleRequest());
  }

  receive(message: TabMessage): void {
    const { cursor, epoch } = this.#rows.store;
    if (message.type === 'leading') this.announce();
    else if (message.type === 'status') this.#part.onStatus(message.status);
    else if (message.type === 'flushed') this.#rows.copy.noteFlushed(message.cursor);
    else if (message.type === 'people') this.#presence.show(message.people);
    else if (message.type === 'reset') this.#rows.reset();
    else if (message.type === 'answers') {
      if (message.for === this.#tab) this.#handleOutcomes(message.settled, message.unknown);
    } else if (message.type === 'changes') {
      if (cursor === null || message.from > cursor || message.epoch !== epoch) this.announce();
      else this.#rows.applyChanges(message.changes, message.to);
    } else if (message.type === 'state' && (message.for === null || message.for === this.#tab)) {
      if (cursor === null || message.epoch !== epoch || message.seq >= cursor)
        this.#rows.replaceRows(message.rows, message.seq, message.epoch);
    }
  }

  #handleOutcomes(settled: readonly string[], unknown: readonly string[]): void {
    const { store } = this.#rows;
    const over = store.pending.all().filter(({ mutation }) => settled.includes(mutation.mutationId));
    store.drop(over);
    this.#rows.settle(over);
    for (const { mutation, order } of store.pending.all()) {
      const isMissing = order !== null && unknown.includes(mutation.mutationId);
      if (isMissing) this.#ports.channel.post({ type: 'mutation', order, mutation });
    }
  }

  /** Schedules a request to the leader for the outcome of mutations whose message this follower may have missed. */
  #scheduleRequest(): void {
    if (this.#isRequestPlanned || !this.#isWaiting) return;
    this.#isRequestPlanned = true;
    this.#ports.clock.after(OUTCOME_REQUEST_MS, () => {
      this.#isRequestPlanned = false;
      if (!this.#isWaiting) return;
      this.announce();
      this.#scheduleRequest();
    });
  }

  get #isWaiting(): boolean {
    return this.#part.isFollowing() && this.#rows.store.pending.all().length > 0;
  }

  announce(): void {
    const { pending: all, cursor, epoch } = this.#rows.store;
    const pending = all.all().map(({ mutation }) => mutation.mutationId);
    this.#ports.channel.post({ type: 'hello', tab: this.#tab, cursor, epoch, pending });
  }
}
