import type { SyncRows } from '@hearth/contracts/sync';
import type { LiveView, TeamStore, ViewSource } from '#platform/sync/index.ts';
import { relationsByTask } from '#features/tasks/model/tasks.data.ts';

type Relation = SyncRows['relation'];
const NONE: readonly Relation[] = [];
type Listener = (taskIds: ReadonlySet<string>) => void;

/** Is the task blocked by something that is not finished? */
export function isBlocked(store: TeamStore, taskId: string): boolean {
  return relationsOf(store, taskId).some(
    ({ kind, fromId, toId }) =>
      kind === 'blocks' && toId === taskId && store.row('task', fromId)?.closedAt === null,
  );
}

function relationsOf(store: TeamStore, taskId: string): readonly Relation[] {
  const ids = relationsByTask(store).ids(taskId);
  // The fast path: most tasks have none, and a filter asks of every one.
  return ids.length === 0 ? NONE : ids.flatMap((id) => store.row('relation', id) ?? []);
}

/** Calls back with the tasks of which `isBlocked` may say something else after a step. */
export function followBlocks(store: TeamStore, listener: Listener): () => void {
  return store.sharedFollower('blocks', (source) => new Blocks(store, source)).subscribe(listener);
}

/**
 * Incremental: tells whom each step concerns, from the few rows that it changed: a team may have 100,000
 * tasks.
 */
class Blocks implements LiveView {
  readonly entity = 'task';
  #store: TeamStore;
  /** The blocked task of each relation; a relation that is gone no longer says it. */
  #heldUp = new Map<string, string>();
  #listeners = new Set<Listener>();
  #touched = new Set<string>();
  // One function, so that a step that changes tasks and relations tells it once.
  #tell = (): void => {
    const touched = this.#touched;
    this.#touched = new Set();
    for (const listener of this.#listeners) listener(touched);
  };

  constructor(store: TeamStore, source: ViewSource) {
    this.#store = store;
    // It has to be there, and be up to date, before anybody is told.
    relationsByTask(store);
    source.eachRow('relation', (id, row) => void this.#note(id, row as Relation));
    source.attach({
      entity: 'relation',
      applyChanges: (changes) => {
        for (const [id, row] of changes) {
          for (const taskId of this.#note(id, row as Relation | undefined)) this.#touched.add(taskId);
        }
        return new Set([this.#tell]);
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
    return this.#touched.size === 0 ? new Set() : new Set([this.#tell]);
  }

  /** Takes in a relation as it is now, or that it is gone; gives the tasks that it holds up, or did. */
  #note(id: string, relation: Relation | undefined): string[] {
    const before = this.#heldUp.get(id) ?? [];
    if (relation?.kind === 'blocks') this.#heldUp.set(id, relation.toId);
    else this.#heldUp.delete(id);
    return [before, this.#heldUp.get(id) ?? []].flat();
  }
}
