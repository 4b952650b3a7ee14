import { sql, type RawBuilder } from 'kysely';
import type { FieldValues } from '@hearth/contracts/custom-fields/custom-field-values';
import { isAmong, type VisibleProjects } from '#features/projects/index.ts';
import { workScopeOf, type Command } from '#platform/commands/index.ts';
import type { TeamTx } from '#platform/db/index.ts';

/** The ids of the linked tasks of a task, by the id of the relation field. */
export type Links = Record<string, string[]>;

/** The tasks that `tasks t` links to, without those in the trash. Aliases `task_links` as `k` and the linked tasks as `v`. */
const named = sql`task_links k
  join tasks v on v.team_id = k.team_id and v.id = k.other_id and v.deleted_at is null
  where k.team_id = t.team_id and k.task_id = t.id`;

/**
 * Selects the values of `tasks t` in all custom fields.
 * @param visible null to include links to all live tasks
 */
export function valuesJson(visible: VisibleProjects | null): RawBuilder<FieldValues> {
  const isSeen = visible === null ? sql`true` : isAmong(visible, sql`v.project_id`);
  return sql<FieldValues>`case when t.has_links then t.custom || coalesce((
    select jsonb_object_agg(x.field_id, x.ids) from (
      select k.field_id, jsonb_agg(k.other_id order by k.other_id) as ids from ${named} and ${isSeen} group by k.field_id
    ) x), '{}') else t.custom end`;
}

/**
 * The links of `tasks t`, each with the scope of the linked task, because not everyone who sees the task may see the linked tasks. Null if
 * there are none.
 */
export const apartJson = sql`case when t.has_links then (
  select jsonb_agg(jsonb_build_object('at', jsonb_build_array('custom', k.field_id), 'id', k.other_id, 'scope',
    ${workScopeOf('v.project_id')}) order by k.field_id, k.other_id)
  from ${named}) end`;

/** Selects the links of a row of `tasks` in one field, as jsonb, without links that the reader may not see. */
export function linksIn(row: RawBuilder<unknown>, fieldId: string, visible: VisibleProjects) {
  return sql`case when ${row}.has_links then (
    select jsonb_agg(k.other_id order by k.other_id) from task_links k
    join tasks v on v.team_id = k.team_id and v.id = k.other_id and v.deleted_at is null
    where k.team_id = ${row}.team_id and k.task_id = ${row}.id and k.field_id = ${fieldId}
      and ${isAmong(visible, sql`v.project_id`)}) end`;
}

/** Reads the links of locked tasks to live tasks, by task id. */
export async function readLinks(tx: TeamTx, taskIds: readonly string[]): Promise<Map<string, Links>> {
  const { rows } = await sql<{ taskId: string; fieldId: string; ids: string[] }>`
    select k.task_id as "taskId", k.field_id as "fieldId", json_agg(k.other_id order by k.other_id) as ids
    from task_links k join tasks v on v.team_id = k.team_id and v.id = k.other_id and v.deleted_at is null
    where k.team_id = ${tx.teamId} and k.task_id = any (${taskIds}::uuid[]) group by 1, 2`.execute(tx);
  const links = new Map<string, Links>();
  for (const { taskId, fieldId, ids } of rows) links.set(taskId, { ...links.get(taskId), [fieldId]: ids });
  return links;
}

/** Returns the ids of the live tasks among `ids` that the caller may see. */
export async function listVisible(
  tx: TeamTx,
  ids: readonly string[],
  visible: VisibleProjects,
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`
    select v.id from tasks v where v.team_id = ${tx.teamId} and v.id = any (${ids}::uuid[]) and v.deleted_at is null
      and ${isAmong(visible, sql`v.project_id`)}`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

/** Splits values into those stored in the task row and links, which are stored separately. */
export async function splitValues(
  tx: TeamTx,
  values: readonly FieldValues[],
): Promise<{ custom: FieldValues; links: Links }[]> {
  const lists = values.flatMap((locked) => Object.keys(locked).filter((id) => Array.isArray(locked[id])));
  if (lists.length === 0) return values.map((custom) => ({ custom, links: {} }));
  const { rows } = await sql<{ id: string }>`
    select id from fields where team_id = ${tx.teamId} and type = 'relation' and id = any (${[...new Set(lists)]}::uuid[])`.execute(
    tx,
  );
  const fieldIds = new Set(rows.map(({ id }) => id));
  return values.map((locked) => {
    const entries = Object.entries(locked);
    return {
      custom: Object.fromEntries(entries.filter(([id]) => !fieldIds.has(id))),
      links: Object.fromEntries(entries.filter(([id]) => fieldIds.has(id))) as Links,
    };
  });
}

/** Replaces the links of locked tasks in the given fields. Keeps links to trashed tasks because those tasks may be restored. */
export async function writeLinks(
  { tx, teamId }: Command,
  changes: readonly { taskId: string; links: Readonly<Record<string, readonly string[]>> }[],
): Promise<void> {
  const rows = changes.flatMap(({ taskId, links }) =>
    Object.entries(links).map(([fieldId, ids]) => ({ task_id: taskId, field_id: fieldId, ids })),
  );
  if (rows.length === 0) return;
  await sql`
    with one as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (task_id uuid, field_id uuid, ids uuid[])
    ), unlinked as (
      delete from task_links k using one, tasks v
      where k.team_id = ${teamId} and k.task_id = one.task_id and k.field_id = one.field_id and k.other_id <> all (one.ids)
        and v.team_id = k.team_id and v.id = k.other_id and v.deleted_at is null
    ), marked as (
      update tasks t set has_links = true from one
      where t.team_id = ${teamId} and t.id = one.task_id and cardinality(one.ids) > 0 and not t.has_links
    )
    insert into task_links (team_id, task_id, field_id, other_id)
    select ${teamId}::uuid, one.task_id, one.field_id, other from one, unnest(one.ids) as other
    order by other on conflict do nothing`.execute(tx);
}
