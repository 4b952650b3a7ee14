import { dayOf } from '@hearth/contracts/core/moment-values';
import type { Formulas } from '@hearth/contracts/custom-fields/formula-compute-values';
import {
  idOfCustomField,
  isCustomFieldName,
} from '@hearth/contracts/custom-fields/custom-field-query-values';
import { isReferenceField, listReferences } from '@hearth/contracts/model/reference-field-values';
import { isChoiceField } from '@hearth/contracts/model/scalar-field-values';
import type { SyncRows } from '@hearth/contracts/sync';
import { addDays } from '@hearth/contracts/core/days';
import type { GroupField } from '@hearth/contracts/views/view-values';
import { readerZone } from '#ui/format/reader.ts';

type Task = SyncRows['task'];

/** Key of the group without a value. */
export const NOTHING = 'none';
/** Key of the group of ticked checkboxes. */
export const TICKED = 'yes';
/** Groups of due dates relative to today. A task dropped into a group becomes due on the group's first day, see `firstDayOf`. */
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

/**
 * Returns the first day of a group. Returns null for past days because a task cannot be planned for the past, and for the group without a
 * due date.
 */
export function firstDayOf(group: DueGroup, today: string): string | null {
  const days = DAYS_OF[group];
  return days === undefined ? null : addDays(today, days);
}

/**
 * Returns a function that lists the keys of a task's groups. Ids that are not in `known`, such as those of deleted labels, count as unset.
 */
export function createKeysOf(
  field: GroupField,
  today: string,
  known: ReadonlySet<string>,
  formulas: Formulas = new Map(),
): (task: Task) => readonly string[] {
  const among = (ids: readonly string[]): readonly string[] => {
    const knownIds = ids.filter((id) => known.has(id));
    return knownIds.length === 0 ? [NOTHING] : knownIds;
  };
  if (isCustomFieldName(field)) {
    const fieldId = idOfCustomField(field);
    const compute = formulas.get(fieldId);
    return (task) => {
      const value = compute === undefined ? task.custom[fieldId] : compute(task);
      return among(value === true ? [TICKED] : [value ?? []].flat().map(String));
    };
  }
  if (isChoiceField(field)) return (task) => [task[field]];
  if (field === 'status') return (task) => [task.statusId];
  if (isReferenceField(field)) return (task) => among(listReferences(task, field));
  switch (field) {
    case 'due':
      return (task) => [dueGroupOf(task.dueDate, today)];
    case 'none':
      return () => [''];
  }
}

/** The slot name for a pair of group keys. */
export function nameSlot(key: string, subKey: string): string {
  return subKey === '' ? key : `${key}/${subKey}`;
}

/** Returns a function that lists the slots of a task: one for each pair of its group keys, or its group keys if there is one grouping. */
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

/** Replaces one id of a set. Removes nothing if `from` is the group without a value or not a group. */
export function exchange(ids: readonly string[], from: string | null, to: string): string[] {
  return [...new Set([...ids.filter((id) => id !== from), to])].sort();
}
