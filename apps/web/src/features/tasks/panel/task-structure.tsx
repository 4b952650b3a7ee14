/** Components of the task panel that are lazy-loaded after the task itself. */
export { Attachments } from '#features/tasks/attachments/attachments.tsx';
export { CoverPicture } from '#features/tasks/attachments/cover-picture.tsx';
export { Checklist } from '#features/tasks/checklists/checklist.tsx';
export { KeepFocus } from '#ui/keyboard/keep-focus.tsx';
export { ParentCrumbs } from '#features/tasks/sub-tasks/parent-crumbs.tsx';
export { Relations } from '#features/tasks/relations/relations.tsx';
export { TaskFields } from '#features/tasks/custom-fields/task-fields.tsx';
export { TimeList } from '#features/tasks/time-tracking/time-list.tsx';
export { TaskMenu } from './task-menu.tsx';
export { AddSubTask } from '#features/tasks/quick-add/add-sub-task.tsx';
export { SubTasks } from '#features/tasks/sub-tasks/sub-tasks.tsx';
export { TriageNotice } from '#features/tasks/triage/triage-notice.tsx';
