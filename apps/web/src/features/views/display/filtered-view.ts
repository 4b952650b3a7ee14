import type { SyncRows } from '@hearth/contracts/sync';
import { isNarrower, type FilterGroup } from '@hearth/contracts/views/view-values';
import type { TeamStore, View } from '#platform/sync/index.ts';

type Task = SyncRows['task'];
type TaskTest = (task: Task) => boolean;

/** A filter and its current predicate. `context` is the same object while its names resolve to the same ids. */
export interface ActiveFilter {
  filter: FilterGroup;
  test: TaskTest;
  context: unknown;
}

/**
 * A view whose filter changes while grouping and sorting stay the same. If the new filter is narrower, only current members of the view are
 * tested again.
 */
export class FilteredView {
  readonly view: View<'task'>;
  #active: ActiveFilter;

  constructor(
    store: TeamStore,
    active: ActiveFilter,
    shape: {
      isInScope: TaskTest;
      slotsOf: (task: Task) => readonly string[];
      compare: (a: Task, b: Task) => number;
    },
  ) {
    this.#active = active;
    this.view = store.idleView({
      entity: 'task',
      filter: (task) => shape.isInScope(task) && this.#active.test(task),
      group: shape.slotsOf,
      compare: shape.compare,
    });
    this.#refilter = (narrows) =>
      this.view.setFilter((task) => shape.isInScope(task) && this.#active.test(task), narrows);
  }

  readonly #refilter: (narrows: boolean) => void;

  show(next: ActiveFilter): void {
    const former = this.#active;
    if (former === next) return;
    this.#active = next;
    this.#refilter(former.context === next.context && isNarrower(next.filter, former.filter));
  }
}
