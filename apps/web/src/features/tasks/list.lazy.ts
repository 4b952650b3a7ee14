import { lazyOnIntent } from '#ui/lazy/lazy-parts.tsx';

// The first board is painted without it. Apart from the other parts, of which it has some itself.
export const TaskList = lazyOnIntent(
  async () => (await import('#features/tasks/list/task-list.tsx')).TaskList,
);
