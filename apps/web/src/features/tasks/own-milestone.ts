import type { TeamStore } from '#platform/sync/index.ts';
import type { TaskFields } from './tasks.data.ts';

/**
 * A task that goes to another project leaves its milestone in the same act, so that what takes the one back brings the
 * other along; and it gets none of a project that is not its own.
 */
export function withOwnMilestone<F extends Partial<TaskFields>>(store: TeamStore, id: string, fields: F): F {
  const task = store.row('task', id);
  if (task === undefined) return fields;
  const { milestoneId, ...others } = fields;
  const { projectId = task.projectId } = fields;
  if (typeof milestoneId === 'string' && isOf(store, milestoneId, projectId)) return fields;
  if (projectId !== task.projectId && task.milestoneId !== null) return { ...fields, milestoneId: null };
  return typeof milestoneId === 'string' ? (others as F) : fields;
}

/** Where a new task goes: to the project of its milestone, unless another was chosen. */
export function placeWithMilestone<F extends TaskFields>(store: TeamStore, fields: F): F {
  const { milestoneId, ...others } = fields;
  if (typeof milestoneId !== 'string') return fields;
  const projectId = fields.projectId ?? store.row('milestone', milestoneId)?.projectId ?? null;
  return isOf(store, milestoneId, projectId) ? { ...fields, projectId } : (others as F);
}

/** One that is only being made, and not seen yet, is made for its task. */
function isOf(store: TeamStore, milestoneId: string, projectId: string | null): boolean {
  const milestone = store.row('milestone', milestoneId);
  return projectId !== null && (milestone === undefined || milestone.projectId === projectId);
}
