import { CLOSED_RETENTION_DAYS, HIDDEN_TASK, MAX_SUB_LEVELS } from '@hearth/contracts/model/task-values';
import { sql, type RawBuilder } from 'kysely';
import { isAmong, visibleTo } from '#features/projects/index.ts';
import { instantJson } from '#platform/sql-json.ts';
import {
  asItWas,
  COMPUTED_ONCE,
  isAfterId,
  isBefore,
  selectWithPurged,
  type OnlyWork,
  type HistoricalSnapshotRequest,
  type SnapshotRequest,
  type SnapshotSource,
} from '#platform/sync/index.ts';
import { fieldJson } from '#features/tasks/custom-fields/fields.queries.ts';
import { taskTypeJson } from '#features/tasks/task-types/task-types.queries.ts';
import { labelJson } from '#features/tasks/labels/labels.queries.ts';
import { attachmentJson } from '#features/attachments/index.ts';
import { TASK_FILES } from '#features/tasks/attachments/task-attachments.queries.ts';
import { itemJson } from '#features/tasks/checklists/checklist.queries.ts';
import { personalTaskJson } from './reminders/personal-tasks.queries.ts';
import { cycleJson } from '#features/tasks/cycles/cycles.queries.ts';
import { milestoneJson } from '#features/tasks/milestones/milestones.queries.ts';
import { relationJson, selectVisible } from '#features/tasks/relations/relations.queries.ts';
import { statusJson } from '#features/tasks/statuses/statuses.queries.ts';
import { timeJson } from '#features/tasks/time-tracking/time.queries.ts';
import { TASK_FIELDS, taskColumnsFor, taskJson, taskJsonFor } from '#features/tasks/model/tasks.queries.ts';
import { selectTemplates } from '#features/tasks/templates/templates.queries.ts';

const CLOSED_KEPT_MS = CLOSED_RETENTION_DAYS * 24 * 3_600_000;

function selectStatuses({ teamId, after, limit }: SnapshotRequest): RawBuilder<unknown> {
  return sql`
    select s.id, s.id::text as key, ${statusJson} as data from statuses s
    where s.team_id = ${teamId} and ${isAfterId('s.id', after)} order by s.id limit ${limit}`;
}

const selectPastStatuses = (request: HistoricalSnapshotRequest): RawBuilder<unknown> =>
  selectWithPurged(
    'status',
    request,
    sql`select s.id, ${statusJson}::jsonb from statuses s where s.team_id = ${request.teamId}`,
  );

const selectPastLabels = (request: HistoricalSnapshotRequest): RawBuilder<unknown> =>
  selectWithPurged(
    'label',
    request,
    sql`select l.id, ${labelJson}::jsonb from labels l where l.team_id = ${request.teamId}`,
  );

function selectLabels({ teamId, after, limit }: SnapshotRequest): RawBuilder<unknown> {
  return sql`
    select l.id, l.id::text as key, ${labelJson} as data from labels l
    where l.team_id = ${teamId} and ${isAfterId('l.id', after)} order by l.id limit ${limit}`;
}

function selectTaskTypes({ teamId, after, limit }: SnapshotRequest): RawBuilder<unknown> {
  return sql`
    select y.id, y.id::text as key, ${taskTypeJson} as data from task_types y
    where y.team_id = ${teamId} and y.deleted_at is null and ${isAfterId('y.id', after)} order by y.id limit ${limit}`;
}

function selectFields({ teamId, after, limit }: SnapshotRequest): RawBuilder<unknown> {
  return sql`
    select f.id, f.id::text as key, ${fieldJson} as data from fields f
    where f.team_id = ${teamId} and f.deleted_at is null and ${isAfterId('f.id', after)} order by f.id limit ${limit}`;
}

function areVisible({ teamId, actor, only }: SnapshotRequest): RawBuilder<boolean> {
  return sql`t.team_id = ${teamId} and t.deleted_at is null and ${isAmong(visibleTo(actor), sql`t.project_id`)} ${isSelected(only, 't.id', 't.project_id')}`;
}

/** Restricts the rows to the requested tasks or project. Adds no condition if `only` is undefined. */
function isSelected(only: OnlyWork | undefined, id: string, projectId: string): RawBuilder<unknown> {
  if (only === undefined) return sql``;
  return 'projectId' in only
    ? sql`and ${sql.ref(projectId)} = ${only.projectId}`
    : sql`and ${sql.ref(id)} = any (${only.taskIds}::uuid[])`;
}

