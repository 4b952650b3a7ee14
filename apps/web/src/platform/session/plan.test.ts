import { expect, it } from 'vitest';
import { findPlan, isPaid, namePlan } from './plan.ts';

it.each([
  [undefined, false],
  ['', false],
  ['free', false],
  ['Free', false],
  ['FREE', false],
  ['trial', false],
  ['Trial', false],
  ['pro', true],
  ['Pro', true],
  ['gold', true],
])('treats plan %s as paid: %s', (plan, expected) => {
  expect(isPaid(plan)).toBe(expected);
});

it('resolves plan names of the server and of URLs, but not unknown names', () => {
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

it('returns display names of plans', () => {
  expect(['free', 'FREE', 'pro', 'Gold'].map(namePlan)).toEqual(['Trial', 'Trial', 'Pro', 'Gold']);
});
