import { expect, it } from 'vitest';
import { computeDiscount } from './plans.ts';

it('computes the early bird discount from the two prices', () => {
  expect(computeDiscount('pro')).toBe(42);
  expect(computeDiscount('free')).toBeNull();
});
