import type { Subscription } from '@hearth/contracts/billing/billing';
import type { TeamRole } from '@hearth/contracts/permissions/permissions';
import { expect, test } from 'vitest';
import { PAID, TRIAL } from '#testing/subscriptions.ts';
import { findBanner, type BannerKind } from './find-banner.ts';

// Which plan notice each user sees.

const NOW = Date.parse('2026-12-01T09:00:00.000Z');
const LATER = '2026-12-05T09:00:00.000Z';
const find = (
  fields: Partial<Subscription>,
  role: TeamRole,
  { hasCheckout = false, away = [] as BannerKind[] } = {},
): BannerKind | null =>
  findBanner(
    { ...PAID, ...fields },
    { role, hasCheckout, now: NOW, isPutAway: (kind) => away.includes(kind) },
  );

const PAST_DUE: Partial<Subscription> = { status: 'past_due', graceUntil: LATER };
const ENDED: Partial<Subscription> = {
  plan: 'free',
  status: 'cancelled',
  limits: TRIAL.limits,
  usage: { ...TRIAL.usage, tasks: 24 },
};
const CHOOSING = { ...ENDED, chooseWritersBy: LATER };
const ENDING = { cancelAtPeriodEnd: true, paidUntil: LATER };
const TRIED: Partial<Subscription> = { ...TRIAL, status: 'pending' };

test.each<[string, Partial<Subscription>, TeamRole, BannerKind | null]>([
  ['a failed payment: whoever can mend it or see it', PAST_DUE, 'owner', 'pastDue'],
  ['a failed payment', PAST_DUE, 'admin', 'pastDue'],
  ['a failed payment is no matter of members', PAST_DUE, 'member', null],
  ['too few seats', CHOOSING, 'owner', 'chooseSeats'],
  ['too few seats: the others hear what it means for them', CHOOSING, 'member', 'overLimits'],
  ['more than the plan holds', ENDED, 'guest', 'overLimits'],
  ['ended, and within the limits', { ...ENDED, usage: TRIAL.usage }, 'owner', null],
  ['halted, whatever is used', { ...ENDED, status: 'halted', usage: TRIAL.usage }, 'member', 'overLimits'],
  ['a charge to be confirmed', { needsAuthorisation: true }, 'owner', 'authorise'],
  ['a charge to be confirmed', { needsAuthorisation: true }, 'admin', null],
  ['a payment that was begun', TRIED, 'owner', 'checkout'],
  ['a payment that was begun', TRIED, 'member', null],
  ['ending within days', ENDING, 'owner', 'endsSoon'],
  ['ending within days', ENDING, 'admin', null],
  ['cancelled at the bank', { status: 'cancelled', paidUntil: LATER }, 'owner', 'endsSoon'],
  ['ending in weeks', { ...ENDING, paidUntil: '2026-12-24T09:00:00.000Z' }, 'owner', null],
  ['Pro as usual', {}, 'owner', null],
  ['Trial as usual', TRIAL, 'owner', null],
])('%s (as %#)', (_what, fields, role, kind) => {
  expect(find(fields, role)).toBe(kind);
});

test('counts a payment started in this browser before the server has received it', () => {
  expect(find(TRIAL, 'owner', { hasCheckout: true })).toBe('checkout');
  expect(find({}, 'owner', { hasCheckout: true })).toBeNull();
});

test('shows the next notice after one is dismissed, but keeps a failed payment', () => {
  expect(find(CHOOSING, 'owner', { away: ['chooseSeats'] })).toBe('overLimits');
  expect(find(CHOOSING, 'owner', { away: ['chooseSeats', 'overLimits'] })).toBeNull();
  expect(find(PAST_DUE, 'owner', { away: ['pastDue'] })).toBe('pastDue');
});
