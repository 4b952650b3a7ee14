import { PLAIN_FIELDS } from './task-columns.queries.ts';
import { sql, type RawBuilder } from 'kysely';
import { HIDDEN_TASK } from '@hearth/contracts/model/task-values';
import type { Task } from '@hearth/contracts/tasks/tasks';
import {
  idOfCustomField,
  isCustomFieldName,
} from '@hearth/contracts/custom-fields/custom-field-query-values';
import {
  isGroup,
  listNamedProjects,
  type FilterField,
  type FilterGroup,
  type FilterItem,
  type SortField,
  type SortKey,
} from '@hearth/contracts/views/view-values';
import { isAmong, type VisibleProjects } from '#features/projects/index.ts';
import { workScopeOf } from '#platform/commands/index.ts';
import type { TeamTx } from '#platform/db/index.ts';
import type { LoadedObject } from '#platform/feature.ts';
import { instantJson, whenJson } from '#platform/sql-json.ts';
import { nameColumn } from '#platform/sync/index.ts';
import { toUuid } from '#platform/uuid.ts';
import { listAllFields } from '#features/tasks/custom-fields/fields.queries.ts';
import { translateFormulas, type FormulaSql } from '#features/tasks/custom-fields/formula-sql.ts';
import { valuesJson } from '#features/tasks/custom-fields/task-links.queries.ts';
import {
  isAfterTask,
  orderBy,
  passesFilter,
  type QueryContext,
  type RequestContext,
} from './task-filter.queries.ts';

/**
 * The key of a task, with the prefix of its project, or of the team if it has no project. Expects the table `tasks` aliased
 * as `t`.
 */
export const taskKey = sql`coalesce(
  (select p.key from projects p where p.team_id = t.team_id and p.id = t.project_id),
  (select k.key from teams k where k.id = t.team_id)) || '-' || t.number`;

/** The assignees as a sorted list: equal sets must be equal lists. Expects the table `tasks` aliased as `t`. */
const assigneesJson = sql`coalesce((
  select json_agg(a.user_id order by a.user_id) from task_assignees a
  where a.team_id = t.team_id and a.task_id = t.id), '[]'::json)`;

/** The watchers as a sorted list. Expects the table `tasks` aliased as `t`. */
const watchersJson = sql`coalesce((
  select json_agg(w.user_id order by w.user_id) from task_watchers w
  where w.team_id = t.team_id and w.task_id = t.id and w.stopped_at is null), '[]'::json)`;

/** The labels as a sorted list. Expects the table `tasks` aliased as `t`. */
const labelsJson = sql`coalesce((
  select json_agg(x.label_id order by x.label_id) from task_labels x
  where x.team_id = t.team_id and x.task_id = t.id), '[]'::json)`;

/** The cover of `tasks t`. Null if it has none, or if the file was removed from the task. */
const coverId = sql`case when t.cover_id is not null then (
  select f.id from attachments f where f.team_id = t.team_id and f.id = t.cover_id and f.task_id = t.id
    and f.width is not null and f.deleted_at is null) end`;

/** Selects a value of `tasks t` or of its parent, aliased as `u`. Null if there is no parent or it is in the trash. */
function ofParent(fact: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`case when t.parent_id is not null then (
    select ${fact} from tasks u where u.team_id = t.team_id and u.id = t.parent_id and u.deleted_at is null) end`;
}

/** A plain column of `tasks t`, or a computed expression. */
type FieldSql = string | RawBuilder<unknown>;

const plainFields = Object.fromEntries(
  Object.entries(PLAIN_FIELDS).map(([field, column]) => [field, `t.${column}`]),
) as Record<keyof typeof PLAIN_FIELDS, string>;

/**
 * Lists the fields of `tasks t` in the JSON format of the API contract. This is the only definition of that format.
 * @param parentId the id to show for the parent; refers to it as `tasks u`
 * @param values the custom field values
 */
const listTaskFields = (parentId: RawBuilder<unknown>, values: RawBuilder<unknown>) =>
  ({
    id: 't.id',
    number: 't.number',
    key: taskKey,
    ...plainFields,
    assigneeIds: assigneesJson,
    watcherIds: watchersJson,
    labelIds: labelsJson,
    startDate: whenJson(sql`t.start_date`, sql`t.start_at`),
    dueDate: whenJson(sql`t.due_date`, sql`t.due_at`),
    trackedSeconds: 't.tracked_seconds',
    series: sql`case when t.series_planned is not null then json_build_object('id', t.series_id, 'run', t.series_run,
      'state', t.series_state, 'planned', t.series_planned) when t.series_id is not null then json_build_object(
      'id', t.series_id, 'run', t.series_run, 'state', t.series_state) end`,
    parentId: ofParent(parentId),
    siblingPosition: ofParent(sql`t.sibling_position`),
    coverId,
    custom: values,
    createdBy: 't.created_by',
    createdAt: instantJson(sql`t.created_at`),
    updatedAt: instantJson(sql`t.updated_at`),
    closedAt: instantJson(sql`t.closed_at`),
  }) satisfies Record<keyof Task, FieldSql>;

