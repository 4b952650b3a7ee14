import { isSame } from '@hearth/contracts/core/same';
import type { Change, SyncRows } from '@hearth/contracts/sync';
import type { SyncEntity } from '@hearth/contracts/sync-values';
import { applyOverlay } from './overlay.ts';
import { PendingList, rowKey, splitRowKey } from './pending.ts';
import type { BaseRows, Effect, FirstPart, Mutation, Pending, Row, RowKey } from './types.ts';
import type { LiveView, ViewSource } from './views.ts';

/**
 * The visible rows of one team: the server's rows at `cursor` under the overlay of pending mutations. Every mutating method is one step.
 * Views and listeners are notified once, when the step is complete. A row keeps its object identity while its fields are unchanged.
 */
export class RowStore implements ViewSource {
  #cursor: number | null = null;
  /** The last known epoch of the log that the cursor belongs to. Null before the first response that contains it. */
  epoch: string | null = null;
  #base: BaseRows = new Map();
  #first: FirstPart | null = null;
  readonly pending = new PendingList();
  /** Visible rows that pending mutations overlay. */
  #overlaid = new Map<SyncEntity, Map<string, Row | undefined>>();
  /** Rows touched by the current step, as they were visible before the step. */
  #touched = new Map<SyncEntity, Map<string, Row | undefined>>();
  #views = new Set<LiveView>();
  #steps = 0;
  #rowListeners = new Map<RowKey, Set<() => void>>();
  #stepListeners = new Set<() => void>();

  /** Counts how often the server removed rows. See `TeamStore.loadOlder`. */
  deletions = 0;

  /** The log position of the server's rows. Null before the first snapshot. */
  get cursor(): number | null {
    return this.#cursor;
  }

  /**
   * The part of the data in the first load. Without a cursor, the store contains only these rows until the snapshot arrives. Null
   * afterwards.
   */
  get first(): FirstPart | null {
    return this.#first;
  }

  row<E extends SyncEntity>(entity: E, id: string): SyncRows[E] | undefined {
    return this.#seen(entity, id) as SyncRows[E] | undefined;
  }

  hasRow(key: RowKey): boolean {
    return this.#seen(...splitRowKey(key)) !== undefined;
  }

  isPending(entity: SyncEntity, id: string): boolean {
    return this.pending.touches(rowKey(entity, id));
  }

  eachRow(entity: SyncEntity, visit: (id: string, row: Row) => void): void {
    const overlaid = this.#overlaid.get(entity);
    for (const [id, row] of this.#base.get(entity) ?? []) if (overlaid?.has(id) !== true) visit(id, row);
    for (const [id, row] of overlaid ?? []) if (row !== undefined) visit(id, row);
  }

  base(): BaseRows {
    return this.#base;
  }

  /** Counts the steps. A detached view uses the count to detect whether it missed any. */
  get steps(): number {
    return this.#steps;
  }

  attach(view: LiveView): void {
    this.#views.add(view);
  }

  release(view: LiveView): void {
    this.#views.delete(view);
  }

  announce(listeners: Iterable<() => void>): void {
    for (const listener of listeners) listener();
  }

  subscribeRow(entity: SyncEntity, id: string, listener: () => void): () => void {
    const key = rowKey(entity, id);
    const listeners = this.#rowListeners.get(key) ?? new Set();
    this.#rowListeners.set(key, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#rowListeners.get(key) === listeners) this.#rowListeners.delete(key);
    };
  }

  /** The listener is called after every step, even one that changes no row: the cursor or the pending mutations may have changed. */
  subscribeSteps(listener: () => void): () => void {
    this.#stepListeners.add(listener);
    return () => void this.#stepListeners.delete(listener);
  }

