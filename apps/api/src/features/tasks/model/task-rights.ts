import { can, canSee, type Actor, type WorkAction } from '@hearth/contracts/permissions/permissions';
import { notFound, notFoundAt, refusalOf } from '#platform/errors.ts';

/**
 * Authorizes creating tasks in a project of the body.
 * @throws AppError NOT_FOUND naming the field when the caller can't see it, FORBIDDEN when they lack permission
 * there
 */
export function assertMayPutInto(actor: Actor, projectId: string | null, path = 'projectId'): void {
  const place = { projectId, createdBy: null };
  if (!canSee(actor, place)) throw notFoundAt(path, 'a project you have access to');
  if (!can(actor, 'task.create', place)) throw refusalOf(actor, 'task.create', place);
}

/** Authorizes again once the task is locked: it may have moved since the request was authorized. */
export function assertStillMay(
  actor: Actor,
  action: WorkAction,
  object: { projectId: string | null; createdBy: string | null },
): void {
  if (!canSee(actor, object)) throw notFound('This task');
  if (!can(actor, action, object)) throw refusalOf(actor, action, object);
}
