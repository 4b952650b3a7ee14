import { lazyOnIntent } from '#ui/lazy/lazy-parts.tsx';

// Lazy-loaded apart from the other parts, of which it has some itself.
export const TaskList = lazyOnIntent(
  async () => (await import('#features/tasks/list/task-list.tsx')).TaskList,
);
