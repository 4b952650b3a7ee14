import { sql, type RawBuilder } from 'kysely';
import { hasRole } from '@hearth/contracts/permissions/permissions';
import type { Template } from '@hearth/contracts/templates/template-values';
import type { TemplateLine } from '@hearth/contracts/templates/templates';
import type { TeamTx } from '#platform/db/index.ts';
import { instantJson } from '#platform/sql-json.ts';
import { isAfterId, type SnapshotRequest } from '#platform/sync/index.ts';

const about = sql`'id', e.id, 'name', e.name, 'kind', e.kind, 'createdBy', e.created_by,
  'createdAt', ${instantJson(sql`e.created_at`)}, 'updatedAt', ${instantJson(sql`e.updated_at`)}`;

/** JSON of a row of `templates`, aliased as `e`, in the format of the API contract. */
const templateJson: RawBuilder<Template> = sql<Template>`json_build_object(${about}, 'content', e.content)`;

/** Selects templates. Guests get none because templates contain content of projects that a guest may not see. */
export function selectTemplates({ teamId, actor, after, limit }: SnapshotRequest): RawBuilder<unknown> {
  return sql`
    select e.id, e.id::text as key, ${templateJson} as data from templates e
    where e.team_id = ${teamId} and e.deleted_at is null and ${hasRole(actor.role, 'member') ? sql`true` : sql`false`}
      and ${isAfterId('e.id', after)} order by e.id limit ${limit}`;
}

/** Returns up to `limit` + 1 rows, ordered by id. The extra row indicates a next page. */
export async function listTemplates(
  tx: TeamTx,
  { after, limit }: { after: string | null; limit: number },
): Promise<TemplateLine[]> {
  const { rows } = await sql<{ line: TemplateLine }>`
    select json_build_object(${about}, 'tasks', jsonb_array_length(e.content -> 'tasks'), 'roles', e.content -> 'roles') as line
    from templates e
    where e.team_id = ${tx.teamId} and e.deleted_at is null and ${after === null ? sql`true` : sql`e.id > ${after}::uuid`}
    order by e.id limit ${limit + 1}`.execute(tx);
  return rows.map(({ line }) => line);
}

/** Returns whether the template exists. Includes deleted templates because they can be restored. */
export async function isTemplate(tx: TeamTx, id: string): Promise<boolean> {
  const { rows } = await sql`select from templates where team_id = ${tx.teamId} and id = ${id}`.execute(tx);
  return rows.length > 0;
}

export async function findTemplate(tx: TeamTx, id: string): Promise<Template | null> {
  const { rows } = await sql<{ template: Template }>`
    select ${templateJson} as template from templates e
    where e.team_id = ${tx.teamId} and e.id = ${id} and e.deleted_at is null`.execute(tx);
  return rows[0]?.template ?? null;
}

/** Locks a template, even a deleted one, and returns it. Returns null if it is not found. */
export async function lockTemplate(
  tx: TeamTx,
  id: string,
): Promise<{ template: Template; deletedAt: Date | null } | null> {
  const { rows } = await sql<{ template: Template; deletedAt: Date | null }>`
    select ${templateJson} as template, e.deleted_at as "deletedAt" from templates e
    where e.team_id = ${tx.teamId} and e.id = ${id} for update of e`.execute(tx);
  return rows[0] ?? null;
}

/** Takes an advisory lock against concurrent inserts, and returns the number and total size of the templates. */
export async function countTemplates(tx: TeamTx): Promise<{ count: number; bytes: number }> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`templates ${tx.teamId}`}, 0))`.execute(tx);
  const { rows } = await sql<{ count: number; bytes: number }>`
    select count(*)::int as count, coalesce(sum(bytes), 0)::int as bytes from templates
    where team_id = ${tx.teamId} and deleted_at is null`.execute(tx);
  return rows[0] ?? { count: 0, bytes: 0 };
}

export async function insertTemplate(
  tx: TeamTx,
  { id, name, kind, content, createdBy, createdAt, updatedAt }: Template,
): Promise<void> {
  await tx
    .insertInto('templates')
    .values({
      team_id: tx.teamId,
      id,
      name,
      kind,
      content: JSON.stringify(content),
      created_by: createdBy,
      created_at: new Date(createdAt),
      updated_at: new Date(updatedAt),
    })
    .execute();
}

export async function updateTemplate(
  tx: TeamTx,
  id: string,
  set: { name?: string; updated_at?: Date; deleted_at?: Date | null },
): Promise<void> {
  await tx.updateTable('templates').set(set).where('team_id', '=', tx.teamId).where('id', '=', id).execute();
}

/** Selects change-log rows of templates, for `Command.logMany`. */
export function putTemplateRows(teamId: string): RawBuilder<unknown> {
  return sql`
    select 'template'::text as entity, e.id as entity_id, 'put'::text as op, ${templateJson}::jsonb as data,
      'staff'::text as scope, null::text as prev_scope
    from templates e where e.team_id = ${teamId} and e.deleted_at is null`;
}
