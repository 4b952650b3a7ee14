import { DAY_MS } from '@hearth/contracts/core/days';
import { PERIODS } from '@hearth/contracts/core/periods';
import type { Plan } from '@hearth/contracts/billing/plans';
import {
  entitledUntil,
  isFinal,
  reduceSubscription,
  type SubscriptionEvent,
} from '@hearth/contracts/billing/subscription-state';
import { enqueueNotices } from '#features/billing/mails/notices.jobs.ts';
import {
  findTeamPlan,
  lockUsage,
  type StoredSubscription,
  type TeamPlan,
} from '#features/billing/plan/plan.queries.ts';
import { applyEntitlement, planInForce } from '#features/billing/plan/plan.service.ts';
import type { Command } from '#platform/commands/index.ts';
import type { App } from '#platform/feature.ts';
import { listSubscriptions, updateFacts } from './subscriptions.queries.ts';

/** Applies a state event to a locked subscription and updates the team's entitlement. */
export async function applyEvent(
  app: App,
  command: Command,
  subscription: StoredSubscription,
  event: SubscriptionEvent,
): Promise<StoredSubscription> {
  const after = { ...subscription, ...reduceSubscription(subscription, event) };
  await updateFacts(command.tx, subscription.id, after);
  auditPassage(command, subscription, after);
  await enqueueNotices(app, command.tx);
  await settleEntitlement(app, command);
  return after;
}

function auditPassage(command: Command, before: StoredSubscription, after: StoredSubscription): void {
  const on = { object: 'team', objectId: command.teamId } as const;
  const failed = (one: StoredSubscription): boolean => one.state === 'past_due' || one.state === 'halted';
  if (!failed(before) && failed(after)) command.audit({ act: 'payment.failed', ...on });
  if (
    !isFinal(before.state) &&
    isFinal(after.state) &&
    after.firstPaidAt !== null &&
    after.refundedAt === null
  )
    command.audit({ act: 'subscription.ended', ...on });
}

/** Updates the entitlement: the team has Pro as long as any of its subscriptions grants it, unless an override takes precedence. */
async function settleEntitlement(app: App, command: Command): Promise<void> {
  const { tx } = command;
  await lockUsage(tx);
  const before = await findTeamPlan(tx);
  if (before === null || before.hasOverride) return;
  const all = await listSubscriptions(tx);
  const until = latest(all.map((one) => entitledUntil(one)));
  const paidUntil = latest(all.map((one) => (one.refundedAt === null ? one.paidUntil : null)));
  const plan = until === null ? 'free' : 'pro';
  const entitlement = {
    plan,
    paidUntil: paidUntil === null ? null : new Date(paidUntil),
    until: until === null ? null : new Date(until),
    hasOverride: false,
  } as const;
  const was = planInForce(before);
  const inForce = planInForce({ ...before, plan, entitledUntil: entitlement.until });
  const chooseSeatsBy = until === null ? null : findChooseBy(before, { was, until });
  await applyEntitlement(tx, { ...entitlement, chooseSeatsBy });
  await app.events.emit('plan.changed', command, inForce);
  if (was !== inForce) {
    const details = { from: was, to: inForce };
    command.audit({ act: 'plan.changed', object: 'team', objectId: command.teamId, details });
  }
}

/**
 * Returns the deadline for choosing who keeps write access, counted from the end of Pro or from now, whichever is later. A team that is
 * already on the free plan keeps its deadline.
 */
function findChooseBy(before: TeamPlan, { was, until }: { was: Plan; until: number }): Date | null {
  const now = before.now.getTime();
  if (until <= now && was === 'free') return before.chooseSeatsBy;
  return new Date(Math.max(until, now) + PERIODS.chooseSeats * DAY_MS);
}

function latest(moments: readonly (number | null)[]): number | null {
  return moments.reduce(
    (one, other) => (one === null || (other !== null && other > one) ? other : one),
    null,
  );
}
