import { sql } from 'kysely';
import type { DocumentGrant } from '@hearth/contracts/documents/documents';
import type { GrantLevel } from '@hearth/contracts/permissions/permissions';
import type { TeamTx } from '#platform/db/index.ts';

const COLUMNS = [
  'document_id as documentId',
  'user_id as userId',
  'level',
  'granted_by as grantedBy',
  'granted_at as grantedAt',
] as const;

/** Returns a page (`limit` + 1) of the grants on these documents, ordered by document and user. */
export async function listGrants(
  tx: TeamTx,
  documentIds: readonly string[],
  page: { after: { documentId: string; userId: string } | null; limit: number },
): Promise<DocumentGrant[]> {
  const { after } = page;
  if (documentIds.length === 0) return [];
  const rows = await tx
    .selectFrom('document_grants')
    .select(COLUMNS)
    .where('team_id', '=', tx.teamId)
    .where('document_id', 'in', documentIds)
    .$if(after !== null, (query) =>
      query.where((eb) =>
        eb(
          eb.refTuple('document_id', 'user_id'),
          '>',
          eb.tuple(after?.documentId ?? '', after?.userId ?? ''),
        ),
      ),
    )
    .orderBy('document_id')
    .orderBy('user_id')
    .limit(page.limit + 1)
    .execute();
  return rows.map((row) => ({ ...row, grantedAt: row.grantedAt.toISOString() }));
}

export async function findGrant(
  tx: TeamTx,
  documentId: string,
  userId: string,
): Promise<DocumentGrant | null> {
  const row = await tx
    .selectFrom('document_grants')
    .select(COLUMNS)
    .where('team_id', '=', tx.teamId)
    .where('document_id', '=', documentId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row === undefined ? null : { ...row, grantedAt: row.grantedAt.toISOString() };
}

/** Returns the number of grants on the document itself, and whether another user has a manage grant on it. */
export async function countGrants(
  tx: TeamTx,
  documentId: string,
  exceptUserId: string,
): Promise<{ count: number; hasOtherManager: boolean }> {
  const { rows } = await sql<{ count: number; hasOtherManager: boolean }>`
    select count(*)::int as count,
      coalesce(bool_or(level = 'manage' and user_id <> ${exceptUserId}), false) as "hasOtherManager"
    from document_grants where team_id = ${tx.teamId} and document_id = ${documentId}`.execute(tx);
  return rows[0] ?? { count: 0, hasOtherManager: false };
}

export async function hasGrants(tx: TeamTx, documentId: string): Promise<boolean> {
  const { rows } = await sql`
    select from document_grants where team_id = ${tx.teamId} and document_id = ${documentId} limit 1`.execute(
    tx,
  );
  return rows.length > 0;
}

export async function putGrant(
  tx: TeamTx,
  grant: { documentId: string; userId: string; level: GrantLevel; by: string; at: Date },
): Promise<void> {
  await sql`
    insert into document_grants (team_id, document_id, user_id, level, granted_by, granted_at)
    values (${tx.teamId}, ${grant.documentId}, ${grant.userId}, ${grant.level}, ${grant.by}, ${grant.at})
    on conflict (team_id, document_id, user_id)
    do update set level = excluded.level, granted_by = excluded.granted_by, granted_at = excluded.granted_at`.execute(
    tx,
  );
}

/** Inserts the same grant for each of these documents. */
export async function insertGrants(
  tx: TeamTx,
  documentIds: readonly string[],
  grant: { userId: string; level: GrantLevel; by: string; at: Date },
): Promise<void> {
  await sql`
    insert into document_grants (team_id, document_id, user_id, level, granted_by, granted_at)
    select ${tx.teamId}::uuid, id, ${grant.userId}::uuid, ${grant.level}, ${grant.by}::uuid, ${grant.at}::timestamptz
    from unnest(${[...documentIds]}::uuid[]) as d (id)`.execute(tx);
}

export async function deleteGrant(tx: TeamTx, documentId: string, userId: string): Promise<void> {
  await tx
    .deleteFrom('document_grants')
    .where('team_id', '=', tx.teamId)
    .where('document_id', '=', documentId)
    .where('user_id', '=', userId)
    .execute();
}

/** Returns guests with write access to one of these documents. Only guests with write access take a seat. */
export async function listWritingGuests(tx: TeamTx, documentIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select distinct g.user_id from document_grants g
    join memberships m on m.team_id = g.team_id and m.user_id = g.user_id
    where g.team_id = ${tx.teamId} and g.document_id = any (${[...documentIds]}::uuid[])
      and g.level in ('edit', 'manage') and m.role = 'guest'
    order by g.user_id`.execute(tx);
  return rows.map((row) => row.user_id);
}
