import * as fc from 'fast-check';
import type { FormulaTask } from '#custom-fields/formula-compute-values.ts';
import type { FormulaField } from '#custom-fields/formula-values.ts';
import { OPTIONS, OWN_FIELDS } from './views.ts';

/*
 * Random formulas with their expected results. The string is the input of the parser. The function computes the expected result and shares
 * no code with the product.
 */
type Value = number | string | boolean | null;
interface Modelled {
  text: string;
  give: (task: FormulaTask) => Value;
}

export const FORMULA_FIELDS: readonly FormulaField[] = OWN_FIELDS.map(({ id, type }) => ({
  id,
  type,
  name: type,
  options:
    type === 'select' || type === 'multiSelect'
      ? OPTIONS.map((one, at) => ({ id: one, name: `Option ${at}` }))
      : [],
  formula: null,
  result: null,
}));
const idOf = (type: string): string => OWN_FIELDS.find((field) => field.type === type)?.id ?? '';

const bound = (value: number): number | null =>
  Number.isNaN(value) || value > 1e15 || value < -1e15 ? null : value > -1e-9 && value < 1e-9 ? 0 : value;
const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / 86_400_000;
function moveBy(day: string, days: number): string | null {
  const moved = dayNumber(day) + Math.floor(days);
  const [first, last] = [dayNumber('0001-01-01'), dayNumber('9999-12-31')];
  return moved < first || moved > last ? null : new Date(moved * 86_400_000).toISOString().slice(0, 10);
}
const format = (value: Value): string => {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value !== 'number') return String(value);
  const size = Math.abs(value);
  if (size >= 9e9) return `${value < 0 ? '-' : ''}${Math.floor(size + 0.5)}`;
  const whole = BigInt(Math.floor(size * 1e6 + 0.5));
  const rest = String(whole % 1_000_000n)
    .padStart(6, '0')
    .replace(/0+$/, '');
  const text = `${whole / 1_000_000n}${rest === '' ? '' : `.${rest}`}`;
  return value < 0 && text !== '0' ? `-${text}` : text;
};

/** Returns null if any operand is null. */
const of = (text: string, parts: readonly Modelled[], make: (values: never[]) => Value): Modelled => ({
  text,
  give: (task) => {
    const values = parts.map(({ give }) => give(task));
    return values.some((value) => value === null) ? null : make(values as never[]);
  },
});
const leaf = (text: string, give: (task: FormulaTask) => Value): Modelled => ({ text, give });

const numbers = [0, 1, 2, 2.5, 7, 100, 0.001, 1_000_000].map((value) => leaf(String(value), () => value));
const NUMBER_LEAVES = [
  ...numbers,
  leaf(`{${idOf('number')}}`, ({ custom }) => (custom[idOf('number')] as number | undefined) ?? null),
  leaf('{estimate}', ({ estimate }) => estimate),
  leaf('{tracked}', ({ trackedSeconds }) => trackedSeconds / 3600),
];
const DATE_LEAVES = [
  leaf(`{${idOf('date')}}`, ({ custom }) => (custom[idOf('date')] as string | undefined) ?? null),
  leaf('{start}', ({ startDate }) => startDate?.slice(0, 10) ?? null),
  leaf('{due}', ({ dueDate }) => dueDate?.slice(0, 10) ?? null),
  leaf('{created}', ({ createdAt }) => createdAt.slice(0, 10)),
  leaf('{closed}', ({ closedAt }) => closedAt?.slice(0, 10) ?? null),
];
const TEXT_LEAVES = [
  leaf('""', () => ''),
  leaf('"a b"', () => 'a b'),
  leaf('{title}', ({ title }) => title),
  leaf(`{${idOf('text')}}`, ({ custom }) => (custom[idOf('text')] as string | undefined) ?? null),
  leaf(`{${idOf('select')}}`, ({ custom }) => {
    const at = OPTIONS.indexOf(String(custom[idOf('select')]));
    return at === -1 ? null : `Option ${at}`;
  }),
];
const BOX_LEAVES = [
  leaf('yes', () => true),
  leaf('no', () => false),
  leaf(`{${idOf('checkbox')}}`, ({ custom }) => custom[idOf('checkbox')] === true),
];

type Tie = { number: Modelled; date: Modelled; text: Modelled; box: Modelled };
const choose = (condition: Modelled, a: Modelled, b: Modelled): Modelled => ({
  text: `if(${condition.text}, ${a.text}, ${b.text})`,
  give: (task) => {
    const value = condition.give(task);
    return value === null ? null : value === true ? a.give(task) : b.give(task);
  },
});

