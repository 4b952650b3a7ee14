import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileFormulas, type FormulaTask } from './formula-compute-values.ts';
import { parseFormula } from './formula-parse-values.ts';
import { checkFormula, findTooLarge, measureFormulas } from './formula-size-values.ts';
import {
  FORMULA_LIMITS,
  toStoredFormula,
  listNamedFields,
  showFormula,
  type FormulaFaultKind,
  type FormulaField,
} from './formula-values.ts';
import { arbitraryFormula, FORMULA_FIELDS } from '#testing/formulas.ts';
import { arbitraryTask } from '#testing/views.ts';

const OWN = '00000000-0000-4000-8000-000000000099';
const OTHER = '00000000-0000-4000-8000-000000000098';
const formulaField = (id: string, formula: string, fields = FORMULA_FIELDS): FormulaField => {
  const read = parseFormula(formula, fields);
  return {
    id,
    name: id,
    type: 'formula',
    options: [],
    formula,
    result: 'tree' in read ? read.tree.kind : null,
  };
};
const PRICE = FORMULA_FIELDS.find(({ type }) => type === 'number') as FormulaField;
const TASK: FormulaTask = {
  title: 'Print',
  estimate: 3,
  startDate: '2026-11-20',
  dueDate: null,
  createdAt: '2026-11-01T22:00:00.000Z',
  closedAt: null,
  trackedSeconds: 5400,
  custom: { [PRICE.id]: 12.5 },
};
const evaluate = (formula: string, task = TASK) =>
  compileFormulas([...FORMULA_FIELDS, formulaField(OWN, formula)]).get(OWN)?.(task);
const faultOf = (formula: string): [FormulaFaultKind, number] | null => {
  const read = parseFormula(formula, FORMULA_FIELDS);
  return 'fault' in read ? [read.fault.kind, read.fault.at] : null;
};

