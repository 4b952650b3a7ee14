import type { Problem } from '@hearth/contracts/core/errors';
import type { Change } from '@hearth/contracts/sync';
import type { SyncEntity } from '@hearth/contracts/sync-values';
import { MutationLedger, RecentChanges } from './mutation-ledger.ts';
import { Feed, putPage } from './feed.ts';
import { LocalCopy, readChunks } from '#platform/sync/copies/local-copy.ts';
import { Outbox } from './outbox.ts';
import { rowKey } from '#platform/sync/rows/pending.ts';
import { Presence } from './presence.ts';
import { RowStore } from '#platform/sync/rows/row-store.ts';
import type {
  BaseRows,
  Held,
  Mutation,
  Pending,
  Ports,
  Refusal,
  RowKey,
  StoredMutation,
  SyncStatus,
  TabMessage,
} from '#platform/sync/rows/types.ts';

/** Milliseconds after which a follower asks what became of a pending mutation. */
const ASK_MS = 5_000;
/** Time-out: the longest that the rest of a team waits for its first screen. */
const DRAWN_MS = 3_000;
/** Milliseconds that another tab has to say that a mutation is stored. */
const STORING_MS = 2_000;
const NOT_STORED: Problem = {
  type: 'about:blank',
  title: 'This could not be saved on this device',
  status: 507,
  detail: 'The browser has no room, or does not allow this site to store anything.',
  code: 'UNAVAILABLE',
};
const GONE: Problem = {
  type: 'about:blank',
  title: 'You are no longer in this team',
  status: 404,
  detail: 'The change could not be made: you are no longer a member of this team.',
  code: 'NOT_FOUND',
};

interface EngineEvents {
  onStatus(status: SyncStatus): void;
  onRefusals(refusals: readonly Refusal[]): void;
  onSessionOver(): void;
  /** Rows went from this device, and not by what was done on it: rights, or somebody else. */
  onRowsTaken(rows: readonly RowKey[]): void;
  /** All rows were fetched anew. */
  onRowsReplaced(): void;
}

/**
 * One tab's part in syncing one team. All tabs show the same rows and pending mutations; the one that holds
 * the lock leads: it alone has the socket, sends the outbox and writes the local copy. Tabs talk by
 * `channel`.
 */
export class Engine {
  readonly store = new RowStore();
  readonly presence: Presence;
  #ports: Ports;
  #events: EngineEvents;
  #tab: string;
  #copy: LocalCopy;
  #recent = new RecentChanges();
  #answers = new MutationLedger();
  #refusals: readonly Refusal[] = [];
  #status: SyncStatus = 'loading';
  #lead: { feed: Feed; outbox: Outbox } | null = null;
  #end = new AbortController();
  #heardEarly: TabMessage[] | null = [];
  #isAskPlanned = false;
  /** Settles once the rows of the first screen are drawn, or there are none. */
  #first: Promise<void> = Promise.resolve();
  #drawn = Promise.withResolvers<void>();