/** Selects the task as visible to the reader, as separate columns if the rows are packed. */
function dataFor({ actor, isPacked }: SnapshotRequest): RawBuilder<unknown> {
  const visible = visibleTo(actor);
  return isPacked === true ? taskColumnsFor(visible) : sql`t.id, ${taskJsonFor(visible)} as data`;
}

function selectOpenTasks(request: SnapshotRequest): RawBuilder<unknown> {
  return sql`
    select t.id::text as key, ${dataFor(request)} from tasks t
    where ${areVisible(request)} and t.closed_at is null and ${isAfterId('t.id', request.after)}
    order by t.id limit ${request.limit}`;
}

function selectClosedTasks(request: SnapshotRequest): RawBuilder<unknown> {
  return sql`
    select ${instantJson(sql`t.closed_at`)} || ' ' || t.id as key, ${dataFor(request)} from tasks t
    where ${areVisible(request)} and t.closed_at >= ${new Date(request.now.getTime() - CLOSED_KEPT_MS)}
      and ${isBefore('t.closed_at', 't.id', request.after)}
    order by t.closed_at desc, t.id desc limit ${request.limit}`;
}

/**
 * Selects the tasks as they were at that time, including tasks trashed since but not yet purged. Excludes tasks that are, or were at that
 * time, in a project hidden from the reader, and marks invisible parents as hidden.
 */
function selectPastTasks({
  teamId,
  actor,
  at,
  after,
  limit,
}: HistoricalSnapshotRequest): RawBuilder<unknown> {
  const visible = visibleTo(actor);
  const data = asItWas({ entity: 'task', teamId, id: sql`o.id`, json: sql`o.json`, byKey: 'custom' }, at);
  const closedAt = sql`(
    select case when s.category in ('completed', 'cancelled') then ${instantJson(sql`s.entered_at`)} end
    from task_state_spans s
    where s.team_id = ${teamId} and s.task_id = w.id and s.entered_at <= ${at}
    order by s.ordinal desc limit 1)`;
  const changedAt = sql`(
    select ${instantJson(sql`max(x.at)`)} from history x
    where x.team_id = ${teamId} and x.entity = 'task' and x.entity_id = w.id and x.at <= ${at})`;
  const tracked = sql`(
    select coalesce(sum(round(extract(epoch from e.ended_at - e.started_at))), 0)::int from time_entries e
    where e.team_id = ${teamId} and e.task_id = w.id and e.ended_at <= ${at} and e.created_at <= ${at}
      and (e.deleted_at is null or e.deleted_at > ${at}))`;
  const parentId = sql`(
    select case when u.deleted_at <= ${at} then null when ${isAmong(visible, sql`u.project_id`)} then u.id::text else ${HIDDEN_TASK} end
    from tasks u where u.team_id = ${teamId} and u.id = w.parent_id)`;
  // Include links to tasks that are now in the trash because they may have been live at that time.
  const linkedThen = sql`case when t.has_links then t.custom || coalesce((
    select jsonb_object_agg(x.field_id, x.ids) from (
      select k.field_id, jsonb_agg(k.other_id order by k.other_id) as ids from task_links k
      where k.team_id = t.team_id and k.task_id = t.id group by k.field_id) x), '{}') else t.custom end`;
  const custom = sql`((w.data -> 'custom') || coalesce((
    select jsonb_object_agg(f.id, coalesce((
      select jsonb_agg(n.one order by n.one) from (
        select one, (one #>> '{}')::uuid as id from jsonb_array_elements(w.data -> 'custom' -> f.id::text) as one ${COMPUTED_ONCE}) n
      join tasks v on v.team_id = f.team_id and v.id = n.id and ${isAmong(visible, sql`v.project_id`)}
        and (v.deleted_at is null or v.deleted_at > ${at})), 'null'))
    from fields f where f.team_id = ${teamId} and f.type = 'relation' and jsonb_typeof(w.data -> 'custom' -> f.id::text) = 'array'), '{}'))`;
  // Sort before computing fields, so that a page costs only its own rows. Convert the ids of other tasks to columns before the lookups:
  // under row-level security, PostgreSQL uses no index for values read from JSON.
  return sql`
    select w.id, w.id::text as key, w.data || jsonb_build_object(
      'closedAt', ${closedAt}, 'updatedAt', coalesce(${changedAt}, w.data ->> 'createdAt'),
      'parentId', ${parentId}, 'trackedSeconds', ${tracked}, 'custom', jsonb_strip_nulls(${custom})) as data
    from (
      select d.id, d.data, (d.data ->> 'parentId')::uuid as parent_id from (
        select o.id, ${data} as data from (
          select t.id, ${taskJson}::jsonb || jsonb_build_object('parentId', t.parent_id, 'custom', ${linkedThen}) as json from (
            select * from tasks t
            where t.team_id = ${teamId} and t.created_at <= ${at} and (t.deleted_at is null or t.deleted_at > ${at})
              and ${isAmong(visible, sql`t.project_id`)} and ${isAfterId('t.id', after)}
            order by t.id ${COMPUTED_ONCE}
          ) t order by t.id ${COMPUTED_ONCE}
        ) o order by o.id ${COMPUTED_ONCE}
      ) d order by d.id ${COMPUTED_ONCE}
    ) w where ${isAmong(visible, sql`(w.data ->> 'projectId')::uuid`)}
    order by w.id limit ${limit}`;
}

