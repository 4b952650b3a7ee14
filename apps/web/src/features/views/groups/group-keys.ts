import { dayOf } from '@hearth/contracts/core/moment-values';
import type { Formulas } from '@hearth/contracts/custom-fields/formula-compute-values';
import {
  idOfCustomField,
  isCustomFieldName,
} from '@hearth/contracts/custom-fields/custom-field-query-values';
import type { SyncRows } from '@hearth/contracts/sync';
import { addDays } from '@hearth/contracts/core/days';
import type { GroupField } from '@hearth/contracts/views/view-values';
import { readerZone } from '#ui/format/reader.ts';

type Task = SyncRows['task'];

/** Stands for what has no value of the field. */
export const NOTHING = 'none';
/** The group of boxes that are ticked. */
export const TICKED = 'yes';
/** The groups of due dates; a task that is put into one gets its first day, counted from today. */
export const DUE_GROUPS = ['before', 'today', 'tomorrow', 'week', 'later', NOTHING] as const;
export type DueGroup = (typeof DUE_GROUPS)[number];
const DAYS_OF: Partial<Record<DueGroup, number>> = { today: 0, tomorrow: 1, week: 2, later: 7 };

export function dueGroupOf(due: string | null, today: string, timeZone = readerZone()): DueGroup {
  if (due === null) return NOTHING;
  const dueDate = dayOf(due, timeZone);
  if (dueDate < today) return 'before';
  if (dueDate === today) return 'today';
  if (dueDate === addDays(today, 1)) return 'tomorrow';
  return dueDate < addDays(today, 7) ? 'week' : 'later';
}

/** Null for what has been: nobody plans for yesterday. */
export function firstDayOf(group: DueGroup, today: string): string | null {
  const days = DAYS_OF[group];
  return days === undefined ? null : addDays(today, days);
}

/**
 * The keys of the groups that a task stands in. Of people, labels and projects only those in `known` count: what has
 * gone away is as if it were not set.
 */
export function createKeysOf(
  field: GroupField,
  today: string,
  known: ReadonlySet<string>,
  formulas: Formulas = new Map(),
): (task: Task) => readonly string[] {
  const among = (ids: readonly string[]): readonly string[] => {
    const kept = ids.filter((id) => known.has(id));
    return kept.length === 0 ? [NOTHING] : kept;
  };
  if (isCustomFieldName(field)) {
    const fieldId = idOfCustomField(field);
    const compute = formulas.get(fieldId);
    return (task) => {
      const held = compute === undefined ? task.custom[fieldId] : compute(task);
      return among(held === true ? [TICKED] : [held ?? []].flat().map(String));
    };
  }
  switch (field) {
    case 'status':
      return (task) => [task.statusId];
    case 'priority':
      return (task) => [task.priority];
    case 'assignee':
      return (task) => among(task.assigneeIds);
    case 'watcher':
      return (task) => among(task.watcherIds);
    case 'reporter':
      return (task) => among(task.reporterId === null ? [] : [task.reporterId]);
    case 'label':
      return (task) => among(task.labelIds);
    case 'type':
      return (task) => among(task.typeId === null ? [] : [task.typeId]);
    case 'project':
      return (task) => among(task.projectId === null ? [] : [task.projectId]);
    case 'milestone':
      return (task) => among(task.milestoneId === null ? [] : [task.milestoneId]);
    case 'cycle':
      return (task) => among(task.cycleId === null ? [] : [task.cycleId]);
    case 'due':
      return (task) => [dueGroupOf(task.dueDate, today)];
    case 'none':
      return () => [''];
  }
}

/** The name of a group of the view for two keys. */
export function nameSlot(key: string, subKey: string): string {
  return subKey === '' ? key : `${key}/${subKey}`;
}

/** Where a task stands that is grouped twice. */
export function createSlotsOf(
  keysOf: (task: Task) => readonly string[],
  subKeysOf: ((task: Task) => readonly string[]) | null,
): (task: Task) => readonly string[] {
  if (subKeysOf === null) return keysOf;
  return (task) => {
    const subKeys = subKeysOf(task);
    return keysOf(task).flatMap((key) => subKeys.map((subKey) => nameSlot(key, subKey)));
  };
}

/** One of a set for another: what stood for nothing, or for no column at all, is not taken out. */
export function exchange(ids: readonly string[], from: string | null, to: string): string[] {
  return [...new Set([...ids.filter((id) => id !== from), to])].sort();
}
