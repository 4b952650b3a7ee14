import type { SyncRows } from '@hearth/contracts/sync';
import { TaskTree, type Part, type RollUp } from '@hearth/contracts/model/task-tree-values';
import { HIDDEN_TASK } from '@hearth/contracts/model/task-values';
import { useCallback, useSyncExternalStore } from 'react';
import { useTeamStore, type LiveView, type TeamStore, type ViewSource } from '#platform/sync/index.ts';

type Task = SyncRows['task'];

/** Incrementally sums up the progress of each task's descendants. */
class RollUps implements LiveView {
  readonly entity = 'task';
  readonly tree = new TaskTree();
  #store: TeamStore;
  #source: ViewSource;
  #listeners = new Map<string, Set<() => void>>();

  constructor(store: TeamStore, source: ViewSource) {
    this.#store = store;
    this.#source = source;
    this.#refill();
    // A change to a status can change whether its tasks are done.
    source.attach({ entity: 'status', applyChanges: () => this.#listenersOf(this.#refill()) });
  }

  applyChanges(changes: ReadonlyMap<string, unknown>): Set<() => void> {
    const changed = new Set<string>();
    for (const [id, row] of changes) {
      for (const one of this.tree.set(id, this.#toPart(row as Task | undefined))) changed.add(one);
    }
    return this.#listenersOf(changed);
  }

  subscribe(id: string, listener: () => void): () => void {
    const listeners = this.#listeners.get(id) ?? new Set();
    this.#listeners.set(id, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#listeners.get(id) === listeners) this.#listeners.delete(id);
    };
  }

  #refill(): Set<string> {
    const parts: [string, Part][] = [];
    this.#source.eachRow('task', (id, row) => {
      const part = this.#toPart(row as Task);
      if (part !== undefined) parts.push([id, part]);
    });
    return this.tree.replace(parts);
  }

  #toPart(task: Task | undefined): Part | undefined {
    if (task === undefined || task.parentId === null || task.parentId === HIDDEN_TASK) return undefined;
    const status = this.#store.row('status', task.statusId);
    const category = status?.category ?? (task.closedAt === null ? 'unstarted' : 'completed');
    return { parentId: task.parentId, category, estimate: task.estimate };
  }

  #listenersOf(ids: Iterable<string>): Set<() => void> {
    const listeners = new Set<() => void>();
    for (const id of ids) for (const listener of this.#listeners.get(id) ?? []) listeners.add(listener);
    return listeners;
  }
}

export function rollUpsOf(store: TeamStore): RollUps {
  return store.sharedFollower('roll-ups', (source) => new RollUps(store, source));
}

/** Returns the progress of a task's descendants. Returns undefined if the task has none. */
export function useRollUp(taskId: string): RollUp | undefined {
  const rollUps = rollUpsOf(useTeamStore());
  const subscribe = useCallback(
    (listener: () => void) => rollUps.subscribe(taskId, listener),
    [rollUps, taskId],
  );
  return useSyncExternalStore(subscribe, () => rollUps.tree.rollUpOf(taskId));
}
