import {
  fieldIdOf,
  nameValue,
  readFieldValue,
  type FieldRule,
} from '@hearth/contracts/custom-fields/custom-field-values';
import type { SyncRows } from '@hearth/contracts/sync';
import { HIDDEN_TASK, PRIORITIES, type Priority } from '@hearth/contracts/model/task-values';
import type { SettableField, TaskFields } from '#features/tasks/model/tasks.data.ts';
import { DECLINED } from '#features/tasks/triage/triage-history.ts';
import type { ToldChange } from './past-descriptions.ts';

interface Named {
  id: string;
}

/** Entities that still exist, so that a field can be reset to them. */
export interface Known {
  statuses: readonly Named[];
  projects: readonly (Named & { hasTriage: boolean })[];
  people: readonly Named[];
  labels: readonly Named[];
  types: readonly Named[];
  milestones: readonly (Named & { projectId: string })[];
  fields: readonly (Named & FieldRule)[];
  cycles: readonly (Named & { projectId: string; closedAt: string | null })[];
  tasks: (id: string) => unknown;
  /** Files of the task itself. */
  files: readonly (Named & { width: number | null })[];
}

/** The field value before a change; null if it is current or no longer valid. */
export function findRestorable(
  task: SyncRows['task'],
  change: ToldChange,
  known: Known,
): (Partial<TaskFields> & { coverId?: string | null }) | null {
  const { old } = change;
  const fieldId = fieldIdOf(change.field);
  if (fieldId !== null) return findRestorableValue(task, fieldId, old, known);
  const has = (list: readonly Named[], id: unknown): id is string => list.some((one) => one.id === id);
  const field = change.field as Exclude<SettableField, 'siblingPosition'> | 'coverId';
  const isNow = JSON.stringify(task[field]) === JSON.stringify(old);
  if (isNow) return null;
  if (field === 'title') return typeof old === 'string' ? { title: old } : null;
  if (field === 'statusId') return has(known.statuses, old) ? { statusId: old } : null;
  if (field === 'priority')
    return PRIORITIES.includes(old as Priority) ? { priority: old as Priority } : null;
  if (field === 'dueDate') return old === null || typeof old === 'string' ? { dueDate: old } : null;
  if (field === 'startDate') return old === null || typeof old === 'string' ? { startDate: old } : null;
  if (field === 'reporterId') return old === null || has(known.people, old) ? { reporterId: old } : null;
  if (field === 'typeId') return old === null || has(known.types, old) ? { typeId: old } : null;
  if (field === 'milestoneId') {
    const own = known.milestones.filter(({ projectId }) => projectId === task.projectId);
    return old === null || has(own, old) ? { milestoneId: old } : null;
  }
  if (field === 'cycleId') {
    const own = known.cycles.filter((one) => one.projectId === task.projectId && one.closedAt === null);
    return old === null || has(own, old) ? { cycleId: old } : null;
  }
  if (field === 'estimate') return old === null || typeof old === 'number' ? { estimate: old } : null;
  // The server fills in deleted parts of the template for later occurrences.
  if (field === 'repeat') return { repeat: (old as TaskFields['repeat']) ?? null };
  if (field === 'parentId') {
    // A parent that the user may not see is left alone.
    if (task.parentId === HIDDEN_TASK) return null;
    if (old === null) return { parentId: null, siblingPosition: null };
    return typeof old === 'string' && known.tasks(old) !== undefined ? { parentId: old } : null;
  }
  if (field === 'coverId') {
    const pictures = known.files.filter(({ width }) => width !== null);
    return old === null || has(pictures, old) ? { coverId: old } : null;
  }
  if (field === 'triage') return findRestorableTriage(task, change, known);
  if (field === 'projectId') return old === null || has(known.projects, old) ? { projectId: old } : null;
  if (field === 'assigneeIds' || field === 'watcherIds' || field === 'labelIds') {
    const those = field === 'labelIds' ? known.labels : known.people;
    return Array.isArray(old) && old.every((id) => has(those, id)) ? { [field]: old } : null;
  }
  // Restored from the earlier document instead.
  if (field === 'description') return null;
  field satisfies never;
  return null;
}

function findRestorableTriage(
  task: SyncRows['task'],
  { old, new: now, oldStatusId }: ToldChange,
  { projects, statuses }: Known,
): Partial<TaskFields> | null {
  const triage = old as SyncRows['task']['triage'];
  if (triage === null) return task.triage === null ? null : { triage };
  if (projects.find(({ id }) => id === task.projectId)?.hasTriage !== true) return null;
  const { since, until } = triage;
  if (task.triage?.since === since && task.triage.until === until) return null;
  // Undoing a decline also reopens the task: closed tasks are not in triage.
  if (now === DECLINED && task.closedAt !== null) {
    const statusId = statuses.find(({ id }) => id === oldStatusId)?.id;
    return statusId === undefined ? null : { statusId, triage };
  }
  return task.closedAt === null ? { triage } : null;
}

function findRestorableValue(
  task: SyncRows['task'],
  fieldId: string,
  old: unknown,
  { fields, people, tasks }: Known,
): Partial<TaskFields> | null {
  const field = fields.find(({ id }) => id === fieldId);
  if (field === undefined || JSON.stringify(task.custom[fieldId] ?? null) === JSON.stringify(old))
    return null;
  const read = readFieldValue(field, old);
  if ('fault' in read) return null;
  if (field.type === 'person' && old !== null && !people.some(({ id }) => id === old)) return null;
  if (field.type === 'relation' && Array.isArray(read.value)) {
    if (!read.value.every((id) => tasks(id) !== undefined)) return null;
  }
  return { [nameValue(fieldId)]: read.value };
}
