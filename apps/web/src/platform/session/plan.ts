import { PLANS, type Plan } from '@hearth/contracts/billing/plans';

/** The plan in the table for what a server or an address calls it, in any case; undefined for what is none. */
export function findPlan(name: string | undefined): Plan | undefined {
  const known = name?.toLowerCase();
  if (known === 'trial') return 'free';
  return known === 'free' || known === 'pro' ? known : undefined;
}

/** Whether a subscription is there and is not the free one. */
export function isPaid(plan: string | undefined): boolean {
  return plan !== undefined && plan !== '' && plan.toLowerCase() !== 'free';
}

/** The plan's name as people see it. */
export function namePlan(plan: string): string {
  const known = findPlan(plan);
  return known === undefined ? plan : PLANS[known].shownAs;
}
