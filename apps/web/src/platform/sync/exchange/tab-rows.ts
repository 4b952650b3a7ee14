import type { Problem } from '@hearth/contracts/core/errors';
import type { Change } from '@hearth/contracts/sync';
import { MutationLedger, RecentChanges } from './mutation-ledger.ts';
import { LocalCopy, readChunks } from '#platform/sync/copies/local-copy.ts';
import { rowKey } from '#platform/sync/rows/pending.ts';
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
} from '#platform/sync/rows/types.ts';

/** Milliseconds that another tab has to say that a mutation is stored. */
const STORING_MS = 2_000;

export interface RowEvents {
  onRefusals(refusals: readonly Refusal[]): void;
  /** Rows went from this device, and not by what was done on it: rights, or somebody else. */
  onRowsTaken(rows: readonly RowKey[]): void;
  /** All rows were fetched anew. */
  onRowsReplaced(): void;
}

/** What the rows of a tab have to know of its part. */
interface TabPart {
  isOver(): boolean;
  isLeading(): boolean;
  /** Something may be sent now, if this tab leads. */
  pump(): void;
  /** A mutation is pending, whose end a follower may miss. */
  askLater(): void;
}

/** The rows and pending mutations of a tab with what became of them, leading or not. What only the leader says, it says. */
export class TabRows {
  readonly store = new RowStore();
  readonly copy: LocalCopy;
  readonly recent = new RecentChanges();
  readonly answers = new MutationLedger();
  refusals: readonly Refusal[] = [];
  #ports: Ports;
  #events: RowEvents;
  #part: TabPart;

  constructor(ports: Ports, events: RowEvents, part: TabPart) {
    this.#ports = ports;
    this.#events = events;
    this.#part = part;
    this.copy = new LocalCopy(this.store, ports.storage, ports.clock, (cursor) => {
      if (!part.isOver()) ports.channel.post({ type: 'flushed', cursor });
    });
  }

  takeCopy(held: Held & { chunks: string[] }): void {
    if (this.#part.isOver()) return;
    // First what is under way, so that nobody sees the rows without it.
    this.takeOutbox(held.outbox);
    if (held.cursor === null) return;
    this.copy.forget();
    this.recent.clear();
    this.settle(this.store.setBase(readChunks(held.chunks), held.cursor, held.epoch));
  }

  takeOutbox(outbox: readonly StoredMutation[]): void {
    for (const { order, mutation, seq, refusedWith } of outbox) {
      if (refusedWith === null) this.takeStored(mutation, order, seq);
      else if (!this.refusals.some((other) => other.mutation.mutationId === mutation.mutationId)) {
        this.answers.note(mutation.mutationId, 'refused');
        this.#setRefusals([...this.refusals, { mutation, problem: refusedWith, order }]);
      }
    }
  }

  /** Learns of a stored mutation: another tab's, or one from before a reload. */
  takeStored(mutation: Mutation, order: number, storedSeq: number | null): void {
    const answer = this.answers.get(mutation.mutationId);
    const known = this.store.pending.get(mutation.mutationId);
    if (answer === 'refused') return;
    if (known !== undefined) {
      if (known.order === null) this.store.setOrder(known, order);
      return;
    }
    const seq = storedSeq ?? (typeof answer === 'number' ? answer : null);
    const pending: Pending = { mutation, order, state: seq === null ? 'queued' : 'acked', seq };
    if (answer === 'settled' || (seq !== null && seq <= (this.store.cursor ?? -1))) {
      this.copy.markSettled([pending]);
      return;
    }
    this.store.addPending(pending);
    this.#part.askLater();
    const refusal = this.refusals.find((other) => mutation.dependsOn.includes(other.mutation.mutationId));
    if (refusal !== undefined && this.#part.isLeading()) this.refuse(mutation.mutationId, refusal.problem);
  }

  /** Looks into the outbox for a mutation whose tab may have died between storing it and saying so. */
  lookLater(mutationId: string): void {
    this.#ports.clock.after(STORING_MS, () => {
      const isKnown =
        this.answers.get(mutationId) !== undefined || this.store.pending.get(mutationId) !== undefined;
      if (this.#part.isOver() || !this.#part.isLeading() || isKnown) return;
      this.#ports.storage.peek().then(
        ({ outbox }) => {
          this.takeOutbox(outbox);
          this.#part.pump();
        },
        () => undefined,
      );
    });
  }

