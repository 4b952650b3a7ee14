import type { RawBuilder } from 'kysely';
import type { Favourite } from '@hearth/contracts/favourites/favourites';
import type { Actor } from '@hearth/contracts/permissions/permissions';
import type { Command, DocumentScope } from '#platform/commands/index.ts';
import type { App } from '#platform/feature.ts';

export interface OnThing {
  teamId: string;
  actor: Actor;
  /** Id of the thing that is, or may become, a favourite. */
  id: string;
}

/** A kind of thing that can be a favourite: the interface that favourites need. */
export interface FavouriteKind {
  name: Favourite['kind'];
  /** The column of `favourites` with the id of the thing, for its foreign key. */
  column: string;
  /** Whether the thing is visible to this actor. Expects `favourites f`. */
  isInSight(teamId: string, actor: Actor): RawBuilder<boolean>;
  /** Whether the member may still see the thing, even in the trash. Expects `favourites f` and `memberships m`. */
  isStillSeen: RawBuilder<boolean>;
  /** The thing's scope in the sync log. Expects `favourites f`. */
  scope: RawBuilder<string>;
  /**
   * Locks the thing, and the actor's right to see it, until the command ends.
   * @returns its scope
   * @throws AppError NOT_FOUND when it does not exist, or is not visible to them
   */
  lock(command: Command, on: OnThing): Promise<DocumentScope>;
}

const kindsOf = new WeakMap<App, FavouriteKind[]>();

/** Registers a kind of thing that can be a favourite. */
export function addFavouriteKind(app: App, kind: FavouriteKind): void {
  kindsOf.set(app, [...(kindsOf.get(app) ?? []), kind]);
}

export function listKinds(app: App): readonly FavouriteKind[] {
  return kindsOf.get(app) ?? [];
}
