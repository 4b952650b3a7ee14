import type { SyncRows } from '@hearth/contracts/sync';
import type { TeamStore } from '#platform/sync/index.ts';
import type { Chance } from './chance.ts';

type Task = SyncRows['task'];

/** Whether the project is not archived. Items in archived projects cannot be changed. */
export function isNotArchived(store: TeamStore, projectId: string | null): boolean {
  return projectId === null || store.row('project', projectId)?.archivedAt === null;
}

export function anyTask(
  store: TeamStore,
  chance: Chance,
  holds: (task: Task) => boolean = () => true,
): Task | undefined {
  return chance.row(store, 'task', (task) => isNotArchived(store, task.projectId) && holds(task));
}

/** Returns two to four tasks, or fewer if there are not enough, so that one request changes several. */
export function someTasks(
  store: TeamStore,
  chance: Chance,
  holds: (task: Task) => boolean = () => true,
): Task[] {
  const found = chance.rows(store, 'task', (task) => isNotArchived(store, task.projectId) && holds(task));
  return found.slice(0, 2 + chance.below(3));
}

export function idsOf(rows: readonly { id: string }[]): string[] {
  return rows.map(({ id }) => id);
}

export function anyProject(
  store: TeamStore,
  chance: Chance,
  holds: (project: SyncRows['project']) => boolean = () => true,
): SyncRows['project'] | undefined {
  return chance.row(store, 'project', (project) => project.archivedAt === null && holds(project));
}

export function idsOfPeople(store: TeamStore, chance: Chance): string[] {
  return chance
    .some(chance.rows(store, 'member'))
    .map(({ userId }) => userId)
    .toSorted();
}

export function idsOfLabels(store: TeamStore, chance: Chance): string[] {
  return idsOf(chance.some(chance.rows(store, 'label'))).toSorted();
}

export function idOrNot(chance: Chance, row: { id: string } | undefined): string | null {
  return chance.below(4) === 0 ? null : (row?.id ?? null);
}
