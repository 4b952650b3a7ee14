import type { TeamStore, View } from '#platform/sync/index.ts';
import { isTaken, type Task } from './tasks.data.ts';

/** What waits in triage, by project, the longest wait first. */
export function waitingByProject(store: TeamStore): View<'task'> {
  return store.sharedView('tasks in triage', {
    entity: 'task',
    filter: (task) => !isTaken(task),
    group: (task) => task.projectId ?? '',
    compare: compareWaiting,
  });
}

/** Of what was sent by one act, what was made earlier comes first. */
export function compareWaiting(a: Task, b: Task): number {
  const [one, other] = [a, b].map(({ triage, createdAt }) => `${triage?.since} ${createdAt}`);
  if (one === undefined || other === undefined || one === other) return 0;
  return one < other ? -1 : 1;
}

/** Is it snoozed until a day that has not come? */
export function isPutOff({ triage }: Task, today: string): boolean {
  return triage !== null && (triage.until ?? '') > today;
}
