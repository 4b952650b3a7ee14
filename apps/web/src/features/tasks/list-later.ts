import { comeLater } from '#ui/lazy/later.tsx';

// The first board is painted without it. Apart from the other parts, of which it has some itself.
export const TaskList = comeLater(async () => (await import('#features/tasks/list/task-list.tsx')).TaskList);
