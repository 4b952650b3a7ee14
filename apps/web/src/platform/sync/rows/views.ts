import type { SyncEntity } from '@hearth/contracts/sync-values';
import type { SyncRows } from '@hearth/contracts/sync';
import { editList, type ListEdit } from './list-edit.ts';
import type { Row } from './types.ts';

export interface ViewSpec<E extends SyncEntity> {
  entity: E;
  /** The rows to include. Absent for all rows. */
  filter?: (row: SyncRows[E]) => boolean;
  /** Returns the group or groups of a row. If absent, all rows are in a single group named ''. */
  group?: (row: SyncRows[E]) => string | readonly string[];
  /** Order within a group. Equal rows are ordered by id. */
  compare: (a: SyncRows[E], b: SyncRows[E]) => number;
}

/** The subset of a view that a list needs: the ordered ids of a group, and change notifications. */
export type Lists = Pick<View<SyncEntity>, 'ids' | 'subscribe'>;

/** The subset of the row store that a view needs. */
export interface ViewSource {
  row<E extends SyncEntity>(entity: E, id: string): SyncRows[E] | undefined;
  eachRow(entity: SyncEntity, visit: (id: string, row: Row) => void): void;
  readonly steps: number;
  attach(view: LiveView): void;
  release(view: LiveView): void;
  /** Notifies the listeners after all views are up to date. */
  announce(listeners: Iterable<() => void>): void;
}

/** The subset of a view that the row store uses. */
export interface LiveView {
  readonly entity: SyncEntity;
  applyChanges(changes: ReadonlyMap<string, Row | undefined>): Set<() => void>;
}

const NO_IDS: readonly string[] = [];

/**
 * An incremental view: the rows that pass a filter as sorted lists of ids, one per group, updated change by change. A list is a new array
 * if its content changes and the same array otherwise, as React requires.
 */
export class View<E extends SyncEntity> implements LiveView {
  readonly entity: E;
  #source: ViewSource;
  #filter: (row: SyncRows[E]) => boolean;
  #group: (row: SyncRows[E]) => string | readonly string[];
  #compare: (a: SyncRows[E], b: SyncRows[E]) => number;
  /** Each row as it was when it was inserted. Binary search needs the old position of a changed row. */
  #placed = new Map<string, SyncRows[E]>();
  #lists = new Map<string, readonly string[]>();
  #groupNames: readonly string[] = [];
  #listeners = new Map<string, Set<() => void>>();
  #namesListeners = new Set<() => void>();
  /** The source's step count when this view was last detached. */
  #steps: number;

  constructor(spec: ViewSpec<E>, source: ViewSource) {
    this.entity = spec.entity;
    this.#source = source;
    this.#filter = spec.filter ?? (() => true);
    this.#group = spec.group ?? (() => '');
    this.#compare = spec.compare;
    this.#steps = source.steps;
    this.#refill();
  }

  ids(group = ''): readonly string[] {
    return this.#lists.get(group) ?? NO_IDS;
  }

  /** Names of the non-empty groups, in byte order. */
  groups(): readonly string[] {
    return this.#groupNames;
  }

  get size(): number {
    return this.#placed.size;
  }

