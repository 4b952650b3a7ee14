import { sql, type RawBuilder } from 'kysely';
import type { CustomField } from '@hearth/contracts/custom-fields/custom-fields';
import { LIMITS } from '@hearth/contracts/core/limits';
import type { TeamTx } from '#platform/db/index.ts';
import { lockNames } from './unique-names.queries.ts';

/** JSON of a row of `fields`, aliased as `f`, in the format of the API contract. */
export const fieldJson: RawBuilder<CustomField> = sql<CustomField>`json_build_object(
  'id', f.id, 'name', f.name, 'type', f.type, 'options', f.options, 'currency', f.currency, 'formula', f.formula,
  'result', f.result, 'position', f.position)`;

/** Returns up to `limit` + 1 rows, ordered by position. The extra row indicates a next page. */
export async function listFields(
  tx: TeamTx,
  page: { after: { position: string; id: string } | null; limit: number },
): Promise<CustomField[]> {
  const { after } = page;
  const { rows } = await sql<{ field: CustomField }>`
    select ${fieldJson} as field from fields f
    where f.team_id = ${tx.teamId} and f.deleted_at is null
      and ${after === null ? sql`true` : sql`(f.position, f.id) > (${after.position}, ${after.id}::uuid)`}
    order by f.position, f.id limit ${page.limit + 1}`.execute(tx);
  return rows.map((row) => row.field);
}

/** Returns all live fields without pagination: their number is limited. */
export async function listAllFields(tx: TeamTx): Promise<CustomField[]> {
  return await listFields(tx, { after: null, limit: LIMITS.fieldsPerTeam });
}

/** Returns whether the field exists. Includes deleted fields because they can be restored. */
export async function isField(tx: TeamTx, id: string): Promise<boolean> {
  const { rows } = await sql`select from fields where team_id = ${tx.teamId} and id = ${id}`.execute(tx);
  return rows.length > 0;
}

interface LockedFields {
  /** Live fields, ordered by position. */
  living: CustomField[];
  deleted: CustomField[];
}

/** Locks all fields of a team, to keep checks of names and of the field limit valid. */
export async function lockFields(tx: TeamTx): Promise<LockedFields> {
  await lockNames(tx, 'fields');
  // Lock in the order of ids.
  await sql`select id from fields where team_id = ${tx.teamId} order by id for update`.execute(tx);
  const { rows } = await sql<{ field: CustomField; is_deleted: boolean }>`
    select ${fieldJson} as field, f.deleted_at is not null as is_deleted from fields f
    where f.team_id = ${tx.teamId} order by f.position, f.id`.execute(tx);
  const split = (isDeleted: boolean) =>
    rows.filter((row) => row.is_deleted === isDeleted).map(({ field }) => field);
  return { living: split(false), deleted: split(true) };
}

/** Locks the live fields among `ids` and returns them by id. The locks keep them unchanged while tasks get values. */
export async function lockFieldsById(tx: TeamTx, ids: readonly string[]): Promise<Map<string, CustomField>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ field: CustomField }>`
    select ${fieldJson} as field from fields f
    where f.team_id = ${tx.teamId} and f.id = any (${ids}::uuid[]) and f.deleted_at is null
    order by f.id for share`.execute(tx);
  return new Map(rows.map(({ field }) => [field.id, field]));
}

export async function insertField(tx: TeamTx, field: CustomField): Promise<void> {
  await tx
    .insertInto('fields')
    .values({ team_id: tx.teamId, id: field.id, type: field.type, ...columnsOf(field) })
    .execute();
}

export async function updateField(tx: TeamTx, field: CustomField): Promise<void> {
  await tx
    .updateTable('fields')
    .set(columnsOf(field))
    .where('team_id', '=', tx.teamId)
    .where('id', '=', field.id)
    .execute();
}

/**
 * Marks a field as deleted or restored.
 * @param at when it was deleted, or null to restore it
 */
export async function markDeleted(tx: TeamTx, id: string, at: Date | null): Promise<void> {
  await tx
    .updateTable('fields')
    .set({ deleted_at: at })
    .where('team_id', '=', tx.teamId)
    .where('id', '=', id)
    .execute();
}

function columnsOf({ name, options, currency, formula, result, position }: CustomField) {
  return { name, options: JSON.stringify(options), currency, formula, result, position };
}
