import type { TeamStore, View } from '#platform/sync/index.ts';
import { isTaken, type Task } from './tasks.data.ts';

/** Tasks in triage by project, oldest first. */
export function waitingByProject(store: TeamStore): View<'task'> {
  return store.sharedView('tasks in triage', {
    entity: 'task',
    filter: (task) => !isTaken(task),
    group: (task) => task.projectId ?? '',
    compare: compareWaiting,
  });
}

/** Compares tasks by the time when they entered triage. Tasks sent to triage by one command are ordered by creation. */
export function compareWaiting(a: Task, b: Task): number {
  const [one, other] = [a, b].map(({ triage, createdAt }) => `${triage?.since} ${createdAt}`);
  if (one === undefined || other === undefined || one === other) return 0;
  return one < other ? -1 : 1;
}

/** Whether a task in triage is snoozed until a future day. */
export function isPutOff({ triage }: Task, today: string): boolean {
  return triage !== null && (triage.until ?? '') > today;
}
