import { sql, type RawBuilder } from 'kysely';
import {
  idOfCustomField,
  isCustomFieldName,
  parseCustomFieldCondition,
  type CustomFieldName,
} from '@hearth/contracts/custom-fields/custom-field-query-values';
import {
  isReferenceField,
  REFERENCE_FIELDS,
  type ReferenceField,
} from '@hearth/contracts/model/reference-field-values';
import { isScalarField, SCALAR_FIELDS, type ScalarField } from '@hearth/contracts/model/scalar-field-values';
import { readInstants, readSpan, type FilterContext } from '@hearth/contracts/views/view-filter-values';
import {
  isGroup,
  type Condition,
  type FilterField,
  type FilterItem,
  type FixedSortField,
  type SortField,
  type SortKey,
} from '@hearth/contracts/views/view-values';
import { isAmong, type VisibleProjects } from '#features/projects/index.ts';
import type { FormulaSql } from '#features/tasks/custom-fields/formula-sql.ts';
import { PLAIN_FIELDS } from './task-columns.queries.ts';
import { linksIn } from '#features/tasks/custom-fields/task-links.queries.ts';

type Sql = RawBuilder<unknown>;
/** The values of relative filter conditions (me, today) for the caller. */
export type RequestContext = Pick<FilterContext, 'me' | 'today' | 'now' | 'startOf'> & {
  /** The caller's time zone, as a name that PostgreSQL supports. */
  timeZone: string;
};
/** Extends the context with the caller's access, which restricts the parents, blockers and linked tasks that a condition can match. */
type Context = RequestContext & QueryContext;

/** The context required for custom field values and sort keys. */
export interface QueryContext {
  visible: VisibleProjects;
  formulas: FormulaSql;
  timeZone: string;
}

/**
 * Translates a filter to a condition on `tasks t` that matches the same tasks as `compileFilter` of the contracts. A condition may evaluate
 * to null instead of false. This is safe because no enclosing condition negates it.
 */
export function passesFilter(item: FilterItem, context: Context): Sql {
  if (!isGroup(item)) return passesCondition(item, context);
  if (item.items.length === 0) return sql`true`;
  const parts = item.items.map((one) => passesFilter(one, context));
  return sql`(${sql.join(parts, item.match === 'all' ? sql` and ` : sql` or `)})`;
}

function passesCondition({ field, op, values }: Condition, context: Context): Sql {
  const parts = values.map((value) => passesValue(field, value, context));
  const isAny = sql`(${sql.join(parts, op === 'all' ? sql` and ` : sql` or `)})`;
  return op === 'not' ? sql`${isAny} is not true` : isAny;
}

function passesValue(field: FilterField, value: string, context: Context): Sql {
  const isNone = value === 'none';
  if (isCustomFieldName(field)) return passesCustomFieldValue(field, value, context);
  if (isScalarField(field)) return passesScalar(field, value);
  if (isReferenceField(field)) return passesReference(field, value, context);
  switch (field) {
    case 'category':
      // Keep the subquery uncorrelated: with `t.team_id` it would run once per task.
      return sql`t.status_id in (select s.id from statuses s where s.team_id = (select app_team()) and s.category = ${value})`;
    case 'title':
      return titleContains(value);
    case 'repeat':
      return value === 'yes' ? sql`t.repeat is not null` : sql`t.repeat is null`;
    case 'parent':
      return isNone
        ? sql`not ${hasParent(sql`true`)}`
        : hasParent(sql`u.id = ${value} and ${isAmong(context.visible, sql`u.project_id`)}`);
    case 'blocked':
      return value === 'yes' ? isBlocked(context) : sql`not ${isBlocked(context)}`;
    case 'start':
      return isNone
        ? sql`coalesce(t.start_date, t.start_at) is null`
        : isOnDays(sql`t.start_date`, sql`t.start_at`, value, context);
    case 'due': {
      if (isNone) return sql`coalesce(t.due_date, t.due_at) is null`;
      const isDue = isOnDays(sql`t.due_date`, sql`t.due_at`, value, context);
      return value === 'overdue' ? sql`(t.closed_at is null and ${isDue})` : isDue;
    }
    case 'created':
      return isBetween(sql`t.created_at`, readInstants(value, context));
    case 'updated':
      return isBetween(sql`t.updated_at`, readInstants(value, context));
    case 'closed':
      return isNone ? sql`t.closed_at is null` : isBetween(sql`t.closed_at`, readInstants(value, context));
  }
}

/** The tables of the fields with several values. */
const SET_ROWS = {
  assigneeIds: { rows: sql`task_assignees x`, id: sql`x.user_id`, isCurrent: sql`true` },
  labelIds: { rows: sql`task_labels x`, id: sql`x.label_id`, isCurrent: sql`true` },
  watcherIds: { rows: sql`task_watchers x`, id: sql`x.user_id`, isCurrent: sql`x.stopped_at is null` },
};