/** Selects tasks closed long ago that count towards the progress of an open ancestor. */
function selectOldParts(request: SnapshotRequest): RawBuilder<unknown> {
  return sql`
    select ${instantJson(sql`t.closed_at`)} || ' ' || t.id as key, ${dataFor(request)} from tasks t
    where ${areVisible(request)} and t.parent_id is not null
      and t.closed_at < ${new Date(request.now.getTime() - CLOSED_KEPT_MS)} and ${isBefore('t.closed_at', 't.id', request.after)}
      and exists (
        with recursive up as (
          select u.parent_id, u.closed_at, 1 as step from tasks u
          where u.team_id = t.team_id and u.id = t.parent_id and u.deleted_at is null
          union all
          select u.parent_id, u.closed_at, up.step + 1 from up
          join tasks u on u.team_id = t.team_id and u.id = up.parent_id and u.deleted_at is null
          where up.step < ${MAX_SUB_LEVELS}
        )
        select from up where closed_at is null)
    order by t.closed_at desc, t.id desc limit ${request.limit}`;
}

/** Selects the checklist items of tasks in the working set. The items of other tasks are fetched on demand. */
function selectItems(request: SnapshotRequest): RawBuilder<unknown> {
  return sql`
    select i.id, i.id::text as key, ${itemJson} as data from checklist_items i
    join tasks t on t.team_id = i.team_id and t.id = i.task_id
    where i.team_id = ${request.teamId} and ${areVisible(request)}
      and (t.closed_at is null or t.closed_at >= ${new Date(request.now.getTime() - CLOSED_KEPT_MS)})
      and ${isAfterId('i.id', request.after)} order by i.id limit ${request.limit}`;
}

/** Selects the attachments of tasks in the working set. The attachments of other tasks are fetched on demand. */
function selectAttachments(request: SnapshotRequest): RawBuilder<unknown> {
  return sql`
    select f.id, f.id::text as key, ${attachmentJson(TASK_FILES)} as data from attachments f
    join tasks t on t.team_id = f.team_id and t.id = f.task_id
    where f.team_id = ${request.teamId} and f.deleted_at is null and ${areVisible(request)}
      and (t.closed_at is null or t.closed_at >= ${new Date(request.now.getTime() - CLOSED_KEPT_MS)})
      and ${isAfterId('f.id', request.after)} order by f.id limit ${request.limit}`;
}

/** Selects running timers. Ended timers are fetched on demand. */
function selectRunningTime(request: SnapshotRequest): RawBuilder<unknown> {
  return sql`
    select e.id, e.id::text as key, ${timeJson} as data from time_entries e
    join tasks t on t.team_id = e.team_id and t.id = e.task_id
    where e.team_id = ${request.teamId} and e.ended_at is null and e.deleted_at is null and ${areVisible(request)}
      and ${isAfterId('e.id', request.after)} order by e.id limit ${request.limit}`;
}

