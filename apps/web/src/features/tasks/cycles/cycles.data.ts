import type { SyncRows } from '@hearth/contracts/sync';
import { updateCommand, type Command, type TeamStore, type View } from '#platform/sync/index.ts';
import { isTaken } from '#features/tasks/model/tasks.data.ts';

export type Cycle = SyncRows['cycle'];

/** Cycles by project, in order. */
export function cyclesByProject(store: TeamStore): View<'cycle'> {
  return store.sharedView('cycles of projects', {
    entity: 'cycle',
    group: ({ projectId }) => projectId,
    compare: (a, b) => a.number - b.number,
  });
}

/** Cycles of all projects: current and future cycles by end date, then past cycles by descending end date. */
export function cyclesByDate(store: TeamStore): View<'cycle'> {
  return store.sharedView('cycles', { entity: 'cycle', compare: compareByDate });
}

function compareByDate(a: Cycle, b: Cycle): number {
  if ((a.closedAt === null) !== (b.closedAt === null)) return a.closedAt === null ? -1 : 1;
  if (a.endsOn === b.endsOn) return 0;
  return a.endsOn < b.endsOn === (a.closedAt === null) ? -1 : 1;
}

export function isCurrent({ startedAt, closedAt }: Cycle): boolean {
  return startedAt !== null && closedAt === null;
}

/** Returns the ids of the current or next cycle of each project. */
export function idsOfCycles(cycles: readonly Cycle[], which: 'current' | 'next'): string[] {
  if (which === 'current') return cycles.filter(isCurrent).map(({ id }) => id);
  const first = new Map<string, Cycle>();
  for (const cycle of cycles) {
    if (cycle.startedAt !== null) continue;
    const known = first.get(cycle.projectId);
    if (known === undefined || cycle.number < known.number) first.set(cycle.projectId, cycle);
  }
  return [...first.values()].map(({ id }) => id);
}

/** Tasks by cycle, ordered by number. Tasks in triage are omitted. */
export function tasksByCycle(store: TeamStore): View<'task'> {
  return store.sharedView('tasks of cycles', {
    entity: 'task',
    filter: (task) => task.cycleId !== null && isTaken(task),
    group: ({ cycleId }) => cycleId ?? '',
    compare: (a, b) => a.number - b.number,
  });
}

/** Renames a cycle. An empty name restores the default name with its number. */
export function renameCycle(store: TeamStore, { id, projectId }: Cycle, name: string): Command {
  return updateCommand(store, {
    entity: 'cycle',
    id,
    route: 'PATCH /teams/{teamId}/projects/{projectId}/cycles/{cycleId}',
    params: { teamId: store.teamId, projectId, cycleId: id },
    fields: { name },
  });
}
