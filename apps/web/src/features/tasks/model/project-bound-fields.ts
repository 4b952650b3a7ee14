import { VALUE_PREFIX } from '@hearth/contracts/custom-fields/custom-field-values';
import type { TeamStore } from '#platform/sync/index.ts';
import type { TaskFields } from './tasks.data.ts';

/** Project-bound fields: had by tasks of that project alone. */
const PARTS = [
  ['milestoneId', 'milestone'],
  ['cycleId', 'cycle'],
] as const;
type Entity = (typeof PARTS)[number][1];

/**
 * A task that goes to another project leaves its milestone and its cycle in the same act, so that one undo
 * brings them back; and it gets none of a project that is not its own.
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
    const asked = fields[field];
    if (typeof asked === 'string' && isOf(store, entity, asked, projectId)) continue;
    if (projectId !== task.projectId && task[field] !== null) own[field] = null;
    else if (typeof asked === 'string') delete own[field];
  }
  // What gets another place is taken in with that.
  const { statusId = task.statusId, triage = task.triage } = own;
  const isElsewhere = projectId !== task.projectId || statusId !== task.statusId;
  if (triage !== null && own.triage === undefined && isElsewhere) own.triage = null;
  return own;
}

/** A value that is filled into many tasks at once may name one of them. */
function withoutItself<F extends Partial<TaskFields>>(id: string, fields: F): F {
  const own = { ...fields };
  for (const [name, value] of Object.entries(fields)) {
    if (!name.startsWith(VALUE_PREFIX) || !Array.isArray(value) || !value.includes(id)) continue;
    const others = value.filter((one) => one !== id);
    Object.assign(own, { [name]: others.length === 0 ? null : others });
  }
  return own;
}

/** Where a new task goes: to the project of its milestone or cycle, unless another was chosen. */
export function placeWithProjectBoundFields<F extends TaskFields>(store: TeamStore, fields: F): F {
  const own = { ...fields };
  for (const [field, entity] of PARTS) {
    const asked = own[field];
    if (typeof asked !== 'string') continue;
    const projectId = own.projectId ?? store.row(entity, asked)?.projectId ?? null;
    if (isOf(store, entity, asked, projectId)) own.projectId = projectId;
    else delete own[field];
  }
  return own;
}

/** One that is only being made, and not seen yet, is made for its task. */
function isOf(store: TeamStore, entity: Entity, id: string, projectId: string | null): boolean {
  const part = store.row(entity, id);
  return projectId !== null && (part === undefined || part.projectId === projectId);
}
