import type { Problem } from '@hearth/contracts/core/errors';
import type { SyncEntity } from '@hearth/contracts/sync-values';
import { answerHello } from './answer-hello.ts';
import { Feed, putPage } from './feed.ts';
import { Follower } from './follower.ts';
import { Outbox } from './outbox.ts';
import { Presence } from './presence.ts';
import type { RowStore } from '#platform/sync/rows/row-store.ts';
import { TabRows, type RowEvents } from './tab-rows.ts';
import type { BaseRows, Ports, Refusal, SyncStatus, TabMessage } from '#platform/sync/rows/types.ts';

/** Maximum time that loading the remaining rows of a team waits for the first screen to be drawn. */
const DRAWN_MS = 3_000;
const NOT_A_MEMBER: Problem = {
  type: 'about:blank',
  title: 'You are no longer in this team',
  status: 404,
  detail: 'The change could not be made: you are no longer a member of this team.',
  code: 'NOT_FOUND',
};

interface EngineEvents extends RowEvents {
  onStatus(status: SyncStatus): void;
  onSessionOver(): void;
}

/**
 * Syncs one team in one tab. All tabs show the same rows and pending mutations. The tab that holds the lock is the leader. Only the leader
 * opens the socket, sends the outbox and writes the local copy. Tabs communicate over `channel`.
 */
export class Engine {
  readonly store: RowStore;
  readonly presence: Presence;
  readonly outbox: Outbox;
  #ports: Ports;
  #events: EngineEvents;
  #rows: TabRows;
  #follower: Follower;
  #status: SyncStatus = 'loading';
  /** Set while this tab leads. */
  #feed: Feed | null = null;
  #end = new AbortController();
  #earlyMessages: TabMessage[] | null = [];
  /** Settles once the rows of the first screen are drawn, or immediately if there are none. */
  #first: Promise<void> = Promise.resolve();
  #drawn = Promise.withResolvers<void>();

