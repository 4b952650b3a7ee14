import { sql, type RawBuilder } from 'kysely';
import type { Document } from '@hearth/contracts/documents/documents';
import type { Actor } from '@hearth/contracts/permissions/permissions';
import { isAmong, visibleTo } from '#features/projects/index.ts';
import { documentScopeOf, type DocumentScope } from '#platform/commands/index.ts';
import type { TeamTx } from '#platform/db/index.ts';
import type { LoadedObject } from '#platform/feature.ts';
import { instantJson } from '#platform/sql-json.ts';
import { toUuid } from '#platform/uuid.ts';

/** Builds the JSON of the contract's `Document` from the table `documents` aliased as `d`. */
export const documentJson: RawBuilder<Document> = sql<Document>`json_build_object(
  'id', d.id, 'parentId', d.parent_id, 'projectId', d.project_id, 'title', d.title, 'icon', d.icon, 'cover', d.cover,
  'position', d.position, 'access', d.access, 'isRestricted', d.is_restricted, 'isPrivate', d.is_private,
  'isTemplate', d.is_template, 'isFullWidth', d.is_full_width, 'archivedAt', ${instantJson(sql`d.archived_at`)},
  'archivedBy', d.archived_by, 'createdBy', d.created_by, 'createdAt', ${instantJson(sql`d.created_at`)},
  'updatedAt', ${instantJson(sql`d.updated_at`)}, 'updatedBy', d.updated_by)`;

/** The visibility scope of the table `documents` aliased as `d`. */
const documentScope: RawBuilder<DocumentScope> = documentScopeOf('d');

/** Whether this user may see the document. Equivalent to `levelOf`. Expects the table `documents` aliased as `d`. */
export function isVisible(actor: Actor): RawBuilder<boolean> {
  if (actor.of !== undefined) return sql`(${isVisible(actor.of[0])} and ${isVisible(actor.of[1])})`;
  const pages = Object.keys(actor.pages ?? {});
  const byLocation = sql<boolean>`(not d.is_restricted and ${isAmong(visibleTo(actor), sql`d.project_id`)})`;
  return pages.length === 0 ? byLocation : sql`(${byLocation} or d.access && ${pages}::uuid[])`;
}