function passesReference(field: ReferenceField, value: string, { me }: Context): Sql {
  const isNone = value === 'none';
  const id = value === 'me' ? me : value;
  const { key, kind } = REFERENCE_FIELDS[field];
  if (kind === 'list') {
    const { rows, id: column, isCurrent } = SET_ROWS[key];
    const ofTask = sql`select from ${rows} where x.team_id = t.team_id and x.task_id = t.id and ${isCurrent}`;
    return isNone ? sql`not exists (${ofTask})` : sql`exists (${ofTask} and ${column} = ${id})`;
  }
  const column = sql`t.${sql.ref(key === 'createdBy' ? 'created_by' : PLAIN_FIELDS[key])}`;
  if (isNone) return sql`${column} is null`;
  return field === 'cycle' ? sql`${column} ${findCycles(value)}` : sql`${column} = ${id}`;
}

function passesScalar(field: ScalarField, value: string): Sql {
  const column = sql`t.${sql.ref(field)}`;
  if (SCALAR_FIELDS[field].kind === 'choice') return sql`${column} = ${value}`;
  return value === 'none' ? sql`${column} is null` : isWithin(column, readSpan(value, ''), sql`float8`);
}

/**
 * Whether the title contains the text, ignoring case, with both normalized to NFC. Normalizing a title costs four times as much as
 * comparing it, so ASCII text is first compared with the raw title.
 */
function titleContains(text: string): Sql {
  const isIn = sql`strpos(lower(normalize(t.title)), lower(normalize(${text}::text))) > 0`;
  return /^[ -~]*$/.test(text) ? sql`(strpos(lower(t.title), lower(${text}::text)) > 0 and ${isIn})` : isIn;
}

/** Whether the task has a live parent, aliased as `u`, that matches the condition. */
function hasParent(matches: Sql): Sql {
  return sql`exists (select from tasks u
    where u.team_id = t.team_id and u.id = t.parent_id and u.deleted_at is null and ${matches})`;
}

/** Whether the task is blocked by an open task that the caller may see. */
function isBlocked({ visible }: Context): Sql {
  return sql`exists (select from task_relations r
    join tasks u on u.team_id = r.team_id and u.id = r.from_id and u.deleted_at is null and u.closed_at is null
    where r.team_id = t.team_id and r.to_id = t.id and r.kind = 'blocks' and ${isAmong(visible, sql`u.project_id`)})`;
}

function findCycles(value: string): Sql {
  if (value === 'current') {
    return sql`in (select c.id from cycles c
      where c.team_id = t.team_id and c.started_at is not null and c.closed_at is null)`;
  }
  if (value === 'next') {
    return sql`in (select distinct on (c.project_id) c.id from cycles c
      where c.team_id = t.team_id and c.started_at is null order by c.project_id, c.number)`;
  }
  return sql`= ${value}`;
}

/** Selects the custom field value of a row of `tasks`, as jsonb. Null for relation fields, whose links are stored separately. */
function heldIn(field: CustomFieldName, row: Sql, formulas: FormulaSql): Sql {
  return formulas.valueOf(idOfCustomField(field)) ?? sql`(${row}.custom -> ${idOfCustomField(field)}::text)`;
}

/** Translates a condition on a custom field, with the same results as `compileFilter` of the contracts. */
function passesCustomFieldValue(
  field: CustomFieldName,
  value: string,
  { me, today, visible, formulas }: Context,
): Sql {
  const stored = heldIn(field, sql.raw('t'), formulas);
  const linked = linksIn(sql.raw('t'), idOfCustomField(field), visible);
  const condition = parseCustomFieldCondition(value);
  switch (condition?.kind) {
    case 'none':
      return sql`(${stored} is null and ${linked} is null)`;
    case 'box':
      return condition.isTicked
        ? sql`${stored} = 'true'::jsonb`
        : sql`${stored} is distinct from 'true'::jsonb`;
    case 'me':
      return sql`${stored} @> to_jsonb(${me}::text)`;
    case 'id':
      return sql`coalesce(${stored}, ${linked}) @> to_jsonb(${condition.id}::text)`;
    case 'words':
      return sql`(jsonb_typeof(${stored}) = 'string' and strpos(lower(normalize(${stored} #>> '{}')), lower(normalize(${condition.words}::text))) > 0)`;
    case 'number': {
      const number = sql`(case when jsonb_typeof(${stored}) = 'number' then (${stored} #>> '{}')::float8 end)`;
      const [from, to] = [condition.from, condition.to].map((end) => (end === null ? null : String(end)));
      return isWithin(number, { from: from ?? null, to: to ?? null }, sql`float8`);
    }
    case 'day': {
      const day = sql`(case when ${stored} #>> '{}' ~ '^\\d{4}-\\d{2}-\\d{2}$' then (${stored} #>> '{}') collate "C" end)`;
      return isWithin(day, readSpan(condition.value, today), sql`text`);
    }
    default:
      return sql`false`;
  }
}

