import { sql } from 'kysely';
import type { GrantLevel } from '@hearth/contracts/permissions/permissions';
import type { TeamTx } from '#platform/db/index.ts';

interface NewManager {
  /** The project or document. */
  id: string;
  heirId: string;
  /** The level of the new manager's former grant. Null if there was no grant. */
  before: GrantLevel | null;
}

/** The table of the projects or documents, and the table of their grants with its reference column. */
interface Granted {
  table: 'projects' | 'documents';
  grants: 'project_grants' | 'document_grants';
  column: 'project_id' | 'document_id';
}

/**
 * Returns new managers for the given projects or documents that are managed only by the leaving user. Objects without a candidate are
 * omitted.
 */
export async function findNewManagers(
  tx: TeamTx,
  { table, grants, column }: Granted,
  { ids, leaverId, actorId }: { ids: readonly string[]; leaverId: string; actorId: string },
): Promise<NewManager[]> {
  const grantsOf = sql.table(grants);
  const granted = sql.ref(`g.${column}`);
  const { rows } = await sql<NewManager>`
    select o.id, heir.user_id as "heirId", heir.level as before
    from ${sql.table(table)} o cross join lateral (
      select m.user_id, g.level from memberships m
      left join ${grantsOf} g on g.team_id = m.team_id and g.user_id = m.user_id and ${granted} = o.id
      where m.team_id = ${tx.teamId} and m.removed_at is null and m.user_id <> ${leaverId} and m.role <> 'guest'
        and (g.level is not null or m.role = 'owner' or (m.role = 'admin' and m.user_id = ${actorId}))
      order by coalesce(array_position(array['edit', 'comment', 'view'], g.level), 4), m.user_id <> ${actorId},
        m.role <> 'owner', m.joined_at, m.user_id
      limit 1
    ) heir
    where o.team_id = ${tx.teamId} and o.id = any (${[...ids]}::uuid[]) and not exists (
      select from ${grantsOf} g join memberships m on m.team_id = g.team_id and m.user_id = g.user_id
      where g.team_id = o.team_id and ${granted} = o.id and g.level = 'manage' and g.user_id <> ${leaverId}
        and m.removed_at is null)
    order by o.id`.execute(tx);
  return rows;
}

export async function grantNewManagers(
  tx: TeamTx,
  { grants, column }: Granted,
  newManagers: readonly NewManager[],
  { by, at }: { by: string | null; at: Date },
): Promise<void> {
  await sql`
    insert into ${sql.table(grants)} (team_id, ${sql.ref(column)}, user_id, level, granted_by, granted_at)
    select ${tx.teamId}::uuid, h.id, h."heirId", 'manage', ${by}::uuid, ${at}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(newManagers)}::jsonb) as h (id uuid, "heirId" uuid)
    on conflict (team_id, ${sql.ref(column)}, user_id)
    do update set level = excluded.level, granted_by = excluded.granted_by, granted_at = excluded.granted_at`.execute(
    tx,
  );
}
