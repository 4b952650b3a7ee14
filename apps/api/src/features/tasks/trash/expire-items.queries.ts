import { sql } from 'kysely';
import type { WorkObject } from '@hearth/contracts/permissions/permissions';
import type { TeamTx } from '#platform/db/index.ts';
import { EXPIRED } from '#platform/restorable.ts';

interface TrashedWork extends WorkObject {
  id: string;
  title: string;
  /** The item by whose cascade it was trashed. Null for items. */
  with: string | null;
}

/** Locks the projects in the trash among these ids. */
export async function lockTrashedProjects(tx: TeamTx, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from projects where team_id = ${tx.teamId} and id = any (${[...ids]}::uuid[]) and deleted_at is not null
    order by id for no key update`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Locks a page of the trashed tasks among these ids, those trashed by their cascade, and all trashed tasks of these projects, by id. */
export async function lockTrashedTasksOf(
  tx: TeamTx,
  ids: readonly string[],
  projectIds: readonly string[],
  page: { after: string | null; limit: number },
): Promise<TrashedWork[]> {
  const { after, limit } = page;
  const { rows } = await sql<TrashedWork>`
    select id, title, project_id as "projectId", created_by as "createdBy", deleted_with as "with", true as "isTrashed"
    from tasks where team_id = ${tx.teamId} and deleted_at is not null
      and (id = any (${[...ids]}::uuid[]) or deleted_with = any (${[...ids]}::uuid[]) or project_id = any (${[...projectIds]}::uuid[]))
      and ${after === null ? sql`true` : sql`id > ${after}::uuid`}
    order by id limit ${limit} for no key update`.execute(tx);
  return rows;
}

/** Turns tasks trashed by a cascade into items of their own. */
export async function detachTasks(tx: TeamTx, ids: readonly string[]): Promise<void> {
  await sql`
    update tasks set deleted_with = null where team_id = ${tx.teamId} and id = any (${[...ids]}::uuid[])`.execute(
    tx,
  );
}

export async function expireRows(
  tx: TeamTx,
  table: 'tasks' | 'projects',
  ids: readonly string[],
): Promise<void> {
  await sql`
    update ${sql.table(table)} set deleted_at = ${EXPIRED} where team_id = ${tx.teamId} and id = any (${[...ids]}::uuid[])`.execute(
    tx,
  );
}
