import { expect, it } from 'vitest';
import { isGstin, stateOfGstin } from './gst.ts';

// The first GSTIN is from the documentation of the GST portal. All check characters were computed by hand.
it.each([
  ['27AAPFU0939F1ZV', true],
  ['27AAPFU0939F1ZW', false],
  ['27AAPFU0939F1Z', false],
  ['99AAPFU0939F1ZV', false],
  ['29AAGCB7383J1Z4', true],
  ['29AAGCB7383J1Z5', false],
  ['', false],
])('validates the GSTIN %s', (gstin, isRight) => {
  expect(isGstin(gstin)).toBe(isRight);
});

it('returns the state of a GSTIN', () => {
  expect(stateOfGstin('27AAPFU0939F1ZV')).toBe('27');
});
