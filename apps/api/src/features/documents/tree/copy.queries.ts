import { sql } from 'kysely';
import type { Actor } from '@hearth/contracts/permissions/permissions';
import type { Command } from '#platform/commands/index.ts';
import type { TeamTx } from '#platform/db/index.ts';
import { isVisible } from '#features/documents/model/documents.queries.ts';

/** A descendant to copy. */
export interface Part {
  id: string;
  parentId: string;
  level: number;
  isPrivate: boolean;
}

/** Lists the descendants that this user sees, parents first. Descendants below a document that the user does not see are omitted. */
export async function listToCopy(tx: TeamTx, actor: Actor, id: string): Promise<Part[]> {
  const { rows } = await sql<{ parts: Part[] | null }>`
    with recursive below (id, parent_id, level, is_private) as (
      select d.id, d.parent_id, 0, d.is_private from documents d where d.team_id = ${tx.teamId} and d.id = ${id}
      union all
      select d.id, d.parent_id, b.level + 1, d.is_private from documents d join below b on d.parent_id = b.id
      where d.team_id = ${tx.teamId} and d.deleted_at is null and b.level < 64 and ${isVisible(actor)}
    )
    select json_agg(json_build_object('id', id, 'parentId', parent_id, 'level', level, 'isPrivate', is_private)
      order by level, id) as parts from below where level > 0`.execute(tx);
  return rows[0]?.parts ?? [];
}

export interface Copy {
  /** The id of the original. */
  of: string;
  id: string;
  /** Null if the row has already been inserted. */
  parentId: string | null;
  access: readonly string[];
  isRestricted: boolean;
}

/** Inserts copies of documents without their grants and history. */
export async function insertCopies(
  { tx, now, userId }: Command,
  copies: readonly Copy[],
  rootId: string,
): Promise<void> {
  const rows = copies.map(({ of, id, parentId, access, isRestricted }) => ({
    of,
    id,
    parent_id: parentId,
    access,
    is_restricted: isRestricted,
  }));
  await sql`
    insert into documents (team_id, id, parent_id, root_id, project_id, title, icon, cover, position, access, is_restricted,
      is_private, is_template, is_full_width, created_by, created_at, updated_by, updated_at)
    select d.team_id, c.id, c.parent_id, ${rootId}::uuid, top.project_id, d.title, d.icon,
      d.cover, d.position, c.access, c.is_restricted,
      d.is_private, false, d.is_full_width, ${userId}::uuid, ${now}::timestamptz, ${userId}::uuid, ${now}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as c (of uuid, id uuid, parent_id uuid, access uuid[], is_restricted boolean)
    join documents d on d.team_id = ${tx.teamId} and d.id = c.of
    join documents top on top.team_id = d.team_id and top.id = ${rootId}::uuid`.execute(tx);
}

export async function isPrivateProject(tx: TeamTx, projectId: string | null): Promise<boolean> {
  const { rows } = await sql`
    select from projects where team_id = ${tx.teamId} and id = ${projectId} and is_private`.execute(tx);
  return rows.length > 0;
}
