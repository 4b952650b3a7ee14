import { sql, type RawBuilder } from 'kysely';
import type { TaskType } from '@hearth/contracts/task-types/task-types';
import type { Command } from '#platform/commands/index.ts';
import type { TeamTx } from '#platform/db/index.ts';
import { lockNames } from '#features/tasks/custom-fields/unique-names.queries.ts';
import { leaveTasks, rejoinTasks } from '#features/tasks/model/task-reference.queries.ts';

/** JSON of a row of `task_types`, aliased as `y`, in the format of the API contract. */
export const taskTypeJson: RawBuilder<TaskType> = sql<TaskType>`json_build_object(
  'id', y.id, 'name', y.name, 'icon', y.icon, 'color', y.color, 'position', y.position)`;

/** Returns up to `limit` + 1 rows, ordered by position. The extra row indicates a next page. */
export async function listTaskTypes(
  tx: TeamTx,
  page: { after: { position: string; id: string } | null; limit: number },
): Promise<TaskType[]> {
  const { after } = page;
  const { rows } = await sql<{ type: TaskType }>`
    select ${taskTypeJson} as type from task_types y
    where y.team_id = ${tx.teamId} and y.deleted_at is null
      and ${after === null ? sql`true` : sql`(y.position, y.id) > (${after.position}, ${after.id}::uuid)`}
    order by y.position, y.id limit ${page.limit + 1}`.execute(tx);
  return rows.map(({ type }) => type);
}

/** Returns all types of a team without pagination: their number is limited. */
export async function listAllTaskTypes(tx: TeamTx): Promise<TaskType[]> {
  const { rows } = await sql<{ type: TaskType }>`
    select ${taskTypeJson} as type from task_types y
    where y.team_id = ${tx.teamId} and y.deleted_at is null order by y.position, y.id`.execute(tx);
  return rows.map(({ type }) => type);
}

/** Returns whether the type exists. Includes deleted types because they can be restored. */
export async function isTaskType(tx: TeamTx, id: string): Promise<boolean> {
  const { rows } = await sql`select from task_types where team_id = ${tx.teamId} and id = ${id}`.execute(tx);
  return rows.length > 0;
}

interface LockedTaskTypes {
  /** Live types, ordered by position. */
  living: TaskType[];
  deleted: TaskType[];
}

/** Locks all types of a team, to keep checks of names and of the type limit valid. */
export async function lockTaskTypes(tx: TeamTx): Promise<LockedTaskTypes> {
  await lockNames(tx, 'task types');
  // Lock in the order of ids.
  await sql`select id from task_types where team_id = ${tx.teamId} order by id for update`.execute(tx);
  const { rows } = await sql<{ type: TaskType; is_deleted: boolean }>`
    select ${taskTypeJson} as type, y.deleted_at is not null as is_deleted from task_types y
    where y.team_id = ${tx.teamId} order by y.position, y.id`.execute(tx);
  const split = (isDeleted: boolean) =>
    rows.filter((row) => row.is_deleted === isDeleted).map(({ type }) => type);
  return { living: split(false), deleted: split(true) };
}

/** Locks the live types among `ids`, so that none is deleted while it is being set on a task. Returns their ids. */
export async function lockTaskTypesById(tx: TeamTx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`
    select id from task_types where team_id = ${tx.teamId} and id = any (${ids}::uuid[]) and deleted_at is null
    order by id for key share`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

export async function insertTaskTypes(tx: TeamTx, types: readonly TaskType[]): Promise<void> {
  await tx
    .insertInto('task_types')
    .values(types.map((type) => ({ team_id: tx.teamId, ...type })))
    .execute();
}

export async function updateTaskType(tx: TeamTx, { id, ...fields }: TaskType): Promise<void> {
  await tx
    .updateTable('task_types')
    .set(fields)
    .where('team_id', '=', tx.teamId)
    .where('id', '=', id)
    .execute();
}

const IN_TASKS = { table: 'task_types', column: 'type_id', field: 'typeId' } as const;

export async function deleteLockedTaskType(command: Command, typeId: string): Promise<void> {
  await leaveTasks(command, IN_TASKS, typeId);
}

export async function rejoinTaskType(command: Command, typeId: string): Promise<void> {
  await rejoinTasks(command, IN_TASKS, typeId, sql`true`);
}
