import { expect, it } from 'vitest';
import { computeDiscount, PLANS } from './plans.ts';

it('computes the discount of Pro from both prices', () => {
  expect(computeDiscount('pro')).toBe(42);
  expect(computeDiscount('free')).toBeNull();
});

it('defines the file limits in bytes', () => {
  expect([PLANS.free.fileBytes, PLANS.free.storageBytes]).toEqual([5_242_880, 262_144_000]);
  expect([PLANS.pro.fileBytes, PLANS.pro.storageBytes]).toEqual([26_214_400, 10_737_418_240]);
});
