import type { RawBuilder } from 'kysely';
import type { Actor } from '@hearth/contracts/permissions/permissions';
import type { TrashItem } from '@hearth/contracts/trash/trash';
import type { TrashedKind } from '@hearth/contracts/trash/trash-values';
import type { Command } from '#platform/commands/index.ts';
import type { TeamTx } from '#platform/db/index.ts';
import type { App } from '#platform/feature.ts';

/** A kind of item from another feature that shares the trash with projects and tasks. */
export interface TrashKind {
  name: TrashedKind;
  /**
   * Selects items trashed directly since `since`, with the columns id, kind, title, deleted_at, deleted_by, project_id, created_by and
   * access (jsonb, a DocumentAccess).
   * @param actor the reader, or null for all items
   */
  select: (teamId: string, since: Date, actor: Actor | null) => RawBuilder<unknown>;
  /** Restores an item. Returns null if the trash contains no item of this kind with that id. */
  restore: (command: Command, actor: Actor, id: string) => Promise<RestoredItem | null>;
  /**
   * Marks trashed items and their contents as expired, and what else belongs to these projects. Contents that the actor may not delete
   * become items of their own.
   */
  expire: (
    command: Command,
    actor: Actor,
    ids: readonly string[],
    projectIds: readonly string[],
  ) => Promise<void>;
  /**
   * Purges items deleted before `before`. Returns their files and the number of purged items; fewer than `limit` means that this was the
   * last batch.
   */
  purge: (tx: TeamTx, due: { before: Date; limit: number }) => Promise<{ count: number; files: string[] }>;
}

export interface RestoredItem {
  item: TrashItem;
  /** Null unless the item was restored without its parent. */
  detachedFrom: LostParent | null;
}

/** A parent that no longer exists. */
interface LostParent {
  /** The id of the trash item that contains it. Null if it was deleted permanently. */
  itemId: string | null;
}

const kindsOf = new WeakMap<App, TrashKind[]>();

export function addTrashKind(app: App, kind: TrashKind): void {
  kindsOf.set(app, [...(kindsOf.get(app) ?? []), kind]);
}

export function listTrashKinds(app: App): readonly TrashKind[] {
  return kindsOf.get(app) ?? [];
}
