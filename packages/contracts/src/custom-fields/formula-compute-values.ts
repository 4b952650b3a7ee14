import type { FieldValue, FieldValues } from './custom-field-values.ts';
import { addDays, countDays, isCalendarDay } from '#core/days.ts';
import { parseFormula } from './formula-parse-values.ts';
import { measureFormulas } from './formula-size-values.ts';
import {
  FORMULA_LIMITS,
  type FormulaField,
  type FormulaFunction,
  type FormulaNode,
  type FormulaSign,
} from './formula-values.ts';

/** The task properties available as variables. */
export interface FormulaTask {
  title: string;
  estimate: number | null;
  startDate: string | null;
  dueDate: string | null;
  createdAt: string;
  closedAt: string | null;
  trackedSeconds: number;
  custom: FieldValues;
}

/** Days are strings such as `2026-11-20`. Null means no value. */
type Value = number | string | boolean | null;
type Compute = (task: FormulaTask) => Value;

/** Absolute values above the maximum yield no value, and those below the minimum are rounded to 0, to prevent overflow in the database. */
const MAX = 1e15;
const MIN = 1e-9;
const MAX_DAYS = 4_000_000;

/** Compiled formulas of a team, by field id. They return undefined for no value, as in stored fields. */
export type Formulas = ReadonlyMap<string, (task: FormulaTask) => FieldValue | undefined>;

/** Compiles all formulas. Circular formulas, and formulas that exceed the cost limit with their dependencies, yield no value. */
export function compileFormulas(fields: readonly FormulaField[]): Formulas {
  const sizes = measureFormulas(fields);
  const known = new Map(fields.map((field) => [field.id, field]));
  const trees = new Map<string, Compute>();
  // Memoized: each formula is computed once per task, regardless of how many formulas reference it.
  let turn = 0;
  const compileField = (id: string): Compute => {
    const field = known.get(id);
    if (field === undefined) return () => null;
    if (field.type !== 'formula') return compileStored(field);
    const compiled = trees.get(id);
    if (compiled !== undefined) return compiled;
    const read = parseFormula(field.formula ?? '', fields);
    const isOut = 'fault' in read || (sizes.get(id) ?? 0) > FORMULA_LIMITS.nodes;
    const compute = isOut ? () => null : once(compile(read.tree, compileField), () => turn);
    trees.set(id, compute);
    return compute;
  };
  const formulas = fields.filter(({ type }) => type === 'formula');
  return new Map(
    formulas.map(({ id }) => {
      const compute = compileField(id);
      return [
        id,
        (task) => {
          turn += 1;
          return toFieldValue(compute(task));
        },
      ];
    }),
  );
}

function once(compute: Compute, readTurn: () => number): Compute {
  let last: Value = null;
  let at = 0;
  return (task) => {
    const turn = readTurn();
    if (at !== turn) [last, at] = [compute(task), turn];
    return last;
  };
}

function toFieldValue(value: Value): FieldValue | undefined {
  return value === null || value === false || value === '' ? undefined : value;
}

function compileStored({ id, type, options }: FormulaField): Compute {
  switch (type) {
    case 'checkbox':
      return ({ custom }) => custom[id] === true;
    case 'number':
    case 'money':
    case 'percent':
      return ({ custom }) => (typeof custom[id] === 'number' ? norm(custom[id]) : null);
    case 'select': {
      const names = new Map(options.map((option) => [option.id, option.name]));
      return ({ custom }) => names.get(String(custom[id])) ?? null;
    }
    default:
      return ({ custom }) => (typeof custom[id] === 'string' ? custom[id] : null);
  }
}

function compile(tree: FormulaNode, compileField: (id: string) => Compute): Compute {
  switch (tree.node) {
    case 'number': {
      const value = norm(tree.value);
      return () => value;
    }
    case 'text':
    case 'box':
      return () => tree.value;
    case 'field':
      return compileField(tree.id);
    case 'builtIn':
      switch (tree.name) {
        case 'title':
          return (task) => task.title;
        case 'estimate':
          return (task) => task.estimate;
        case 'start':
          return (task) => toDay(task.startDate);
        case 'due':
          return (task) => toDay(task.dueDate);
        case 'created':
          return (task) => toDay(task.createdAt);
        case 'closed':
          return (task) => toDay(task.closedAt);
        default:
          return (task) => norm(task.trackedSeconds / 3600);
      }
    case 'minus': {
      const of = compile(tree.of, compileField);
      return (task) => strict([of(task)], ([value]) => 0 - Number(value));
    }
    case 'percent': {
      const of = compile(tree.of, compileField);
      return (task) => strict([of(task)], ([value]) => norm(Number(value) / 100));
    }
    case 'sign': {
      const [left, right] = [compile(tree.left, compileField), compile(tree.right, compileField)];
      const isDays = tree.left.kind === 'date' && tree.right.kind === 'date';
      const isSwapped = tree.right.kind === 'date' && !isDays;
      return (task) =>
        strict([left(task), right(task)], ([a, b]) =>
          isSwapped && tree.sign === '+'
            ? calculate(tree.sign, b, a, false)
            : calculate(tree.sign, a, b, isDays),
        );
    }
    default: {
      const args = tree.args.map((arg) => compile(arg, compileField));
      return compileCall(tree.name, args, tree.args);
    }
  }
}

