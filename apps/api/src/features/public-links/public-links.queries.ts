import { sql } from 'kysely';
import type { TeamTx } from '#platform/db/index.ts';

export interface LinkRow {
  project_id: string;
  token_secret: Buffer;
  shows_descriptions: boolean;
  shows_names: boolean;
  created_by: string;
  created_at: Date;
  expires_at: Date | null;
}

/** A link with the details needed to display it. */
export interface DetailedLink extends LinkRow {
  project_name: string;
  is_archived: boolean;
  maker_name: string;
  is_allowed: boolean;
}

const COLUMNS = [
  'project_id',
  'token_secret',
  'shows_descriptions',
  'shows_names',
  'created_by',
  'created_at',
  'expires_at',
] as const;

function selectDetailed(tx: TeamTx) {
  return tx
    .selectFrom('public_links as l')
    .innerJoin('projects as p', (join) =>
      join.onRef('p.team_id', '=', 'l.team_id').onRef('p.id', '=', 'l.project_id'),
    )
    .innerJoin('teams as t', 't.id', 'l.team_id')
    .innerJoin('users as maker', 'maker.id', 'l.created_by')
    .select(COLUMNS.map((column) => `l.${column}` as const))
    .select(['p.name as project_name', 'maker.name as maker_name', 't.has_public_links as is_allowed'])
    .select(sql<boolean>`p.archived_at is not null`.as('is_archived'))
    .where('l.team_id', '=', tx.teamId);
}

export async function findLink(tx: TeamTx, projectId: string): Promise<DetailedLink | null> {
  const row = await selectDetailed(tx).where('l.project_id', '=', projectId).executeTakeFirst();
  return row ?? null;
}

/** Returns a page (`limit` + 1), newest first. */
export async function listLinks(
  tx: TeamTx,
  page: { after: { at: Date; id: string } | null; limit: number },
): Promise<DetailedLink[]> {
  const { after } = page;
  return await selectDetailed(tx)
    .$if(after !== null, (query) =>
      query.where((eb) =>
        eb(
          eb.refTuple('l.created_at', 'l.project_id'),
          '<',
          eb.tuple(after?.at ?? new Date(), after?.id ?? ''),
        ),
      ),
    )
    .orderBy('l.created_at', 'desc')
    .orderBy('l.project_id', 'desc')
    .limit(page.limit + 1)
    .execute();
}

export async function putLink(tx: TeamTx, link: LinkRow, tokenHash: Buffer | null): Promise<void> {
  const { project_id, created_by, created_at, ...changed } = link;
  if (tokenHash === null) {
    await tx
      .updateTable('public_links')
      .set(changed)
      .where('team_id', '=', tx.teamId)
      .where('project_id', '=', project_id)
      .execute();
    return;
  }
  const values = { ...changed, created_by, created_at, token_hash: tokenHash };
  await tx
    .insertInto('public_links')
    .values({ team_id: tx.teamId, project_id, ...values })
    .onConflict((conflict) => conflict.columns(['team_id', 'project_id']).doUpdateSet(values))
    .execute();
}

/** Deletes the link. @returns false if there was none */
export async function deleteLink(tx: TeamTx, projectId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('public_links')
    .where('team_id', '=', tx.teamId)
    .where('project_id', '=', projectId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
