import {
  fieldIdOf,
  nameValue,
  readFieldValue,
  type FieldRule,
} from '@hearth/contracts/custom-fields/custom-field-values';
import type { SyncRows } from '@hearth/contracts/sync';
import {
  changeScalar,
  isScalarValue,
  mapScalars,
  type ScalarField,
} from '@hearth/contracts/model/scalar-field-values';
import {
  mapReferences,
  REFERENCE_FIELDS,
  type ReferenceField,
} from '@hearth/contracts/model/reference-field-values';
import { HIDDEN_TASK } from '@hearth/contracts/model/task-values';
import { listSettableTargets, type ReferenceLists } from '#features/tasks/model/reference-lists.ts';
import type { TaskFields } from '#features/tasks/model/tasks.data.ts';
import { DECLINED } from '#features/tasks/triage/triage-history.ts';
import type { TaskHistoryField } from './history-fields.ts';
import type { DetailedChange } from './past-descriptions.ts';

interface Named {
  id: string;
}

/** Entities that still exist and that a field may therefore reference. */
export interface ExistingEntities extends ReferenceLists<Named> {
  projects: readonly (Named & { hasTriage: boolean })[];
  fields: readonly (Named & FieldRule)[];
  tasks: (id: string) => unknown;
  /** Files attached to the task. */
  files: readonly (Named & { width: number | null })[];
}

type Task = SyncRows['task'];
type RestorableFields = Partial<TaskFields> & { coverId?: string | null };

/** Returns the fields that reset one field to its value before the change. Returns null if that value is no longer valid. */
type FindFields = (
  old: unknown,
  task: Task,
  known: ExistingEntities,
  change: DetailedChange,
) => RestorableFields | null;

const FIND_FIELDS: Record<TaskHistoryField, FindFields> = {
  title: (old) => (typeof old === 'string' ? { title: old } : null),
  // Descriptions are restored from the former document.
  description: () => null,
  ...mapScalars<Record<ScalarField, FindFields>>(
    (field) => (old: unknown) => (isScalarValue(field, old) ? changeScalar(field, old) : null),
  ),
  ...mapReferences(createReferenceFinder),
  startDate: (old) => (old === null || typeof old === 'string' ? { startDate: old } : null),
  dueDate: (old) => (old === null || typeof old === 'string' ? { dueDate: old } : null),
  triage: findRestorableTriage,
  // When the server creates the next occurrence, it drops labels and assignees of the template that are no longer
  // valid.
  repeat: (old) => ({ repeat: (old as TaskFields['repeat']) ?? null }),
  parentId: (old, task, { tasks }) => {
    // Don't replace a parent that the user may not see.
    if (task.parentId === HIDDEN_TASK) return null;
    if (old === null) return { parentId: null, siblingPosition: null };
    return typeof old === 'string' && tasks(old) !== undefined ? { parentId: old } : null;
  },
  coverId: (old, _task, { files }) => {
    const pictures = files.filter(({ width }) => width !== null);
    return isNullOrIn(pictures, old) ? { coverId: old } : null;
  },
};

/** Returns the fields that restore the value before a change. Returns null if that value is current or no longer valid. */
export function findRestorable(
  task: Task,
  change: DetailedChange,
  known: ExistingEntities,
): RestorableFields | null {
  const { old } = change;
  const fieldId = fieldIdOf(change.field);
  if (fieldId !== null) return findRestorableValue(task, fieldId, old, known);
  if (!Object.hasOwn(FIND_FIELDS, change.field)) return null;
  const field = change.field as TaskHistoryField;
  const isNow = JSON.stringify(task[field]) === JSON.stringify(old);
  return isNow ? null : FIND_FIELDS[field](old, task, known, change);
}

function includes(list: readonly Named[], id: unknown): id is string {
  return list.some((one) => one.id === id);
}

function isNullOrIn(list: readonly Named[], id: unknown): id is string | null {
  return id === null || includes(list, id);
}

function createReferenceFinder(field: ReferenceField): FindFields {
  const { key, kind } = REFERENCE_FIELDS[field];
  return (old, task, known) => {
    const list = listSettableTargets(known, field, task.projectId);
    const isValid =
      kind === 'list'
        ? Array.isArray(old) && old.every((id) => includes(list, id))
        : (old === null && kind === 'optional') || includes(list, old);
    return isValid ? ({ [key]: old } as RestorableFields) : null;
  };
}

function findRestorableTriage(
  old: unknown,
  task: Task,
  { projects, statuses }: ExistingEntities,
  { new: now, oldStatusId }: DetailedChange,
): RestorableFields | null {
  const triage = old as Task['triage'];
  if (triage === null) return task.triage === null ? null : { triage };
  if (projects.find(({ id }) => id === task.projectId)?.hasTriage !== true) return null;
  const { since, until } = triage;
  if (task.triage?.since === since && task.triage.until === until) return null;
  // Undoing a decline also has to reopen the task because closed tasks are not in triage.
  if (now === DECLINED && task.closedAt !== null) {
    const statusId = statuses.find(({ id }) => id === oldStatusId)?.id;
    return statusId === undefined ? null : { statusId, triage };
  }
  return task.closedAt === null ? { triage } : null;
}

function findRestorableValue(
  task: Task,
  fieldId: string,
  old: unknown,
  { fields, people, tasks }: ExistingEntities,
): RestorableFields | null {
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
