import type { SyncRows } from '@hearth/contracts/sync';
import type { LiveView, TeamStore, ViewSource } from '#platform/sync/index.ts';
import { relationsByTask } from '#features/tasks/model/tasks.data.ts';

type Relation = SyncRows['relation'];
const NONE: readonly Relation[] = [];
type Listener = (taskIds: ReadonlySet<string>) => void;

/** Whether an open task blocks the given task. */
export function isBlocked(store: TeamStore, taskId: string): boolean {
  return relationsOf(store, taskId).some(
    ({ kind, fromId, toId }) =>
      kind === 'blocks' && toId === taskId && store.row('task', fromId)?.closedAt === null,
  );
}

function relationsOf(store: TeamStore, taskId: string): readonly Relation[] {
  const ids = relationsByTask(store).ids(taskId);
  // Fast path: filters call this for every task, and most tasks have no relations.
  return ids.length === 0 ? NONE : ids.flatMap((id) => store.row('relation', id) ?? []);
}

/** Notifies the listener of the tasks whose `isBlocked` may have changed in a sync step. */
export function followBlocks(store: TeamStore, listener: Listener): () => void {
  return store.sharedFollower('blocks', (source) => new Blocks(store, source)).subscribe(listener);
}

/** Computes the affected tasks incrementally from the rows that each step changed because a team may have 100,000 tasks. */
class Blocks implements LiveView {
  readonly entity = 'task';
  #store: TeamStore;
  /** The blocked task of each relation. Stored because the row of a deleted relation no longer exists. */
  #blockedBy = new Map<string, string>();
  #listeners = new Set<Listener>();
  #touched = new Set<string>();
  // A single listener function. A step that changes both tasks and relations then notifies only once.
  #notify = (): void => {
    const touched = this.#touched;
    this.#touched = new Set();
    for (const listener of this.#listeners) listener(touched);
  };

  constructor(store: TeamStore, source: ViewSource) {
    this.#store = store;
    // Create this view first so that it is updated before the listeners are called.
    relationsByTask(store);
    source.eachRow('relation', (id, row) => void this.#note(id, row as Relation));
    source.attach({
      entity: 'relation',
      applyChanges: (changes) => {
        for (const [id, row] of changes) {
          for (const taskId of this.#note(id, row as Relation | undefined)) this.#touched.add(taskId);
        }
        return new Set([this.#notify]);
      },
    });
  }

  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  applyChanges(changes: ReadonlyMap<string, unknown>): Set<() => void> {
    for (const id of changes.keys()) {
      for (const { kind, fromId, toId } of relationsOf(this.#store, id)) {
        if (kind === 'blocks' && fromId === id) this.#touched.add(toId);
      }
    }
    return this.#touched.size === 0 ? new Set() : new Set([this.#notify]);
  }

  /** Records a new, changed or deleted relation. Returns the tasks that the relation blocks or has blocked before. */
  #note(id: string, relation: Relation | undefined): string[] {
    const before = this.#blockedBy.get(id) ?? [];
    if (relation?.kind === 'blocks') this.#blockedBy.set(id, relation.toId);
    else this.#blockedBy.delete(id);
    return [before, this.#blockedBy.get(id) ?? []].flat();
  }
}
