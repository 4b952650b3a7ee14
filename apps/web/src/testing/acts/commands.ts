// Commands for tests that run outside the app.
export { updateTasks } from '#features/tasks/model/bulk.data.ts';
export { updateTask } from '#features/tasks/model/tasks.data.ts';
export { writeDescription } from '#features/tasks/description/description.data.ts';
export { createStatus, deleteStatus } from '#features/tasks/statuses/statuses.data.ts';
export { toggleDone } from '#features/tasks/sub-tasks/sub-tasks.data.ts';
