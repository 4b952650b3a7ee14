import type { Subscription } from '@hearth/contracts/billing/billing';
import { LIMITED_RESOURCES } from '@hearth/contracts/billing/plans';
import { hasRole, type TeamRole } from '@hearth/contracts/permissions/permissions';
import { DAY_MS } from '@hearth/contracts/core/days';
import { isEnding } from '#platform/session/plan.ts';

export type BannerKind = 'pastDue' | 'chooseSeats' | 'overLimits' | 'authorise' | 'checkout' | 'endsSoon';

/** The plan counts as ending soon from this many days before its end. */
const SOON_DAYS = 7;

/** Notices that stay until resolved. All other notices can be dismissed for the day. */
export const URGENT: ReadonlySet<BannerKind> = new Set(['pastDue']);

interface Reader {
  role: TeamRole | null;
  /** Whether a payment was started in this browser and has not been finished. */
  hasCheckout: boolean;
  /** Milliseconds since 1970. */
  now: number;
  isPutAway: (kind: BannerKind) => boolean;
}

/** Returns the most important plan notice for this user. Returns null if there is none. */
export function findBanner(
  subscription: Subscription,
  { role, hasCheckout, now, isPutAway }: Reader,
): BannerKind | null {
  const { plan, status, limits, usage, paidUntil, needsAuthorisation, chooseWritersBy } = subscription;
  const isOwner = role === 'owner';
  const isOver = LIMITED_RESOURCES.some(
    (resource) => (usage[resource] ?? 0) > (limits[resource] ?? Infinity),
  );
  const hadPro = status !== 'trial' && status !== 'pending';
  const isSoon = paidUntil !== null && Date.parse(paidUntil) - now < SOON_DAYS * DAY_MS;
  const all: [BannerKind, boolean][] = [
    ['pastDue', status === 'past_due' && hasRole(role, 'admin')],
    ['chooseSeats', chooseWritersBy !== null && isOwner],
    ['overLimits', plan === 'free' && hadPro && (isOver || status === 'halted')],
    ['authorise', plan === 'pro' && needsAuthorisation && isOwner],
    ['checkout', isOwner && plan === 'free' && (hasCheckout || status === 'pending')],
    ['endsSoon', isEnding(subscription) && isSoon && isOwner],
  ];
  return all.find(([kind, isSo]) => isSo && (URGENT.has(kind) || !isPutAway(kind)))?.[0] ?? null;
}
