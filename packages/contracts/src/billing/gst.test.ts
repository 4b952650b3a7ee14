import { expect, it } from 'vitest';
import { isGstin, stateOfGstin } from './gst.ts';

// The first one is from the GST portal's documentation; all check characters were computed by hand.
it.each([
  ['27AAPFU0939F1ZV', true],
  ['27AAPFU0939F1ZW', false],
  ['27AAPFU0939F1Z', false],
  ['99AAPFU0939F1ZV', false],
  ['29AAGCB7383J1Z4', true],
  ['29AAGCB7383J1Z5', false],
  ['', false],
])('validates %s', (gstin, isRight) => {
  expect(isGstin(gstin)).toBe(isRight);
});

it('reads the state from a GSTIN', () => {
  expect(stateOfGstin('27AAPFU0939F1ZV')).toBe('27');
});
