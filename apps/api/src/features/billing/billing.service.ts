import type { Subscription } from '@hearth/contracts/billing/billing';
import { LIMITED_RESOURCES, PLANS, type Plan } from '@hearth/contracts/billing/plans';
import { writeAudit, type Provenance } from '#platform/audit/index.ts';
import { withTeam, type TeamTx } from '#platform/db/index.ts';
import { notFound } from '#platform/errors.ts';
import type { App } from '#platform/feature.ts';
import {
  countResources,
  findBilling,
  insertUsage,
  lockUsage,
  updatePlan,
  type Billing,
} from './billing.queries.ts';

/** Starts the counters of a new team, on the free plan. */
export async function openUsage(tx: TeamTx): Promise<void> {
  await insertUsage(tx, PLANS.free.limits);
}

/** Whether the plan in force is Pro: bought, and paid for or in its days of grace. */
export function isEntitledToPro(billing: Billing): boolean {
  return billing.plan === 'pro' && (billing.isPaidUp || billing.isInGrace);
}

/**
 * The subscription as people see it. Entitlement is derived from plan and paid time on read: no job flips it.
 */
function describeSubscription(billing: Billing): Subscription {
  const { usage } = billing;
  const isExpired = billing.plan === 'pro' && !billing.isPaidUp && !billing.isInGrace;
  const plan: Plan = isExpired ? 'free' : billing.plan;
  const limits = PLANS[plan].limits;
  const isOver = LIMITED_RESOURCES.some((resource) => {
    const limit = limits[resource];
    return limit !== null && usage[resource] > limit;
  });
  return {
    plan,
    status: statusOf({ isExpired, isOver, isInGrace: plan === 'pro' && billing.isInGrace }),
    limits: { ...limits },
    usage: { ...usage },
    renewsAt: plan === 'pro' ? (billing.paidUntil?.toISOString() ?? null) : null,
  };
}

function statusOf(is: { isExpired: boolean; isOver: boolean; isInGrace: boolean }): Subscription['status'] {
  if (is.isOver) return 'over_limit';
  if (is.isExpired) return 'expired';
  return is.isInGrace ? 'past_due' : 'active';
}

/** The subscription in a transaction that is open already; null = no such team. */
export async function findSubscription(tx: TeamTx): Promise<Subscription | null> {
  const billing = await findBilling(tx);
  return billing === null ? null : describeSubscription(billing);
}

export async function getSubscription(
  app: App,
  teamId: string,
  userId: string | null,
): Promise<Subscription> {
  return await withTeam(
    app.db,
    { teamId, userId },
    async (tx) => {
      const billing = await findBilling(tx);
      if (billing === null) throw notFound('This team');
      return describeSubscription(billing);
    },
    { isReadOnly: true },
  );
}

/**
 * Puts a team on a plan without an end, and recounts its usage. Nothing is deleted when the plan becomes
 * smaller.
 */
export async function setPlan(app: App, teamId: string, plan: Plan, from: Provenance): Promise<Subscription> {
  return await withTeam(app.db, { teamId, userId: null }, async (tx) => {
    await lockUsage(tx);
    const before = await findBilling(tx);
    if (before === null) throw notFound('This team');
    await updatePlan(tx, plan, PLANS[plan].limits, await countResources(tx));
    const billing = await findBilling(tx);
    if (billing === null) throw notFound('This team');
    if (before.plan !== plan) {
      const audit = { object: 'team', objectId: teamId, details: { from: before.plan, to: plan } } as const;
      const writing = { teamId, userId: null, now: app.clock.now(), from };
      await writeAudit(tx, { act: 'plan.changed', ...audit }, writing);
    }
    return describeSubscription(billing);
  });
}
