import { sql, type RawBuilder } from 'kysely';
import type { Actor } from '@hearth/contracts/permissions/permissions';
import { isAmong, visibleTo } from '#features/projects/index.ts';

/** Whether the actor may see an index entry. Expects the table `search_entries` aliased as `e`. */
export function isVisible(actor: Actor): RawBuilder<boolean> {
  return sql`case e.kind when 'person' then true when 'document' then ${isDocumentVisible(actor, 'e')}
    else ${isAmong(visibleTo(actor), sql`e.project_id`)} end`;
}

/** Whether the actor may see a document, according to the access columns of `row`. SQL equivalent of `levelOf`. */
export function isDocumentVisible(actor: Actor, row: string): RawBuilder<boolean> {
  if (actor.of !== undefined) {
    const [one, other] = actor.of;
    return sql`(${isDocumentVisible(one, row)} and ${isDocumentVisible(other, row)})`;
  }
  const of = (column: string): RawBuilder<unknown> => sql.ref(`${row}.${column}`);
  const granted = Object.keys(actor.pages ?? {});
  const byLocation = sql<boolean>`(not ${of('is_restricted')} and ${isAmong(visibleTo(actor), of('project_id'))})`;
  return granted.length === 0
    ? byLocation
    : sql<boolean>`(${byLocation} or ${of('access')} && ${granted}::uuid[])`;
}

/**
 * Whether the actor gained access to a restricted document only after its content fell behind its log. The entry must then be hidden
 * because it may contain text that was deleted before the actor gained access. Expects the table `search_entries` aliased as `e`.
 */
export function isOlderThanRights(actor: Actor): RawBuilder<boolean> {
  if (actor.of !== undefined) {
    const [one, other] = actor.of;
    return sql`(${isOlderThanRights(one)} or ${isOlderThanRights(other)})`;
  }
  return sql`(e.is_restricted and exists (
    select from document_heads h where h.team_id = e.team_id and h.document_id = e.id and not exists (
      select from document_grants g where g.team_id = h.team_id and g.document_id = any (e.access)
        and g.user_id = ${actor.userId}::uuid and g.granted_at <= h.behind_since)
      and h.behind_since is not null))`;
}
