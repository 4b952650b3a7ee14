import type { SUB_TASK_LINE } from '@hearth/contracts/model/task-values';
import type { RelationSide } from '@hearth/contracts/relations/relation-values';
import type { SettableField } from '#features/tasks/model/tasks.data.ts';

/** Fields of a task's row whose changes are in the history, apart from custom fields. */
export type TaskHistoryField = Exclude<SettableField, 'siblingPosition'> | 'coverId';

/** All fields in the history except custom fields: those of the task's row and those of related rows, such as its files. */
export type HistoryField =
  | TaskHistoryField
  | RelationSide
  | typeof SUB_TASK_LINE
  | 'attachments'
  | 'checklist'
  | 'skip'
  | 'time';