export async function loadDocumentObject(tx: TeamTx, name: string): Promise<LoadedObject | null> {
  const id = toUuid(name);
  if (id === null) return null;
  const row = await tx
    .selectFrom('documents')
    .select(['project_id', 'created_by', 'access', 'is_restricted', 'archived_at', 'deleted_at'])
    .where('team_id', '=', tx.teamId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (row === undefined) return null;
  return {
    id,
    projectId: row.project_id,
    createdBy: row.created_by,
    isTrashed: row.deleted_at !== null,
    access: { ids: row.access, isRestricted: row.is_restricted },
    isArchived: row.archived_at !== null,
  };
}

/** Returns the fields of a document that authorization needs. */
export function asObject(
  document: Pick<Document, 'id' | 'projectId' | 'createdBy' | 'access' | 'isRestricted' | 'archivedAt'>,
): LoadedObject & Required<Pick<LoadedObject, 'access'>> {
  const { id, projectId, createdBy, access, isRestricted, archivedAt } = document;
  return { id, projectId, createdBy, access: { ids: access, isRestricted }, isArchived: archivedAt !== null };
}

export async function findDocument(tx: TeamTx, id: string): Promise<Document | null> {
  const { rows } = await sql<{ document: Document }>`
    select ${documentJson} as document from documents d
    where d.team_id = ${tx.teamId} and d.id = ${id} and d.deleted_at is null`.execute(tx);
  return rows[0]?.document ?? null;
}

/** Returns a document and locks its row. Returns null if it does not exist or is in the trash. */
export async function lockDocument(tx: TeamTx, id: string): Promise<Document | null> {
  const { rows } = await sql<{ document: Document }>`
    select ${documentJson} as document from documents d
    where d.team_id = ${tx.teamId} and d.id = ${id} and d.deleted_at is null for no key update`.execute(tx);
  return rows[0]?.document ?? null;
}

/**
 * Locks the structure of the team's document trees: positions and visibility. Structural changes acquire the lock exclusively. Inserting
 * below a document acquires it shared. Lock order: after memberships and projects, before document rows.
 */
export async function lockTrees(tx: TeamTx, mode: 'shared' | 'alone'): Promise<void> {
  const name = `documents of ${tx.teamId}`;
  await (
    mode === 'alone'
      ? sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`
      : sql`select pg_advisory_xact_lock_shared(hashtextextended(${name}, 0))`
  ).execute(tx);
}

export async function insertDocument(tx: TeamTx, document: Document, rootId: string): Promise<void> {
  await tx
    .insertInto('documents')
    .values({
      team_id: tx.teamId,
      id: document.id,
      root_id: rootId,
      created_by: document.createdBy,
      created_at: new Date(document.createdAt),
      archived_at: null,
      archived_by: null,
      archived_with: null,
      deleted_at: null,
      deleted_by: null,
      deleted_with: null,
      ...columnsOf(document),
    })
    .execute();
}

/** Writes the fields of a locked document, except its archive and trash state. `rewriteTree` writes the inherited access of descendants. */
export async function updateDocument(tx: TeamTx, document: Document): Promise<void> {
  await tx
    .updateTable('documents')
    .set(columnsOf(document))
    .where('team_id', '=', tx.teamId)
    .where('id', '=', document.id)
    .execute();
}

function columnsOf(document: Document) {
  return {
    parent_id: document.parentId,
    project_id: document.projectId,
    title: document.title,
    icon: document.icon,
    cover: document.cover,
    position: document.position,
    access: document.access,
    is_restricted: document.isRestricted,
    is_private: document.isPrivate,
    is_template: document.isTemplate,
    is_full_width: document.isFullWidth,
    updated_at: new Date(document.updatedAt),
    updated_by: document.updatedBy,
  };
}

/**
 * Selects change-log rows with the current state of live documents, for `Command.logMany`.
 * @param where condition on the table `documents` aliased as `d`
 * @param prevScope the previous scope of the documents, if it differs
 */
export function putDocumentRows(
  teamId: string,
  where: RawBuilder<unknown>,
  prevScope: string | null = null,
): RawBuilder<unknown> {
  return sql`
    select 'document'::text as entity, d.id as entity_id, 'put'::text as op, ${documentJson}::jsonb as data,
      ${documentScope} as scope, ${prevScope}::text as prev_scope
    from documents d where d.team_id = ${teamId} and d.deleted_at is null and ${where}`;
}

/**
 * Selects change-log rows that delete the matching documents, for `Command.logMany`.
 * @param where condition on the table `documents` aliased as `d`
 */
export function deleteDocumentRows(teamId: string, where: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select 'document'::text as entity, d.id as entity_id, 'delete'::text as op, null::jsonb as data,
      ${documentScope} as scope, null::text as prev_scope
    from documents d where d.team_id = ${teamId} and ${where}`;
}

/** Returns the last position among the children of a parent, or at the top level of a project or the team. Null if there are none. */
export async function findLastPosition(
  tx: TeamTx,
  { parentId, projectId, isTemplate }: Pick<Document, 'parentId' | 'projectId' | 'isTemplate'>,
): Promise<string | null> {
  const isInParent =
    parentId === null
      ? sql`parent_id is null and is_template = ${isTemplate} and project_id is not distinct from ${projectId}::uuid`
      : sql`parent_id = ${parentId}`;
  const { rows } = await sql<{ position: string }>`
    select position from documents
    where team_id = ${tx.teamId} and deleted_at is null and ${isInParent}
    order by position desc limit 1`.execute(tx);
  return rows[0]?.position ?? null;
}

/** Returns a page (`limit` + 1) of the documents visible to this user: by position if one location is requested, else by id. */
export async function listDocuments(
  tx: TeamTx,
  actor: Actor,
  of: { parentId?: string | null | undefined; projectId?: string | null | undefined; isTemplate: boolean },
  { after, limit }: { after: { position: string | null; id: string } | null; limit: number },
): Promise<Document[]> {
  const isOrdered = of.parentId !== undefined;
  const equals = (column: string, value: string | null | undefined) => {
    if (value === undefined) return sql`true`;
    return value === null ? sql`${sql.ref(column)} is null` : sql`${sql.ref(column)} = ${value}`;
  };
  const isAfter =
    after === null
      ? sql`true`
      : isOrdered
        ? sql`(d.position, d.id) > (${after.position ?? ''}, ${after.id}::uuid)`
        : sql`d.id > ${after.id}::uuid`;
  const { rows } = await sql<{ document: Document }>`
    select ${documentJson} as document from documents d
    where d.team_id = ${tx.teamId} and d.deleted_at is null and d.is_template = ${of.isTemplate} and ${isVisible(actor)}
      and ${equals('d.parent_id', of.parentId)} and ${equals('d.project_id', of.projectId)} and ${isAfter}
    order by ${isOrdered ? sql`d.position, d.id` : sql`d.id`} limit ${limit + 1}`.execute(tx);
  return rows.map((row) => row.document);
}
