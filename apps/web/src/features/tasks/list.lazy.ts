import { lazyOnIntent } from '#ui/lazy/lazy-parts.tsx';

// Lazy-loaded separately: the list lazy-loads some of the other parts itself.
export const TaskList = lazyOnIntent(
  async () => (await import('#features/tasks/list/task-list.tsx')).TaskList,
);
