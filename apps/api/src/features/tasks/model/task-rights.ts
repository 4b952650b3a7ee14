import { can, canSee, type Actor, type WorkAction } from '@hearth/contracts/permissions/permissions';
import { notFound, notFoundAt, refusalOf } from '#platform/errors.ts';

/**
 * Authorizes creating tasks in a project named in the request body.
 * @throws AppError NOT_FOUND naming the field if the caller can't see the project, FORBIDDEN if they lack permission in it
 */
export function assertMayPutInto(actor: Actor, projectId: string | null, path = 'projectId'): void {
  const object = { projectId, createdBy: null };
  if (!canSee(actor, object)) throw notFoundAt(path, 'a project you have access to');
  if (!can(actor, 'task.create', object)) throw refusalOf(actor, 'task.create', object);
}

/** Repeats the authorization once the task is locked, because it may have moved since the first check. */
export function assertStillMay(
  actor: Actor,
  action: WorkAction,
  object: { projectId: string | null; createdBy: string | null },
): void {
  if (!canSee(actor, object)) throw notFound('This task');
  if (!can(actor, action, object)) throw refusalOf(actor, action, object);
}
