import { sql } from 'kysely';
import type { Document } from '@hearth/contracts/documents/documents';
import type { GrantLevel } from '@hearth/contracts/permissions/permissions';
import type { TeamTx } from '#platform/db/index.ts';
import { documentJson } from '#features/documents/model/documents.queries.ts';

interface Heir {
  documentId: string;
  heirId: string;
  /** The level of the heir's former grant; null = no grant. */
  before: GrantLevel | null;
}

/** Returns the private documents that a user manages, including those in the trash, and locks their rows. */
export async function lockPrivateDocumentsOf(tx: TeamTx, userId: string): Promise<Document[]> {
  const { rows } = await sql<{ document: Document }>`
    select ${documentJson} as document from documents d
    where d.team_id = ${tx.teamId} and d.is_private and d.id in (
      select g.document_id from document_grants g
      where g.team_id = ${tx.teamId} and g.user_id = ${userId} and g.level = 'manage')
    order by d.id for no key update`.execute(tx);
  return rows.map(({ document }) => document);
}

/** Returns new managers for documents that have no manager besides the leaving user; documents without a candidate are omitted. */
export async function findHeirs(
  tx: TeamTx,
  of: { documentIds: readonly string[]; leaverId: string; actorId: string },
): Promise<Heir[]> {
  const { leaverId, actorId } = of;
  const { rows } = await sql<Heir>`
    select d.id as "documentId", heir.user_id as "heirId", heir.level as before
    from documents d cross join lateral (
      select m.user_id, g.level from memberships m
      left join document_grants g on g.team_id = m.team_id and g.user_id = m.user_id and g.document_id = d.id
      where m.team_id = ${tx.teamId} and m.removed_at is null and m.user_id <> ${leaverId} and m.role <> 'guest'
        and (g.level is not null or m.role = 'owner' or (m.role = 'admin' and m.user_id = ${actorId}))
      order by coalesce(array_position(array['edit', 'comment', 'view'], g.level), 4), m.user_id <> ${actorId},
        m.role <> 'owner', m.joined_at, m.user_id
      limit 1
    ) heir
    where d.team_id = ${tx.teamId} and d.id = any (${[...of.documentIds]}::uuid[]) and not exists (
      select from document_grants g join memberships m on m.team_id = g.team_id and m.user_id = g.user_id
      where g.team_id = d.team_id and g.document_id = d.id and g.level = 'manage' and g.user_id <> ${leaverId}
        and m.removed_at is null)
    order by d.id`.execute(tx);
  return rows;
}

export async function putHeirs(
  tx: TeamTx,
  heirs: readonly Heir[],
  { by, at }: { by: string | null; at: Date },
): Promise<void> {
  await sql`
    insert into document_grants (team_id, document_id, user_id, level, granted_by, granted_at)
    select ${tx.teamId}::uuid, h."documentId", h."heirId", 'manage', ${by}::uuid, ${at}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(heirs)}::jsonb) as h ("documentId" uuid, "heirId" uuid)
    on conflict (team_id, document_id, user_id)
    do update set level = excluded.level, granted_by = excluded.granted_by, granted_at = excluded.granted_at`.execute(
    tx,
  );
}
