import type { RawBuilder } from 'kysely';
import type { Favourite } from '@hearth/contracts/favourites/favourites';
import type { Actor } from '@hearth/contracts/permissions/permissions';
import type { Command, DocumentScope } from '#platform/commands/index.ts';
import type { App } from '#platform/feature.ts';

export interface FavouriteTarget {
  teamId: string;
  actor: Actor;
  /** Id of the object that is, or may become, a favourite. */
  id: string;
}

/** A kind of object that can be a favourite. This is the interface that favourites require. */
export interface FavouriteKind {
  name: Favourite['kind'];
  /** The column of `favourites` with the id of the object, for its foreign key. */
  column: string;
  /** Whether the object is visible to this actor. Expects the table `favourites` aliased as `f`. */
  isVisible(teamId: string, actor: Actor): RawBuilder<boolean>;
  /**
   * Whether the member may still see the object, even if it is trashed. Expects the tables `favourites` aliased as `f` and `memberships` as
   * `m`.
   */
  isStillSeen: RawBuilder<boolean>;
  /** The object's scope in the sync log. Expects the table `favourites` aliased as `f`. */
  scope: RawBuilder<string>;
  /**
   * Locks the object, and the actor's permission to see it, until the command ends.
   * @returns its scope
   * @throws AppError NOT_FOUND if it does not exist or is not visible to the actor
   */
  lock(command: Command, on: FavouriteTarget): Promise<DocumentScope>;
}

const kindsOf = new WeakMap<App, FavouriteKind[]>();

/** Registers a kind of object that can be a favourite. */
export function addFavouriteKind(app: App, kind: FavouriteKind): void {
  kindsOf.set(app, [...(kindsOf.get(app) ?? []), kind]);
}

export function listKinds(app: App): readonly FavouriteKind[] {
  return kindsOf.get(app) ?? [];
}
