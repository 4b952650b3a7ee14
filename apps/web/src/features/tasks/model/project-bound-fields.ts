import { VALUE_PREFIX } from '@hearth/contracts/custom-fields/custom-field-values';
import type { TeamStore } from '#platform/sync/index.ts';
import type { TaskFields } from './tasks.data.ts';

/** Fields whose values belong to one project, with the entities that they reference. */
const PARTS = [
  ['milestoneId', 'milestone'],
  ['cycleId', 'cycle'],
] as const;
type Entity = (typeof PARTS)[number][1];

/**
 * Completes a change to a task's fields. Moving the task to another project clears its milestone and cycle in the same command so that one
 * undo restores them. Milestones and cycles of other projects are ignored.
 */
export function withProjectBoundFields<F extends Partial<TaskFields>>(
  store: TeamStore,
  id: string,
  fields: F,
): F {
  const task = store.row('task', id);
  if (task === undefined) return fields;
  const { projectId = task.projectId } = fields;
  const own = withoutItself(id, fields);
  for (const [field, entity] of PARTS) {
    const value = fields[field];
    if (typeof value === 'string' && isOf(store, entity, value, projectId)) continue;
    if (projectId !== task.projectId && task[field] !== null) own[field] = null;
    else if (typeof value === 'string') delete own[field];
  }
  // Moving a task to another project or status also accepts it from triage.
  const { statusId = task.statusId, triage = task.triage } = own;
  const isElsewhere = projectId !== task.projectId || statusId !== task.statusId;
  if (triage !== null && own.triage === undefined && isElsewhere) own.triage = null;
  return own;
}

/** Removes references of a task to itself. They occur when the same value is set on many tasks. */
function withoutItself<F extends Partial<TaskFields>>(id: string, fields: F): F {
  const own = { ...fields };
  for (const [name, value] of Object.entries(fields)) {
    if (!name.startsWith(VALUE_PREFIX) || !Array.isArray(value) || !value.includes(id)) continue;
    const others = value.filter((one) => one !== id);
    Object.assign(own, { [name]: others.length === 0 ? null : others });
  }
  return own;
}

/** Sets the project of a new task to that of its milestone or cycle, unless another project was chosen. */
export function placeWithProjectBoundFields<F extends TaskFields>(store: TeamStore, fields: F): F {
  const own = { ...fields };
  for (const [field, entity] of PARTS) {
    const value = own[field];
    if (typeof value !== 'string') continue;
    const projectId = own.projectId ?? store.row(entity, value)?.projectId ?? null;
    if (isOf(store, entity, value, projectId)) own.projectId = projectId;
    else delete own[field];
  }
  return own;
}

/** Whether an entity belongs to a project. Returns true for an entity that is still being created and therefore not in the store. */
function isOf(store: TeamStore, entity: Entity, id: string, projectId: string | null): boolean {
  const part = store.row(entity, id);
  return projectId !== null && (part === undefined || part.projectId === projectId);
}
