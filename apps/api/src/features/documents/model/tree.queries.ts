import { sql, type RawBuilder } from 'kysely';
import type { Document } from '@hearth/contracts/documents/documents';
import type { DocumentAccess } from '@hearth/contracts/permissions/permissions';
import { documentScopeOf } from '#platform/commands/index.ts';
import type { TeamTx } from '#platform/db/index.ts';
import { documentJson } from './documents.queries.ts';

/** Recursion limit, which guarantees termination even if the rows contain a cycle. */
const MAX_STEPS = 64;

/** CTE `below (id, level)`: a document and its descendants, except those in the trash. Level 0 is the document itself. */
export function selectLiveBelow(teamId: string, id: string): RawBuilder<unknown> {
  return sql`below (id, level) as (
    select d.id, 0 from documents d where d.team_id = ${teamId} and d.id = ${id} and d.deleted_at is null
    union all
    select c.id, b.level + 1 from documents c join below b on c.parent_id = b.id
    where c.team_id = ${teamId} and c.deleted_at is null and b.level < ${MAX_STEPS})`;
}

/** A subtree: its ids, including the root, and the number of levels below the root. */
export interface Extent {
  ids: string[];
  levels: number;
}

/** Measures the subtree of a document that is not in the trash. */
export async function measureTree(tx: TeamTx, id: string): Promise<Extent> {
  const { rows } = await sql<{ ids: string[] | null; levels: number | null }>`
    with recursive ${selectLiveBelow(tx.teamId, id)}
    select array_agg(id order by level, id) as ids, max(level) as levels from below`.execute(tx);
  return { ids: rows[0]?.ids ?? [], levels: rows[0]?.levels ?? 0 };
}

/** A document that has children or is about to receive a child. */
export interface Parent {
  document: Document;
  rootId: string;
  /** Ids of the document and its ancestors. */
  path: string[];
  /** The number of documents in the document's tree, excluding the root and documents in the trash. */
  below: number;
}

/** Returns a document as the parent of other documents. Returns null if it does not exist or is in the trash. Requires the tree lock. */
export async function findParent(tx: TeamTx, id: string): Promise<Parent | null> {
  const { rows } = await sql<Parent>`
    with recursive up (id, parent_id, level) as (
      select d.id, d.parent_id, 1 from documents d where d.team_id = ${tx.teamId} and d.id = ${id}
      union all
      select d.id, d.parent_id, u.level + 1 from documents d join up u on d.id = u.parent_id
      where d.team_id = ${tx.teamId} and u.level < ${MAX_STEPS}
    )
    select ${documentJson} as document, d.root_id as "rootId", (select array_agg(id) from up) as path, (
      select count(*)::int - 1 from documents t
      where t.team_id = d.team_id and t.root_id = d.root_id and t.deleted_at is null) as below
    from documents d where d.team_id = ${tx.teamId} and d.id = ${id} and d.deleted_at is null`.execute(tx);
  return rows[0] ?? null;
}

/** Returns the project of a document without locking it, to determine which project has to be locked first. */
export async function peekProject(tx: TeamTx, documentId: string): Promise<string | null> {
  const row = await tx
    .selectFrom('documents')
    .select('project_id')
    .where('team_id', '=', tx.teamId)
    .where('id', '=', documentId)
    .executeTakeFirst();
  return row?.project_id ?? null;
}

/** Access (own and inherited), project and root of the document at the top of a subtree. */
interface SubtreeRoot {
  access: DocumentAccess;
  projectId: string | null;
  rootId: string;
}

/** Documents whose access or project changed, grouped by their former scope. */
interface RewrittenScope {
  scope: string;
  ids: string[];
}

/**
 * Rewrites inherited access, project and root of a document and its descendants, including those in the trash.
 * @param top the values of the document itself
 * @returns the changed descendants that are not in the trash
 */
export async function rewriteTree(tx: TeamTx, id: string, top: SubtreeRoot): Promise<RewrittenScope[]> {
  const { access, projectId, rootId } = top;
  const { rows } = await sql<RewrittenScope>`
    with recursive tree (id, access, is_restricted, level) as (
      select ${id}::uuid, ${[...access.ids]}::uuid[], ${access.isRestricted}::boolean, 0
      union all
      select c.id,
        case when c.is_private then array[c.id]
          when exists (select from document_grants g where g.team_id = c.team_id and g.document_id = c.id)
          then c.id || t.access else t.access end,
        c.is_private or t.is_restricted, t.level + 1
      from documents c join tree t on c.parent_id = t.id
      where c.team_id = ${tx.teamId} and t.level < ${MAX_STEPS}
    ), old as materialized (
      select d.id, ${documentScopeOf('d')} as scope, d.deleted_at is null as is_live,
        d.access is distinct from t.access or d.is_restricted <> t.is_restricted
          or d.project_id is distinct from ${projectId}::uuid as is_news,
        t.access, t.is_restricted
      from documents d join tree t on t.id = d.id where d.team_id = ${tx.teamId}
    ), written as (
      update documents d set access = o.access, is_restricted = o.is_restricted, project_id = ${projectId}::uuid,
        root_id = ${rootId}::uuid
      from old o where d.team_id = ${tx.teamId} and d.id = o.id and (o.is_news or d.root_id <> ${rootId}::uuid)
    )
    select scope, array_agg(id) as ids from old where is_news and is_live and id <> ${id} group by scope`.execute(
    tx,
  );
  return rows;
}

/** Returns the id of the root of a document's tree. */
export async function findRoot(tx: TeamTx, id: string): Promise<string> {
  const row = await tx
    .selectFrom('documents')
    .select('root_id')
    .where('team_id', '=', tx.teamId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.root_id ?? id;
}
