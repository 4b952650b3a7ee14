import {
  can,
  canSee,
  explainRule,
  isKeptByArchive,
  type Actor,
  type WorkAction,
} from '@hearth/contracts/permissions/permissions';
import { AppError, projectArchived } from '#platform/errors.ts';

import type { LockedProject } from './bulk-tasks.queries.ts';

interface Work {
  projectId: string | null;
  createdBy: string | null;
}

/** @throws AppError PROJECT_ARCHIVED when one of their projects was archived since the request was authorized */
export function assertNoneArchived(
  work: readonly Pick<Work, 'projectId'>[],
  projects: ReadonlyMap<string, LockedProject>,
): void {
  if (work.some(({ projectId }) => projects.get(projectId ?? '')?.isArchived === true))
    throw projectArchived();
}

/**
 * Authorizes the action on each item of a list of the body, in its locked state. All or nothing: errors name
 * items by their index in the list.
 * @param field the name of the list
 * @throws AppError NOT_FOUND when the caller can't see some, PROJECT_ARCHIVED when some are in an archived
 * project, else FORBIDDEN when the caller lacks permission on some
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
    isKeptByArchive(actor, action, one)
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
