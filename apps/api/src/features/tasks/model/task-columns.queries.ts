import { sql, type RawBuilder } from 'kysely';
import type { Task } from '@hearth/contracts/tasks/tasks';
import type { Tables } from '#platform/db/tables/tables.ts';
import { splitWhen } from '#platform/sql-json.ts';

/** Fields that are not written with the task's columns: they are stored elsewhere, or written separately. */
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

type Column = readonly [
  name: keyof Tables['tasks'],
  type: 'date' | 'float8' | 'int' | 'jsonb' | 'text' | 'timestamptz' | 'uuid',
  read: (task: WithColumns) => string | number | object | null,
];

/** The columns of each field: a new field of a task must be added here or above. */
const COLUMNS = {
  title: [['title', 'text', (task) => task.title]],
  description: [['description', 'text', (task) => task.description]],
  descriptionDoc: [['description_doc', 'jsonb', (task) => task.descriptionDoc]],
  descriptionVersion: [['description_version', 'text', (task) => task.descriptionVersion]],
  projectId: [['project_id', 'uuid', (task) => task.projectId]],
  statusId: [['status_id', 'uuid', (task) => task.statusId]],
  priority: [['priority', 'text', (task) => task.priority]],
  startDate: [
    ['start_date', 'date', (task) => splitWhen(task.startDate).day],
    ['start_at', 'timestamptz', (task) => splitWhen(task.startDate).moment],
  ],
  dueDate: [
    ['due_date', 'date', (task) => splitWhen(task.dueDate).day],
    ['due_at', 'timestamptz', (task) => splitWhen(task.dueDate).moment],
  ],
  estimate: [['estimate', 'float8', (task) => task.estimate]],
  repeat: [['repeat', 'jsonb', (task) => task.repeat]],
  series: [
    ['series_id', 'uuid', (task) => task.series?.id ?? null],
    ['series_run', 'int', (task) => task.series?.run ?? null],
    ['series_state', 'text', (task) => task.series?.state ?? null],
    ['series_planned', 'jsonb', (task) => task.series?.planned ?? null],
  ],
  position: [['position', 'text', (task) => task.position]],
  reporterId: [['reporter_id', 'uuid', (task) => task.reporterId]],
  typeId: [['type_id', 'uuid', (task) => task.typeId]],
  milestoneId: [['milestone_id', 'uuid', (task) => task.milestoneId]],
  cycleId: [['cycle_id', 'uuid', (task) => task.cycleId]],
  triage: [['triage', 'jsonb', (task) => task.triage]],
  custom: [['custom', 'jsonb', (task) => task.custom]],
  closedAt: [['closed_at', 'timestamptz', (task) => task.closedAt]],
} satisfies Record<ColumnField, readonly Column[]>;

/** Bulk updates never change title and description. */
const {
  title: _title,
  description: _text,
  descriptionDoc: _doc,
  descriptionVersion: _version,
  ...plain
} = COLUMNS;
const ALL: readonly Column[] = Object.values(COLUMNS).flat();
const PLAIN: readonly Column[] = Object.values(plain).flat();

function listNames(columns: readonly Column[], write: (name: string, type: string) => string) {
  return sql.raw(columns.map(([name, type]) => write(name, type)).join(', '));
}

/** A template with a placeholder for each value, built once: compiling a fragment for each takes ten times as long. */
function makeText(columns: readonly Column[], before: (name: string) => string): TemplateStringsArray {
  const ends = columns.map(([, type]) => `::${type}`);
  const starts = columns.map(([name], at) => `${at === 0 ? '' : `${ends[at - 1]}, `}${before(name)}`);
  const texts = [...starts, ends.at(-1) ?? ''];
  return Object.assign(texts, { raw: texts });
}

function listValues(task: WithColumns): (string | number | object | null)[] {
  return ALL.map(([, type, read]) => {
    const value = read(task);
    return type === 'jsonb' && value !== null ? JSON.stringify(value) : value;
  });
}

/** For inserts: the column names and their values. */
export const TASK_COLUMNS = listNames(ALL, (name) => name);
const VALUES = makeText(ALL, () => '');
export function valuesOf(task: WithColumns): RawBuilder<unknown> {
  return sql(VALUES, ...listValues(task));
}

/** For updates of one task: `title = …, priority = …`. */
const ASSIGNMENTS = makeText(ALL, (name) => `${name} = `);
export function assignmentsOf(task: WithColumns): RawBuilder<unknown> {
  return sql(ASSIGNMENTS, ...listValues(task));
}

/** For bulk updates, without title and description: a row of a record set, its columns, and the assignments from `one`. */
export function toRow(task: WithColumns): Record<string, unknown> {
  return Object.fromEntries(PLAIN.map(([name, , read]) => [name, read(task)]));
}
export const ROW_COLUMNS = listNames(PLAIN, (name, type) => `${name} ${type}`);
export const ASSIGNMENTS_FROM_ROW = listNames(PLAIN, (name) => `${name} = one.${name}`);