/** Selects the fields. Plain columns are joined into one SQL string because each SQL fragment adds compile time to every query. */
function selectFields(
  fields: Record<string, FieldSql>,
  nameOf = (name: string) => name,
): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [];
  let text = '';
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'string') text += value;
    else {
      parts.push(sql.raw(text), value);
      text = '';
    }
    text += ` as "${nameOf(name)}", `;
  }
  return sql.join([...parts, sql.raw(text.slice(0, -2))], sql.raw(''));
}

/**
 * Builds a row instead of calling json_build_object. That function looks up the type of each argument again for each task, which takes a
 * third of the total cost.
 */
const writeTaskJson = (parentId: RawBuilder<unknown>, values: RawBuilder<unknown>) =>
  sql<Task>`(select row_to_json(shape) from (select ${selectFields(listTaskFields(parentId, values))}) as shape)`;

/** The names of the task fields, in the order of the JSON object. */
export const TASK_FIELDS: readonly string[] = Object.keys(listTaskFields(sql``, sql``));

/** Selects a column for each of `TASK_FIELDS`, as visible to the reader. */
export function taskColumnsFor(visible: VisibleProjects): RawBuilder<unknown> {
  return selectFields(listTaskFields(parentFor(visible), valuesJson(visible)), nameColumn);
}

/** The task for readers who see both the task and its parent. Contains no links. */
export const taskJson: RawBuilder<Task> = writeTaskJson(sql`u.id::text`, sql`t.custom`);

/** The task for readers who see the task but not its parent. Contains no links. */
export const taskJsonBelowHidden: RawBuilder<Task> = writeTaskJson(sql`${HIDDEN_TASK}::text`, sql`t.custom`);

/** The task with all links, regardless of visibility. Never return it to clients. */
export const wholeTaskJson: RawBuilder<Task> = writeTaskJson(sql`u.id::text`, valuesJson(null));

/** Selects the task as visible to the reader. */
export function taskJsonFor(visible: VisibleProjects): RawBuilder<Task> {
  return writeTaskJson(parentFor(visible), valuesJson(visible));
}

/** Selects the task as visible to the reader, without links. */
export function bareTaskJsonFor(visible: VisibleProjects): RawBuilder<Task> {
  return writeTaskJson(parentFor(visible), sql`t.custom`);
}

function parentFor(visible: VisibleProjects): RawBuilder<unknown> {
  return sql`case when ${isAmong(visible, sql`u.project_id`)} then u.id::text else ${HIDDEN_TASK}::text end`;
}

/** The scope that determines who may see `tasks t`. */
export const taskScope = workScopeOf('t.project_id');

const KEY = /^([A-Z][A-Z0-9]{1,5})-([1-9][0-9]{0,8})$/;

/** Matches a task by id, or by a key with a current or former prefix of the team or any project. Returns null if the name is neither. */
function isNamed(teamId: string, name: string): RawBuilder<boolean> | null {
  const id = toUuid(name);
  if (id !== null) return sql<boolean>`t.id = ${id}`;
  const [, prefix, number] = KEY.exec(name.toUpperCase()) ?? [];
  if (prefix === undefined || number === undefined) return null;
  return sql<boolean>`t.number = ${Number(number)} and exists (
    select from work_keys w where w.team_id = ${teamId} and w.key = ${prefix})`;
}

export interface TaskFilter {
  projectId?: string | undefined;
  statusId?: string | undefined;
  assigneeId?: string | undefined;
  labelId?: string | undefined;
  parentId?: string | undefined;
  key?: string | undefined;
  waits?: 'true' | undefined;
  filter?: FilterGroup | undefined;
  sort?: readonly SortKey[] | undefined;
}

/** Excludes archived tasks unless the request names their project, the task itself or its parent. */
function hasNoArchivedWork(
  { filter, ...scope }: TaskFilter,
  archived: readonly string[],
): RawBuilder<boolean> {
  const isScoped = [scope.projectId, scope.parentId, scope.key].some((name) => name !== undefined);
  const named = filter === undefined ? [] : listNamedProjects(filter);
  const hidden = isScoped ? [] : archived.filter((id) => !named.includes(id));
  if (hidden.length === 0) return sql`true`;
  return sql`(t.project_id is null or t.project_id <> all (${hidden}::uuid[]))`;
}

/** Selects either the tasks in triage or all other tasks. Tasks in triage are also included if the request names the task or its parent. */
function matchesTriage({ waits, key, parentId }: TaskFilter): RawBuilder<boolean> {
  if (waits !== undefined) return sql`t.triage is not null`;
  return key === undefined && parentId === undefined ? sql`t.triage is null` : sql`true`;
}

/** Lists the ids of custom fields that the request filters or sorts by. */
export function listRequestedCustomFields({ filter, sort = [] }: TaskFilter): string[] {
  const named = [...sort.map(({ field }) => field), ...(filter === undefined ? [] : listFields(filter))];
  return named.flatMap((field) => (isCustomFieldName(field) ? [idOfCustomField(field)] : []));
}

