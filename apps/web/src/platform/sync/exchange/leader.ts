import { Feed } from './feed.ts';
import type { Outbox } from './outbox.ts';
import type { Presence } from './presence.ts';
import type { TabRows } from './tab-rows.ts';
import type { Ports, SyncStatus, TabMessage } from '#platform/sync/rows/types.ts';

interface LeaderEvents {
  onStatus(status: SyncStatus): void;
  onSessionOver(): void;
  onAccessLost(): void;
}

/** The role of the tab that holds the lock. It owns the socket, starts the outbox, and broadcasts their results to the other tabs. */
export class Leader {
  readonly feed: Feed;
  #rows: TabRows;
  #outbox: Outbox;
  #ports: Ports;
  #presence: Presence;

  constructor(rows: TabRows, outbox: Outbox, ports: Ports, presence: Presence, events: LeaderEvents) {
    this.#rows = rows;
    this.#outbox = outbox;
    this.#ports = ports;
    this.#presence = presence;
    this.feed = new Feed(rows.store, ports, {
      onSnapshot: (base, seq, epoch) => rows.replaceRows(base, seq, epoch),
      onChanges: (changes, to) => rows.applyChanges(changes, to),
      onReset: () => rows.reset(),
      onCaughtUp: () => outbox.start(this.feed),
      onLine: (send) => presence.connect(send),
      onPresence: (people, isWhole) => presence.applyFrame(people, isWhole),
      onStatus: (status) => events.onStatus(status),
      onSessionOver: () => events.onSessionOver(),
      onAccessLost: () => events.onAccessLost(),
    });
  }

  /** Rejects the dependents of mutations that were rejected earlier, and starts writing the local copy. */
  begin(): void {
    for (const refusal of this.#rows.refusals) {
      for (const { mutation } of this.#rows.store.pending.withDependents(refusal.mutation.mutationId)) {
        this.#rows.refuse(mutation.mutationId, refusal.problem);
      }
    }
    this.#rows.copy.startWriting();
    this.#ports.channel.post({ type: 'leading' });
  }

  /** Retries immediately: the network may be back. */
  wake(): void {
    this.feed.wake();
    this.#outbox.wake();
  }

  async rest(): Promise<void> {
    await Promise.all([this.#outbox.rest(), this.feed.rest()]);
  }

  hold(): void {
    this.#outbox.pause();
    this.feed.hold();
  }

  stop(): void {
    this.feed.stop();
  }

  receive(message: TabMessage, status: SyncStatus): void {
    if (message.type === 'wake') this.wake();
    else if (message.type === 'resume') this.feed.resume();
    else if (message.type === 'hello') this.#welcome(message, status);
    else if (message.type === 'here') this.#presence.receive(message.tab, message.place);
  }

  /** Sends the current state to a tab that has just opened or has missed messages. */
  #welcome(
    { tab, cursor, epoch, pending }: Extract<TabMessage, { type: 'hello' }>,
    status: SyncStatus,
  ): void {
    const { channel } = this.#ports;
    const { store, recent, outcomes } = this.#rows;
    channel.post({ type: 'status', status });
    channel.post({ type: 'people', people: this.#presence.people });
    const to = store.cursor;
    const missed = cursor === null ? null : recent.since(cursor);
    const isSame = epoch === store.epoch;
    if (to !== null && cursor !== null && missed !== null && isSame) {
      if (cursor < to) channel.post({ type: 'changes', epoch, from: cursor, to, changes: missed });
    } else if (cursor !== to || !isSame) this.#rows.postState(tab);
    const settled: string[] = [];
    const unknown: string[] = [];
    for (const id of pending) {
      const answer = outcomes.get(id);
      if (answer === 'settled') settled.push(id);
      else if (typeof answer === 'number') channel.post({ type: 'acked', mutationId: id, seq: answer });
      else if (answer === undefined && store.pending.get(id) === undefined) unknown.push(id);
    }
    const refusals = this.#rows.refusals.filter(({ mutation }) => pending.includes(mutation.mutationId));
    if (refusals.length > 0) channel.post({ type: 'refused', refusals });
    if (settled.length + unknown.length > 0) channel.post({ type: 'answers', for: tab, settled, unknown });
  }
}
