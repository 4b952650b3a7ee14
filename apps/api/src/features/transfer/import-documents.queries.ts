import { sql } from 'kysely';
import { DOCUMENT_LIMITS } from '@hearth/contracts/documents/document-values';
import type { TeamTx } from '#platform/db/index.ts';

/** Sets the parents of documents. Call it after all documents have been inserted. */
export async function setDocumentParents(
  tx: TeamTx,
  parents: readonly { id: string; parentId: string }[],
): Promise<void> {
  await sql`
    update documents d set parent_id = r."parentId"
    from jsonb_to_recordset(${JSON.stringify(parents)}::jsonb) as r (id uuid, "parentId" uuid)
    where d.team_id = ${tx.teamId} and d.id = r.id`.execute(tx);
}

/** Returns the id of a document at an invalid location, or null if all locations are valid. */
export async function findUnsoundDocument(tx: TeamTx): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    with recursive tree (id, level) as (
      select d.id, 0 from documents d where d.team_id = ${tx.teamId} and d.parent_id is null
      union all
      select d.id, t.level + 1 from documents d join tree t on d.parent_id = t.id
      where d.team_id = ${tx.teamId} and t.level < ${DOCUMENT_LIMITS.levels}
    )
    -- Unreachable documents are nested too deep or in a cycle.
    select d.id from documents d left join tree t on t.id = d.id where d.team_id = ${tx.teamId} and t.id is null
    union all
    select d.id from documents d join documents p on p.team_id = d.team_id and p.id = d.parent_id
    where d.team_id = ${tx.teamId} and (d.project_id is distinct from p.project_id or d.is_template or p.is_template
      or (d.deleted_at is null and (p.deleted_at is not null or (p.archived_at is not null and d.archived_at is null))))
    union all
    select d.id from documents d join projects p on p.team_id = d.team_id and p.id = d.project_id
    where d.team_id = ${tx.teamId} and d.deleted_at is null and p.deleted_at is not null
    limit 1`.execute(tx);
  return rows[0]?.id ?? null;
}

/** Deletes the document grants of former members. */
export async function releaseGrants(tx: TeamTx): Promise<void> {
  await sql`
    delete from document_grants g using memberships m
    where g.team_id = ${tx.teamId} and m.team_id = g.team_id and m.user_id = g.user_id and m.removed_at is not null`.execute(
    tx,
  );
}

/** Makes the importing user a manager of private documents that have no manager. @returns the number of these documents */
export async function ensureDocumentManagers(tx: TeamTx, userId: string, now: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into document_grants (team_id, document_id, user_id, level, granted_by, granted_at)
    select d.team_id, d.id, ${userId}::uuid, 'manage', ${userId}::uuid, ${now}::timestamptz from documents d
    where d.team_id = ${tx.teamId} and d.is_private and not exists (
      select from document_grants g where g.team_id = d.team_id and g.document_id = d.id and g.level = 'manage')
    on conflict (team_id, document_id, user_id) do update set level = 'manage'`.execute(tx);
  return Number(numAffectedRows ?? 0n);
}

/** Writes the inherited access and the root of every document. */
export async function passAllRightsOn(tx: TeamTx): Promise<void> {
  await sql`
    with recursive own as (
      select d.id, d.parent_id, d.is_private, exists (
        select from document_grants g where g.team_id = d.team_id and g.document_id = d.id) as is_shared
      from documents d where d.team_id = ${tx.teamId}
    ), tree (id, root_id, access, is_restricted) as (
      select id, id, case when is_private or is_shared then array[id] else '{}'::uuid[] end, is_private
      from own where parent_id is null
      union all
      select o.id, t.root_id, case when o.is_private then array[o.id]
        when o.is_shared then o.id || t.access else t.access end, o.is_private or t.is_restricted
      from own o join tree t on o.parent_id = t.id
    )
    update documents d set access = t.access, is_restricted = t.is_restricted, root_id = t.root_id
    from tree t where d.team_id = ${tx.teamId} and d.id = t.id`.execute(tx);
}

/** Returns the id of the root of a tree that exceeds the size limit, or null if there is none. */
export async function findOvercrowded(tx: TeamTx): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select root_id as id from documents where team_id = ${tx.teamId} and deleted_at is null
    group by root_id having count(*) > ${DOCUMENT_LIMITS.below + 1} limit 1`.execute(tx);
  return rows[0]?.id ?? null;
}

/** Clears covers whose file was not imported. */
export async function dropLostCovers(tx: TeamTx): Promise<void> {
  await sql`
    update documents d set cover = null
    where d.team_id = ${tx.teamId} and starts_with(d.cover, 'attachment:') and not exists (
      select from document_attachments f
      where f.team_id = d.team_id and f.document_id = d.id
        and d.cover in ('attachment:' || f.id, 'attachment:' || f.copied_from))`.execute(tx);
}

/**
 * Forces index scans for foreign key checks until the transaction ends. The connection caches the query plans of these checks, and a plan
 * made while the table was small would scan all rows for each new row.
 */
export async function checkKeysByIndex(tx: TeamTx): Promise<void> {
  await sql`set local enable_seqscan = off`.execute(tx);
  await sql`discard plans`.execute(tx);
}

/** Returns the ids of up to `limit` documents without a log. */
export async function listUnwritten(tx: TeamTx, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from documents where team_id = ${tx.teamId}
    -- An anti-join is planned as a nested loop: the table was empty when it was analysed.
    except select document_id from document_heads where team_id = ${tx.teamId}
    limit ${limit}`.execute(tx);
  return rows.map(({ id }) => id);
}
