import type { SUB_TASK_LINE } from '@hearth/contracts/model/task-values';
import type { RelationSide } from '@hearth/contracts/relations/relation-values';
import type { SettableField } from '#features/tasks/model/tasks.data.ts';

/** Fields of the task's row whose changes the history contains, beside custom fields. */
export type TaskHistoryField = Exclude<SettableField, 'siblingPosition'> | 'coverId';

/** All fields of the history, beside custom fields: those of the task's row, and its parts. */
export type HistoryField =
  | TaskHistoryField
  | RelationSide
  | typeof SUB_TASK_LINE
  | 'attachments'
  | 'checklist'
  | 'skip'
  | 'time';