/** Selects the reader's own data of tasks in the working set. */
function selectPersonalTasks(request: SnapshotRequest): RawBuilder<unknown> {
  return sql`
    select o.task_id as id, o.task_id::text as key, ${personalTaskJson} as data from own_tasks o
    join tasks t on t.team_id = o.team_id and t.id = o.task_id
    where o.team_id = ${request.teamId} and o.user_id = ${request.actor.userId} and ${areVisible(request)}
      and (t.closed_at is null or t.closed_at >= ${new Date(request.now.getTime() - CLOSED_KEPT_MS)})
      and ${isAfterId('o.task_id', request.after)} order by o.task_id limit ${request.limit}`;
}

function selectRelations({ teamId, actor, after, limit, only }: SnapshotRequest): RawBuilder<unknown> {
  const columns = sql`r.id, r.id::text as key, ${relationJson} as data`;
  const areSelected = sql`${isSelected(only, 'r.from_id', 'a.project_id')} ${isSelected(only, 'r.to_id', 'b.project_id')}`;
  return sql`
    ${selectVisible(teamId, visibleTo(actor), columns)} ${areSelected} and ${isAfterId('r.id', after)} order by r.id limit ${limit}`;
}

function selectMilestones({ teamId, actor, after, limit }: SnapshotRequest): RawBuilder<unknown> {
  return sql`
    select m.id, m.id::text as key, ${milestoneJson} as data from milestones m
    join projects p on p.team_id = m.team_id and p.id = m.project_id and p.deleted_at is null
    where m.team_id = ${teamId} and m.deleted_at is null and ${isAmong(visibleTo(actor), sql`m.project_id`)}
      and ${isAfterId('m.id', after)} order by m.id limit ${limit}`;
}

function selectPastTaskTypes({ teamId, at, after, limit }: HistoricalSnapshotRequest): RawBuilder<unknown> {
  const data = asItWas({ entity: 'taskType', teamId, id: sql`o.id`, json: sql`o.json` }, at);
  return sql`
    select o.id, o.id::text as key, ${data} as data from (
      select y.id, ${taskTypeJson}::jsonb as json from task_types y
      where y.team_id = ${teamId} and (y.deleted_at is null or y.deleted_at > ${at})
        and ${isAfterId('y.id', after)} ${COMPUTED_ONCE}
    ) o order by o.id limit ${limit}`;
}

function selectPastFields({ teamId, at, after, limit }: HistoricalSnapshotRequest): RawBuilder<unknown> {
  const data = asItWas({ entity: 'field', teamId, id: sql`o.id`, json: sql`o.json` }, at);
  return sql`
    select o.id, o.id::text as key, ${data} as data from (
      select f.id, ${fieldJson}::jsonb as json from fields f
      where f.team_id = ${teamId} and (f.deleted_at is null or f.deleted_at > ${at})
        and ${isAfterId('f.id', after)} ${COMPUTED_ONCE}
    ) o order by o.id limit ${limit}`;
}

function selectPastCycles({
  teamId,
  actor,
  at,
  after,
  limit,
}: HistoricalSnapshotRequest): RawBuilder<unknown> {
  const data = asItWas({ entity: 'cycle', teamId, id: sql`o.id`, json: sql`o.json` }, at);
  return sql`
    select o.id, o.id::text as key, ${data} as data from (
      select c.id, ${cycleJson}::jsonb
        || case when c.closed_at > ${at} then '{"closedAt": null, "figures": null}'::jsonb else '{}'::jsonb end
        || case when c.started_at > ${at} then '{"startedAt": null, "scope": null}'::jsonb else '{}'::jsonb end as json
      from cycles c
      join projects p on p.team_id = c.team_id and p.id = c.project_id and (p.deleted_at is null or p.deleted_at > ${at})
      where c.team_id = ${teamId} and c.created_at <= ${at}
        and ${isAmong(visibleTo(actor), sql`c.project_id`)} and ${isAfterId('c.id', after)} ${COMPUTED_ONCE}
    ) o order by o.id limit ${limit}`;
}

