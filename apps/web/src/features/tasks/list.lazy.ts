import { lazyOnIntent } from '#ui/lazy/lazy-parts.tsx';

// In a separate file because the list itself lazy-loads some of the components in lazy-parts.ts.
export const TaskList = lazyOnIntent(
  async () => (await import('#features/tasks/list/task-list.tsx')).TaskList,
);
