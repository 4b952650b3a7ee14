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

/** @throws AppError PROJECT_ARCHIVED when one of them lies in a project that was archived since the request was let in */
export function assertNoneArchived(
  work: readonly Pick<Work, 'projectId'>[],
  projects: ReadonlyMap<string, LockedProject>,
): void {
  if (work.some(({ projectId }) => projects.get(projectId ?? '')?.isArchived === true))
    throw projectArchived();
}

/**
 * Permissions on each of many things that a list of the body names, as they are once they are locked. All or
 * none: what is refused is named by its place in the list.
 * @param field the name of the list
 * @throws AppError NOT_FOUND when some are not there for the caller, PROJECT_ARCHIVED when some lie in an
 * archived project, else FORBIDDEN when they may not do this to some
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
