import { expect, it } from 'vitest';
import { findPlan, isPaid, namePlan } from './plan.ts';

it.each([
  [undefined, false],
  ['', false],
  ['free', false],
  ['Free', false],
  ['FREE', false],
  ['pro', true],
  ['Pro', true],
])('a subscription with plan %s is paid: %s', (plan, expected) => {
  expect(isPaid(plan)).toBe(expected);
});

it('knows plans by the name of the server and by the one in addresses', () => {
  expect(['free', 'Trial', 'trial', 'pro', 'PRO', 'gold', undefined].map(findPlan)).toEqual([
    'free',
    'free',
    'free',
    'pro',
    'pro',
    undefined,
    undefined,
  ]);
});

it('names plans as people see them', () => {
  expect(['free', 'FREE', 'pro', 'Gold'].map(namePlan)).toEqual(['Trial', 'Trial', 'Pro', 'Gold']);
});
