/** What a task is made of and part of; loaded after what the task itself is. */
export { Attachments } from './attachments.tsx';
export { Checklist } from './checklist.tsx';
export { ParentCrumbs } from './parent-crumbs.tsx';
export { ParentPicker } from './parent-picker.tsx';
export { Relations } from './relations.tsx';
export { TaskFields } from './task-fields.tsx';
export { TimeList } from './time-list.tsx';
export { SaveTemplateButton } from './template-save-button.tsx';
export { SubTasks } from './sub-tasks.tsx';
