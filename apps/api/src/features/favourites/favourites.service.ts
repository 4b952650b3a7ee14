import type { Favourite } from '@hearth/contracts/favourites/favourites';
import { LIMITS } from '@hearth/contracts/core/limits';
import {
  runCommand,
  personScope,
  type RequestKey,
  type Command,
  type CommandResult,
  type Scope,
  type DocumentScope,
} from '#platform/commands/index.ts';
import { AppError } from '#platform/errors.ts';
import type { App } from '#platform/feature.ts';
import { assertPosition, makeKeyAfter } from '#platform/order-keys.ts';
import { listKinds, type FavouriteKind, type FavouriteTarget } from './favourite-kind.ts';
import {
  deleteFavourite,
  dropFavourites,
  findFavourite,
  lockFavourites,
  writeFavourite,
} from './favourites.queries.ts';

/** Adds or moves a favourite. The change is published only to the user's own devices and is not recorded in any history. */
export async function putFavourite(
  app: App,
  kind: FavouriteKind,
  on: FavouriteTarget,
  { position }: { position?: string | undefined },
  requestKey: RequestKey,
): Promise<CommandResult<{ favourite: Favourite }>> {
  const { teamId, actor, id } = on;
  const { userId } = actor;
  assertPosition(position);
  return await runCommand(app, { teamId, userId, requestKey }, async (command) => {
    const scope = scopeFor(await kind.lock(command, on), userId);
    await lockFavourites(command.tx, userId);
    const before = await findFavourite(command.tx, listKinds(app), actor, id);
    if (before.position === null && before.count >= LIMITS.favourites)
      throw new AppError(
        'INVALID_STATE',
        `You can have up to ${LIMITS.favourites} favourites in a team. Remove one first.`,
      );
    const favourite: Favourite = {
      id,
      kind: kind.name,
      position: position ?? before.position ?? makeKeyAfter(before.last),
    };
    if (favourite.position !== before.position) {
      await writeFavourite(command.tx, kind, userId, favourite);
      command.put('favourite', id, null, favourite, scope);
    }
    return { favourite };
  });
}

export async function removeFavourite(
  app: App,
  kind: FavouriteKind,
  on: FavouriteTarget,
  requestKey: RequestKey,
): Promise<CommandResult<null>> {
  const { teamId, actor, id } = on;
  const { userId } = actor;
  return await runCommand(app, { teamId, userId, requestKey }, async (command) => {
    const scope = scopeFor(await kind.lock(command, on), userId);
    await lockFavourites(command.tx, userId);
    const { position } = await findFavourite(command.tx, listKinds(app), actor, id);
    if (position === null) return null;
    await deleteFavourite(command.tx, userId, id);
    command.remove('favourite', id, scope);
    return null;
  });
}

/** Removes an object that is deleted or becomes visible only to `keptBy` from the favourites of all other users. */
export async function withdrawFavourite(
  command: Command,
  kind: FavouriteKind,
  { id, scope }: { id: string; scope: DocumentScope },
  keptBy: string | null,
): Promise<void> {
  for (const userId of await dropFavourites(command.tx, kind, id, keptBy))
    command.remove('favourite', id, scopeFor(scope, userId));
}

/** Returns the scope of a favourite: its user, while the object is visible to them. */
function scopeFor(scope: DocumentScope, userId: string): Scope {
  return `${scope}+${personScope(userId)}`;
}
