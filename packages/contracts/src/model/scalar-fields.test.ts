import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { scalarInputs } from './scalar-fields.ts';
import { isScalarValue } from './scalar-field-values.ts';

const listFaults = (value: number) =>
  scalarInputs.estimate.safeParse(value).error?.issues.map(({ message }) => message);

it('accepts only estimates from 0 to 999 in increments of a quarter', () => {
  expect([0, 0.25, 3, 5.75, 999].map(listFaults)).toEqual(Array.from({ length: 5 }));
  for (const off of [0.3, 1e-81, Number.MIN_VALUE])
    expect(listFaults(off)).toEqual(['must be a multiple of 0.25']);
  expect(listFaults(-1)).toEqual(['must be 0 or more']);
  expect(listFaults(1000)).toEqual(['must be 999 or less']);
  fc.assert(
    fc.property(fc.double(), (value) => {
      expect(scalarInputs.estimate.safeParse(value).success).toBe(isScalarValue('estimate', value));
    }),
  );
});
