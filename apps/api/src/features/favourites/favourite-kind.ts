import type { RawBuilder } from 'kysely';
import type { Favourite } from '@hearth/contracts/favourites/favourites';
import type { Actor } from '@hearth/contracts/permissions/permissions';
import type { Command, DocumentScope } from '#platform/commands/index.ts';
import type { App } from '#platform/feature.ts';

export interface OnThing {
  teamId: string;
  actor: Actor;
  /** Of the thing that is, or may become, a favourite. */
  id: string;
}

/** A kind of thing that people have among their favourites, as far as these have to know it. */
export interface FavouriteKind {
  name: Favourite['kind'];
  /** The column of `favourites` that names the thing, so that a key leads to it. */
  column: string;
  /** Whether the thing is there for this actor. Expects `favourites f`. */
  isInSight(teamId: string, actor: Actor): RawBuilder<boolean>;
  /** Whether the member may still see the thing, also while it is in the trash. Expects `favourites f` and `memberships m`. */
  isStillSeen: RawBuilder<boolean>;
  /** Who may see the thing, as the log writes it. Expects `favourites f`. */
  scope: RawBuilder<string>;
  /**
   * Holds the thing, and the actor's right to see it, until the command ends.
   * @returns who may see it
   * @throws AppError NOT_FOUND where it is not there, or not theirs to see
   */
  lock(command: Command, on: OnThing): Promise<DocumentScope>;
}

const kindsOf = new WeakMap<App, FavouriteKind[]>();

/** Things of this kind can be favourites. */
export function addFavouriteKind(app: App, kind: FavouriteKind): void {
  kindsOf.set(app, [...(kindsOf.get(app) ?? []), kind]);
}

export function listKinds(app: App): readonly FavouriteKind[] {
  return kindsOf.get(app) ?? [];
}
