import type { Problem } from '@hearth/contracts/core/errors';
import type { Change } from '@hearth/contracts/sync';
import { MutationLedger, RecentChanges } from './mutation-ledger.ts';
import { LocalCopy, readChunks } from '#platform/sync/copies/local-copy.ts';
import { rowKey } from '#platform/sync/rows/pending.ts';
import { RowStore } from '#platform/sync/rows/row-store.ts';
import type {
  BaseRows,
  StoredState,
  Mutation,
  Pending,
  Ports,
  Refusal,
  RowKey,
  StoredMutation,
} from '#platform/sync/rows/types.ts';

/** Milliseconds within which another tab must confirm that a mutation is stored. */
const STORING_MS = 2_000;

export interface RowEvents {
  onRefusals(refusals: readonly Refusal[]): void;
  /** Rows were removed from this device by a remote change: a permission was lost, or another user deleted the rows. */
  onRemoteDeletes(rows: readonly RowKey[]): void;
  /** All rows were refetched from the server. */
  onRowsReplaced(): void;
}

/** The state of the tab that its rows depend on. */
interface TabPart {
  isOver(): boolean;
  isLeading(): boolean;
  /** Call when mutations may be ready to send. Has an effect only in the leader. */
  pump(): void;
}

/** The rows, pending mutations and mutation outcomes of a tab, whether it leads or follows. Only the leader broadcasts. */
export class TabRows {
  readonly store = new RowStore();
  readonly copy: LocalCopy;
  readonly recent = new RecentChanges();
  readonly outcomes = new MutationLedger();
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

  applyCopy(stored: StoredState & { chunks: string[] }): void {
    if (this.#part.isOver()) return;
    // Apply pending mutations first so that rows are never visible without them.
    this.applyOutbox(stored.outbox);
    if (stored.cursor === null) return;
    this.copy.forget();
    this.recent.clear();
    this.settle(this.store.setBase(readChunks(stored.chunks), stored.cursor, stored.epoch));
  }

  applyOutbox(outbox: readonly StoredMutation[]): void {
    for (const { order, mutation, seq, refusedWith } of outbox) {
      if (refusedWith === null) this.applyStored(mutation, order, seq);
      else if (!this.refusals.some((other) => other.mutation.mutationId === mutation.mutationId)) {
        this.outcomes.note(mutation.mutationId, 'refused');
        this.#setRefusals([...this.refusals, { mutation, problem: refusedWith, order }]);
      }
    }
  }

  /** Call when this tab has become the leader. */
  startLeading(): void {
    // Mutations whose dependencies were rejected earlier.
    for (const refusal of this.refusals) {
      for (const { mutation } of this.store.pending.withDependents(refusal.mutation.mutationId))
        this.refuse(mutation.mutationId, refusal.problem);
    }
    this.copy.startWriting();
    this.#ports.channel.post({ type: 'leading' });
  }

  /** Adds a stored mutation from another tab or from before a reload. */
  applyStored(mutation: Mutation, order: number, storedSeq: number | null): void {
    const answer = this.outcomes.get(mutation.mutationId);
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
    const refusal = this.refusals.find((other) => mutation.dependsOn.includes(other.mutation.mutationId));
    if (refusal !== undefined && this.#part.isLeading()) this.refuse(mutation.mutationId, refusal.problem);
  }

  /** Checks the outbox later for a mutation whose tab may have died between storing and announcing it. */
  checkLater(mutationId: string): void {
    this.#ports.clock.after(STORING_MS, () => {
      const isKnown =
        this.outcomes.get(mutationId) !== undefined || this.store.pending.get(mutationId) !== undefined;
      if (this.#part.isOver() || !this.#part.isLeading() || isKnown) return;
      this.#ports.storage.peek().then(
        ({ outbox }) => {
          this.applyOutbox(outbox);
          this.#part.pump();
        },
        () => undefined,
      );
    });
  }

