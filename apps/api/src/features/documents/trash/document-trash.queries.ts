import { sql, type RawBuilder } from 'kysely';
import type { Document } from '@hearth/contracts/documents/documents';
import type { Actor } from '@hearth/contracts/permissions/permissions';
import type { Command } from '#platform/commands/index.ts';
import type { TeamTx } from '#platform/db/index.ts';
import { EXPIRED } from '#platform/restorable.ts';
import { documentJson, isVisible } from '#features/documents/model/documents.queries.ts';

/** Moves documents to the trash as one item: `topId`, with its descendants trashed by cascade. */
export async function trashDocuments(
  { tx, now, userId }: Command,
  topId: string,
  ids: readonly string[],
): Promise<void> {
  await sql`
    update documents set deleted_at = ${now}, deleted_by = ${userId},
      deleted_with = case when id <> ${topId} then ${topId}::uuid end
    where team_id = ${tx.teamId} and id = any (${[...ids]}::uuid[])`.execute(tx);
}

/** Moves the documents of a locked project to the trash as part of the project's item. @returns their ids */
export async function trashDocumentsOf({ tx, now, userId }: Command, projectId: string): Promise<string[]> {
  const { rows } = await sql<{ ids: string[] | null }>`
    with gone as (
      update documents set deleted_at = ${now}, deleted_by = ${userId}, deleted_with = ${projectId}
      where team_id = ${tx.teamId} and project_id = ${projectId} and deleted_at is null returning id
    ) select array_agg(id) as ids from gone`.execute(tx);
  return rows[0]?.ids ?? [];
}

/** Restores the trashed documents that match the condition on the table `documents` aliased as `d`. @returns their ids */
export async function restoreFromTrash(tx: TeamTx, condition: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ ids: string[] | null }>`
    with back as (
      update documents d set deleted_at = null, deleted_by = null, deleted_with = null
      where d.team_id = ${tx.teamId} and d.deleted_at is not null and ${condition} returning d.id
    ) select array_agg(id) as ids from back`.execute(tx);
  return rows[0]?.ids ?? [];
}

interface Trashed {
  document: Document;
  deletedAt: Date;
  deletedBy: string | null;
  projectIsLive: boolean;
  /** Descendants trashed by cascade. */
  parts: string[] | null;
  /** The number of levels below the document. */
  levels: number;
}

/** Returns a document that was trashed on its own, with its descendants trashed by cascade. Locks the document's row. */
export async function lockTrashed(tx: TeamTx, id: string): Promise<Trashed | null> {
  const { rows } = await sql<Trashed>`
    with recursive below (id, level) as (
      select ${id}::uuid, 0
      union all
      select c.id, b.level + 1 from documents c join below b on c.parent_id = b.id
      where c.team_id = ${tx.teamId} and c.deleted_with = ${id} and b.level < 64
    )
    select ${documentJson} as document, d.deleted_at as "deletedAt", d.deleted_by as "deletedBy",
      (d.project_id is null or exists (
        select from projects p where p.team_id = d.team_id and p.id = d.project_id and p.deleted_at is null
      )) as "projectIsLive",
      (select array_agg(w.id) from documents w where w.team_id = d.team_id and w.deleted_with = d.id) as parts,
      (select max(level) from below) as levels
    from documents d
    where d.team_id = ${tx.teamId} and d.id = ${id} and d.deleted_at is not null and d.deleted_with is null
    for no key update of d`.execute(tx);
  return rows[0] ?? null;
}