  /**
   * Replaces the server's rows with those of a snapshot or a stored copy.
   * @returns the mutations whose effect these rows contain
   */
  setBase(rows: BaseRows, cursor: number, epoch: string | null = this.epoch): Pending[] {
    this.epoch = epoch;
    for (const [entity, old] of this.#base) for (const id of old.keys()) this.#touch(entity, id);
    for (const [entity, now] of rows) for (const id of now.keys()) this.#touch(entity, id);
    this.#base = rows;
    this.#first = null;
    this.#cursor = cursor;
    this.deletions += 1;
    return this.#finish(this.#settle(new Set()));
  }

  /** Shows the rows of the first load until the snapshot replaces them. */
  showFirst(rows: BaseRows, part: FirstPart): void {
    for (const [entity, now] of rows) for (const id of now.keys()) this.#touch(entity, id);
    this.#base = rows;
    this.#first = part;
    this.#finish([]);
  }

  /** Discards all of the server's rows because permissions were lost or the log no longer reaches back to the cursor. */
  clearBase(): void {
    for (const [entity, old] of this.#base) for (const id of old.keys()) this.#touch(entity, id);
    this.#base = new Map();
    this.#first = null;
    this.#cursor = null;
    this.deletions += 1;
    this.#finish([]);
  }

  /**
   * Applies feed changes up to log position `to`. Skips changes up to the cursor because they were applied before. Returns the mutations
   * whose effect arrived. They are removed in the same step.
   */
  applyChanges(changes: readonly Change[], to: number): Pending[] {
    if (this.#cursor === null) return [];
    const answered = new Set<string>();
    const from = this.#cursor;
    for (const change of changes) {
      if (change.seq <= from) continue;
      this.#touch(change.entity, change.id);
      if (change.op === 'put') this.#putBase(change.entity, change.id, change.data);
      else this.#takeAway(change.entity, change.id);
      if (change.mutationId !== undefined) answered.add(change.mutationId);
    }
    this.#cursor = Math.max(from, to);
    return this.#finish(this.#settle(answered));
  }

  /** Adds rows from outside the working set. Existing rows are at least as new and are kept. */
  addOlder<E extends SyncEntity>(entity: E, rows: readonly { id: string; row: SyncRows[E] }[]): void {
    const here = this.#base.get(entity);
    for (const { id, row } of rows) {
      if (here?.has(id) === true) continue;
      this.#touch(entity, id);
      this.#putBase(entity, id, row);
    }
    this.#finish([]);
  }

  addPending(pending: Pending): void {
    this.#touchAll(pending.mutation);
    this.pending.insert(pending);
    this.#finish([]);
  }

  /** Sets the mutation's position in the outbox. This may reorder mutations of several tabs. */
  setOrder(pending: Pending, order: number): void {
    this.#touchAll(pending.mutation);
    this.pending.remove(pending);
    pending.order = order;
    this.pending.insert(pending);
    this.#finish([]);
  }

  /**
   * Records that the server acknowledged the mutation. The mutation stays until the feed reaches `seq`. Returns the mutation if the feed
   * has already reached it.
   */
  acknowledge(mutationId: string, seq: number): Pending[] {
    const pending = this.pending.get(mutationId);
    if (pending === undefined) return [];
    pending.state = 'acked';
    pending.seq = seq;
    return this.#finish(this.#settle(new Set()));
  }

  setState(pending: Pending, state: 'queued' | 'sent'): void {
    pending.state = state;
    this.#finish([]);
  }

  /**
   * Invalidates log positions because the log was restored from a backup. Returns the mutations that were acknowledged but whose effect has
   * not arrived. They must be resent.
   */
  forgetPositions(): Pending[] {
    const acked = this.pending.all().filter(({ state }) => state === 'acked');
    for (const { mutation } of this.pending.all()) delete mutation.base;
    for (const pending of acked) {
      pending.state = 'queued';
      pending.seq = null;
    }
    return this.#finish(acked);
  }

  /** Removes pending mutations, recomputes the affected rows and notifies their listeners. */
  drop(list: readonly Pending[]): void {
    for (const pending of list) this.#remove(pending);
    this.#finish([]);
  }

  #settle(answered: ReadonlySet<string>): Pending[] {
    const cursor = this.#cursor;
    const settled = this.pending
      .all()
      .filter(
        ({ mutation, seq }) =>
          answered.has(mutation.mutationId) || (seq !== null && cursor !== null && seq <= cursor),
      );
    for (const pending of settled) this.#remove(pending);
    return settled;
  }

  #remove(pending: Pending): void {
    this.#touchAll(pending.mutation);
    this.pending.remove(pending);
  }

  #putBase(entity: SyncEntity, id: string, row: Row): void {
    const rows = this.#base.get(entity);
    if (rows === undefined) this.#base.set(entity, new Map([[id, row]]));
    else rows.set(id, row);
  }

  #takeAway(entity: SyncEntity, id: string): void {
    this.#base.get(entity)?.delete(id);
    this.deletions += 1;
  }

  #seen(entity: SyncEntity, id: string): Row | undefined {
    const overlaid = this.#overlaid.get(entity);
    return overlaid?.has(id) === true ? overlaid.get(id) : this.#base.get(entity)?.get(id);
  }

  #touch(entity: SyncEntity, id: string): void {
    const touched = this.#touched.get(entity);
    if (touched === undefined) this.#touched.set(entity, new Map([[id, this.#seen(entity, id)]]));
    else if (!touched.has(id)) touched.set(id, this.#seen(entity, id));
  }

  #touchAll(mutation: Mutation): void {
    for (const effect of mutation.effects) this.#touch(effect.entity, effect.id);
  }

  /** Ends a step: computes the visible rows, updates the views, then notifies all affected listeners. */
  #finish<T>(result: T): T {
    this.#steps += 1;
    const listeners = new Set<() => void>();
    for (const [entity, before] of this.#touched) {
      const changes = new Map<string, Row | undefined>();
      for (const [id, old] of before) {
        const now = this.#refresh(entity, id, old);
        if (now === old) continue;
        changes.set(id, now);
        for (const listener of this.#rowListeners.get(rowKey(entity, id)) ?? []) listeners.add(listener);
      }
      if (changes.size === 0) continue;
      for (const view of this.#views) {
        if (view.entity === entity)
          for (const listener of view.applyChanges(changes)) listeners.add(listener);
      }
    }
    this.#touched = new Map();
    this.announce(listeners);
    this.announce(this.#stepListeners);
    return result;
  }

  #refresh(entity: SyncEntity, id: string, old: Row | undefined): Row | undefined {
    const base = this.#base.get(entity)?.get(id);
    const overlaid = this.#overlaid.get(entity);
    if (!this.pending.touches(rowKey(entity, id))) {
      overlaid?.delete(id);
      if (base === undefined || base === old || !isSame(base, old)) return base;
      // If the fields are equal, keep the existing object (referential equality).
      this.#putBase(entity, id, old as Row);
      return old;
    }
    const effects: Effect[] = this.pending.effectsOn(entity, id);
    const laid = applyOverlay(base, effects);
    const now = laid !== undefined && isSame(laid, old) ? old : laid;
    if (overlaid === undefined) this.#overlaid.set(entity, new Map([[id, now]]));
    else overlaid.set(id, now);
    return now;
  }
}