  applyChanges(changes: Change[], to: number): void {
    const from = this.store.cursor;
    if (from === null) return;
    const taken = this.#findRemoteDeletes(changes, from);
    this.settle(this.store.applyChanges(changes, to));
    if (taken.length > 0) this.#publishRemoteDeletes(taken);
    // Another tab may announce its mutation only after the mutation's effect has arrived.
    for (const { mutationId } of changes)
      if (mutationId !== undefined) this.outcomes.note(mutationId, 'settled');
    // A deletion may be due to a lost permission, so the row is removed from the device without delay.
    this.copy.mark(
      changes,
      changes.some((change) => change.op === 'delete'),
    );
    const now = this.store.cursor ?? to;
    if (!this.#part.isLeading() || now === from) return;
    this.recent.add(from, now, changes);
    this.#ports.channel.post({ type: 'changes', epoch: this.store.epoch, from, to: now, changes });
  }

  #findRemoteDeletes(changes: readonly Change[], from: number): RowKey[] {
    return changes
      .filter(({ op, seq, mutationId }) => {
        const isOwn = mutationId !== undefined && this.store.pending.get(mutationId) !== undefined;
        return op === 'delete' && seq > from && !isOwn;
      })
      .map(({ entity, id }) => rowKey(entity, id));
  }

  #publishRemoteDeletes(rows: readonly RowKey[]): void {
    this.#events.onRemoteDeletes(rows);
    // Also drops the stored steps of closed tabs.
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

  /** Resends acknowledged mutations whose effects have not arrived. The log was restored from a backup, so the effects may be lost. */
  #sendAgain(): void {
    for (const { mutation, order } of this.store.forgetPositions()) {
      this.outcomes.forget(mutation.mutationId);
      if (this.#part.isLeading() && order !== null)
        void this.#ports.storage.saveResult(order, { seq: null }).catch(() => undefined);
    }
  }

  /** Drops undo steps about missing rows in all tabs. It is unknown why the rows are missing, so the steps may be invalid. */
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
    if (typeof this.outcomes.get(mutationId) === 'string') return;
    this.outcomes.note(mutationId, seq);
    this.settle(this.store.acknowledge(mutationId, seq));
  }

  /** Records and announces that the server has accepted a mutation. Its effect is at `seq` in the log. */
  acknowledge(pending: Pending, seq: number): void {
    const { mutationId } = pending.mutation;
    this.noteAck(mutationId, seq);
    this.#ports.channel.post({ type: 'acked', mutationId, seq });
    if (pending.order !== null)
      void this.#ports.storage.saveResult(pending.order, { seq }).catch(() => undefined);
  }

  settle(settled: readonly Pending[]): void {
    for (const { mutation } of settled) this.outcomes.note(mutation.mutationId, 'settled');
    this.copy.markSettled(settled);
  }

  /** Rolls back a mutation and its dependents, and lists them with the reason for the user. */
  refuse(mutationId: string, problem: Problem): void {
    const refusals = this.store.pending
      .withDependents(mutationId)
      .map(({ mutation, order }): Refusal => ({ mutation, problem, order }));
    if (refusals.length === 0) return;
    this.applyRefusals(refusals);
    this.#ports.channel.post({ type: 'refused', refusals });
    for (const { order } of refusals) {
      if (order !== null)
        void this.#ports.storage.saveResult(order, { refusedWith: problem }).catch(() => undefined);
    }
    this.#part.pump();
  }

  applyRefusals(refusals: readonly Refusal[]): void {
    const ids = new Set(refusals.map(({ mutation }) => mutation.mutationId));
    for (const id of ids) this.outcomes.note(id, 'refused');
    this.store.drop(this.store.pending.all().filter(({ mutation }) => ids.has(mutation.mutationId)));
    const known = new Set(this.refusals.map(({ mutation }) => mutation.mutationId));
    this.#setRefusals([
      ...this.refusals,
      ...refusals.filter(({ mutation }) => !known.has(mutation.mutationId)),
    ]);
  }

  /** Stores the rejection of a mutation that was rejected, together with a mutation it depends on, while it was being stored. */
  async noteStoredLate(mutation: Mutation, order: number): Promise<void> {
    if (this.outcomes.get(mutation.mutationId) !== 'refused') return undefined;
    const refusal = this.refusals.find((other) => other.mutation.mutationId === mutation.mutationId);
    if (refusal === undefined) return this.#ports.storage.remove([order]);
    refusal.order = order;
    await this.#ports.storage.saveResult(order, { refusedWith: refusal.problem });
  }

  /** Removes a rejection that this tab or another one has dismissed. Returns undefined if the rejection is unknown. */
  removeRefusal(mutationId: string): Refusal | undefined {
    const refusal = this.refusals.find((other) => other.mutation.mutationId === mutationId);
    this.#setRefusals(this.refusals.filter((other) => other !== refusal));
    return refusal;
  }

  #setRefusals(refusals: readonly Refusal[]): void {
    this.refusals = refusals;
    this.#events.onRefusals(refusals);
  }
}
