import { LIMITS } from '@hearth/contracts/core/limits';
import { can, canSee, type Actor } from '@hearth/contracts/permissions/permissions';
import { MAX_SUB_LEVELS } from '@hearth/contracts/model/task-values';
import type { Command } from '#platform/commands/index.ts';
import { notFoundAt, refusalOf } from '#platform/errors.ts';
import { makeKeyAfter } from '#platform/order-keys.ts';
import { refuseHidden, refuseNesting, type Nesting, type NestingRequest } from './parent-rules.ts';
import { findParents, measureNesting } from './sub-tree.queries.ts';

/** The requested new parent and position of one of many tasks. */
interface LockedNestingRequest {
  locked: Nesting & { id: string };
  requested: NestingRequest;
  /** The path of the parent in the request body. */
  path: string;
}

/**
 * Returns the new parent and position of each task, or null if unchanged. Checks each task only against its own parent. The tree must be
 * locked if any parent is given.
 */
export async function chooseNestings(
  { tx }: Command,
  actor: Actor,
  requests: readonly LockedNestingRequest[],
): Promise<(Nesting | null)[]> {
  const named = requests.flatMap(({ locked, requested }) =>
    requested.parentId === undefined && requested.siblingPosition === undefined
      ? []
      : [locked.parentId ?? [], requested.parentId ?? []].flat(),
  );
  const parents = await findParents(tx, [...new Set(named)]);
  return requests.map(({ locked, requested, path }) => {
    const before = locked.parentId;
    const parentId = requested.parentId === undefined ? before : requested.parentId;
    const position = requested.siblingPosition ?? null;
    if (parentId === before && (parentId === null || position === null)) return null;
    const former = before === null ? undefined : parents.get(before);
    if (former !== undefined && !canSee(actor, former)) throw refuseHidden(path);
    if (parentId === before) return { parentId, siblingPosition: position };
    if (parentId === null) return { parentId, siblingPosition: null };
    const parent = parents.get(parentId);
    if (parent === undefined || !canSee(actor, parent)) throw notFoundAt(path, 'a task you have access to');
    if (!can(actor, 'task.update', parent)) throw refusalOf(actor, 'task.update', parent);
    // The database would reject a task as its own parent before `assertSoundNesting` can check it.
    if (parentId === locked.id) throw refuseNesting('circle', path);
    const siblingPosition = position ?? makeKeyAfter(parent.last);
    // Place the next task without an explicit position after this one.
    if (parent.last === null || siblingPosition > parent.last) parent.last = siblingPosition;
    return { parentId, siblingPosition };
  });
}

/**
 * Validates the combined result after many tasks have been written. Links that are each valid can together form a cycle, a tree
 * that is too deep, or a parent with too many sub-tasks.
 */
export async function assertSoundNesting(
  { tx }: Command,
  written: readonly { taskId: string; path: string }[],
): Promise<void> {
  if (written.length === 0) return;
  const measures = await measureNesting(
    tx,
    written.map(({ taskId }) => taskId),
  );
  for (const { taskId, path } of written) {
    const measure = measures.get(taskId);
    if (measure === undefined) continue;
    if (measure.isCircular) throw refuseNesting('circle', path);
    if (measure.above + measure.below > MAX_SUB_LEVELS) throw refuseNesting('deep', path);
    if (measure.siblings > LIMITS.subTasks) throw refuseNesting('full', path);
  }
}
