export { followBlocks, isBlocked } from './blocked-tasks.ts';
export { Board, type BoardProps } from './board.tsx';
export { isClash } from './description-refusals.ts';
export { labelsByName } from './labels.data.ts';
export { cyclesByDate, idsOfCycles } from './cycles.data.ts';
export { nameCycle, nameCycleDays } from './cycle-words.ts';
export { milestonesByDate } from './milestones.data.ts';
export { MilestoneList } from './milestone-list.tsx';
export { FieldTypeIcon } from './field-words.tsx';
export { fieldsInOrder, type TeamField } from './fields.data.ts';
export { useComputedTexts, useFormulas } from './formulas.ts';
export { useLinkedTasks } from './linked-tasks.ts';
export { FieldSettings } from './field-settings.tsx';
export { TypeGlyph } from './later-glyphs.tsx';
export { typesInOrder, useTaskTypes } from './task-types.ts';
export { TypeSettings } from './type-settings.tsx';
export { LabelSettings } from './label-settings.tsx';
export { TaskList } from './list-later.ts';
export { NewTaskButton, NewTaskLook } from './new-task-button.tsx';
export { calendarKeys, timeActions, timelineKeys, workloadKeys } from './calendar.actions.ts';
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
} from './later-parts.ts';
export { OpenCount } from './open-count.tsx';
export { useStatusGroups } from './status-groups.tsx';
export { ChangedTasks } from './changed-tasks.tsx';
export { ProjectWork } from './project-work.tsx';
export { StatusSettings } from './status-settings.tsx';
export { useColumnTitles } from './table-columns.ts';
export { tableKeys } from './table-keys.ts';
export type { TaskGroup } from './task-group.ts';
export type { TaskListProps } from './task-list.tsx';
export { setCoverAction } from './cover.actions.ts';
export { putBackAction } from './history.actions.ts';
export { templateActions } from './template.actions.ts';
export { TemplateSettings } from './template-settings.tsx';
export { boardKeys, editorKeys, newTask, taskActions } from './tasks.actions.ts';
export { ReminderWatch } from './reminder-watch.tsx';
export { TimerWatch } from './timer-watch.tsx';
export { TaskRow } from './task-row.tsx';
export { resumeUploads } from './resume-uploads.ts';
export { placeOwn } from './own.data.ts';
export { useMyWork, useMyWorkGroups } from './use-my-work.tsx';
export { nameSpan } from './task-span.ts';
export { useStatuses, useTeamTasks } from './task-views.ts';
export { CATEGORY_WORDS, describeStatuses, PRIORITIES_BY_WEIGHT, PRIORITY_WORDS } from './task-words.ts';
export { triageActions } from './triage.actions.ts';
export { TriageList, TriageSettings } from './triage-later.ts';
export { TrashList } from './trash-list.tsx';
export {
  columnKey,
  statusesInOrder,
  subTasksByParent,
  tasksByColumn,
  type TaskFields,
} from './tasks.data.ts';