  subscribe(group: string, listener: () => void): () => void {
    const listeners = this.#listeners.get(group) ?? new Set();
    this.#listeners.set(group, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#listeners.get(group) === listeners) this.#listeners.delete(group);
    };
  }

  subscribeGroups(listener: () => void): () => void {
    this.#namesListeners.add(listener);
    return () => void this.#namesListeners.delete(listener);
  }

  /**
   * Replaces the filter. With `narrows`, the caller guarantees that the new filter accepts no row that the previous filter rejected. Only
   * the current rows are then tested again.
   */
  setFilter(filter: (row: SyncRows[E]) => boolean, narrows = false): void {
    this.#filter = filter;
    this.#source.announce(narrows ? this.#narrow() : this.#refill());
  }

  /** Re-evaluates the filter for unchanged rows. */
  retry(ids: Iterable<string>): void {
    const rows = Array.from(ids, (id) => [id, this.#source.row(this.entity, id)] as const);
    this.#source.announce(this.applyChanges(new Map(rows)));
  }

  /** Starts following the row store and catches up on changes missed while detached. */
  attach(): void {
    this.#source.attach(this);
    if (this.#steps !== this.#source.steps) this.#source.announce(this.#refill());
  }

  /** Detaches the view. `attach` resumes it. */
  dispose(): void {
    this.#steps = this.#source.steps;
    this.#source.release(this);
  }

  applyChanges(changes: ReadonlyMap<string, Row | undefined>): Set<() => void> {
    const edits = new Map<string, ListEdit>();
    const settle: [string, SyncRows[E] | undefined][] = [];
    for (const [id, row] of changes) {
      const old = this.#placed.get(id);
      // The row store groups rows by entity, so a row under E is a SyncRows[E].
      const now = row !== undefined && this.#filter(row as SyncRows[E]) ? (row as SyncRows[E]) : undefined;
      if (old === undefined && now === undefined) continue;
      settle.push([id, now]);
      const from = old === undefined ? NO_IDS : this.#groupsOf(old);
      const to = now === undefined ? NO_IDS : this.#groupsOf(now);
      const isStill = old !== undefined && now !== undefined && this.#compare(old, now) === 0;
      for (const group of from) {
        if (!isStill || !to.includes(group)) editOf(edits, group).removed.push({ id, row: old });
      }
      for (const group of to) {
        if (!isStill || !from.includes(group)) editOf(edits, group).added.push({ id, row: now });
      }
    }
    const lists = new Map<string, string[]>();
    for (const [group, edit] of edits) {
      lists.set(
        group,
        editList(this.ids(group), edit, this.#order, (id) => this.#placed.get(id)),
      );
    }
    for (const [id, row] of settle) {
      if (row === undefined) this.#placed.delete(id);
      else this.#placed.set(id, row);
    }
    return this.#replaceLists(lists);
  }

  #groupsOf(row: SyncRows[E]): readonly string[] {
    const group = this.#group(row);
    return typeof group === 'string' ? [group] : group;
  }

  #order = (a: { id: string; row: unknown }, b: { id: string; row: unknown }): number => {
    const order = this.#compare(a.row as SyncRows[E], b.row as SyncRows[E]);
    if (order !== 0) return order;
    return a.id < b.id ? -1 : Number(a.id > b.id);
  };

  #refill(): Set<() => void> {
    const members = new Map<string, { id: string; row: Row }[]>();
    const placed = new Map<string, SyncRows[E]>();
    this.#source.eachRow(this.entity, (id, row) => {
      const typed = row as SyncRows[E];
      if (!this.#filter(typed)) return;
      placed.set(id, typed);
      for (const group of this.#groupsOf(typed)) {
        const list = members.get(group);
        if (list === undefined) members.set(group, [{ id, row }]);
        else list.push({ id, row });
      }
    });
    this.#placed = placed;
    const lists = new Map<string, string[]>();
    for (const group of this.#lists.keys()) lists.set(group, []);
    for (const [group, list] of members) {
      const ids = list.sort(this.#order).map(({ id }) => id);
      const old = this.ids(group);
      if (ids.length === old.length && ids.every((id, at) => id === old[at])) lists.delete(group);
      else lists.set(group, ids);
    }
    return this.#replaceLists(lists);
  }

  #narrow(): Set<() => void> {
    const removed = new Set<string>();
    for (const [id, row] of this.#placed) if (!this.#filter(row)) removed.add(id);
    if (removed.size === 0) return new Set();
    for (const id of removed) this.#placed.delete(id);
    const lists = new Map<string, string[]>();
    for (const [group, list] of this.#lists) {
      const rest = list.filter((id) => !removed.has(id));
      if (rest.length !== list.length) lists.set(group, rest);
    }
    return this.#replaceLists(lists);
  }

  #replaceLists(lists: Map<string, string[]>): Set<() => void> {
    const touched = new Set<() => void>();
    let areNamesChanged = false;
    for (const [group, list] of lists) {
      areNamesChanged ||= this.#lists.has(group) !== list.length > 0;
      if (list.length === 0) this.#lists.delete(group);
      else this.#lists.set(group, list);
      for (const listener of this.#listeners.get(group) ?? []) touched.add(listener);
    }
    if (areNamesChanged) {
      this.#groupNames = [...this.#lists.keys()].sort();
      for (const listener of this.#namesListeners) touched.add(listener);
    }
    return touched;
  }
}

function editOf(edits: Map<string, ListEdit>, group: string): ListEdit {
  let edit = edits.get(group);
  if (edit === undefined) {
    edit = { removed: [], added: [] };
    edits.set(group, edit);
  }
  return edit;
}
