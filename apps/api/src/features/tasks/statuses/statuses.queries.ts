import { sql, type RawBuilder } from 'kysely';
import type { Status } from '@hearth/contracts/tasks/tasks';
import type { Command } from '#platform/commands/index.ts';
import type { TeamTx } from '#platform/db/index.ts';
import { moveSpans } from '#features/tasks/model/task-writes.queries.ts';

/** JSON of a row of `statuses`, aliased as `s`, in the format of the API contract. */
export const statusJson: RawBuilder<Status> = sql<Status>`json_build_object(
  'id', s.id, 'name', s.name, 'category', s.category, 'color', s.color, 'position', s.position)`;

/** Returns up to `limit` + 1 rows, in board order. The extra row indicates a next page. */
export async function listStatuses(
  tx: TeamTx,
  page: { after: { position: string; id: string } | null; limit: number },
): Promise<Status[]> {
  const { after } = page;
  const { rows } = await sql<{ status: Status }>`
    select ${statusJson} as status from statuses s
    where s.team_id = ${tx.teamId}
      and ${after === null ? sql`true` : sql`(s.position, s.id) > (${after.position}, ${after.id}::uuid)`}
    order by s.position, s.id limit ${page.limit + 1}`.execute(tx);
  return rows.map((row) => row.status);
}

/** Locks all statuses of a team, to keep checks across the statuses valid. Returns them in board order. */
export async function lockStatuses(tx: TeamTx): Promise<Status[]> {
  // Lock in the order of ids.
  await tx
    .selectFrom('statuses')
    .select('id')
    .where('team_id', '=', tx.teamId)
    .orderBy('id')
    .forUpdate()
    .execute();
  const { rows } = await sql<{ status: Status }>`
    select ${statusJson} as status from statuses s where s.team_id = ${tx.teamId} order by s.position, s.id`.execute(
    tx,
  );
  return rows.map((row) => row.status);
}

export async function insertStatuses(tx: TeamTx, statuses: readonly Status[]): Promise<void> {
  await tx
    .insertInto('statuses')
    .values(statuses.map((status) => ({ team_id: tx.teamId, ...status })))
    .execute();
}

export async function updateStatus(tx: TeamTx, { id, ...fields }: Status): Promise<void> {
  await tx
    .updateTable('statuses')
    .set(fields)
    .where('team_id', '=', tx.teamId)
    .where('id', '=', id)
    .execute();
}

export async function deleteStatus(tx: TeamTx, id: string): Promise<void> {
  await tx.deleteFrom('statuses').where('team_id', '=', tx.teamId).where('id', '=', id).execute();
}

/** Whether any task has this status, including tasks in the trash. */
export async function isStatusInUse(tx: TeamTx, id: string): Promise<boolean> {
  const { rows } = await sql<{ is_used: boolean }>`
    select exists (select from tasks where team_id = ${tx.teamId} and status_id = ${id}) as is_used`.execute(
    tx,
  );
  return rows[0]?.is_used === true;
}

/** Closes or reopens the live tasks of a locked status to match its new category, and starts a new state span for each. */
export async function recategorizeTasks(command: Command, status: Status, isClosing: boolean): Promise<void> {
  const { teamId, now } = command;
  await sql`
    with moved as (
      update tasks set closed_at = ${isClosing ? now : null}::timestamptz, updated_at = ${now}
      where team_id = ${teamId} and status_id = ${status.id} and deleted_at is null returning id
    ), ${moveSpans(command, sql`select id as task_id, ${status.id}::uuid as status_id, ${status.category}::text as category from moved`)}
    select count(*) from moved`.execute(command.tx);
}

export async function isStatus(tx: TeamTx, id: string): Promise<boolean> {
  const { rows } = await sql`select from statuses where team_id = ${tx.teamId} and id = ${id}`.execute(tx);
  return rows.length > 0;
}