/** Copies the grants of former ancestors to a document that is restored outside its former parent. @returns the ids of the users */
export async function copyAncestorGrants(
  { tx, now, userId }: Command,
  id: string,
  fromIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    insert into document_grants (team_id, document_id, user_id, level, granted_by, granted_at)
    select distinct on (g.user_id) ${tx.teamId}::uuid, ${id}::uuid, g.user_id, g.level, ${userId}::uuid, ${now}::timestamptz
    from document_grants g where g.team_id = ${tx.teamId} and g.document_id = any (${[...fromIds]}::uuid[])
    order by g.user_id, array_position(array['manage', 'edit', 'comment', 'view'], g.level)
    on conflict (team_id, document_id, user_id) do update set level = excluded.level
    returning user_id`.execute(tx);
  return rows.map((row) => row.user_id);
}

/** The fields of a trashed document that deciding about its expiry needs. */
interface TrashedDocument extends Pick<
  Document,
  'id' | 'parentId' | 'projectId' | 'createdBy' | 'access' | 'isRestricted' | 'archivedAt'
> {
  /** The item by whose cascade it was trashed. Null for items. */
  with: string | null;
}

/**
 * Locks the trashed documents among these ids, those trashed by their cascade, all trashed documents of these projects, and the documents
 * below any of them. Parents come first. Reads one aggregated row, because a project may have more documents than a query may return rows.
 */
export async function lockTrashedBelow(
  tx: TeamTx,
  ids: readonly string[],
  projectIds: readonly string[],
): Promise<TrashedDocument[]> {
  const { rows } = await sql<{ documents: TrashedDocument[] | null }>`
    with recursive below (id, level) as (
      select d.id, 0 from documents d where d.team_id = ${tx.teamId} and d.deleted_at is not null
        and (d.id = any (${[...ids]}::uuid[]) or d.project_id = any (${[...projectIds]}::uuid[]) and d.parent_id is null)
      union
      select c.id, b.level + 1 from documents c join below b on c.parent_id = b.id
      where c.team_id = ${tx.teamId} and b.level < 64
    ), levels as materialized (select id, max(level) as level from below group by id),
    locked as materialized (
      select d.id, b.level, json_build_object(
        'id', d.id, 'parentId', d.parent_id, 'projectId', d.project_id, 'createdBy', d.created_by, 'access', d.access,
        'isRestricted', d.is_restricted, 'archivedAt', d.archived_at, 'with', d.deleted_with) as document
      from documents d join levels b on b.id = d.id
      where d.team_id = ${tx.teamId} and d.deleted_at is not null
      order by b.level, d.id for no key update of d
    )
    select json_agg(document order by level, id) as documents from locked`.execute(tx);
  return rows[0]?.documents ?? [];
}

/** Returns the id of the trash item that contains this document. Null if it is not in the trash. */
export async function findTrashItemOf(tx: TeamTx, id: string): Promise<string | null> {
  const { rows } = await sql<{ itemId: string }>`
    select coalesce(deleted_with, id) as "itemId" from documents
    where team_id = ${tx.teamId} and id = ${id} and deleted_at is not null`.execute(tx);
  return rows[0]?.itemId ?? null;
}

export async function findTrashedDocument(tx: TeamTx, id: string): Promise<Document | null> {
  const { rows } = await sql<{ document: Document }>`
    select ${documentJson} as document from documents d
    where d.team_id = ${tx.teamId} and d.id = ${id} and d.deleted_at is not null`.execute(tx);
  return rows[0]?.document ?? null;
}

/** Marks trashed documents as expired. */
export async function expireRows(tx: TeamTx, ids: readonly string[]): Promise<void> {
  await sql`
    update documents set deleted_at = ${EXPIRED} where team_id = ${tx.teamId} and id = any (${[...ids]}::uuid[])`.execute(
    tx,
  );
}

/** Writes the item by whose cascade documents were trashed. */
export async function writeTrashedWith(
  tx: TeamTx,
  ids: readonly string[],
  withId: string | null,
): Promise<void> {
  await sql`
    update documents set deleted_with = ${withId}::uuid where team_id = ${tx.teamId} and id = any (${[...ids]}::uuid[])`.execute(
    tx,
  );
}

/** Selects trashed documents that can be restored on their own, with the fields that authorization needs. */
export function trashedDocuments(teamId: string, since: Date, actor: Actor | null): RawBuilder<unknown> {
  return sql`
    select d.id, 'document' as kind, d.title, d.deleted_at, d.deleted_by, d.project_id, d.created_by,
      jsonb_build_object('ids', d.access, 'isRestricted', d.is_restricted) as access
    from documents d where d.team_id = ${teamId} and d.deleted_at >= ${since} and d.deleted_with is null
      and ${actor === null ? sql`true` : isVisible(actor)}`;
}
