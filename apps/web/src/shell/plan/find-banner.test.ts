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
  ['a failed payment: shown to owners', PAST_DUE, 'owner', 'pastDue'],
  ['a failed payment: shown to admins', PAST_DUE, 'admin', 'pastDue'],
  ['a failed payment: hidden from members', PAST_DUE, 'member', null],
  ['too few seats: owners choose', CHOOSING, 'owner', 'chooseSeats'],
  ['too few seats: members see the exceeded limits', CHOOSING, 'member', 'overLimits'],
  ['usage above the limits', ENDED, 'guest', 'overLimits'],
  ['an ended plan with usage within the limits', { ...ENDED, usage: TRIAL.usage }, 'owner', null],
  [
    'a halted plan with any usage',
    { ...ENDED, status: 'halted', usage: TRIAL.usage },
    'member',
    'overLimits',
  ],
  ['a charge to be authorized: shown to owners', { needsAuthorisation: true }, 'owner', 'authorise'],
  ['a charge to be authorized: hidden from admins', { needsAuthorisation: true }, 'admin', null],
  ['a started checkout: shown to owners', TRIED, 'owner', 'checkout'],
  ['a started checkout: hidden from members', TRIED, 'member', null],
  ['Pro that ends within days: shown to owners', ENDING, 'owner', 'endsSoon'],
  ['Pro that ends within days: hidden from admins', ENDING, 'admin', null],
  ['a mandate cancelled at the bank', { status: 'cancelled', paidUntil: LATER }, 'owner', 'endsSoon'],
  ['Pro that ends in weeks', { ...ENDING, paidUntil: '2026-12-24T09:00:00.000Z' }, 'owner', null],
  ['regular Pro', {}, 'owner', null],
  ['regular Trial', TRIAL, 'owner', null],
])('finds the banner for %s', (_what, fields, role, kind) => {
  expect(find(fields, role)).toBe(kind);
});

test('finds the checkout banner for a payment started in this browser, except on Pro', () => {
  expect(find(TRIAL, 'owner', { hasCheckout: true })).toBe('checkout');
  expect(find({}, 'owner', { hasCheckout: true })).toBeNull();
});

test('finds the next banner after a dismissal, but keeps the banner about a failed payment', () => {
  expect(find(CHOOSING, 'owner', { away: ['chooseSeats'] })).toBe('overLimits');
  expect(find(CHOOSING, 'owner', { away: ['chooseSeats', 'overLimits'] })).toBeNull();
  expect(find(PAST_DUE, 'owner', { away: ['pastDue'] })).toBe('pastDue');
});