function isWithin(column: Sql, { from, to }: { from: string | null; to: string | null }, type: Sql): Sql {
  const parts = [
    ...(from === null ? [] : [sql`${column} >= ${from}::text::${type}`]),
    ...(to === null ? [] : [sql`${column} <= ${to}::text::${type}`]),
  ];
  return sql`(${sql.join(parts, sql` and `)})`;
}

/** Compares dates directly, and timestamps by their day in the caller's time zone. A timestamp is overdue once it has passed. */
function isOnDays(day: Sql, moment: Sql, value: string, context: RequestContext): Sql {
  const moments = value === 'overdue' ? { from: null, before: context.now } : readInstants(value, context);
  return sql`(${isWithin(day, readSpan(value, context.today), sql`date`)} or ${isBetween(moment, moments)})`;
}

function isBetween(column: Sql, { from, before }: { from: string | null; before: string | null }): Sql {
  const parts = [
    sql`${column} is not null`,
    ...(from === null ? [] : [sql`${column} >= ${from}::text::timestamptz`]),
    ...(before === null ? [] : [sql`${column} < ${before}::text::timestamptz`]),
  ];
  return sql`(${sql.join(parts, sql` and `)})`;
}

/** Returns the sort keys of `row`, in the same order as `compareTasksBy` of the contracts. The first difference decides. */
function sortKeysOf(field: SortField, row: Sql, around: QueryContext): Sql[] {
  const { timeZone } = around;
  if (isCustomFieldName(field)) return customFieldSortKeys(field, row, around);
  if (field === 'due') return [dateKey(sql`${row}.due_date`, sql`${row}.due_at`, timeZone)];
  if (field === 'start') return [dateKey(sql`${row}.start_date`, sql`${row}.start_at`, timeZone)];
  return [isScalarField(field) ? scalarSortKey(field, row) : sortKeyOf(field, row)];
}

/** Sorts timestamps by value, and a date after all timestamps of its day. */
function dateKey(day: Sql, moment: Sql, timeZone: string): Sql {
  return sql`coalesce(${moment}, (${day} + time '23:59:59.999') at time zone ${timeZone}::text)`;
}

/**
 * Returns two sort keys, of which at most one applies to a field: a number (also an option index or the number of the first linked task)
 * and a string (also a user's name).
 */
function customFieldSortKeys(field: CustomFieldName, row: Sql, around: QueryContext): Sql[] {
  const { visible, formulas } = around;
  const stored = heldIn(field, row, formulas);
  const ofField = sql`from fields f
    where f.team_id = ${row}.team_id and f.id = ${idOfCustomField(field)} and f.deleted_at is null`;
  return [
    sql`(select case when f.type = 'relation' then (
          select min(v.number) from task_links k
          join tasks v on v.team_id = k.team_id and v.id = k.other_id and v.deleted_at is null
          where ${row}.has_links and k.team_id = f.team_id and k.task_id = ${row}.id and k.field_id = f.id
            and ${isAmong(visible, sql`v.project_id`)})
        else case jsonb_typeof(${stored}) when 'number' then (${stored} #>> '{}')::float8 when 'boolean' then 1
        else (select min(o.place) from jsonb_array_elements(f.options) with ordinality as o (option, place)
          where ${stored} @> (o.option -> 'id')) end end ${ofField})`,
    sql`(select case when jsonb_typeof(${stored}) <> 'string' or f.type = 'select' then null
        when f.type = 'person' then (select lower(u.name) from memberships m join users u on u.id = m.user_id
          where m.team_id = f.team_id and m.removed_at is null and m.user_id::text = ${stored} #>> '{}')
        else lower(${stored} #>> '{}') end ${ofField}) collate "C"`,
  ];
}

/** Returns the sort key of a scalar field. Choices are sorted from strongest to weakest. */
function scalarSortKey(field: ScalarField, row: Sql): Sql {
  const definition = SCALAR_FIELDS[field];
  const column = sql`${row}.${sql.ref(field)}`;
  if (definition.kind === 'number') return column;
  return sql`array_position(array[${sql.join(definition.values.toReversed().map((value) => sql.lit(value)))}], ${column})`;
}

