import { sql, type RawBuilder } from 'kysely';
import type { ChecklistItem } from '@hearth/contracts/checklists/checklist';
import type { Label } from '@hearth/contracts/labels/labels';
import type { Milestone } from '@hearth/contracts/milestones/milestones';
import type { Relation } from '@hearth/contracts/relations/relations';
import { MAX_SUB_LEVELS } from '@hearth/contracts/model/task-values';
import type { Status, Task } from '@hearth/contracts/tasks/tasks';
import { isAmong, type VisibleProjects } from '#features/projects/index.ts';
import type { TeamTx } from '#platform/db/index.ts';
import { itemJson } from '#features/tasks/checklists/checklist.queries.ts';
import { labelJson } from '#features/tasks/labels/labels.queries.ts';
import { milestoneJson } from '#features/tasks/milestones/milestones.queries.ts';
import { relationJson } from '#features/tasks/relations/relations.queries.ts';
import { statusJson } from '#features/tasks/statuses/statuses.queries.ts';
import { taskJsonFor } from '#features/tasks/model/tasks.queries.ts';

/**
 * Lists a live task with its descendants, or the live tasks of a project, ordered by number. Excludes tasks that the caller may not see.
 * Returns up to `most` + 1 rows.
 */
export async function listSourceTasks(
  tx: TeamTx,
  of: { rootId: string } | { projectId: string },
  visible: VisibleProjects,
  most: number,
): Promise<Task[]> {
  const isVisible = sql`t.team_id = ${tx.teamId} and t.deleted_at is null and ${isAmong(visible, sql`t.project_id`)}`;
  const ids =
    'projectId' in of
      ? sql`select t.id from tasks t where ${isVisible} and t.project_id = ${of.projectId}`
      : sql`select id from tree`;
  const tree: RawBuilder<unknown> =
    'projectId' in of
      ? sql``
      : sql`with recursive tree as (
          select t.id, 0 as step from tasks t where ${isVisible} and t.id = ${of.rootId}
          union all
          select t.id, tree.step + 1 from tree join tasks t on t.parent_id = tree.id and ${isVisible}
          where tree.step < ${MAX_SUB_LEVELS}
        )`;
  const { rows } = await sql<{ task: Task }>`
    ${tree} select ${taskJsonFor(visible)} as task from tasks t
    where t.team_id = ${tx.teamId} and t.id in (${ids}) order by t.number limit ${most + 1}`.execute(tx);
  return rows.map(({ task }) => task);
}

/** Lists the checklist items of the tasks in order. Returns up to `most` + 1 rows. */
export async function listItemsOf(
  tx: TeamTx,
  taskIds: readonly string[],
  most: number,
): Promise<ChecklistItem[]> {
  const { rows } = await sql<{ item: ChecklistItem }>`
    select ${itemJson} as item from checklist_items i
    where i.team_id = ${tx.teamId} and i.task_id = any (${taskIds}::uuid[])
    order by i.task_id, i.position, i.id limit ${most + 1}`.execute(tx);
  return rows.map(({ item }) => item);
}

/** Lists the relations between the tasks. Returns up to `most` + 1 rows. */
export async function listRelationsAmong(
  tx: TeamTx,
  taskIds: readonly string[],
  most: number,
): Promise<Relation[]> {
  const { rows } = await sql<{ relation: Relation }>`
    select ${relationJson} as relation from task_relations r
    where r.team_id = ${tx.teamId} and r.from_id = any (${taskIds}::uuid[]) and r.to_id = any (${taskIds}::uuid[])
    order by r.id limit ${most + 1}`.execute(tx);
  return rows.map(({ relation }) => relation);
}

/** Lists the milestones of a project in order. Returns up to `most` + 1 rows. */
export async function listMilestonesOf(tx: TeamTx, projectId: string, most: number): Promise<Milestone[]> {
  const { rows } = await sql<{ milestone: Milestone }>`
    select ${milestoneJson} as milestone from milestones m
    where m.team_id = ${tx.teamId} and m.project_id = ${projectId} and m.deleted_at is null
    order by m.position, m.id limit ${most + 1}`.execute(tx);
  return rows.map(({ milestone }) => milestone);
}

/** Locks the private projects among `projectIds` for share and returns their ids. */
export async function listPrivateOf(tx: TeamTx, projectIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from projects where team_id = ${tx.teamId} and id = any (${projectIds}::uuid[]) and is_private
    for share`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Returns all labels of a team without pagination: their number is limited. */
export async function listAllLabels(tx: TeamTx): Promise<Label[]> {
  const { rows } = await sql<{ label: Label }>`
    select ${labelJson} as label from labels l where l.team_id = ${tx.teamId} order by l.id`.execute(tx);
  return rows.map(({ label }) => label);
}

/** Locks all statuses of a team for key share and returns them in order. */
export async function listStatusesForShare(tx: TeamTx): Promise<Status[]> {
  await sql`select id from statuses where team_id = ${tx.teamId} order by id for key share`.execute(tx);
  const { rows } = await sql<{ status: Status }>`
    select ${statusJson} as status from statuses s where s.team_id = ${tx.teamId} order by s.position, s.id`.execute(
    tx,
  );
  return rows.map(({ status }) => status);
}
