export { followBlocks, isBlocked } from '#features/tasks/relations/blocked-tasks.ts';
export { Board } from '#features/tasks/board/board.tsx';
export { findClash, isClash } from '#features/tasks/description/description-refusals.ts';
export { labelsByName } from '#features/tasks/labels/labels.data.ts';
export { cyclesByDate, idsOfCycles } from '#features/tasks/cycles/cycles.data.ts';
export { nameCycle, nameCycleDays } from '#features/tasks/cycles/cycle-names.ts';
export { milestonesByDate } from '#features/tasks/milestones/milestones.data.ts';
export { MilestoneList } from '#features/tasks/milestones/milestone-list.tsx';
export { FieldTypeIcon } from '#features/tasks/custom-fields/field-labels.tsx';
export { fieldsInOrder, type TeamField } from '#features/tasks/custom-fields/fields.data.ts';
export { useComputedTexts, useFormulas } from '#features/tasks/custom-fields/formulas.ts';
export { useLinkedTasks } from '#features/tasks/custom-fields/linked-tasks.ts';
export { FieldSettings } from '#features/tasks/custom-fields/field-settings.tsx';
export { TypeGlyph } from './task-types/type-glyph.lazy.tsx';
export { typesInOrder, useTaskTypes } from '#features/tasks/task-types/task-types.ts';
export { TypeSettings } from '#features/tasks/task-types/type-settings.tsx';
export { LabelSettings } from '#features/tasks/labels/label-settings.tsx';
export { TaskList } from './list.lazy.ts';
export { NewTaskButton, NewTaskButtonFace } from '#features/tasks/quick-add/new-task-button.tsx';
export {
  calendarKeys,
  timeActions,
  timelineKeys,
  workloadKeys,
} from '#features/tasks/schedule/calendar.actions.ts';
export {
  LimitWatch,
  NewTaskDialog,
  ProjectCycles,
  SaveTemplateDialog,
  TaskCalendar,
  TaskPanel,
  TaskTable,
  TaskTimeline,
  TaskWorkload,
  TemplateDialogs,
  TriageTab,
} from './lazy-parts.ts';
export { OpenCount } from '#features/tasks/statuses/open-count.tsx';
export { AssigneeChoice } from '#features/tasks/fields/task-choices.tsx';
export { ScalarPicker } from '#features/tasks/fields/scalar-picker.tsx';
export { listScalarOptions, SCALAR_LOOKS, SCALAR_TITLES } from '#features/tasks/model/scalar-looks.tsx';
export { useStatusGroups } from '#features/tasks/statuses/status-groups.tsx';
export { useWorkGroups } from './statuses/work-groups.ts';
export { ChangedTasks } from '#features/tasks/history/changed-tasks.tsx';
export { ProjectProgress } from '#features/tasks/statuses/project-progress.tsx';
export { openTasksByProject } from '#features/tasks/model/tasks.data.ts';
export { useMayAddTask } from '#features/tasks/model/use-task-targets.ts';
export { ProjectWork } from '#features/tasks/statuses/project-work.tsx';
export { StatusSettings } from '#features/tasks/statuses/status-settings.tsx';
export { useColumnTitles } from '#features/tasks/table/table-columns.ts';
export { tableKeys } from '#features/tasks/table/table-keys.ts';
export type { TaskGroup } from '#features/tasks/grouping/task-group.ts';
export { setCoverAction } from '#features/tasks/attachments/cover.actions.ts';
export { putBackAction } from '#features/tasks/history/history.actions.ts';
export { templateActions } from '#features/tasks/templates/template.actions.ts';
export { TemplateSettings } from '#features/tasks/templates/template-settings.tsx';
export { boardKeys, editorKeys, newTask, taskActions } from '#features/tasks/model/tasks.actions.ts';
export { nameWhen } from '#features/tasks/reminders/reminder-names.ts';
export { ReminderWatch } from '#features/tasks/reminders/reminder-watch.tsx';
export { TimerWatch } from '#features/tasks/time-tracking/timer-watch.tsx';
export { findTasks, foldTasks } from '#features/tasks/task-picker/task-search.ts';
export { TaskRow } from '#features/tasks/list/task-row.tsx';
export { isPutOff, waitingByProject } from '#features/tasks/model/triage-waits.ts';
export { resumeUploads } from '#features/tasks/attachments/resume-uploads.ts';
export { placePersonal } from './reminders/personal-task.data.ts';
export { useMyWork, useMyWorkGroups } from '#features/tasks/my-work/use-my-work.tsx';
export { nameSpan } from '#features/tasks/model/task-span.ts';
export { useStatuses, useTeamTasks } from '#features/tasks/model/task-views.ts';
export {
  CATEGORY_LABELS,
  describeStatuses,
  PRIORITY_LABELS,
} from '#features/tasks/model/task-field-labels.ts';
export { triageActions } from '#features/tasks/model/triage.actions.ts';
export { TriageList, TriageSettings } from './triage/triage.lazy.ts';
export { TrashList } from '#features/tasks/trash/trash-list.tsx';
export { showRestoredToast, type RestorableItem } from '#features/tasks/trash/restored-toast.ts';
export { readTrash, restoreItems } from '#features/tasks/trash/trash.data.ts';
export {
  columnKey,
  statusesInOrder,
  subTasksByParent,
  tasksByColumn,
  type TaskFields,
} from '#features/tasks/model/tasks.data.ts';
export { createQuickTasks } from './quick-add/quick.data.ts';
export { forgetNewTaskDraft } from './quick-add/use-new-task-draft.ts';