const arbitraryFormulas = fc.letrec<Tie>((tie) => {
  const [number, date, text, box] = [tie('number'), tie('date'), tie('text'), tie('box')];
  const two = (one: fc.Arbitrary<Modelled>) => fc.tuple(one, one);
  const level = { maxDepth: 4, depthIdentifier: 'formula' };
  const compared = (a: Modelled, b: Modelled, sign: string): Modelled =>
    of(`(${a.text} ${sign} ${b.text})`, [a, b], ([x, y]: Value[]) => {
      const [one, other] = [x ?? 0, y ?? 0];
      if (sign === '<') return one < other;
      return sign === '>=' ? one >= other : sign === '=' ? one === other : one !== other;
    });
  return {
    number: fc.oneof(
      level,
      fc.constantFrom(...NUMBER_LEAVES),
      fc.tuple(number, number, fc.constantFrom('+', '-', '*', '/')).map(([a, b, sign]) =>
        of(`(${a.text} ${sign} ${b.text})`, [a, b], ([x = 0, y = 0]: number[]) => {
          if (sign === '+') return bound(x + y);
          if (sign === '-') return bound(x - y);
          return sign === '*' ? bound(x * y) : y === 0 ? null : bound(x / y);
        }),
      ),
      number.map((a) => of(`(-${a.text})`, [a], ([x = 0]: number[]) => (x === 0 ? 0 : -x))),
      number.map((a) => of(`${a.text}%`, [a], ([x = 0]: number[]) => bound(x / 100))),
      number.map((a) => of(`abs(${a.text})`, [a], ([x = 0]: number[]) => Math.abs(x))),
      number.map((a) =>
        of(`round(${a.text}, 2)`, [a], ([x = 0]: number[]) => {
          const size = Math.floor(Math.abs(x) * 100 + 0.5) / 100;
          return bound(x < 0 ? 0 - size : size);
        }),
      ),
      two(number).map(([a, b]) =>
        of(`min(${a.text}, ${b.text})`, [a, b], ([x = 0, y = 0]: number[]) => Math.min(x, y)),
      ),
      two(number).map(([a, b]) =>
        of(`max(${a.text}, ${b.text})`, [a, b], ([x = 0, y = 0]: number[]) => Math.max(x, y)),
      ),
      two(date).map(([a, b]) =>
        of(`days(${a.text}, ${b.text})`, [a, b], ([x = '', y = '']: string[]) => dayNumber(y) - dayNumber(x)),
      ),
      two(date).map(([a, b]) =>
        of(`(${a.text} - ${b.text})`, [a, b], ([x = '', y = '']: string[]) => dayNumber(x) - dayNumber(y)),
      ),
      fc.tuple(box, number, number).map(([condition, a, b]) => choose(condition, a, b)),
    ),
    date: fc.oneof(
      level,
      fc.constantFrom(...DATE_LEAVES),
      fc
        .tuple(date, number)
        .map(([a, b]) =>
          of(`(${a.text} + ${b.text})`, [a, b], (values: (string | number)[]) =>
            moveBy(String(values[0]), Number(values[1])),
          ),
        ),
      fc
        .tuple(date, number)
        .map(([a, b]) =>
          of(`(${a.text} - ${b.text})`, [a, b], (values: (string | number)[]) =>
            moveBy(String(values[0]), -Number(values[1])),
          ),
        ),
      two(date).map(([a, b]) =>
        of(`max(${a.text}, ${b.text})`, [a, b], ([x = '', y = '']: string[]) => (x > y ? x : y)),
      ),
      fc.tuple(box, date, date).map(([condition, a, b]) => choose(condition, a, b)),
    ),
    text: fc.oneof(
      level,
      fc.constantFrom(...TEXT_LEAVES),
      fc
        .tuple(fc.oneof(text, number, date, box), fc.oneof(text, number, date, box))
        .map(([a, b]) =>
          of(`(${a.text} & ${b.text})`, [a, b], ([x, y]: Value[]) => format(x ?? null) + format(y ?? null)),
        ),
      fc.tuple(box, text, text).map(([condition, a, b]) => choose(condition, a, b)),
    ),
    box: fc.oneof(
      level,
      fc.constantFrom(...BOX_LEAVES),
      fc
        .tuple(fc.oneof(two(number), two(date)), fc.constantFrom('<', '>=', '=', '!='))
        .map(([[a, b], sign]) => compared(a, b, sign)),
      two(text).map(([a, b]) => compared(a, b, '=')),
      box.map((a) => of(`not(${a.text})`, [a], ([x]: boolean[]) => x !== true)),
      two(box).map(([a, b]) => ({
        text: `and(${a.text}, ${b.text})`,
        give: (task: FormulaTask) => {
          const [x, y] = [a.give(task), b.give(task)];
          return x === false || y === false ? false : x === null || y === null ? null : true;
        },
      })),
      two(box).map(([a, b]) => ({
        text: `or(${a.text}, ${b.text})`,
        give: (task: FormulaTask) => {
          const [x, y] = [a.give(task), b.give(task)];
          return x === true || y === true ? true : x === null || y === null ? null : false;
        },
      })),
      fc.oneof(number, date, text, box).map((a) => ({
        text: `empty(${a.text})`,
        give: (task: FormulaTask) => {
          const value = a.give(task);
          return value === null || value === '' || value === false;
        },
      })),
    ),
  };
});

export const arbitraryFormula: fc.Arbitrary<Modelled> = fc.oneof(
  arbitraryFormulas.number,
  arbitraryFormulas.date,
  arbitraryFormulas.text,
  arbitraryFormulas.box,
);