  constructor(ports: Ports & { userId: string }, events: EngineEvents) {
    this.#ports = ports;
    this.#events = events;
    const tab = ports.newId();
    this.presence = new Presence(ports, tab, (message) => {
      if (!this.#isOver) ports.channel.post(message);
    });
    this.#rows = new TabRows(ports, events, {
      isOver: () => this.#isOver,
      isLeading: () => this.#feed !== null,
      pump: () => this.outbox.pump(),
    });
    this.store = this.#rows.store;
    this.outbox = new Outbox(this.#rows, ports, () => this.#sessionOver());
    this.#follower = new Follower(tab, this.#rows, ports, this.presence, {
      isFollowing: () => !this.#isOver && this.#feed === null,
      onStatus: (status) => this.#setStatus(status),
    });
  }

  /** Shows the local copy, then follows or leads. `lockName` is the same in all of the user's tabs with this team. */
  async open(lockName: string): Promise<void> {
    const { channel, locks, storage } = this.#ports;
    channel.listen((message) => {
      if (this.#earlyMessages === null) this.#receive(message);
      else this.#earlyMessages.push(message);
    });
    try {
      this.#rows.applyCopy(await storage.load());
    } catch {
      // Storage cannot be read. The server has all rows, and a mutation that cannot be stored is rejected visibly.
    }
    if (this.#isOver) return;
    if (this.store.cursor === null) this.#first = this.#showFirst();
    const early = this.#earlyMessages ?? [];
    this.#earlyMessages = null;
    for (const message of early) this.#receive(message);
    this.#follower.announce();
    await locks.acquire(lockName, this.#end.signal);
    if (!this.#isOver) await this.#takeLead();
  }

  get status(): SyncStatus {
    return this.#status;
  }

  get refusals(): readonly Refusal[] {
    return this.#rows.refusals;
  }

  /** Call when a screen has been drawn, or when none can be drawn from the first rows. */
  noteDrawn(): void {
    this.#drawn.resolve();
  }

  /** Removes a rejection from the list in every tab. */
  async dismiss(mutationId: string): Promise<void> {
    const refusal = this.#rows.removeRefusal(mutationId);
    this.#ports.channel.post({ type: 'dismissed', mutationId });
    if (refusal?.order != null) await this.#ports.storage.remove([refusal.order]);
  }

  /** Retries immediately: the network may be back. */
  wake(): void {
    if (this.#feed === null) return this.#ports.channel.post({ type: 'wake' });
    this.#feed.wake();
    this.outbox.wake();
  }

  /** Drains before the session ends. Resolves once this tab has no unanswered requests. Lasts until `resume`. */
  async rest(): Promise<void> {
    if (this.#feed !== null) await Promise.all([this.outbox.rest(), this.#feed.rest()]);
  }

  /** Resumes after the user has signed in again. */
  resume(): void {
    if (this.#feed === null) return this.#ports.channel.post({ type: 'resume' });
    this.#feed.resume();
  }

  markForCopy(rows: Iterable<{ entity: SyncEntity; id: string }>): void {
    this.#rows.copy.mark(rows);
  }

  /** Closes this tab's engine. All data stays on the device. */
  close(): void {
    this.#finish('closed');
  }

  /** Closes the engine in every tab and removes all data of this team from this device. */
  async wipe(): Promise<void> {
    this.#ports.channel.post({ type: 'wiped', status: 'closed' });
    this.store.drop(this.store.pending.all());
    this.store.clearBase();
    await this.#wipeAndFinish('closed');
  }

  get #isOver(): boolean {
    return this.#end.signal.aborted;
  }

  async #showFirst(): Promise<void> {
    const first = (await this.#ports.takeFirstRows?.()) ?? null;
    if (first === null || this.#isOver || this.store.cursor !== null) return;
    const rows: BaseRows = new Map();
    putPage(rows, first.page);
    this.store.showFirst(rows, first.part);
    await this.#waitUntilDrawn();
  }

  /** Waits until the first screen is drawn because reading a team's thousands of rows would block the first paint. */
  async #waitUntilDrawn(): Promise<void> {
    const { clock, whenIdle } = this.#ports;
    if (whenIdle === undefined) return;
    const tooLong = Promise.withResolvers<void>();
    const stop = clock.after(DRAWN_MS, tooLong.resolve);
    await Promise.race([this.#drawn.promise.then(whenIdle), tooLong.promise]);
    stop();
  }

  async #takeLead(): Promise<void> {
    const { storage } = this.#ports;
    try {
      const stored = await storage.peek();
      const isOther = stored.epoch !== this.store.epoch;
      if (stored.cursor !== null && (isOther || stored.cursor > (this.store.cursor ?? -1)))
        this.#rows.applyCopy(await storage.load());
      else this.#rows.applyOutbox(stored.outbox);
    } catch {
      // The rows in memory are sufficient to continue.
    }
    if (this.#isOver) return;
    const tab = { rows: this.#rows, outbox: this.outbox, presence: this.presence };
    const feed = new Feed(tab, this.#ports, {
      onStatus: (status) => this.#setStatus(status),
      onSessionOver: () => this.#sessionOver(),
      onAccessLost: () => void this.#gone(),
    });
    this.#feed = feed;
    this.#rows.startLeading();
    // The first screen takes priority over everything else.
    await this.#first;
    if (!this.#isOver) await feed.run();
  }

  #receive(message: TabMessage): void {
    if (this.#isOver) return;
    if (message.type === 'mutation') {
      this.#rows.applyStored(message.mutation, message.order, null);
      this.outbox.pump();
    } else if (message.type === 'storing') this.#rows.checkLater(message.mutationId);
    else if (message.type === 'refused') this.#rows.applyRefusals(message.refusals);
    else if (message.type === 'acked') this.#rows.noteAck(message.mutationId, message.seq);
    else if (message.type === 'dismissed') this.#rows.removeRefusal(message.mutationId);
    else if (message.type === 'wiped') void this.#handleWiped(message.status);
    else if (this.#feed === null) this.#follower.receive(message);
    else if (message.type === 'wake') this.wake();
    else if (message.type === 'resume') this.resume();
    else if (message.type === 'here') this.presence.receive(message.tab, message.place);
    else if (message.type === 'hello') {
      const { channel } = this.#ports;
      channel.post({ type: 'status', status: this.#status });
      channel.post({ type: 'people', people: this.presence.people });
      answerHello(this.#rows, channel, message);
    }
  }

  #sessionOver(): void {
    if (this.#feed !== null) {
      this.outbox.pause();
      this.#feed.hold();
    }
    this.#setStatus('signedOut');
    this.#events.onSessionOver();
  }

  async #gone(): Promise<void> {
    this.#ports.channel.post({ type: 'wiped', status: 'gone' });
    await this.#handleWiped('gone');
  }

  async #handleWiped(status: 'gone' | 'closed'): Promise<void> {
    const lost = this.store.pending
      .all()
      .map(({ mutation }): Refusal => ({ mutation, problem: NOT_A_MEMBER, order: null }));
    if (status === 'gone') this.#rows.applyRefusals(lost);
    else this.store.drop(this.store.pending.all());
    this.store.clearBase();
    await this.#wipeAndFinish(status);
  }

  async #wipeAndFinish(status: 'gone' | 'closed'): Promise<void> {
    this.#rows.copy.stopWriting();
    await this.#ports.storage.wipe().catch(() => undefined);
    this.#finish(status);
  }

  #finish(status: 'gone' | 'closed'): void {
    if (this.#isOver) return;
    this.#setStatus(status);
    this.#end.abort();
    this.outbox.stop();
    this.#feed?.stop();
    this.presence.stop();
    this.#rows.copy.stopWriting();
    this.#ports.channel.close();
    this.#ports.storage.close();
  }

  #setStatus(status: SyncStatus): void {
    if (this.#isOver || status === this.#status) return;
    this.#status = status;
    if (this.#feed !== null) this.#ports.channel.post({ type: 'status', status });
    this.#events.onStatus(status);
  }
}
