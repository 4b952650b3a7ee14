import { VALUE_PREFIX } from '@hearth/contracts/custom-fields/custom-field-values';
import type { TeamStore } from '#platform/sync/index.ts';
import type { TaskFields } from './tasks.data.ts';

/** Project-bound fields: their values belong to one project. */
const PARTS = [
  ['milestoneId', 'milestone'],
  ['cycleId', 'cycle'],
] as const;
type Entity = (typeof PARTS)[number][1];

/**
 * Moving a task to another project clears its milestone and cycle in the same command, so that one undo restores them;
 * milestones and cycles of other projects are never set.
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
  // A move also accepts a task from triage.
  const { statusId = task.statusId, triage = task.triage } = own;
  const isElsewhere = projectId !== task.projectId || statusId !== task.statusId;
  if (triage !== null && own.triage === undefined && isElsewhere) own.triage = null;
  return own;
}

/** A value that is set on many tasks may reference one of them: remove self-references. */
function withoutItself<F extends Partial<TaskFields>>(id: string, fields: F): F {
  const own = { ...fields };
  for (const [name, value] of Object.entries(fields)) {
    if (!name.startsWith(VALUE_PREFIX) || !Array.isArray(value) || !value.includes(id)) continue;
    const others = value.filter((one) => one !== id);
    Object.assign(own, { [name]: others.length === 0 ? null : others });
  }
  return own;
}

/** The project of a new task: that of its milestone or cycle, unless another was chosen. */
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

/** An entity that is only being created, and not in the store yet, is assumed to match. */
function isOf(store: TeamStore, entity: Entity, id: string, projectId: string | null): boolean {
  const part = store.row(entity, id);
  return projectId !== null && (part === undefined || part.projectId === projectId);
}
