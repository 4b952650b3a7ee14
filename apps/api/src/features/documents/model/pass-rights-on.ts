import { sql } from 'kysely';
import type { Document } from '@hearth/contracts/documents/documents';
import { documentScope, type Command } from '#platform/commands/index.ts';
import { putDocumentRows } from '#features/documents/model/documents.queries.ts';
import { rewriteTree } from '#features/documents/model/tree.queries.ts';

/** Returns the visibility scope of a document for the log. */
export function scopeOf({ projectId, access, isRestricted }: Document) {
  return documentScope(projectId, { ids: access, isRestricted });
}

/**
 * Propagates the new access of a document to its descendants, and publishes the descendants to everyone who can or could see them. The
 * caller writes and publishes the document itself. Requires the exclusive tree lock.
 */
export async function passRightsOn(
  command: Command,
  before: Document,
  after: Document,
  rootId: string,
): Promise<void> {
  const { tx, teamId } = command;
  const { access, isRestricted, projectId } = after;
  const rewritten = await rewriteTree(tx, after.id, {
    access: { ids: access, isRestricted },
    projectId,
    rootId,
  });
  for (const { scope, ids } of rewritten)
    command.logMany(putDocumentRows(teamId, sql`d.id = any (${ids}::uuid[])`, scope));
  const moved = rewritten.flatMap(({ ids }) => ids);
  if (before.projectId === projectId || moved.length === 0) return;
  const [old, now] = [before.projectId, projectId].map((id) => JSON.stringify(id));
  command.rememberMany(sql`
    select 'document'::text as entity, m.id as entity_id, 'projectId'::text as field, ${old}::jsonb as old_value,
      ${now}::jsonb as new_value
    from unnest(${moved}::uuid[]) as m (id)`);
}