  constructor(ports: Ports & { userId: string }, events: EngineEvents) {
    this.#ports = ports;
    this.#events = events;
    this.#tab = ports.newId();
    this.presence = new Presence(ports, this.#tab, (message) => {
      if (!this.#isOver) ports.channel.post(message);
    });
    this.#copy = new LocalCopy(this.store, ports.storage, ports.clock, (cursor) => {
      if (!this.#isOver) ports.channel.post({ type: 'flushed', cursor });
    });
  }

  /**
   * Shows the local copy, then follows or leads. `lockName` is the same in all tabs of this person and team.
   */
  async open(lockName: string): Promise<void> {
    const { channel, locks, storage } = this.#ports;
    channel.listen((message) => {
      if (this.#heardEarly === null) this.#hear(message);
      else this.#heardEarly.push(message);
    });
    try {
      this.#takeCopy(await storage.load());
    } catch {
      // Nothing can be read here: the server has it all, and a mutation that cannot be stored is refused aloud.
    }
    if (this.#isOver) return;
    if (this.store.cursor === null) this.#first = this.#showFirst();
    const early = this.#heardEarly ?? [];
    this.#heardEarly = null;
    for (const message of early) this.#hear(message);
    this.#sayHello();
    await locks.acquire(lockName, this.#end.signal);
    if (!this.#isOver) await this.#takeLead();
  }

  get status(): SyncStatus {
    return this.#status;
  }

  get refusals(): readonly Refusal[] {
    return this.#refusals;
  }

  /** A screen stands on the page, or none can with the first rows. */
  noteDrawn(): void {
    this.#drawn.resolve();
  }

  /** Applies the optimistic update; resolves when the mutation is stored, which is before it is sent. */
  submit(mutation: Mutation): Promise<void> {
    const pending: Pending = { mutation, order: null, state: 'queued', seq: null };
    this.store.addPending(pending);
    this.#askLater();
    return this.#keep(pending);
  }

  /** Takes a refusal off the list, in every tab. */
  async dismiss(mutationId: string): Promise<void> {
    const refusal = this.#refusals.find((other) => other.mutation.mutationId === mutationId);
    this.#setRefusals(this.#refusals.filter((other) => other !== refusal));
    this.#ports.channel.post({ type: 'dismissed', mutationId });
    if (refusal?.order != null) await this.#ports.storage.remove([refusal.order]);
  }

  /** The network may be back. */
  wake(): void {
    if (this.#lead === null) return this.#ports.channel.post({ type: 'wake' });
    this.#lead.feed.wake();
    this.#lead.outbox.wake();
  }

  /**
   * Drains before the session ends: settles once this tab has asked for nothing that is not answered. Until
   * `resume`.
   */
  async rest(): Promise<void> {
    await Promise.all([this.#lead?.outbox.rest(), this.#lead?.feed.rest()]);
  }

  /** The person is signed in again. */
  resume(): void {
    if (this.#lead === null) return this.#ports.channel.post({ type: 'resume' });
    this.#lead.feed.resume();
  }

  markForCopy(rows: Iterable<{ entity: SyncEntity; id: string }>): void {
    this.#copy.mark(rows);
  }

  /** Ends this tab's part; everything stays on the device. */
  close(): void {
    this.#finish('closed');
  }

  /** Ends every tab's part and removes everything of this team from this device. */
  async wipe(): Promise<void> {
    this.#ports.channel.post({ type: 'wiped', status: 'closed' });
    this.store.drop(this.store.pending.all());
    this.store.clearBase();
    await this.#wipeAndFinish('closed');
  }

  get #isOver(): boolean {
    return this.#end.signal.aborted;
  }

  async #keep(pending: Pending): Promise<void> {
    const { mutation } = pending;
    if (this.#lead === null) this.#ports.channel.post({ type: 'storing', mutationId: mutation.mutationId });
    let order: number;
    try {
      order = await this.#ports.storage.add(mutation);
    } catch {
      if (!this.#isOver) this.#refuse(mutation.mutationId, NOT_STORED);
      return;
    }
    if (this.#isOver) return;
    if (this.store.pending.get(mutation.mutationId) === pending) this.store.setOrder(pending, order);
    else if (this.#answers.get(mutation.mutationId) === 'refused')
      await this.#keepRefusalPlace(mutation, order);
    this.#ports.channel.post({ type: 'mutation', order, mutation });
    this.#lead?.outbox.pump();
  }

  /** It was refused, with another that it needs, while it was being stored. */
  async #keepRefusalPlace(mutation: Mutation, order: number): Promise<void> {
    const refusal = this.#refusals.find((other) => other.mutation.mutationId === mutation.mutationId);
    if (refusal === undefined) return this.#ports.storage.remove([order]);
    refusal.order = order;
    await this.#ports.storage.keepAnswer(order, { refusedWith: refusal.problem });
  }

  #takeCopy(held: Held & { chunks: string[] }): void {
    if (this.#isOver) return;
    // First what is under way, so that nobody sees the rows without it.
    this.#takeOutbox(held.outbox);
    if (held.cursor === null) return;
    this.#copy.forget();
    this.#recent.clear();
    this.#settle(this.store.setBase(readChunks(held.chunks), held.cursor, held.epoch));
  }

  #takeOutbox(outbox: readonly StoredMutation[]): void {
    for (const { order, mutation, seq, refusedWith } of outbox) {
      if (refusedWith === null) this.#takeStored(mutation, order, seq);
      else if (!this.#refusals.some((other) => other.mutation.mutationId === mutation.mutationId)) {
        this.#answers.note(mutation.mutationId, 'refused');
        this.#setRefusals([...this.#refusals, { mutation, problem: refusedWith, order }]);
      }
    }
  }

  /** Learns of a stored mutation: another tab's, or one from before a reload. */
  #takeStored(mutation: Mutation, order: number, storedSeq: number | null): void {
    const answer = this.#answers.get(mutation.mutationId);
    const known = this.store.pending.get(mutation.mutationId);
    if (answer === 'refused') return;
    if (known !== undefined) {
      if (known.order === null) this.store.setOrder(known, order);
      return;
    }
    const seq = storedSeq ?? (typeof answer === 'number' ? answer : null);
    const pending: Pending = { mutation, order, state: seq === null ? 'queued' : 'acked', seq };
    if (answer === 'settled' || (seq !== null && seq <= (this.store.cursor ?? -1))) {
      this.#copy.markSettled([pending]);
      return;
    }
    this.store.addPending(pending);
    this.#askLater();
    const refusal = this.#refusals.find((other) => mutation.dependsOn.includes(other.mutation.mutationId));
    if (refusal !== undefined && this.#lead !== null) this.#refuse(mutation.mutationId, refusal.problem);
  }

  async #showFirst(): Promise<void> {
    const first = (await this.#ports.takeFirstRows?.()) ?? null;
    if (first === null || this.#isOver || this.store.cursor !== null) return;
    const rows: BaseRows = new Map();
    putPage(rows, first.page);
    this.store.showFirst(rows, first.part);
    await this.#waitUntilDrawn();
  }

  /** Yields: reading the thousands of rows of a team would block the first paint. */
  async #waitUntilDrawn(): Promise<void> {
    const { clock, whenIdle } = this.#ports;
    if (whenIdle === undefined) return;
    const tooLong = Promise.withResolvers<void>();
    const stop = clock.after(DRAWN_MS, tooLong.resolve);
    await Promise.race([this.#drawn.promise.then(whenIdle), tooLong.promise]);
    stop();
  }

  async #takeLead(): Promise<void> {
    const { channel, storage } = this.#ports;
    try {
      const held = await storage.peek();
      const isOther = held.epoch !== this.store.epoch;
      if (held.cursor !== null && (isOther || held.cursor > (this.store.cursor ?? -1)))
        this.#takeCopy(await storage.load());
      else this.#takeOutbox(held.outbox);
    } catch {
      // What this tab holds in memory is enough to go on with.
    }
    if (this.#isOver) return;
    const outbox = new Outbox(this.store, this.#ports, {
      onAcked: (pending, seq) => this.#acked(pending, seq),
      onRefused: (pending, problem) => this.#refuse(pending.mutation.mutationId, problem),
      onSessionOver: () => this.#sessionOver(),
    });
    const feed = new Feed(this.store, this.#ports, {
      onSnapshot: (rows, seq, epoch) => this.#replaceRows(rows, seq, epoch),
      onChanges: (changes, to) => this.#bring(changes, to),
      onReset: () => this.#reset(),
      onCaughtUp: () => outbox.start(),
      onLine: (send) => this.presence.connect(send),
      onPresence: (people, isWhole) => this.presence.take(people, isWhole),
      onStatus: (status) => this.#setStatus(status),
      onSessionOver: () => this.#sessionOver(),
      onGone: () => void this.#gone(),
    });
    this.#lead = { feed, outbox };
    for (const refusal of this.#refusals) {
      for (const { mutation } of this.store.pending.withDependents(refusal.mutation.mutationId)) {
        this.#refuse(mutation.mutationId, refusal.problem);
      }
    }
    this.#copy.startWriting();
    channel.post({ type: 'leading' });
    // What the screen shows comes before everything else.
    await this.#first;
    if (!this.#isOver) await feed.run();
  }

  #bring(changes: Change[], to: number): void {
    const from = this.store.cursor;
    if (from === null) return;
    const taken = this.#findTaken(changes, from);
    this.#settle(this.store.applyChanges(changes, to));
    if (taken.length > 0) this.#tellTaken(taken);
    // Another tab's word that it made a mutation may come after the mutation's effect.
    for (const { mutationId } of changes)
      if (mutationId !== undefined) this.#answers.note(mutationId, 'settled');
    // A row that went may have gone with a right: it leaves the device without delay.
    this.#copy.mark(
      changes,
      changes.some((change) => change.op === 'delete'),
    );
    const now = this.store.cursor ?? to;
    if (this.#lead === null || now === from) return;
    this.#recent.add(from, now, changes);
    this.#ports.channel.post({ type: 'changes', epoch: this.store.epoch, from, to: now, changes });
  }

  #findTaken(changes: readonly Change[], from: number): RowKey[] {
    return changes
      .filter(({ op, seq, mutationId }) => {
        const isOurs = mutationId !== undefined && this.store.pending.get(mutationId) !== undefined;
        return op === 'delete' && seq > from && !isOurs;
      })
      .map(({ entity, id }) => rowKey(entity, id));
  }

  #tellTaken(rows: readonly RowKey[]): void {
    this.#events.onRowsTaken(rows);
    // Also what tabs did that are closed by now.
    if (this.#lead !== null) void this.#ports.storage.steps.forget(rows).catch(() => undefined);
  }

  #replaceRows(rows: BaseRows, seq: number, epoch: string | null): void {
    if (this.store.epoch !== null && epoch !== this.store.epoch) this.#sendAgain();
    this.#settle(this.store.setBase(rows, seq, epoch));
    this.#events.onRowsReplaced();
    this.#recent.clear();
    this.#copy.markAll();
    if (this.#lead === null) return;
    this.#postState(null);
    void this.#forgetLostSteps().catch(() => undefined);
  }

  /** The log went back to a backup: what it had acknowledged and not yet brought may be lost there, and goes again. */
  #sendAgain(): void {
    for (const { mutation, order } of this.store.forgetPositions()) {
      this.#answers.forget(mutation.mutationId);
      if (this.#lead !== null && order !== null)
        void this.#ports.storage.keepAnswer(order, { seq: null }).catch(() => undefined);
    }
  }

  /** Nobody knows why a row is not there any more: what was done to it cannot be taken back, by no tab. */
  async #forgetLostSteps(): Promise<void> {
    const { steps } = this.#ports.storage;
    await steps.forget((await steps.listRows()).filter((row) => !this.store.hasRow(row)));
  }

  #postState(tab: string | null): void {
    const seq = this.store.cursor;
    const { epoch } = this.store;
    if (seq !== null)
      this.#ports.channel.post({ type: 'state', for: tab, seq, epoch, rows: this.store.base() });
  }

  #reset(): void {
    this.store.clearBase();
    this.#recent.clear();
    this.#copy.forget();
    if (this.#lead === null) return;
    this.#ports.channel.post({ type: 'reset' });
    void this.#ports.storage.clearCopy().catch(() => undefined);
  }

  #acked(pending: Pending, seq: number | null): void {
    const { mutationId } = pending.mutation;
    if (seq === null) {
      // Whatever it did is in the log by now: caught up means it is here.
      this.#lead?.feed.catchUp().then(
        () => this.#acked(pending, this.store.cursor ?? 0),
        () => this.#lead?.outbox.pump(),
      );
      return;
    }
    this.#noteAck(mutationId, seq);
    this.#ports.channel.post({ type: 'acked', mutationId, seq });
    if (pending.order !== null) {
      void this.#ports.storage.keepAnswer(pending.order, { seq }).catch(() => undefined);
    }
    this.#lead?.feed.expect(seq);
    this.#lead?.outbox.pump();
  }

  #noteAck(mutationId: string, seq: number): void {
    if (typeof this.#answers.get(mutationId) === 'string') return;
    this.#answers.note(mutationId, seq);
    this.#settle(this.store.acknowledge(mutationId, seq));
  }

  #settle(settled: readonly Pending[]): void {
    for (const { mutation } of settled) this.#answers.note(mutation.mutationId, 'settled');
    this.#copy.markSettled(settled);
  }

  /** Takes a mutation and those that need it back, and keeps them where the person can see why. */
  #refuse(mutationId: string, problem: Problem): void {
    const refusals = this.store.pending
      .withDependents(mutationId)
      .map(({ mutation, order }): Refusal => ({ mutation, problem, order }));
    if (refusals.length === 0) return;
    this.#takeRefusals(refusals);
    this.#ports.channel.post({ type: 'refused', refusals });
    for (const { order } of refusals) {
      if (order !== null)
        void this.#ports.storage.keepAnswer(order, { refusedWith: problem }).catch(() => undefined);
    }
    this.#lead?.outbox.pump();
  }

  #takeRefusals(refusals: readonly Refusal[]): void {
    const ids = new Set(refusals.map(({ mutation }) => mutation.mutationId));
    for (const id of ids) this.#answers.note(id, 'refused');
    this.store.drop(this.store.pending.all().filter(({ mutation }) => ids.has(mutation.mutationId)));
    const known = new Set(this.#refusals.map(({ mutation }) => mutation.mutationId));
    this.#setRefusals([
      ...this.#refusals,
      ...refusals.filter(({ mutation }) => !known.has(mutation.mutationId)),
    ]);
  }

  #hear(message: TabMessage): void {
    if (this.#isOver) return;
    const isLeading = this.#lead !== null;
    if (message.type === 'mutation') {
      this.#takeStored(message.mutation, message.order, null);
      this.#lead?.outbox.pump();
    } else if (message.type === 'storing') this.#lookLater(message.mutationId);
    else if (message.type === 'refused') this.#takeRefusals(message.refusals);
    else if (message.type === 'acked') this.#noteAck(message.mutationId, message.seq);
    else if (message.type === 'dismissed') {
      this.#setRefusals(this.#refusals.filter(({ mutation }) => mutation.mutationId !== message.mutationId));
    } else if (message.type === 'wiped') void this.#heardWiped(message.status);
    else if (isLeading) this.#hearAsLeader(message);
    else this.#hearAsFollower(message);
  }

  /** Looks into the outbox for a mutation whose tab may have died between storing it and saying so. */
  #lookLater(mutationId: string): void {
    this.#ports.clock.after(STORING_MS, () => {
      const isKnown =
        this.#answers.get(mutationId) !== undefined || this.store.pending.get(mutationId) !== undefined;
      if (this.#isOver || this.#lead === null || isKnown) return;
      this.#ports.storage.peek().then(
        ({ outbox }) => {
          this.#takeOutbox(outbox);
          this.#lead?.outbox.pump();
        },
        () => undefined,
      );
    });
  }

  #hearAsLeader(message: TabMessage): void {
    if (message.type === 'wake') this.wake();
    else if (message.type === 'resume') this.resume();
    else if (message.type === 'hello') this.#welcome(message);
    else if (message.type === 'here') this.presence.hear(message.tab, message.place);
  }

  /** Brings a tab up to date that has just opened or has missed something. */
  #welcome({ tab, cursor, epoch, pending }: Extract<TabMessage, { type: 'hello' }>): void {
    const { channel } = this.#ports;
    channel.post({ type: 'status', status: this.#status });
    channel.post({ type: 'people', people: this.presence.people });
    const to = this.store.cursor;
    const missed = cursor === null ? null : this.#recent.since(cursor);
    const isSame = epoch === this.store.epoch;
    if (to !== null && cursor !== null && missed !== null && isSame) {
      if (cursor < to) channel.post({ type: 'changes', epoch, from: cursor, to, changes: missed });
    } else if (cursor !== to || !isSame) this.#postState(tab);
    const settled: string[] = [];
    const unknown: string[] = [];
    for (const id of pending) {
      const answer = this.#answers.get(id);
      if (answer === 'settled') settled.push(id);
      else if (typeof answer === 'number') channel.post({ type: 'acked', mutationId: id, seq: answer });
      else if (answer === undefined && this.store.pending.get(id) === undefined) unknown.push(id);
    }
    const refusals = this.#refusals.filter(({ mutation }) => pending.includes(mutation.mutationId));
    if (refusals.length > 0) channel.post({ type: 'refused', refusals });
    if (settled.length + unknown.length > 0) channel.post({ type: 'answers', for: tab, settled, unknown });
  }

  #hearAnswers(settled: readonly string[], unknown: readonly string[]): void {
    const over = this.store.pending.all().filter(({ mutation }) => settled.includes(mutation.mutationId));
    this.store.drop(over);
    this.#settle(over);
    for (const { mutation, order } of this.store.pending.all()) {
      const isOwed = order !== null && unknown.includes(mutation.mutationId);
      if (isOwed) this.#ports.channel.post({ type: 'mutation', order, mutation });
    }
  }

  #hearAsFollower(message: TabMessage): void {
    const { cursor, epoch } = this.store;
    if (message.type === 'leading') this.#sayHello();
    else if (message.type === 'status') this.#setStatus(message.status);
    else if (message.type === 'flushed') this.#copy.noteFlushed(message.cursor);
    else if (message.type === 'people') this.presence.show(message.people);
    else if (message.type === 'reset') this.#reset();
    else if (message.type === 'answers') {
      if (message.for === this.#tab) this.#hearAnswers(message.settled, message.unknown);
    } else if (message.type === 'changes') {
      if (cursor === null || message.from > cursor || message.epoch !== epoch) this.#sayHello();
      else this.#bring(message.changes, message.to);
    } else if (message.type === 'state' && (message.for === null || message.for === this.#tab)) {
      if (cursor === null || message.epoch !== epoch || message.seq >= cursor)
        this.#replaceRows(message.rows, message.seq, message.epoch);
    }
  }

  /** A follower that missed the end of a mutation, whatever the reason, learns of it from the leader. */
  #askLater(): void {
    if (this.#isAskPlanned) return;
    this.#isAskPlanned = true;
    this.#ports.clock.after(ASK_MS, () => {
      this.#isAskPlanned = false;
      if (this.#isOver || this.#lead !== null || this.store.pending.all().length === 0) return;
      this.#sayHello();
      this.#askLater();
    });
  }

  #sayHello(): void {
    const pending = this.store.pending.all().map(({ mutation }) => mutation.mutationId);
    const { cursor, epoch } = this.store;
    this.#ports.channel.post({ type: 'hello', tab: this.#tab, cursor, epoch, pending });
  }

  #sessionOver(): void {
    this.#lead?.outbox.pause();
    this.#lead?.feed.hold();
    this.#setStatus('signedOut');
    this.#events.onSessionOver();
  }

  async #gone(): Promise<void> {
    this.#ports.channel.post({ type: 'wiped', status: 'gone' });
    await this.#heardWiped('gone');
  }

  async #heardWiped(status: 'gone' | 'closed'): Promise<void> {
    const lost = this.store.pending
      .all()
      .map(({ mutation }): Refusal => ({ mutation, problem: GONE, order: null }));
    if (status === 'gone') this.#takeRefusals(lost);
    else this.store.drop(this.store.pending.all());
    this.store.clearBase();
    await this.#wipeAndFinish(status);
  }

  async #wipeAndFinish(status: 'gone' | 'closed'): Promise<void> {
    this.#copy.stopWriting();
    await this.#ports.storage.wipe().catch(() => undefined);
    this.#finish(status);
  }

  #finish(status: 'gone' | 'closed'): void {
    if (this.#isOver) return;
    this.#setStatus(status);
    this.#end.abort();
    this.#lead?.outbox.stop();
    this.#lead?.feed.stop();
    this.presence.stop();
    this.#copy.stopWriting();
    this.#ports.channel.close();
    this.#ports.storage.close();
  }

  #setStatus(status: SyncStatus): void {
    if (this.#isOver || status === this.#status) return;
    this.#status = status;
    if (this.#lead !== null) this.#ports.channel.post({ type: 'status', status });
    this.#events.onStatus(status);
  }

  #setRefusals(refusals: readonly Refusal[]): void {
    this.#refusals = refusals;
    this.#events.onRefusals(refusals);
  }
}
