import { LIMITS } from '@hearth/contracts/core/limits';
import { isSame } from '@hearth/contracts/core/same';
import {
  can,
  canChangeView,
  canManageView,
  canSeeView,
  canShareView,
  hasRole,
  type Actor,
} from '@hearth/contracts/permissions/permissions';
import type { SavedView } from '@hearth/contracts/views/saved-views';
import { findProject } from '#features/projects/index.ts';
import {
  personScope,
  runCommand,
  workScope,
  type RequestKey,
  type CommandResult,
  type Scope,
} from '#platform/commands/index.ts';
import { AppError, forbidden, notFound, notFoundAt, refusalOf } from '#platform/errors.ts';
import type { BodyOf, App } from '#platform/feature.ts';
import { assertPosition, makeKeyAfter } from '#platform/order-keys.ts';
import { withdrawView } from './view-favourites.ts';
import { countViews, deleteView, insertView, lockView, updateView } from './views.queries.ts';

interface TeamActor {
  teamId: string;
  actor: Actor;
}
type ViewReply = { view: SavedView };

export async function createView(
  app: App,
  on: TeamActor,
  body: BodyOf<'views.create'>,
  requestKey: RequestKey,
): Promise<CommandResult<ViewReply>> {
  const { teamId, actor } = on;
  return await runCommand(app, { teamId, userId: actor.userId, requestKey }, async (command) => {
    const { tx } = command;
    const now = command.now.toISOString();
    const projectId = body.projectId ?? null;
    if (projectId !== null && (await findProject(tx, projectId)) === null)
      throw notFoundAt('projectId', 'a project you have access to');
    assertPosition(body.position);
    const { count, own, last } = await countViews(tx, projectId, actor.userId);
    if (count >= LIMITS.viewsPerTeam)
      throw new AppError(
        'INVALID_STATE',
        `A team can have up to ${LIMITS.viewsPerTeam} saved views. Delete one first.`,
      );
    if (own >= LIMITS.viewsPerGuest && !hasRole(actor.role, 'member'))
      throw new AppError(
        'INVALID_STATE',
        `A guest can have up to ${LIMITS.viewsPerGuest} saved views. Delete one first.`,
      );
    const view: SavedView = {
      id: body.id ?? command.newId(),
      projectId,
      name: body.name,
      color: body.color ?? 'gray',
      text: body.text,
      isPrivate: body.isPrivate ?? false,
      isLocked: body.isLocked ?? false,
      position: body.position ?? makeKeyAfter(last),
      createdBy: actor.userId,
      createdAt: now,
      updatedAt: now,
    };
    if (!canSeeView(actor, view)) throw notFoundAt('projectId', 'a project you have access to');
    if (!view.isPrivate) assertShared(actor, view);
    await insertView(tx, view);
    command.put('view', view.id, null, view, scopeOf(view));
    return { view };
  });
}

export async function changeView(
  app: App,
  on: TeamActor & { viewId: string },
  body: BodyOf<'views.update'>,
  requestKey: RequestKey,
): Promise<CommandResult<ViewReply>> {
  const { teamId, actor } = on;
  return await runCommand(app, { teamId, userId: actor.userId, requestKey }, async (command) => {
    const before = await lockView(command.tx, on.viewId);
    if (before === null || !canSeeView(actor, before)) throw notFound('This view');
    const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
    const changed: SavedView = { ...before, ...given };
    const isManaged = changed.isPrivate !== before.isPrivate || changed.isLocked !== before.isLocked;
    if (!canChangeView(actor, before) || (isManaged && !canManageView(actor, before)))
      throw refusalOf(actor, 'views.change');
    // Making another user's view private would remove it for its author.
    if (changed.isPrivate && before.createdBy !== actor.userId) throw forbidden('views.change');
    if (!changed.isPrivate && before.isPrivate) assertShared(actor, changed);
    assertPosition(body.position);
    if (isSame(changed, before)) return { view: before };
    const view = { ...changed, updatedAt: command.now.toISOString() };
    await updateView(command.tx, view);
    if (view.isPrivate && !before.isPrivate) await withdrawView(command, view, view.createdBy);
    command.put('view', view.id, before, view, scopeOf(view), scopeOf(before));
    return { view };
  });
}

export async function removeView(
  app: App,
  on: TeamActor & { viewId: string },
  requestKey: RequestKey,
): Promise<CommandResult<null>> {
  const { teamId, actor } = on;
  return await runCommand(app, { teamId, userId: actor.userId, requestKey }, async (command) => {
    const view = await lockView(command.tx, on.viewId);
    if (view === null || !canSeeView(actor, view)) throw notFound('This view');
    if (!canManageView(actor, view)) throw refusalOf(actor, 'views.change');
    await withdrawView(command, view, null);
    await deleteView(command.tx, view.id);
    command.remove('view', view.id, scopeOf(view));
    return null;
  });
}

/**
 * Returns the scope of a view. A private view is visible to its author while its project is, any other view to everyone who can see the
 * project.
 */
function scopeOf(view: SavedView): Scope {
  const work = workScope(view.projectId);
  return view.isPrivate ? `${work}+${personScope(view.createdBy)}` : work;
}

function assertShared(actor: Actor, view: SavedView): void {
  if (canShareView(actor, view)) return;
  throw can(actor, 'views.share') ? refusalOf(actor, 'task.create', view) : refusalOf(actor, 'views.share');
}
