import { sql, type RawBuilder } from 'kysely';
import type { Label } from '@hearth/contracts/labels/labels';
import type { Command } from '#platform/commands/index.ts';
import type { TeamTx } from '#platform/db/index.ts';
import { lockNames } from '#features/tasks/custom-fields/unique-names.queries.ts';
import { putRows } from '#features/tasks/model/task-log.queries.ts';

/** JSON of a row of `labels`, aliased as `l`, in the format of the API contract. */
export const labelJson: RawBuilder<Label> = sql<Label>`json_build_object('id', l.id, 'name', l.name, 'color', l.color)`;

/** Returns up to `limit` + 1 rows, ordered by id. The extra row indicates a next page. */
export async function listLabels(
  tx: TeamTx,
  page: { after: string | null; limit: number },
): Promise<Label[]> {
  const { after } = page;
  const { rows } = await sql<{ label: Label }>`
    select ${labelJson} as label from labels l
    where l.team_id = ${tx.teamId} and ${after === null ? sql`true` : sql`l.id > ${after}::uuid`}
    order by l.id limit ${page.limit + 1}`.execute(tx);
  return rows.map((row) => row.label);
}

export async function isLabel(tx: TeamTx, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('labels')
    .select('id')
    .where('team_id', '=', tx.teamId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row !== undefined;
}

/** Locks all labels of a team, to keep checks of names and of the label limit valid. Tasks can be labelled in the meantime. */
export async function lockLabels(tx: TeamTx): Promise<Label[]> {
  await lockNames(tx, 'labels');
  const { rows } = await sql<Label>`
    select id, name, color from labels where team_id = ${tx.teamId} order by id for no key update`.execute(
    tx,
  );
  return rows;
}

/** Locks the existing labels among `ids`, so that none is deleted while it is being added to a task. Returns their ids. */
export async function lockLabelsById(tx: TeamTx, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    select id from labels where team_id = ${tx.teamId} and id = any (${ids}::uuid[]) order by id for key share`.execute(
    tx,
  );
  return rows.map((row) => row.id);
}

export async function insertLabel(tx: TeamTx, label: Label): Promise<void> {
  await tx
    .insertInto('labels')
    .values({ team_id: tx.teamId, ...label })
    .execute();
}

export async function updateLabel(tx: TeamTx, { id, ...fields }: Label): Promise<void> {
  await tx.updateTable('labels').set(fields).where('team_id', '=', tx.teamId).where('id', '=', id).execute();
}

/** Locks a label for deletion. Until the commit, it can't be added to tasks. Returns null if it is not found. */
export async function lockLabelForDeletion(tx: TeamTx, id: string): Promise<Label | null> {
  const { rows } = await sql<Label>`
    select id, name, color from labels where team_id = ${tx.teamId} and id = ${id} for update`.execute(tx);
  return rows[0] ?? null;
}

/**
 * Deletes a locked label and removes it from all tasks, including those in the trash. Writes the change to the change log for live tasks
 * and to the history for all.
 */
export async function deleteLabel(command: Command, labelId: string): Promise<void> {
  const { tx, teamId } = command;
  await sql`
    select t.id from tasks t
    where t.team_id = ${teamId} and t.id in (
      select task_id from task_labels where team_id = ${teamId} and label_id = ${labelId})
    order by t.id for no key update`.execute(tx);
  const { rows } = await sql<{ ids: string[] | null }>`
    with gone as (
      delete from task_labels where team_id = ${teamId} and label_id = ${labelId} returning task_id
    )
    select json_agg(task_id) as ids from gone`.execute(tx);
  await tx.deleteFrom('labels').where('team_id', '=', teamId).where('id', '=', labelId).execute();
  const ids = rows[0]?.ids ?? null;
  if (ids === null) return;
  command.logMany(putRows(teamId, sql`t.id = any (${ids}::uuid[]) and t.deleted_at is null`));
  const remaining = sql`select x.label_id from task_labels x where x.team_id = ${teamId} and x.task_id = one.task_id`;
  command.rememberMany(sql`
    select 'task' as entity, one.task_id as entity_id, 'labelIds' as field,
      (select jsonb_agg(label_id order by label_id) from (${remaining} union select ${labelId}::uuid) as u) as old_value,
      coalesce((select jsonb_agg(label_id order by label_id) from (${remaining}) as u), '[]') as new_value
    from unnest(${ids}::uuid[]) as one (task_id)`);
}
