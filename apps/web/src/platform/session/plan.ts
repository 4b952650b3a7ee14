import type { Subscription } from '@hearth/contracts/billing/billing';
import { PLANS, type Plan } from '@hearth/contracts/billing/plans';

/** Returns the plan for a name from a server or a URL, case-insensitive. Returns undefined if the name is unknown. */
export function findPlan(name: string | undefined): Plan | undefined {
  const known = name?.toLowerCase();
  if (known === 'trial') return 'free';
  return known === 'free' || known === 'pro' ? known : undefined;
}

/** Whether the plan is paid. Unknown names count as paid, every name of the free plan does not. */
export function isPaid(plan: string | undefined): boolean {
  return plan !== undefined && plan !== '' && findPlan(plan) !== 'free';
}

/** The plan's display name. */
export function namePlan(plan: string): string {
  const known = findPlan(plan);
  return known === undefined ? plan : PLANS[known].shownAs;
}

/**
 * Whether Pro ends with the paid period: the user canceled it, or its mandate has ended, for example because it was revoked at the bank. In
 * the latter case, only a new mandate continues it.
 */
export function isEnding({
  plan,
  status,
  cancelAtPeriodEnd,
}: Pick<Subscription, 'plan' | 'status' | 'cancelAtPeriodEnd'>): boolean {
  const hasEnded = status === 'cancelled' || status === 'expired' || status === 'completed';
  return plan === 'pro' && (cancelAtPeriodEnd || hasEnded);
}
