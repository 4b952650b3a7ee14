// Single commands for tests that need just these, and stand outside of the app.
export { updateTasks } from '#features/tasks/bulk.data.ts';
export { writeDescription } from '#features/tasks/description.data.ts';
export { setValue } from '#features/tasks/fields.data.ts';
export { createStatus, deleteStatus } from '#features/tasks/statuses.data.ts';
export { toggleDone } from '#features/tasks/sub-tasks.data.ts';
