import { sql, type RawBuilder } from 'kysely';
import { readInstants, readSpan, type FilterContext } from '@hearth/contracts/view-filter-values';
import {
  isGroup,
  type Condition,
  type FilterField,
  type FilterItem,
  type SortField,
  type SortKey,
} from '@hearth/contracts/view-values';

type Sql = RawBuilder<unknown>;
/** What the words of a filter mean to the caller at this moment. */
export type AskedContext = Pick<FilterContext, 'me' | 'today' | 'startOf'>;

/**
 * A filter as a condition on `tasks t`: the same tasks as `compileFilter` of the contracts lets through. A condition that
 * is not known to hold is null at most, and nothing above it turns that round.
 */
export function passesFilter(item: FilterItem, context: AskedContext): Sql {
  if (!isGroup(item)) return passesCondition(item, context);
  if (item.items.length === 0) return sql`true`;
  const parts = item.items.map((one) => passesFilter(one, context));
  return sql`(${sql.join(parts, item.match === 'all' ? sql` and ` : sql` or `)})`;
}

function passesCondition({ field, op, values }: Condition, context: AskedContext): Sql {
  const parts = values.map((value) => passesValue(field, value, context));
  const isAny = sql`(${sql.join(parts, op === 'all' ? sql` and ` : sql` or `)})`;
  return op === 'not' ? sql`${isAny} is not true` : isAny;
}

function passesValue(field: FilterField, value: string, context: AskedContext): Sql {
  const isNone = value === 'none';
  const id = value === 'me' ? context.me : value;
  switch (field) {
    case 'status':
      return sql`t.status_id = ${value}`;
    case 'category':
      return sql`t.status_id in (select s.id from statuses s where s.team_id = t.team_id and s.category = ${value})`;
    case 'priority':
      return sql`t.priority = ${value}`;
    case 'assignee':
      return isNone
        ? sql`not exists (select from task_assignees a where a.team_id = t.team_id and a.task_id = t.id)`
        : sql`exists (select from task_assignees a
            where a.team_id = t.team_id and a.task_id = t.id and a.user_id = ${id})`;
    case 'label':
      return isNone
        ? sql`not exists (select from task_labels x where x.team_id = t.team_id and x.task_id = t.id)`
        : sql`exists (select from task_labels x
            where x.team_id = t.team_id and x.task_id = t.id and x.label_id = ${value})`;
    case 'project':
      return isNone ? sql`t.project_id is null` : sql`t.project_id = ${value}`;
    case 'milestone':
      return isNone ? sql`t.milestone_id is null` : sql`t.milestone_id = ${value}`;
    case 'creator':
      return isNone ? sql`t.created_by is null` : sql`t.created_by = ${id}`;
    case 'reporter':
      return isNone ? sql`t.reporter_id is null` : sql`t.reporter_id = ${id}`;
    case 'title':
      return sql`strpos(lower(t.title), lower(${value})) > 0`;
    case 'estimate':
      return isNone ? sql`t.estimate is null` : isWithin(sql`t.estimate`, readSpan(value, ''), sql`int`);
    case 'repeat':
      return value === 'yes' ? sql`t.repeat is not null` : sql`t.repeat is null`;
    case 'start':
      return isNone
        ? sql`t.start_date is null`
        : isWithin(sql`t.start_date`, readSpan(value, context.today), sql`date`);
    case 'due': {
      if (isNone) return sql`t.due_date is null`;
      const isDue = isWithin(sql`t.due_date`, readSpan(value, context.today), sql`date`);
      return value === 'overdue' ? sql`(t.closed_at is null and ${isDue})` : isDue;
    }
    case 'created':
      return isBetween(sql`t.created_at`, readInstants(value, context));
    default:
      return isNone ? sql`t.closed_at is null` : isBetween(sql`t.closed_at`, readInstants(value, context));
  }
}

function isWithin(column: Sql, { from, to }: { from: string | null; to: string | null }, type: Sql): Sql {
  const parts = [
    ...(from === null ? [] : [sql`${column} >= ${from}::text::${type}`]),
    ...(to === null ? [] : [sql`${column} <= ${to}::text::${type}`]),
  ];
  return sql`(${sql.join(parts, sql` and `)})`;
}

function isBetween(column: Sql, { from, before }: { from: string | null; before: string | null }): Sql {
  const parts = [
    sql`${column} is not null`,
    ...(from === null ? [] : [sql`${column} >= ${from}::text::timestamptz`]),
    ...(before === null ? [] : [sql`${column} < ${before}::text::timestamptz`]),
  ];
  return sql`(${sql.join(parts, sql` and `)})`;
}

/** What `compareTasksBy` of the contracts sorts by, of the row that `row` names. */
function sortKeyOf(field: SortField, row: Sql): Sql {
  switch (field) {
    case 'priority':
      return sql`array_position(array['urgent', 'high', 'medium', 'low', 'none'], ${row}.priority)`;
    case 'title':
      return sql`lower(${row}.title) collate "C"`;
    case 'milestone':
      return sql`(select coalesce(to_char(m.target_date, 'YYYY-MM-DD'), '9999-12-31') || ' ' || m.position from milestones m
        where m.team_id = ${row}.team_id and m.id = ${row}.milestone_id) collate "C"`;
    case 'manual':
      return sql`${row}.position collate "C"`;
    default:
      return sql`${row}.${COLUMNS[field]}`;
  }
}

const COLUMNS: Record<Exclude<SortField, 'priority' | 'title' | 'manual' | 'milestone'>, Sql> = {
  due: sql.raw('due_date'),
  start: sql.raw('start_date'),
  estimate: sql.raw('estimate'),
  created: sql.raw('created_at'),
  updated: sql.raw('updated_at'),
  closed: sql.raw('closed_at'),
  key: sql.raw('number'),
};

/** The order of `tasks t`; what has none of a key comes last, and of two that are alike the newer one first. */
export function orderBy(sort: readonly SortKey[]): Sql {
  const keys = sort.map(
    ({ field, isDescending }) =>
      sql`${sortKeyOf(field, sql.raw('t'))} ${isDescending ? sql`desc` : sql`asc`} nulls last`,
  );
  return sql.join([...keys, sql`t.number desc`]);
}

/** Whether `tasks t` comes after the task of a number in that order: a page goes on where that one stands by now. */
export function comesAfter(sort: readonly SortKey[], teamId: string, number: number): Sql {
  // By number alone, which every list was once: straight from the index.
  if (sort.length === 0) return sql`t.number < ${number}`;
  let isAlike: Sql = sql`true`;
  const ways = sort.map(({ field, isDescending }) => {
    const [own, last] = [sortKeyOf(field, sql.raw('t')), sortKeyOf(field, sql.raw('c'))];
    const isLater = isDescending ? sql`${own} < ${last}` : sql`${own} > ${last}`;
    const way = sql`(${isAlike} and (${isLater} or (${own} is null and ${last} is not null)))`;
    isAlike = sql`${isAlike} and ${own} is not distinct from ${last}`;
    return way;
  });
  const all = [...ways, sql`(${isAlike} and t.number < c.number)`];
  return sql`exists (select from tasks c
    where c.team_id = ${teamId} and c.number = ${number} and (${sql.join(all, sql` or `)}))`;
}
