import { LIMITS } from '@hearth/contracts/core/limits';
import { can, canSee, type Actor } from '@hearth/contracts/permissions/permissions';
import { HIDDEN_TASK, MAX_SUB_LEVELS } from '@hearth/contracts/model/task-values';
import type { Task } from '@hearth/contracts/tasks/tasks';
import type { ErrorCode } from '@hearth/contracts/core/errors';
import type { Command } from '#platform/commands/index.ts';
import { AppError, notFoundAt, refusalOf } from '#platform/errors.ts';
import { makeKeyAfter } from '#platform/order-keys.ts';
import { countLevelsBelow, findParent, type TreeTask } from './sub-tree.queries.ts';

/** The parent of a task, and its position among siblings. */
export type Nesting = Pick<Task, 'parentId' | 'siblingPosition'>;

/** The requested parent and position of a task. */
export interface NestingRequest {
  parentId?: string | null | undefined;
  siblingPosition?: string | null | undefined;
}

/**
 * Validates the requested parent and position of a task and returns the result, or null if unchanged. The tree must be locked if a parent
 * is given.
 * @param locked the current task, or null if it is being created
 */
export async function chooseNesting(
  command: Command,
  actor: Actor,
  locked: (Nesting & { id: string }) | null,
  requested: NestingRequest,
): Promise<Nesting | null> {
  const before = locked?.parentId ?? null;
  const parentId = requested.parentId === undefined ? before : requested.parentId;
  const siblingPosition = requested.siblingPosition ?? null;
  if (parentId === before && (parentId === null || siblingPosition === null)) return null;
  if (before === HIDDEN_TASK) throw refuseHidden();
  if (parentId === before) return { parentId, siblingPosition };
  if (parentId === null) return { parentId, siblingPosition: null };
  const last = await assertMayBePart(command, actor, locked?.id ?? null, parentId);
  return { parentId, siblingPosition: siblingPosition ?? makeKeyAfter(last) };
}

/** Asserts that a task may become a sub-task of the parent. Returns the last order key among the parent's sub-tasks. */
async function assertMayBePart(
  { tx }: Command,
  actor: Actor,
  taskId: string | null,
  parentId: string,
): Promise<string | null> {
  const parent = await findParent(tx, parentId);
  if (parent === null || !canSee(actor, parent)) throw notFoundAt('parentId', 'a task you have access to');
  if (!can(actor, 'task.update', parent)) throw refusalOf(actor, 'task.update', parent);
  if (taskId !== null && parent.line.includes(taskId)) {
    throw refuseNesting('circle');
  }
  const below = taskId === null ? 0 : await countLevelsBelow(tx, taskId);
  if (parent.line.length + below > MAX_SUB_LEVELS) {
    throw refuseNesting('deep');
  }
  if (parent.parts >= LIMITS.subTasks) {
    throw refuseNesting('full');
  }
  return parent.last;
}

const REFUSALS = {
  circle: ['CIRCULAR', 'A task can’t be a sub-task of itself or of its own sub-tasks.'],
  deep: ['TOO_DEEP', `Sub-tasks can go up to ${MAX_SUB_LEVELS} levels deep, including those in the trash.`],
  full: ['INVALID_STATE', `A task can have up to ${LIMITS.subTasks} sub-tasks.`],
} as const satisfies Record<string, readonly [ErrorCode, string]>;

export function refuseNesting(reason: keyof typeof REFUSALS, path = 'parentId'): AppError {
  const [code, message] = REFUSALS[reason];
  return new AppError(code, message, { errors: [{ path, message }] });
}

export function refuseHidden(path = 'parentId'): AppError {
  const message = 'Its parent is a task you can’t see. Ask someone who can see both to move it.';
  return new AppError('INVALID_STATE', message, { errors: [{ path, message }] });
}

/**
 * Returns the tasks of a tree that are trashed together with its top task: the top task and descendants that the caller may delete. The
 * descendants of a task that is not trashed are not trashed either.
 */
export function chooseGoing(actor: Actor, topId: string, tree: readonly TreeTask[]): string[] {
  const parts = Map.groupBy(tree, ({ parentId }) => parentId);
  const going = new Set([topId]);
  for (const id of going) {
    for (const part of parts.get(id) ?? []) if (can(actor, 'task.delete', part)) going.add(part.id);
  }
  return [...going];
}
