import { sql, type RawBuilder } from 'kysely';
import type { ChecklistItem } from '@hearth/contracts/checklists/checklist';
import type { Scope } from '#platform/commands/index.ts';
import type { TeamTx } from '#platform/db/index.ts';
import { taskScope } from '#features/tasks/model/tasks.queries.ts';

/** JSON of a row of `checklist_items`, aliased as `i`, in the format of the API contract. */
export const itemJson: RawBuilder<ChecklistItem> = sql<ChecklistItem>`json_build_object(
  'id', i.id, 'taskId', i.task_id, 'title', i.title, 'isDone', i.is_done, 'position', i.position)`;

/** Returns up to `limit` + 1 rows, ordered by position. The extra row indicates a next page. */
export async function listItems(
  tx: TeamTx,
  taskId: string,
  page: { after: { position: string; id: string } | null; limit: number },
): Promise<ChecklistItem[]> {
  const { after } = page;
  const { rows } = await sql<{ item: ChecklistItem }>`
    select ${itemJson} as item from checklist_items i
    where i.team_id = ${tx.teamId} and i.task_id = ${taskId}
      and ${after === null ? sql`true` : sql`(i.position, i.id) > (${after.position}, ${after.id}::uuid)`}
    order by i.position, i.id limit ${page.limit + 1}`.execute(tx);
  return rows.map((row) => row.item);
}

/** Counts the items of a task's checklist. `last` is their last order key. */
export async function countItems(
  tx: TeamTx,
  taskId: string,
): Promise<{ items: number; last: string | null }> {
  const { rows } = await sql<{ items: number; last: string | null }>`
    select count(*)::int as items, max(position) as last from checklist_items
    where team_id = ${tx.teamId} and task_id = ${taskId}`.execute(tx);
  return { items: rows[0]?.items ?? 0, last: rows[0]?.last ?? null };
}

export async function findItem(tx: TeamTx, taskId: string, id: string): Promise<ChecklistItem | null> {
  const { rows } = await sql<{ item: ChecklistItem }>`
    select ${itemJson} as item from checklist_items i
    where i.team_id = ${tx.teamId} and i.task_id = ${taskId} and i.id = ${id}`.execute(tx);
  return rows[0]?.item ?? null;
}

export async function isItem(tx: TeamTx, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from checklist_items where team_id = ${tx.teamId} and id = ${id}`.execute(tx);
  return rows.length > 0;
}

export async function insertItems(tx: TeamTx, items: readonly ChecklistItem[]): Promise<void> {
  if (items.length === 0) return;
  const rows = items.map((item) => ({
    team_id: tx.teamId,
    id: item.id,
    task_id: item.taskId,
    title: item.title,
    is_done: item.isDone,
    position: item.position,
  }));
  await tx.insertInto('checklist_items').values(rows).execute();
}

export async function updateItem(tx: TeamTx, item: ChecklistItem): Promise<void> {
  await tx
    .updateTable('checklist_items')
    .set({ title: item.title, is_done: item.isDone, position: item.position })
    .where('team_id', '=', tx.teamId)
    .where('id', '=', item.id)
    .execute();
}

export async function deleteItem(tx: TeamTx, id: string): Promise<void> {
  await tx.deleteFrom('checklist_items').where('team_id', '=', tx.teamId).where('id', '=', id).execute();
}

/**
 * Selects change-log rows for the checklist items of live tasks.
 * @param condition selects the tasks; refers to the table `tasks` as `t`
 * @param prevScope the previous scope of the tasks, if it differs
 */
export function putItemRows(
  teamId: string,
  condition: RawBuilder<unknown>,
  prevScope: Scope | null = null,
): RawBuilder<unknown> {
  return sql`
    select 'checklistItem' as entity, i.id as entity_id, 'put' as op, ${itemJson}::jsonb as data, ${taskScope} as scope,
      ${prevScope}::text as prev_scope
    from checklist_items i join tasks t on t.team_id = i.team_id and t.id = i.task_id
    where i.team_id = ${teamId} and t.deleted_at is null and ${condition} order by i.task_id, i.position, i.id`;
}
