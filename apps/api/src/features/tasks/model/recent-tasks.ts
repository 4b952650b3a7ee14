import { LRUCache } from 'lru-cache';
import type { LoadedObject } from '#platform/feature.ts';

const MAX_TASKS = 20_000;

/** The locations of tasks that this server has recently read or written, so that commands on them need not load them. May be outdated. */
export class RecentTasks {
  readonly #tasks = new LRUCache<string, LoadedObject>({ max: MAX_TASKS });

  find(teamId: string, id: string): LoadedObject | undefined {
    return this.#tasks.get(`${teamId} ${id}`);
  }

  remember(teamId: string, { id, projectId, createdBy, isTrashed = false }: LoadedObject): void {
    this.#tasks.set(`${teamId} ${id}`, { id, projectId, createdBy, isTrashed });
  }
}
