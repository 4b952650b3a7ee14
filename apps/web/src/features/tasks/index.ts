export { Board } from './board.tsx';
export { NewTaskDialog } from './new-task-dialog.tsx';
export { TaskList } from './task-list.tsx';
export { TaskPanel } from './task-panel.tsx';
export { TaskRow } from './task-row.tsx';
export { useOpenTasksOf, useStatuses, useTeamTasks } from './task-views.ts';
export { TrashList } from './trash-list.tsx';
export { columnKey, tasksByColumn } from './tasks.data.ts';