function sortKeyOf(field: Exclude<FixedSortField, 'due' | 'start' | ScalarField>, row: Sql): Sql {
  switch (field) {
    case 'title':
      return sql`lower(${row}.title) collate "C"`;
    case 'milestone':
      return sql`(select coalesce(to_char(m.target_date, 'YYYY-MM-DD'), '9999-12-31') || ' ' || m.position from milestones m
        where m.team_id = ${row}.team_id and m.id = ${row}.milestone_id) collate "C"`;
    case 'type':
      return sql`(select y.position || ' ' || y.id from task_types y
        where y.team_id = ${row}.team_id and y.id = ${row}.type_id) collate "C"`;
    case 'manual':
      return sql`${row}.position collate "C"`;
    case 'status':
      return sql`(select s.position || ' ' || s.id from statuses s
        where s.team_id = ${row}.team_id and s.id = ${row}.status_id) collate "C"`;
    case 'project':
      return sql`(select p.position || ' ' || p.id from projects p
        where p.team_id = ${row}.team_id and p.id = ${row}.project_id) collate "C"`;
    case 'cycle':
      return sql`(select to_char(y.starts_on, 'YYYY-MM-DD') || ' ' || y.project_id from cycles y
        where y.team_id = ${row}.team_id and y.id = ${row}.cycle_id) collate "C"`;
    case 'reporter':
      return namesOf(row, sql`m.user_id = ${row}.reporter_id`);
    case 'creator':
      return namesOf(row, sql`m.user_id = ${row}.created_by`);
    case 'assignee':
      return namesOf(
        row,
        sql`m.user_id in (select a.user_id from task_assignees a
          where a.team_id = ${row}.team_id and a.task_id = ${row}.id)`,
      );
    case 'watcher':
      return namesOf(
        row,
        sql`m.user_id in (select w.user_id from task_watchers w
          where w.team_id = ${row}.team_id and w.task_id = ${row}.id and w.stopped_at is null)`,
      );
    case 'label':
      return sql`(select ${joinNames(sql`l.name`)} from task_labels x
        join labels l on l.team_id = x.team_id and l.id = x.label_id
        where x.team_id = ${row}.team_id and x.task_id = ${row}.id) collate "C"`;
    default:
      return sql`${row}.${COLUMNS[field]}`;
  }
}

/** Joins the names of the matching team members. Null if there are none. */
function namesOf(row: Sql, matches: Sql): Sql {
  return sql`(select ${joinNames(sql`u.name`)} from memberships m join users u on u.id = m.user_id
    where m.team_id = ${row}.team_id and m.removed_at is null and ${matches}) collate "C"`;
}

function joinNames(name: Sql): Sql {
  return sql`string_agg(lower(${name}), chr(1) order by lower(${name}) collate "C")`;
}

const COLUMNS = {
  created: sql.raw('created_at'),
  updated: sql.raw('updated_at'),
  closed: sql.raw('closed_at'),
  key: sql.raw('number'),
} satisfies Partial<Record<FixedSortField, Sql>>;

/** Orders `tasks t`. Nulls sort last, and equal tasks sort newest first. */
export function orderBy(sort: readonly SortKey[], around: QueryContext): Sql {
  const keys = sort.flatMap(({ field, isDescending }) =>
    sortKeysOf(field, sql.raw('t'), around).map(
      (key) => sql`${key} ${isDescending ? sql`desc` : sql`asc`} nulls last`,
    ),
  );
  return sql.join([...keys, sql`t.number desc`]);
}

/**
 * Keyset pagination: selects the tasks `t` that come after the task with this number. Compares with that task's current sort
 * keys.
 */
export function isAfterTask(
  sort: readonly SortKey[],
  { teamId, number }: { teamId: string; number: number },
  around: QueryContext,
): Sql {
  // When sorted only by number, the condition can use the index directly.
  if (sort.length === 0) return sql`t.number < ${number}`;
  const ofLast = around.formulas.forRow('c');
  let isAlike: Sql = sql`true`;
  const pairs = sort.flatMap(({ field, isDescending }) => {
    const lasts = sortKeysOf(field, sql.raw('c'), { ...around, formulas: ofLast });
    return sortKeysOf(field, sql.raw('t'), around).map((own, at) => ({
      own,
      last: lasts[at] ?? own,
      isDescending,
    }));
  });
  const conditions = pairs.map(({ own, last, isDescending }) => {
    const isLater = isDescending ? sql`${own} < ${last}` : sql`${own} > ${last}`;
    const condition = sql`(${isAlike} and (${isLater} or (${own} is null and ${last} is not null)))`;
    isAlike = sql`${isAlike} and ${own} is not distinct from ${last}`;
    return condition;
  });
  const all = [...conditions, sql`(${isAlike} and t.number < c.number)`];
  return sql`exists (select from tasks c ${ofLast.join}
    where c.team_id = ${teamId} and c.number = ${number} and (${sql.join(all, sql` or `)}))`;
}