function selectPastMilestones({
  teamId,
  actor,
  at,
  after,
  limit,
}: HistoricalSnapshotRequest): RawBuilder<unknown> {
  const data = asItWas({ entity: 'milestone', teamId, id: sql`o.id`, json: sql`o.json` }, at);
  return sql`
    select o.id, o.id::text as key, ${data} as data from (
      select m.id, ${milestoneJson}::jsonb as json from milestones m
      join projects p on p.team_id = m.team_id and p.id = m.project_id and (p.deleted_at is null or p.deleted_at > ${at})
      where m.team_id = ${teamId} and m.created_at <= ${at} and (m.deleted_at is null or m.deleted_at > ${at})
        and ${isAmong(visibleTo(actor), sql`m.project_id`)} and ${isAfterId('m.id', after)} ${COMPUTED_ONCE}
    ) o order by o.id limit ${limit}`;
}

/** Selects tasks closed long ago that count towards the progress of a milestone with open tasks. */
function selectOldOfMilestones(request: SnapshotRequest): RawBuilder<unknown> {
  return sql`
    select ${instantJson(sql`t.closed_at`)} || ' ' || t.id as key, ${dataFor(request)} from tasks t
    where ${areVisible(request)} and t.milestone_id is not null
      and t.closed_at < ${new Date(request.now.getTime() - CLOSED_KEPT_MS)} and ${isBefore('t.closed_at', 't.id', request.after)}
      and exists (select from tasks o where o.team_id = t.team_id and o.milestone_id = t.milestone_id
        and o.closed_at is null and o.deleted_at is null)
    order by t.closed_at desc, t.id desc limit ${request.limit}`;
}

/**
 * Selects tasks closed long ago that open tasks link to. Reads the links once as an array because, with a join and no statistics, the
 * planner scans all open tasks for each closed task.
 */
function selectOldLinked(request: SnapshotRequest): RawBuilder<unknown> {
  return sql`
    select ${instantJson(sql`t.closed_at`)} || ' ' || t.id as key, ${dataFor(request)} from tasks t
    where ${areVisible(request)} and t.closed_at < ${new Date(request.now.getTime() - CLOSED_KEPT_MS)}
      and ${isBefore('t.closed_at', 't.id', request.after)} and t.id = any (array(
        select k.other_id from task_links k join tasks o on o.team_id = k.team_id and o.id = k.task_id
        where k.team_id = ${request.teamId} and o.closed_at is null and o.deleted_at is null
          and ${isAmong(visibleTo(request.actor), sql`o.project_id`)}))
    order by t.closed_at desc, t.id desc limit ${request.limit}`;
}

function selectCycles({ teamId, actor, after, limit }: SnapshotRequest): RawBuilder<unknown> {
  return sql`
    select c.id, c.id::text as key, ${cycleJson} as data from cycles c
    join projects p on p.team_id = c.team_id and p.id = c.project_id and p.deleted_at is null
    where c.team_id = ${teamId} and ${isAmong(visibleTo(actor), sql`c.project_id`)}
      and ${isAfterId('c.id', after)} order by c.id limit ${limit}`;
}

export const taskSnapshot: SnapshotSource[] = [
  { entity: 'status', order: 'id', select: selectStatuses, selectPast: selectPastStatuses },
  { entity: 'label', order: 'id', select: selectLabels, selectPast: selectPastLabels },
  { entity: 'taskType', order: 'id', select: selectTaskTypes, selectPast: selectPastTaskTypes },
  { entity: 'field', order: 'id', select: selectFields, selectPast: selectPastFields },
  { entity: 'task', columns: TASK_FIELDS, order: 'id', select: selectOpenTasks, selectPast: selectPastTasks },
  { entity: 'task', columns: TASK_FIELDS, order: 'time', select: selectClosedTasks },
  { entity: 'task', columns: TASK_FIELDS, order: 'time', select: selectOldParts },
  { entity: 'task', columns: TASK_FIELDS, order: 'time', select: selectOldOfMilestones },
  { entity: 'task', columns: TASK_FIELDS, order: 'time', select: selectOldLinked },
  { entity: 'cycle', order: 'id', select: selectCycles, selectPast: selectPastCycles },
  { entity: 'milestone', order: 'id', select: selectMilestones, selectPast: selectPastMilestones },
  { entity: 'relation', order: 'id', select: selectRelations },
  { entity: 'checklistItem', order: 'id', select: selectItems },
  { entity: 'attachment', order: 'id', select: selectAttachments },
  { entity: 'timeEntry', order: 'id', select: selectRunningTime },
  { entity: 'ownTask', order: 'id', select: selectPersonalTasks },
  { entity: 'template', order: 'id', select: selectTemplates },
];
