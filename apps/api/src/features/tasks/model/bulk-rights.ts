import {
  can,
  canSee,
  explainRule,
  isDeniedByArchiveOnly,
  type Actor,
  type WorkAction,
} from '@hearth/contracts/permissions/permissions';
import { AppError, projectArchived } from '#platform/errors.ts';

import type { LockedProject } from './bulk-tasks.queries.ts';

interface Work {
  projectId: string | null;
  createdBy: string | null;
}

/**
 * Checks the locked projects, because they may have been archived after the request was authorized.
 * @throws AppError PROJECT_ARCHIVED if any item is in an archived project
 */
export function assertNoneArchived(
  work: readonly Pick<Work, 'projectId'>[],
  projects: ReadonlyMap<string, LockedProject>,
): void {
  if (work.some(({ projectId }) => projects.get(projectId ?? '')?.isArchived === true))
    throw projectArchived();
}

/**
 * Authorizes an action on each item of a list in the request body, all or nothing. The items must be locked. Errors refer to
 * items by their index in the list.
 * @param field the name of the list in the body
 * @throws AppError NOT_FOUND if the caller can't see some items, PROJECT_ARCHIVED if some are in an archived project,
 * otherwise FORBIDDEN if the caller lacks permission on some
 */
export function assertMayOnEach<W extends Work>(
  actor: Actor,
  action: WorkAction,
  field: string,
  ids: readonly string[],
  locked: ReadonlyMap<string, W>,
): W[] {
  const found = ids.map((id) => locked.get(id));
  const seen = found.filter((one): one is W => one !== undefined && canSee(actor, one));
  if (seen.length < ids.length) {
    const message = 'doesn’t exist, or you don’t have access to it';
    const errors = found.flatMap((one, at) =>
      one !== undefined && canSee(actor, one) ? [] : [{ path: `${field}.${at}`, message }],
    );
    throw new AppError('NOT_FOUND', `${errors[0]?.path ?? field} ${message}.`, { errors });
  }
  const archived = seen.flatMap((one, at) =>
    isDeniedByArchiveOnly(actor, action, one)
      ? [{ path: `${field}.${at}`, message: 'is in an archived project' }]
      : [],
  );
  if (archived.length > 0) throw projectArchived(archived);
  const errors = seen.flatMap((one, at) =>
    can(actor, action, one) ? [] : [{ path: `${field}.${at}`, message: explainRule(action) }],
  );
  if (errors.length > 0) throw new AppError('FORBIDDEN', `${explainRule(action)}.`, { action, errors });
  return seen;
}
