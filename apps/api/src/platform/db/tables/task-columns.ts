import { mapScalars, SCALAR_FIELDS, type ScalarField } from '@hearth/contracts/model/scalar-field-values';
import type { Tables } from './tables.ts';

export type ColumnType =
  | 'bigint'
  | 'bool'
  | 'date'
  | 'float8'
  | 'int'
  | 'jsonb'
  | 'text'
  | 'timestamptz'
  | 'uuid';

const scalarTypes = mapScalars<Record<ScalarField, 'text' | 'float8'>>((field) =>
  SCALAR_FIELDS[field].kind === 'choice' ? 'text' : 'float8',
);

/**
 * The SQL type of each column of `tasks` that is written with a task, exported and imported. Inserts, updates, team files
 * and readable exports are built from this list. Derived columns are not included.
 */
export const TASK_COLUMN_TYPES = {
  id: 'uuid',
  number: 'int',
  project_id: 'uuid',
  title: 'text',
  description: 'text',
  description_doc: 'jsonb',
  description_version: 'text',
  status_id: 'uuid',
  ...scalarTypes,
  start_date: 'date',
  start_at: 'timestamptz',
  due_date: 'date',
  due_at: 'timestamptz',
  repeat: 'jsonb',
  series_id: 'uuid',
  series_run: 'int',
  series_state: 'text',
  series_planned: 'jsonb',
  parent_id: 'uuid',
  sibling_position: 'text',
  position: 'text',
  reporter_id: 'uuid',
  type_id: 'uuid',
  milestone_id: 'uuid',
  cycle_id: 'uuid',
  cover_id: 'uuid',
  triage: 'jsonb',
  custom: 'jsonb',
  created_by: 'uuid',
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
  closed_at: 'timestamptz',
  deleted_at: 'timestamptz',
  deleted_by: 'uuid',
  deleted_with: 'uuid',
} as const satisfies Record<
  Exclude<keyof Tables['tasks'], 'team_id' | 'tracked_seconds' | 'has_links'>,
  ColumnType
>;
export type TaskColumn = keyof typeof TASK_COLUMN_TYPES;

/** Converts a column name to camel case, such as `project_id` to `projectId`. */
export type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name;
export function toCamelCase<Name extends string>(name: Name): CamelCase<Name> {
  return name.replaceAll(/_(\w)/g, (_match, letter: string) => letter.toUpperCase()) as CamelCase<Name>;
}

/** Converts a field name to the name of its column, such as `projectId` to `project_id`. */
export function toSnakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
