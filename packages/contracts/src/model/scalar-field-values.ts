import { ESTIMATE_STEP, MAX_ESTIMATE, PRIORITIES } from './task-values.ts';

/** One of a fixed set of values, weakest first. The first value means 'not set'. Stored as text. */
interface ChoiceField<Value extends string = string> {
  kind: 'choice';
  values: readonly [Value, ...Value[]];
  empty: Value;
}

/** A number from 0 to `most` in multiples of `step`, or null. `step` is a power of two to keep sums exact. Stored as float8. */
interface NumberField {
  kind: 'number';
  most: number;
  step: number;
  empty: null;
}

function defineChoice<Value extends string>(values: readonly [Value, ...Value[]]): ChoiceField<Value> {
  return { kind: 'choice', values, empty: values[0] };
}

function defineNumber({ most, step }: Pick<NumberField, 'most' | 'step'>): NumberField {
  return { kind: 'number', most, step, empty: null };
}

/**
 * The scalar fields of tasks: one value in the column of the same name, independent of all other fields. Schemas, columns, filters, groups,
 * sort orders, table cells, bulk edits, history, export and import, templates and series are derived from the definition. Kept out of the
 * schema files to keep the schema library out of the browser.
 */
export const SCALAR_FIELDS = {
  priority: defineChoice(PRIORITIES),
  /** In the team's unit: points or hours. */
  estimate: defineNumber({ most: MAX_ESTIMATE, step: ESTIMATE_STEP }),
} as const;

type Definitions = typeof SCALAR_FIELDS;
export type ScalarField = keyof Definitions;
export type ScalarValues = {
  [F in ScalarField]: Definitions[F] extends ChoiceField<infer Value> ? Value : number | null;
};
/** Undefined or missing fields are unchanged. */
export type ScalarChanges = { [F in ScalarField]?: ScalarValues[F] | undefined };
export type ScalarValue = ScalarValues[ScalarField];
export type ChoiceFieldName = {
  [F in ScalarField]: Definitions[F] extends ChoiceField ? F : never;
}[ScalarField];

export const SCALAR_FIELD_NAMES = Object.keys(SCALAR_FIELDS) as ScalarField[];
export const CHOICE_FIELD_NAMES = SCALAR_FIELD_NAMES.filter(isChoiceField);

export function isScalarField(name: string): name is ScalarField {
  return Object.hasOwn(SCALAR_FIELDS, name);
}

export function isChoiceField(name: string): name is ChoiceFieldName {
  return isScalarField(name) && SCALAR_FIELDS[name].kind === 'choice';
}

/** Creates an object with an entry for each scalar field. */
export function mapScalars<T extends Record<ScalarField, unknown>>(
  entryOf: (field: ScalarField) => T[ScalarField],
): T {
  return Object.fromEntries(SCALAR_FIELD_NAMES.map((field) => [field, entryOf(field)])) as T;
}

/** The values of a new task. */
export const EMPTY_SCALARS = mapScalars<ScalarValues>((field) => SCALAR_FIELDS[field].empty);

/** Creates a change to one field. @param value must be valid for the field. See `isScalarValue` */
export function changeScalar(field: ScalarField, value: string | number | null): Partial<ScalarValues> {
  return { [field]: value };
}

/** Picks the scalar fields of a row. */
export function pickScalars(row: ScalarValues): ScalarValues {
  return mapScalars<ScalarValues>((field) => row[field]);
}

/** Applies changes to the values of `before`. Undefined or missing fields are unchanged. */
export function mergeScalars(before: ScalarValues, changes: ScalarChanges): ScalarValues {
  return mapScalars<ScalarValues>((field) => (changes[field] === undefined ? before[field] : changes[field]));
}

export function isScalarValue<F extends ScalarField>(field: F, value: unknown): value is ScalarValues[F] {
  const definition = SCALAR_FIELDS[field];
  if (definition.kind === 'choice') return (definition.values as readonly unknown[]).includes(value);
  return value === null || (typeof value === 'number' && isNumberIn(definition, value));
}

function isNumberIn({ most, step }: NumberField, value: number): boolean {
  return value >= 0 && value <= most && Number.isInteger(value / step);
}

/** Creates the sort key of a field: choices sort strongest first, numbers ascending. */
export function createScalarKey(field: ScalarField): (row: ScalarValues) => number | null {
  const definition = SCALAR_FIELDS[field];
  if (definition.kind === 'number') return (row) => row[field] as number | null;
  const { values }: ChoiceField = definition;
  return (row) => -values.indexOf(row[field] as string);
}