describe('formula language', () => {
  it('returns the same results as the reference model for random formulas', () => {
    const seconds = fc.constantFrom(0, 1, 5400, 7200, 1_000_003);
    fc.assert(
      fc.property(arbitraryFormula, arbitraryTask, seconds, (formula, task, trackedSeconds) => {
        if (formula.text.length > FORMULA_LIMITS.stored || faultOf(formula.text)?.[0] === 'deep') return;
        expect(faultOf(formula.text), formula.text).toBeNull();
        const whole = { ...task, trackedSeconds };
        const wanted = formula.give(whole);
        const expected = wanted === null || wanted === '' || wanted === false ? undefined : wanted;
        expect(evaluate(formula.text, whole), formula.text).toEqual(expected);
      }),
      { numRuns: 1500 },
    );
  });

  it('follows operator precedence, and accepts alternative characters for operators', () => {
    expect(evaluate('1 + 2 * 3')).toBe(7);
    expect(evaluate('(1 + 2) × 3 ÷ 2 − 1')).toBe(3.5);
    expect(evaluate('10 - 4 - 3')).toBe(3);
    expect(evaluate('-2 * -3')).toBe(6);
    expect(evaluate(`{${PRICE.id}} * 20%`)).toBe(2.5);
    expect(evaluate('if({estimate} >= 3, "large", "small") & ": " & {title}')).toBe('large: Print');
    expect(evaluate('{start} + 10')).toBe('2026-11-30');
    expect(evaluate('days({created}, {start})')).toBe(19);
    expect(evaluate('{tracked} & " h"')).toBe('1.5 h');
  });

  it('returns no value for missing operands, division by 0, and days outside the calendar', () => {
    for (const none of [
      '{due} + 1',
      '{estimate} / 0',
      '{start} - 3000000',
      '1000000 * 1000000000 * 1000000000',
    ])
      expect(evaluate(none), none).toBeUndefined();
    expect(evaluate('empty({due})')).toBe(true);
    expect(evaluate('if(empty({due}), 1, days({start}, {due}))')).toBe(1);
  });

  it('reports errors with their offset', () => {
    expect(faultOf('')).toEqual(['empty', 0]);
    expect(faultOf('1 +')).toEqual(['unfinished', 3]);
    expect(faultOf('1 + )')).toEqual(['unexpected', 4]);
    expect(faultOf('1 ? 2')).toEqual(['unexpected', 2]);
    expect(faultOf('2 * {Budget}')).toEqual(['unknownField', 4]);
    expect(faultOf('sum(1, 2)')).toEqual(['unknownFunction', 0]);
    expect(faultOf('1 + round({estimate}, 9)')).toEqual(['arguments', 4]);
    expect(faultOf('{estimate} + {title}')).toEqual(['kinds', 11]);
    expect(faultOf(`1 + {${FORMULA_FIELDS.find(({ type }) => type === 'person')?.id}}`)?.[0]).toBe(
      'unusableField',
    );
    expect(faultOf(`${'('.repeat(40)}1${')'.repeat(40)}`)?.[0]).toBe('deep');
    expect(faultOf(`${'-'.repeat(3000)}1`)?.[0]).toBe('deep');
    expect(faultOf('1+'.repeat(2500))?.[0]).toBe('long');
  });

  it('parses arbitrary input without throwing', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[-+*/&=<>%(),{}"a-z0-9 .]{0,60}$/)), (text) => {
        const read = parseFormula(text, FORMULA_FIELDS);
        if ('fault' in read)
          expect(read.fault.at).toBeLessThanOrEqual(Math.max(text.length, FORMULA_LIMITS.text));
      }),
    );
  });

  it('rejects circular references, and references that exceed the cost limit', () => {
    const other = formulaField(OTHER, `{${PRICE.id}} * 2`);
    const own = formulaField(OWN, `{${OTHER}} + 1`, [...FORMULA_FIELDS, other]);
    const all = [...FORMULA_FIELDS, other, own];
    expect('tree' in checkFormula(own.formula ?? '', all, OWN)).toBe(true);
    expect(compileFormulas(all).get(OWN)?.(TASK)).toBe(26);
    const back = checkFormula(`{${OWN}} + 1`, all, OTHER);
    expect('fault' in back && back.fault.kind).toBe('circle');
    expect(checkFormula(`{${OTHER}} + 1`, all, OTHER)).toMatchObject({ fault: { kind: 'circle' } });
    // Circular formulas that bypassed validation yield no value.
    const looped = { ...other, formula: `{${OWN}}` };
    expect(compileFormulas([...FORMULA_FIELDS, looped, own]).get(OWN)?.(TASK)).toBeUndefined();
    let fields: FormulaField[] = [...FORMULA_FIELDS];
    let last = PRICE.id;
    let isLarge = false;
    for (let step = 0; step < 30 && !isLarge; step += 1) {
      const id = `00000000-0000-4000-8000-0000000001${String(step).padStart(2, '0')}`;
      const formula = `{${last}} + {${last}}`;
      const read = checkFormula(formula, fields, id);
      isLarge = 'fault' in read && read.fault.kind === 'large';
      fields = [...fields, formulaField(id, formula, fields)];
      last = id;
    }
    expect(isLarge).toBe(true);
  });

  it('stores field references as ids and displays the fields’ names', () => {
    const stored = toStoredFormula('{Number} * {ESTIMATE} + {nothing}', FORMULA_FIELDS);
    expect(stored).toBe(`{${PRICE.id}} * {estimate} + {nothing}`);
    expect(listNamedFields(stored)).toEqual([PRICE.id]);
    expect(showFormula(stored, [{ ...PRICE, name: 'Price' }], (name) => name.toUpperCase())).toBe(
      '{Price} * {ESTIMATE} + {nothing}',
    );
    expect(toStoredFormula(stored, FORMULA_FIELDS)).toBe(stored);
  });

  it.each([
    ['a field named like a built-in variable', 'due', '{Due date}', `{${PRICE.id}}`],
    ['such a field in other letters', 'DUE', '{Due date}', '{DUE}'],
    ['a field named like the label of one', 'Due date', '{due}', '{Due date}'],
    ['a name with braces', 'Cost {net}', '{Due date}', `{${PRICE.id}}`],
  ])('reads back what it shows for %s', (_case, name, builtIn, own) => {
    const fields = [{ ...PRICE, name }];
    const label = (name: string) => (name === 'due' ? 'Due date' : name);
    const stored = `"{due}" & {due} & {${PRICE.id}}`;
    const shown = showFormula(stored, fields, label);
    expect(shown).toBe(`"{due}" & ${builtIn} & ${own}`);
    expect(toStoredFormula(shown, fields, () => 'due')).toBe(stored);
    expect(toStoredFormula(stored, fields)).toBe(stored);
  });

  it('leaves braces in texts alone', () => {
    const stored = toStoredFormula(`"{Number}" & {Number}`, FORMULA_FIELDS);
    expect(stored).toBe(`"{Number}" & {${PRICE.id}}`);
    expect(listNamedFields(`"{${PRICE.id}}"`)).toEqual([]);
  });

  const idAt = (at: number) => `00000000-0000-4000-8000-0000000002${String(at).padStart(2, '0')}`;

  it('includes all dependencies in the cost of a formula, regardless of their order of creation', () => {
    const chain = Array.from({ length: 9 }, (_none, at) => {
      const named = `{${at === 0 ? PRICE.id : idAt(at - 1)}}`;
      return { ...formulaField(idAt(at), '1'), formula: Array.from({ length: 8 }, () => named).join(' + ') };
    });
    const all = [...FORMULA_FIELDS, ...chain];
    expect(measureFormulas(all).get(idAt(0))).toBe(15);
    expect(measureFormulas(all).get(idAt(8))).toBeGreaterThan(8 ** 8);
    const [first] = chain as [FormulaField];
    const plain = { ...first, formula: '{estimate}' };
    // The last formula exceeds the limit only if the first formula grows, to which it refers indirectly.
    const two = [...FORMULA_FIELDS, plain, ...chain.slice(1, 3)];
    expect(findTooLarge(plain, two)).toBeNull();
    expect(findTooLarge(first, two)).toMatchObject({ kind: 'large', field: { id: idAt(2) } });
    expect(findTooLarge({ ...first, formula: `{${idAt(2)}}` }, two)).toMatchObject({ kind: 'circle' });
    // Oversized formulas that bypassed validation yield no value and cost no time.
    const computed = compileFormulas(all);
    expect(computed.get(idAt(8))?.(TASK)).toBeUndefined();
    expect(computed.get(idAt(1))?.(TASK)).toBe(800);
  });

  it('computes a formula once per evaluation, however often another formula refers to it', () => {
    let reads = 0;
    const task = {
      ...TASK,
      get estimate() {
        reads += 1;
        return 1;
      },
    };
    const inner = { ...formulaField(OTHER, '{estimate} + 0') };
    const outer = { ...formulaField(OWN, '1'), formula: `{${OTHER}} + {${OTHER}} + {${OTHER}}` };
    const computed = compileFormulas([inner, outer]);
    expect([computed.get(OWN)?.(task), reads]).toEqual([3, 1]);
    expect([computed.get(OWN)?.(task), reads]).toEqual([3, 2]);
  });
});