function compileCall(
  name: FormulaFunction,
  args: readonly Compute[],
  trees: readonly FormulaNode[],
): Compute {
  const [first = () => null, second = () => null, third = () => null] = args;
  const valuesOf = (task: FormulaTask): Value[] => args.map((arg) => arg(task));
  switch (name) {
    case 'if':
      return (task) => {
        const condition = first(task);
        return condition === null ? null : condition === true ? second(task) : third(task);
      };
    case 'empty':
      return (task) => toFieldValue(first(task)) === undefined;
    case 'not':
      return (task) => strict([first(task)], ([value]) => value !== true);
    case 'and':
      return (task) => {
        const values = valuesOf(task);
        return values.includes(false) ? false : values.includes(null) ? null : true;
      };
    case 'or':
      return (task) => {
        const values = valuesOf(task);
        return values.includes(true) ? true : values.includes(null) ? null : false;
      };
    case 'days':
      return (task) => strict([first(task), second(task)], ([a, b]) => countDays(String(a), String(b)));
    case 'abs':
      return (task) => strict([first(task)], ([value]) => Math.abs(Number(value)));
    case 'round': {
      const digits = trees[1]?.node === 'number' ? trees[1].value : 0;
      return (task) => strict([first(task)], ([value]) => round(Number(value), 10 ** digits));
    }
    default: {
      const isMin = name === 'min';
      return (task) =>
        strict(valuesOf(task), (values) =>
          values.reduce((best, one) =>
            (isMin ? (one ?? 0) < (best ?? 0) : (one ?? 0) > (best ?? 0)) ? one : best,
          ),
        );
    }
  }
}

/** Returns null if any operand is null. */
function strict(values: readonly Value[], make: (values: Value[]) => Value): Value {
  return values.includes(null) ? null : make([...values]);
}

function calculate(sign: FormulaSign, a: Value | undefined, b: Value | undefined, isDays: boolean): Value {
  const [one, other] = [Number(a), Number(b)];
  switch (sign) {
    case '&':
      return toText(a ?? null) + toText(b ?? null);
    case '=':
      return a === b;
    case '!=':
      return a !== b;
    case '<':
      return (a ?? 0) < (b ?? 0);
    case '<=':
      return (a ?? 0) <= (b ?? 0);
    case '>':
      return (a ?? 0) > (b ?? 0);
    case '>=':
      return (a ?? 0) >= (b ?? 0);
    case '+':
      return typeof a === 'string' ? moveDay(a, other) : norm(one + other);
    case '-':
      if (isDays) return countDays(String(b), String(a));
      return typeof a === 'string' ? moveDay(a, -other) : norm(one - other);
    case '*':
      return norm(one * other);
    default:
      return other === 0 ? null : norm(one / other);
  }
}

function norm(value: number): number | null {
  const size = Math.abs(value);
  if (!(size <= MAX)) return null;
  return size < MIN ? 0 : value;
}

function round(value: number, by: number): number | null {
  const size = Math.floor(Math.abs(value) * by + 0.5) / by;
  return norm(value < 0 ? 0 - size : size);
}

function toDay(date: string | null): string | null {
  return date === null ? null : date.slice(0, 10);
}

/** Moves a day by a number of days, rounded down. Returns null outside the supported calendar. */
function moveDay(day: string, by: number): string | null {
  const days = Math.floor(by);
  if (Math.abs(days) > MAX_DAYS) return null;
  const moved = addDays(day, days);
  return isCalendarDay(moved) ? moved : null;
}

/** Converts a value to text. Numbers have at most six decimals. */
function toText(value: Value): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value !== 'number') return value ?? '';
  const size = Math.abs(value);
  // Above this size, doubles do not have six decimals of precision.
  const isLarge = size >= 9e9;
  const millionths = Math.floor(size * 1e6 + 0.5);
  const rest = isLarge ? 0 : millionths % 1e6;
  const whole = isLarge ? Math.floor(size + 0.5) : (millionths - rest) / 1e6;
  const digits = String(rest).padStart(6, '0').replace(/0+$/, '');
  const isZero = whole === 0 && digits === '';
  return `${value < 0 && !isZero ? '-' : ''}${whole}${digits === '' ? '' : `.${digits}`}`;
}
