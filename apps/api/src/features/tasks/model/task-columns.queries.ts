import { sql, type RawBuilder } from 'kysely';
import { mapScalars, type ScalarField } from '@hearth/contracts/model/scalar-field-values';
import type { Task } from '@hearth/contracts/tasks/tasks';
import { TASK_COLUMN_TYPES, type TaskColumn } from '#platform/db/tables/task-columns.ts';
import { splitWhen } from '#platform/sql-json.ts';

/** Fields that are not written together with the task's columns: they are stored elsewhere or have their own statement. */
type KeptApart =
  | 'id'
  | 'number'
  | 'key'
  | 'assigneeIds'
  | 'watcherIds'
  | 'labelIds'
  | 'trackedSeconds'
  | 'parentId'
  | 'siblingPosition'
  | 'coverId'
  | 'createdBy'
  | 'createdAt'
  | 'updatedAt';
type ColumnField = Exclude<keyof Task, KeptApart>;
type WithColumns = Pick<Task, ColumnField>;

/** Fields whose value is stored in a single column without conversion. */
export const PLAIN_FIELDS = {
  title: 'title',
  description: 'description',
  descriptionDoc: 'description_doc',
  descriptionVersion: 'description_version',
  projectId: 'project_id',
  statusId: 'status_id',
  ...mapScalars<{ [F in ScalarField]: F }>((field) => field),
  repeat: 'repeat',
  position: 'position',
  reporterId: 'reporter_id',
  typeId: 'type_id',
  milestoneId: 'milestone_id',
  cycleId: 'cycle_id',
  triage: 'triage',
} as const satisfies Partial<Record<ColumnField, TaskColumn>>;

type ReadColumn = (task: WithColumns) => string | number | object | null;
type Columns = Partial<Record<TaskColumn, ReadColumn>>;

/** The columns of all remaining fields. A new task field must be added here, to `PLAIN_FIELDS` or to `KeptApart`. */
const OTHER_FIELDS: Record<Exclude<ColumnField, keyof typeof PLAIN_FIELDS>, Columns> = {
  startDate: {
    start_date: (task) => splitWhen(task.startDate).day,
    start_at: (task) => splitWhen(task.startDate).moment,
  },
  dueDate: {
    due_date: (task) => splitWhen(task.dueDate).day,
    due_at: (task) => splitWhen(task.dueDate).moment,
  },
  series: {
    series_id: (task) => task.series?.id ?? null,
    series_run: (task) => task.series?.run ?? null,
    series_state: (task) => task.series?.state ?? null,
    series_planned: (task) => task.series?.planned ?? null,
  },
  custom: { custom: (task) => task.custom },
  closedAt: { closed_at: (task) => task.closedAt },
};

type Column = readonly [name: TaskColumn, type: string, read: ReadColumn];

const ALL: readonly Column[] = [
  ...Object.entries(PLAIN_FIELDS).map(([field, name]): Column => {
    const plain = field as keyof typeof PLAIN_FIELDS;
    return [name, TASK_COLUMN_TYPES[name], (task) => task[plain]];
  }),
  ...Object.values(OTHER_FIELDS).flatMap((columns) =>
    Object.entries(columns).map(([name, read]): Column => {
      const column = name as TaskColumn;
      return [column, TASK_COLUMN_TYPES[column], read];
    }),
  ),
];
/** The long columns, which bulk updates never change. */
const TEXT_NAMES: ReadonlySet<string> = new Set([
  'title',
  'description',
  'description_doc',
  'description_version',
]);
const TEXTS = ALL.filter(([name]) => TEXT_NAMES.has(name));
const WITHOUT_TEXTS = ALL.filter(([name]) => !TEXT_NAMES.has(name));

function listNames(columns: readonly Column[], write: (name: string, type: string) => string) {
  return sql.raw(columns.map(([name, type]) => write(name, type)).join(', '));
}

/**
 * Builds a template with a placeholder for each value. The template is built once because compiling a fragment per value takes ten times as
 * long.
 */
function makeText(columns: readonly Column[], before: (name: string) => string): TemplateStringsArray {
  const ends = columns.map(([, type]) => `::${type}`);
  const starts = columns.map(([name], at) => `${at === 0 ? '' : `${ends[at - 1]}, `}${before(name)}`);
  const texts = [...starts, ends.at(-1) ?? ''];
  return Object.assign(texts, { raw: texts });
}

function listValues(columns: readonly Column[], task: WithColumns): (string | number | object | null)[] {
  return columns.map(([, type, read]) => {
    const value = read(task);
    return type === 'jsonb' && value !== null ? JSON.stringify(value) : value;
  });
}

/** For inserts: the column names and their values. */
export const TASK_COLUMNS = listNames(ALL, (name) => name);
const VALUES = makeText(ALL, () => '');
export function valuesOf(task: WithColumns): RawBuilder<unknown> {
  return sql(VALUES, ...listValues(ALL, task));
}

const ASSIGNMENTS = makeText(ALL, (name) => `${name} = `);
const ASSIGNMENTS_WITHOUT_TEXTS = makeText(WITHOUT_TEXTS, (name) => `${name} = `);

/** For updates of a single task: `title = …, priority = …`. Unchanged texts are omitted: writing a long description again is expensive. */
export function assignmentsOf(task: WithColumns, before: WithColumns): RawBuilder<unknown> {
  const hasNewText = TEXTS.some(([, , read]) => read(task) !== read(before));
  if (hasNewText) return sql(ASSIGNMENTS, ...listValues(ALL, task));
  return sql(ASSIGNMENTS_WITHOUT_TEXTS, ...listValues(WITHOUT_TEXTS, task));
}

/** For bulk updates without title and description: a record set row, its columns, and the assignments from `one`. */
export function toRow(task: WithColumns): Record<string, unknown> {
  return Object.fromEntries(WITHOUT_TEXTS.map(([name, , read]) => [name, read(task)]));
}
export const ROW_COLUMNS = listNames(WITHOUT_TEXTS, (name, type) => `${name} ${type}`);
export const ASSIGNMENTS_FROM_ROW = listNames(WITHOUT_TEXTS, (name) => `${name} = one.${name}`);