/** Translates the formulas among the requested fields, as `listTasks` requires. */
export async function readFormulas(tx: TeamTx, fieldIds: readonly string[]): Promise<FormulaSql> {
  return translateFormulas(await listAllFields(tx), fieldIds);
}

function listFields(item: FilterItem): (FilterField | SortField)[] {
  return isGroup(item) ? item.items.flatMap(listFields) : [item.field];
}

/** Returns the cost of a list per task: comparisons, sort keys and formula steps. */
export function estimateCost({ filter, sort = [] }: TaskFilter, { steps }: FormulaSql): number {
  return steps + sort.length + (filter === undefined ? 0 : countValues(filter));
}

function countValues(item: FilterItem): number {
  if (!isGroup(item)) return item.values.length;
  return item.items.reduce((sum, one) => sum + countValues(one), 0);
}

/** A listed task. Its JSON is returned exactly as the database wrote it. */
interface ListedTask {
  number: number;
  json: string;
}

/** A list request together with the caller's context. */
export interface Listing {
  around: Pick<QueryContext, 'visible' | 'formulas'> & { archived: readonly string[] };
  filter: TaskFilter;
  requestContext: RequestContext;
}

/** Returns the conditions on `tasks t`. The statement must include the join of the formulas. */
export function conditionsOf(tx: TeamTx, { around, filter, requestContext }: Listing): RawBuilder<unknown>[] {
  const { visible, archived, formulas } = around;
  const conditions: RawBuilder<unknown>[] = [
    sql`t.team_id = ${tx.teamId}`,
    sql`t.deleted_at is null`,
    isAmong(visible, sql`t.project_id`),
    hasNoArchivedWork(filter, archived),
    matchesTriage(filter),
  ];
  if (filter.projectId !== undefined) conditions.push(sql`t.project_id = ${filter.projectId}`);
  if (filter.statusId !== undefined) conditions.push(sql`t.status_id = ${filter.statusId}`);
  if (filter.assigneeId !== undefined) {
    conditions.push(sql`exists (select from task_assignees a
      where a.team_id = t.team_id and a.task_id = t.id and a.user_id = ${filter.assigneeId})`);
  }
  if (filter.labelId !== undefined) {
    conditions.push(sql`exists (select from task_labels x
      where x.team_id = t.team_id and x.task_id = t.id and x.label_id = ${filter.labelId})`);
  }
  if (filter.parentId !== undefined) {
    conditions.push(sql`t.parent_id = ${filter.parentId} and exists (select from tasks u
      where u.team_id = t.team_id and u.id = t.parent_id and u.deleted_at is null and ${isAmong(visible, sql`u.project_id`)})`);
  }
  if (filter.key !== undefined) conditions.push(isNamed(tx.teamId, filter.key) ?? sql`false`);
  if (filter.filter !== undefined)
    conditions.push(passesFilter(filter.filter, { ...requestContext, visible, formulas }));
  return conditions;
}

/**
 * Lists tasks with the highest number first unless a sort order is given. Returns up to `limit` + 1 rows. The extra row indicates a next
 * page.
 */
export async function listTasks(
  tx: TeamTx,
  listing: Listing,
  page: { before: number | null; limit: number },
): Promise<ListedTask[]> {
  const { around, filter, requestContext } = listing;
  const { visible, formulas } = around;
  const context = { ...requestContext, visible, formulas };
  const conditions = conditionsOf(tx, listing);
  const sort = filter.sort ?? [];
  if (page.before !== null)
    conditions.push(isAfterTask(sort, { teamId: tx.teamId, number: page.before }, context));
  // Inline the limit: as a parameter, it could not be estimated by the generic plan, and each list would be planned again.
  const { rows } = await sql<ListedTask>`
    select t.number, ${taskJsonFor(visible)}::text as json from tasks t ${formulas.join} where ${sql.join(conditions, sql` and `)}
    order by ${orderBy(sort, context)} limit ${sql.lit(page.limit + 1)}`.execute(tx);
  return rows;
}

export async function findTask(tx: TeamTx, id: string, visible: VisibleProjects): Promise<Task | null> {
  const { rows } = await sql<{ task: Task }>`
    select ${taskJsonFor(visible)} as task from tasks t
    where t.team_id = ${tx.teamId} and t.id = ${id} and t.deleted_at is null`.execute(tx);
  return rows[0]?.task ?? null;
}

/**
 * Loads a task for authorization, including a task in the trash. Returns null if it is not found.
 * @param name an id, or a key such as WEB-12
 */
export async function loadTaskObject(tx: TeamTx, name: string): Promise<LoadedObject | null> {
  const condition = isNamed(tx.teamId, name);
  if (condition === null) return null;
  const { rows } = await sql<{
    id: string;
    project_id: string | null;
    created_by: string | null;
    is_trashed: boolean;
  }>`
    select t.id, t.project_id, t.created_by, t.deleted_at is not null as is_trashed from tasks t
    where t.team_id = ${tx.teamId} and ${condition}`.execute(tx);
  const [row] = rows;
  if (row === undefined) return null;
  return { id: row.id, projectId: row.project_id, createdBy: row.created_by, isTrashed: row.is_trashed };
}
