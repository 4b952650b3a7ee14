import type { RawBuilder } from 'kysely';
import type { Actor } from '@hearth/contracts/permissions/permissions';
import type { TrashItem } from '@hearth/contracts/trash/trash';
import type { Command } from '#platform/commands/index.ts';
import type { TeamTx } from '#platform/db/index.ts';
import type { App } from '#platform/feature.ts';

/** A kind of thing of a feature to the right that goes to the same trash as projects and tasks. */
export interface TrashKind {
  /**
   * A select of what was deleted by itself since then: id, kind, title, deleted_at, deleted_by, project_id, created_by and
   * access (jsonb, a DocumentAccess). @param actor who looks; null = all there is
   */
  select: (teamId: string, since: Date, actor: Actor | null) => RawBuilder<unknown>;
  /** Brings it back; null where none of this kind lies there under that id. */
  restore: (command: Command, id: string) => Promise<TrashItem | null>;
  /** Deletes for good what was deleted before that moment: how many, fewer than `limit` = none is left; and their files. */
  purge: (tx: TeamTx, due: { before: Date; limit: number }) => Promise<{ count: number; files: string[] }>;
}

const kindsOf = new WeakMap<App, TrashKind[]>();

export function addTrashKind(app: App, kind: TrashKind): void {
  kindsOf.set(app, [...(kindsOf.get(app) ?? []), kind]);
}

export function listTrashKinds(app: App): readonly TrashKind[] {
  return kindsOf.get(app) ?? [];
}
