import type { FieldOption, FieldType } from './custom-field-values.ts';

/*
 * Formulas of fields: a small language, parsed to a tree. The browser evaluates it (`formula-compute-values.ts`) and the server translates
 * it to SQL, with equal results. Fields are referenced in braces: by name in the editor and, because fields can be renamed, by id in
 * storage.
 */
export const FORMULA_LIMITS = { text: 500, stored: 4000, depth: 24, nodes: 400 } as const;

/** Result types of formulas. */
export const FORMULA_KINDS = ['number', 'date', 'text', 'box'] as const;
export type FormulaKind = (typeof FORMULA_KINDS)[number];

/** Built-in variables of every task. Days of timestamps are in UTC because they must be the same for everyone. */
export const FORMULA_BUILT_IN = {
  title: 'text',
  estimate: 'number',
  start: 'date',
  due: 'date',
  created: 'date',
  closed: 'date',
  /** In hours. */
  tracked: 'number',
} as const satisfies Record<string, FormulaKind>;
export type BuiltIn = keyof typeof FORMULA_BUILT_IN;
export const BUILT_INS = Object.keys(FORMULA_BUILT_IN) as BuiltIn[];

export const FORMULA_FUNCTIONS = [
  'if',
  'min',
  'max',
  'round',
  'abs',
  'days',
  'empty',
  'and',
  'or',
  'not',
] as const;
export type FormulaFunction = (typeof FORMULA_FUNCTIONS)[number];
export type FormulaSign = '+' | '-' | '*' | '/' | '&' | '=' | '!=' | '<' | '<=' | '>' | '>=';

export type FormulaNode = { kind: FormulaKind } & (
  | { node: 'number'; value: number }
  | { node: 'text'; value: string }
  | { node: 'box'; value: boolean }
  | { node: 'builtIn'; name: BuiltIn }
  | { node: 'field'; id: string }
  | { node: 'minus' | 'percent'; of: FormulaNode }
  | { node: 'sign'; sign: FormulaSign; left: FormulaNode; right: FormulaNode }
  | { node: 'call'; name: FormulaFunction; args: FormulaNode[] }
);

/** The field properties needed for formulas. */
export interface FormulaField {
  id: string;
  name: string;
  type: FieldType;
  options: readonly Pick<FieldOption, 'id' | 'name'>[];
  formula: string | null;
  result: FormulaKind | null;
}

export type FormulaFaultKind =
  | 'empty'
  | 'long'
  | 'deep'
  | 'large'
  | 'unfinished'
  | 'unexpected'
  | 'unknownField'
  | 'unusableField'
  | 'unknownFunction'
  | 'arguments'
  | 'kinds'
  | 'circle';

/** A formula error, and its offset in the given text. */
export interface FormulaFault {
  kind: FormulaFaultKind;
  at: number;
  /** The text at that offset, for the error message. */
  what: string;
}

/** English error messages, continuing "the formula …". The web app localizes them. */
export const FORMULA_FAULT_MESSAGES: Readonly<Record<FormulaFaultKind, string>> = {
  empty: 'can’t be empty',
  long: `must be ${FORMULA_LIMITS.text} characters or fewer`,
  deep: `can be nested up to ${FORMULA_LIMITS.depth} levels deep`,
  large: 'is too large, counting the formulas it uses',
  unfinished: 'is incomplete',
  unexpected: 'has something that doesn’t belong there',
  unknownField: 'uses a field that doesn’t exist',
  unusableField: 'uses a field that formulas can’t work with',
  unknownFunction: 'uses a function that doesn’t exist',
  arguments: 'gives a function the wrong values',
  kinds: 'combines values that don’t go together',
  circle: 'would depend on itself',
};

/** The type that a field has in formulas. Null for unsupported types. */
export function kindOfField({ type, result }: Pick<FormulaField, 'type' | 'result'>): FormulaKind | null {
  switch (type) {
    case 'number':
    case 'money':
    case 'percent':
      return 'number';
    case 'date':
      return 'date';
    case 'text':
    case 'url':
    case 'select':
      return 'text';
    case 'checkbox':
      return 'box';
    case 'formula':
      return result;
    default:
      return null;
  }
}

const SHOWN: Record<FormulaKind, FieldType> = {
  number: 'number',
  date: 'date',
  text: 'text',
  box: 'checkbox',
};

/** The type used to display a field's values. */
export function shownType({ type, result }: { type: FieldType; result: FormulaKind | null }): FieldType {
  return type === 'formula' && result !== null ? SHOWN[result] : type;
}

/** A text in quotes, or a reference in braces. Braces inside of a text are part of the text. */
const TEXT_OR_BRACES = /"[^"]*"|\{([^{}]*)\}/g;
const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

function isBuiltIn(name: string): name is BuiltIn {
  return Object.hasOwn(FORMULA_BUILT_IN, name);
}

/** Ids of the fields that a stored formula references. */
export function listNamedFields(stored: string): string[] {
  return [...stored.matchAll(TEXT_OR_BRACES)].map(([, name = '']) => name).filter((name) => ID.test(name));
}

/**
 * Converts a stored formula to its display form, which `toStoredFormula` converts back. References whose name would not be read back show
 * the id of the field, or the stored name of the built-in variable.
 */
export function showFormula(
  stored: string,
  fields: readonly Pick<FormulaField, 'id' | 'name'>[],
  nameOfBuiltIn: (name: BuiltIn) => string,
): string {
  const builtInOf = (name: string): BuiltIn | undefined =>
    BUILT_INS.find((one) => nameOfBuiltIn(one).toLowerCase() === name.toLowerCase());
  return stored.replaceAll(TEXT_OR_BRACES, (whole, inner: string | undefined) => {
    if (inner === undefined) return whole;
    const name = isBuiltIn(inner) ? nameOfBuiltIn(inner) : fields.find(({ id }) => id === inner)?.name;
    const shown = `{${name ?? inner}}`;
    return toStoredFormula(shown, fields, builtInOf) === whole ? shown : whole;
  });
}

/**
 * Converts a formula with field names or ids to its stored form. Unknown references are unchanged, and so are the stored names of built-in
 * variables, even if a field has such a name.
 */
export function toStoredFormula(
  given: string,
  fields: readonly Pick<FormulaField, 'id' | 'name'>[],
  builtInOf: (name: string) => BuiltIn | undefined = () => undefined,
): string {
  return given.trim().replaceAll(TEXT_OR_BRACES, (whole, inner: string | undefined) => {
    if (inner === undefined || isBuiltIn(inner)) return whole;
    const name = inner.trim().toLowerCase();
    if (ID.test(name)) return `{${name}}`;
    const field = fields.find((one) => one.name.toLowerCase() === name);
    if (field !== undefined) return `{${field.id}}`;
    const builtIn = isBuiltIn(name) ? name : builtInOf(name);
    return builtIn === undefined ? whole : `{${builtIn}}`;
  });
}