  bring(changes: Change[], to: number): void {
    const from = this.store.cursor;
    if (from === null) return;
    const taken = this.#findTaken(changes, from);
    this.settle(this.store.applyChanges(changes, to));
    if (taken.length > 0) this.#publishTaken(taken);
    // Another tab's word that it made a mutation may come after the mutation's effect.
    for (const { mutationId } of changes)
      if (mutationId !== undefined) this.answers.note(mutationId, 'settled');
    // A row that went may have gone with a right: it leaves the device without delay.
    this.copy.mark(
      changes,
      changes.some((change) => change.op === 'delete'),
    );
    const now = this.store.cursor ?? to;
    if (!this.#part.isLeading() || now === from) return;
    this.recent.add(from, now, changes);
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

  #publishTaken(rows: readonly RowKey[]): void {
    this.#events.onRowsTaken(rows);
    // Also what tabs did that are closed by now.
    if (this.#part.isLeading()) void this.#ports.storage.steps.forget(rows).catch(() => undefined);
  }

  replaceRows(rows: BaseRows, seq: number, epoch: string | null): void {
    if (this.store.epoch !== null && epoch !== this.store.epoch) this.#sendAgain();
    this.settle(this.store.setBase(rows, seq, epoch));
    this.#events.onRowsReplaced();
    this.recent.clear();
    this.copy.markAll();
    if (!this.#part.isLeading()) return;
    this.postState(null);
    void this.#forgetLostSteps().catch(() => undefined);
  }

  /** The log went back to a backup: what it had acknowledged and not yet brought may be lost there, and goes again. */
  #sendAgain(): void {
    for (const { mutation, order } of this.store.forgetPositions()) {
      this.answers.forget(mutation.mutationId);
      if (this.#part.isLeading() && order !== null)
        void this.#ports.storage.keepAnswer(order, { seq: null }).catch(() => undefined);
    }
  }

  /** Nobody knows why a row is not there any more: what was done to it cannot be taken back, by no tab. */
  async #forgetLostSteps(): Promise<void> {
    const { steps } = this.#ports.storage;
    await steps.forget((await steps.listRows()).filter((row) => !this.store.hasRow(row)));
  }

  postState(tab: string | null): void {
    const seq = this.store.cursor;
    const { epoch } = this.store;
    if (seq !== null)
      this.#ports.channel.post({ type: 'state', for: tab, seq, epoch, rows: this.store.base() });
  }

  reset(): void {
    this.store.clearBase();
    this.recent.clear();
    this.copy.forget();
    if (!this.#part.isLeading()) return;
    this.#ports.channel.post({ type: 'reset' });
    void this.#ports.storage.clearCopy().catch(() => undefined);
  }

  noteAck(mutationId: string, seq: number): void {
    if (typeof this.answers.get(mutationId) === 'string') return;
    this.answers.note(mutationId, seq);
    this.settle(this.store.acknowledge(mutationId, seq));
  }

  settle(settled: readonly Pending[]): void {
    for (const { mutation } of settled) this.answers.note(mutation.mutationId, 'settled');
    this.copy.markSettled(settled);
  }

  /** Takes a mutation and those that need it back, and keeps them where the person can see why. */
  refuse(mutationId: string, problem: Problem): void {
    const refusals = this.store.pending
      .withDependents(mutationId)
      .map(({ mutation, order }): Refusal => ({ mutation, problem, order }));
    if (refusals.length === 0) return;
    this.takeRefusals(refusals);
    this.#ports.channel.post({ type: 'refused', refusals });
    for (const { order } of refusals) {
      if (order !== null)
        void this.#ports.storage.keepAnswer(order, { refusedWith: problem }).catch(() => undefined);
    }
    this.#part.pump();
  }

  takeRefusals(refusals: readonly Refusal[]): void {
    const ids = new Set(refusals.map(({ mutation }) => mutation.mutationId));
    for (const id of ids) this.answers.note(id, 'refused');
    this.store.drop(this.store.pending.all().filter(({ mutation }) => ids.has(mutation.mutationId)));
    const known = new Set(this.refusals.map(({ mutation }) => mutation.mutationId));
    this.#setRefusals([
      ...this.refusals,
      ...refusals.filter(({ mutation }) => !known.has(mutation.mutationId)),
    ]);
  }

  /** It was refused, with another that it needs, while it was being stored. */
  async keepRefusalPlace(mutation: Mutation, order: number): Promise<void> {
    const refusal = this.refusals.find((other) => other.mutation.mutationId === mutation.mutationId);
    if (refusal === undefined) return this.#ports.storage.remove([order]);
    refusal.order = order;
    await this.#ports.storage.keepAnswer(order, { refusedWith: refusal.problem });
  }

  /** Another tab or this one has dismissed it. */
  takeOffList(mutationId: string): Refusal | undefined {
    const refusal = this.refusals.find((other) => other.mutation.mutationId === mutationId);
    this.#setRefusals(this.refusals.filter((other) => other !== refusal));
    return refusal;
  }

  #setRefusals(refusals: readonly Refusal[]): void {
    this.refusals = refusals;
    this.#events.onRefusals(refusals);
  }
}
