import { sql } from 'kysely';
import type { TeamTx } from '#platform/db/index.ts';

/** The parent that a document had when it was restored to the top level because the parent was in the trash. */
interface FormerParent {
  parentId: string;
  /** Whether the document was made private by that restore, so as not to widen its access. */
  isPrivateMeanwhile: boolean;
}

/** Writes or forgets the former parent of a locked document. */
export async function writeFormerParent(tx: TeamTx, id: string, former: FormerParent | null): Promise<void> {
  await tx
    .updateTable('documents')
    .set({
      former_parent_id: former?.parentId ?? null,
      is_private_meanwhile: former?.isPrivateMeanwhile ?? false,
    })
    .where('team_id', '=', tx.teamId)
    .where('id', '=', id)
    .execute();
}

/** Returns the live documents that are one of these or whose former parent is, with a former parent that is live. */
export async function listFormerChildren(
  tx: TeamTx,
  ids: readonly string[],
): Promise<(FormerParent & { id: string })[]> {
  const { rows } = await sql<FormerParent & { id: string }>`
    select d.id, p.id as "parentId", d.is_private_meanwhile as "isPrivateMeanwhile"
    from documents d join documents p on p.team_id = d.team_id and p.id = d.former_parent_id
    where d.team_id = ${tx.teamId} and d.deleted_at is null and p.deleted_at is null
      and (d.id = any (${[...ids]}::uuid[]) or p.id = any (${[...ids]}::uuid[]))
    order by d.position, d.id`.execute(tx);
  return rows;
}

const rank = (alias: string) =>
  sql`array_position(array['view', 'comment', 'edit', 'manage'], ${sql.ref(`${alias}.level`)})`;

/** Whether each user with a grant on one of `fromIds` has at least that level by a grant on the document itself. */
export async function coversGrants(tx: TeamTx, id: string, fromIds: readonly string[]): Promise<boolean> {
  const { rows } = await sql`
    select from document_grants g where g.team_id = ${tx.teamId} and g.document_id = any (${[...fromIds]}::uuid[])
      and not exists (
        select from document_grants own where own.team_id = g.team_id and own.document_id = ${id}
          and own.user_id = g.user_id and ${rank('own')} >= ${rank('g')})
    limit 1`.execute(tx);
  return rows.length === 0;
}

/** Deletes the document's grants that one of `fromIds` gives as well, at the same level or a higher one. @returns the ids of the users */
export async function deleteCoveredGrants(
  tx: TeamTx,
  id: string,
  fromIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    delete from document_grants own where own.team_id = ${tx.teamId} and own.document_id = ${id} and exists (
      select from document_grants g where g.team_id = own.team_id and g.document_id = any (${[...fromIds]}::uuid[])
        and g.user_id = own.user_id and ${rank('g')} >= ${rank('own')})
    returning own.user_id`.execute(tx);
  return rows.map((row) => row.user_id);
}
