import { can, canSee, explainRule, type Actor, type WorkAction } from '@hearth/contracts/permissions';
import { AppError } from '#platform/errors.ts';

interface Work {
  projectId: string | null;
  createdBy: string | null;
}

/**
 * Rights on each of many things that a list of the body names, as they are once they are held. All or none: what is
 * refused is named by its place in the list.
 * @param field the name of the list
 * @throws AppError NOT_FOUND when some are not there for the caller, else FORBIDDEN when they may not do this to some
 */
export function assertMayOnEach<W extends Work>(
  actor: Actor,
  action: WorkAction,
  field: string,
  ids: readonly string[],
  held: ReadonlyMap<string, W>,
): W[] {
  const found = ids.map((id) => held.get(id));
  const seen = found.filter((one): one is W => one !== undefined && canSee(actor, one));
  if (seen.length < ids.length) {
    const message = 'does not exist, or you have no access to it';
    const errors = found.flatMap((one, at) =>
      one !== undefined && canSee(actor, one) ? [] : [{ path: `${field}.${at}`, message }],
    );
    throw new AppError('NOT_FOUND', `${errors[0]?.path ?? field} ${message}.`, { errors });
  }
  const errors = seen.flatMap((one, at) =>
    can(actor, action, one) ? [] : [{ path: `${field}.${at}`, message: explainRule(action) }],
  );
  if (errors.length > 0) throw new AppError('FORBIDDEN', `${explainRule(action)}.`, { action, errors });
  return seen;
}
