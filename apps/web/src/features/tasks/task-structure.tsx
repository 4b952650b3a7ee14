/** What a task is made of and part of; loaded after what the task itself is. */
export { Attachments } from './attachments.tsx';
export { CoverPicture } from './cover-picture.tsx';
export { Checklist } from './checklist.tsx';
export { KeepFocus } from '#ui/keep-focus.tsx';
export { ParentCrumbs } from './parent-crumbs.tsx';
export { ParentPicker } from './parent-picker.tsx';
export { Relations } from './relations.tsx';
export { TaskFields } from './task-fields.tsx';
export { TimeList } from './time-list.tsx';
export { DuplicateButton } from './duplicate-button.tsx';
export { SaveTemplateButton } from './template-save-button.tsx';
export { SubTasks } from './sub-tasks.tsx';
export { SendToTriageButton } from './triage-send-button.tsx';
export { TriageNotice } from './triage-notice.tsx';
