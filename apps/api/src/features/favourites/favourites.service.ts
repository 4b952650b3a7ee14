import type { Favourite } from '@hearth/contracts/favourites/favourites';
import { LIMITS } from '@hearth/contracts/core/limits';
import { canSeeView, type Actor } from '@hearth/contracts/permissions/permissions';
import { findProject, listWhoMaySee } from '#features/projects/index.ts';
import {
  runCommand,
  personScope,
  workScope,
  type RequestKey,
  type Command,
  type CommandResult,
  type Scope,
} from '#platform/commands/index.ts';
import { AppError, notFound } from '#platform/errors.ts';
import type { App } from '#platform/feature.ts';
import { assertPosition, makeKeyAfter } from '#platform/order-keys.ts';
import {
  deleteFavourite,
  dropFavouriteView,
  findFavourite,
  lockFavourites,
  writeFavourite,
} from './favourites.queries.ts';
import { lockView } from '#features/views/index.ts';

interface On {
  teamId: string;
  actor: Actor;
  kind: Favourite['kind'];
  /** That of the project or the view. */
  id: string;
}

/** Adds to a person's favourites, or moves among them. It is told to their own devices only, and stands in no history. */
export async function putFavourite(
  app: App,
  on: On,
  { position }: { position?: string | undefined },
  asked: RequestKey,
): Promise<CommandResult<{ favourite: Favourite }>> {
  const { teamId, actor, kind, id } = on;
  const { userId } = actor;
  assertPosition(position);
  return await runCommand(app, { teamId, userId, asked }, async (command) => {
    const scope = await findScope(command, on);
    await lockFavourites(command.tx, userId);
    const before = await findFavourite(command.tx, actor, id);
    if (before.position === null && before.count >= LIMITS.favourites)
      throw new AppError(
        'INVALID_STATE',
        `You can have up to ${LIMITS.favourites} favourites in a team. Remove one first.`,
      );
    const favourite = { id, kind, position: position ?? before.position ?? makeKeyAfter(before.last) };
    if (favourite.position !== before.position) {
      await writeFavourite(command.tx, userId, favourite);
      command.put('favourite', id, null, favourite, scope);
    }
    return { favourite };
  });
}

export async function removeFavourite(app: App, on: On, asked: RequestKey): Promise<CommandResult<null>> {
  const { teamId, actor, id } = on;
  const { userId } = actor;
  return await runCommand(app, { teamId, userId, asked }, async (command) => {
    const scope = await findScope(command, on);
    await lockFavourites(command.tx, userId);
    const { position } = await findFavourite(command.tx, actor, id);
    if (position === null) return null;
    await deleteFavourite(command.tx, userId, id);
    command.remove('favourite', id, scope);
    return null;
  });
}

/** Takes a view that is going, or that only `keptBy` sees from now on, from the favourites of everybody else. */
export async function forgetFavouriteView(
  command: Command,
  view: { id: string; projectId: string | null },
  keptBy: string | null,
): Promise<void> {
  for (const userId of await dropFavouriteView(command.tx, view.id, keptBy))
    command.remove('favourite', view.id, scopeFor(view.projectId, userId));
}

/** Who is told of it: its person, as long as they see the work that it is about. */
function scopeFor(projectId: string | null, userId: string): Scope {
  return `${workScope(projectId)}+${personScope(userId)}`;
}

/** @throws AppError NOT_FOUND where it is not there, or not theirs to see */
async function findScope({ tx }: Command, { actor, kind, id }: On): Promise<Scope> {
  if (kind === 'project') {
    const people = await listWhoMaySee(tx, id, [actor.userId]);
    if (people.length === 0 || (await findProject(tx, id)) === null) throw notFound('This project');
    return scopeFor(id, actor.userId);
  }
  const view = await lockView(tx, id);
  if (view === null || !canSeeView(actor, view)) throw notFound('This view');
  const people = await listWhoMaySee(tx, view.projectId, [actor.userId]);
  if (people.length === 0) throw notFound('This view');
  return scopeFor(view.projectId, actor.userId);
}
