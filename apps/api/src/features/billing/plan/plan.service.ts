import type { Subscription } from '@hearth/contracts/billing/billing';
import { DAY_MS } from '@hearth/contracts/core/days';
import { PERIODS } from '@hearth/contracts/core/periods';
import { PLANS, type Plan } from '@hearth/contracts/billing/plans';
import { entitledUntil, isFinal, planAt, statusAt } from '@hearth/contracts/billing/subscription-state';
import { runCommand } from '#platform/commands/index.ts';
import { readTeam, type TeamTx } from '#platform/db/index.ts';
import { notFound } from '#platform/errors.ts';
import type { App } from '#platform/feature.ts';
import {
  countResources,
  findTeamPlan,
  insertUsage,
  lockUsage,
  updateEntitlement,
  updateUsage,
  type Entitlement,
  type TeamPlan,
} from './plan.queries.ts';

/** Creates the usage counters of a new team with the limits of the free plan. */
export async function openUsage(tx: TeamTx): Promise<void> {
  await insertUsage(tx, PLANS.free.limits);
}

/** Returns the plan in force: the bought plan while it is paid for or in its grace period. Derived on read, so no job has to end a plan. */
export function planInForce({ plan, entitledUntil: until, now }: TeamPlan): Plan {
  if (plan === 'free' || until === null) return plan;
  return planAt(until.getTime(), now.getTime());
}

const iso = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

/** Describes the subscription for display. */
export function describeSubscription(team: TeamPlan): Subscription {
  const { usage, subscription } = team;
  const now = team.now.getTime();
  const plan = planInForce(team);
  const limits = PLANS[plan].limits;
  const isOverSeats = usage.collaborators > limits.collaborators;
  const status = statusOf(team, now);
  const renews =
    status === 'active' && subscription !== null && !subscription.cancelsAtEnd && !team.hasOverride;
  return {
    plan,
    status,
    limits: { ...limits },
    usage: { ...usage },
    renewsAt:
      renews && !subscription.needsAuthorisation
        ? iso(subscription.paidUntil ?? team.paidUntil?.getTime() ?? null)
        : null,
    paidUntil: team.hasOverride ? null : (team.paidUntil?.toISOString() ?? null),
    cancelAtPeriodEnd: subscription !== null && subscription.cancelsAtEnd && !isFinal(subscription.state),
    graceUntil: status === 'past_due' && subscription !== null ? iso(entitledUntil(subscription)) : null,
    needsAuthorisation: renews && subscription.needsAuthorisation,
    chooseWritersBy: isOverSeats ? (team.chooseSeatsBy?.toISOString() ?? null) : null,
  };
}

function statusOf(team: TeamPlan, now: number): Subscription['status'] {
  const { subscription } = team;
  if (team.hasOverride) return 'active';
  if (subscription === null) return 'trial';
  // The next subscription has already been authorized while the paid period is still running.
  if (subscription.state === 'authenticated' && planInForce(team) === 'pro') return 'active';
  const status = statusAt(subscription, now);
  // Show an abandoned checkout as a trial.
  const isUnpaid =
    subscription.state === 'pending' ||
    (subscription.state === 'expired' && subscription.firstPaidAt === null);
  return isUnpaid && (subscription.state === 'expired' || subscription.checkoutUntil.getTime() <= now)
    ? 'trial'
    : status;
}

/** Returns the subscription within an open transaction, or null if the team does not exist. */
export async function findSubscription(tx: TeamTx): Promise<Subscription | null> {
  const team = await findTeamPlan(tx);
  return team === null ? null : describeSubscription(team);
}

/** Returns the plan in force within an open transaction, or 'free' if the team does not exist. */
export async function findPlanInForce(tx: TeamTx): Promise<Plan> {
  const team = await findTeamPlan(tx);
  return team === null ? 'free' : planInForce(team);
}

export async function getSubscription(
  app: App,
  teamId: string,
  userId: string | null,
): Promise<Subscription> {
  return await readTeam(app.db, { teamId, userId }, async (tx) => {
    const subscription = await findSubscription(tx);
    if (subscription === null) throw notFound('This team');
    return subscription;
  });
}

/**
 * Stores a team's entitlement for the limit checks, and recounts its usage. A downgrade deletes no data. `lockUsage` must be called before
 * the inputs of the entitlement are read: otherwise, two commands could read the same inputs and the second would overwrite the first one's
 * result.
 */
export async function applyEntitlement(tx: TeamTx, entitlement: Entitlement): Promise<void> {
  await updateEntitlement(tx, entitlement);
  await updateUsage(tx, PLANS[entitlement.plan].limits, await countResources(tx));
}

/** Sets the development override: 'pro' grants Pro without an end, 'free' returns to the plan of the subscription. */
export async function overridePlan(app: App, teamId: string, plan: Plan): Promise<Subscription> {
  await runCommand(app, { teamId, userId: null, requestKey: null }, async (command) => {
    const { tx, now } = command;
    await lockUsage(tx);
    const before = await findTeamPlan(tx);
    if (before === null) throw notFound('This team');
    const paidFor = before.subscription === null ? null : entitledUntil(before.subscription);
    const isPaid = plan === 'free' && paidFor !== null;
    const until = isPaid ? new Date(paidFor) : null;
    const after = { ...before, plan: isPaid ? 'pro' : plan, entitledUntil: until } as const;
    await applyEntitlement(tx, {
      plan: after.plan,
      paidUntil: isPaid ? new Date(before.subscription?.paidUntil ?? paidFor) : null,
      until,
      hasOverride: plan === 'pro',
      chooseSeatsBy:
        plan === 'pro' ? null : new Date((until ?? now).getTime() + PERIODS.chooseSeats * DAY_MS),
    });
    await app.events.emit('plan.changed', command, planInForce(after));
    const [was, is] = [planInForce(before), planInForce(after)];
    if (was !== is)
      command.audit({
        act: 'plan.changed',
        object: 'team',
        objectId: teamId,
        details: { from: was, to: is },
      });
  });
  return await getSubscription(app, teamId, null);
}
