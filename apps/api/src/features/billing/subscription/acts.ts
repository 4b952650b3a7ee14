import type { Subscription } from '@hearth/contracts/billing/billing';
import { isFinal } from '@hearth/contracts/billing/subscription-state';
import { GatewayError, type Gateway } from '#features/billing/gateway/gateway.ts';
import type { StoredSubscription } from '#features/billing/plan/plan.queries.ts';
import { getSubscription } from '#features/billing/plan/plan.service.ts';
import { runCommand } from '#platform/commands/index.ts';
import { readTeam } from '#platform/db/index.ts';
import { AppError } from '#platform/errors.ts';
import type { App } from '#platform/feature.ts';
import { applyEvent } from './settle.ts';
import { listSubscriptions, lockSubscription, updateCancelReason } from './subscriptions.queries.ts';

interface TeamUser {
  teamId: string;
  userId: string;
}

/**
 * Cancels an active subscription at the end of the paid period. In any other state, such as after a failed charge, it ends immediately.
 * @throws AppError INVALID_STATE if there is no subscription to cancel; GatewayError
 */
export async function cancelSubscription(
  app: App,
  gateway: Gateway,
  on: TeamUser,
  reason: string | undefined,
): Promise<Subscription> {
  const subscription = await findRunning(app, on);
  if (subscription === null) throw new AppError('INVALID_STATE', 'This team has no subscription to cancel.');
  if (subscription.cancelsAtEnd) return await getSubscription(app, on.teamId, on.userId);
  const isPaid = subscription.state === 'active';
  const { reading } = await gateway.cancelSubscription(subscription.gatewayId, isPaid ? 'at end' : 'now');
  await runCommand(app, { ...on, requestKey: null }, async (command) => {
    const locked = await lockSubscription(command.tx, subscription.id);
    if (locked.cancelsAtEnd || isFinal(locked.state)) return;
    if (reason !== undefined && reason !== '') await updateCancelReason(command.tx, subscription.id, reason);
    command.audit({ act: 'subscription.cancelled', object: 'team', objectId: on.teamId });
    await applyEvent(app, command, locked, isPaid ? { kind: 'cancelAsked' } : { kind: 'read', reading });
  });
  return await getSubscription(app, on.teamId, on.userId);
}

/**
 * Reverts a cancellation. If the gateway cannot revert it (Razorpay cannot for cancellations at the end of the period), the subscription is
 * resumed only in the product, and its next charge requires a new authorization.
 * @throws AppError INVALID_STATE if no cancellation is pending; GatewayError if the gateway is unavailable
 */
export async function resumeSubscription(app: App, gateway: Gateway, on: TeamUser): Promise<Subscription> {
  const subscription = await findRunning(app, on);
  if (subscription === null || !subscription.cancelsAtEnd)
    throw new AppError('INVALID_STATE', 'This team’s subscription isn’t cancelled.');
  const needsAuthorisation = await gateway.uncancelSubscription(subscription.gatewayId).then(
    () => false,
    (error: unknown) => {
      if (error instanceof GatewayError && error.kind !== 'unavailable') return true;
      throw error;
    },
  );
  await runCommand(app, { ...on, requestKey: null }, async (command) => {
    const locked = await lockSubscription(command.tx, subscription.id);
    if (!locked.cancelsAtEnd || isFinal(locked.state)) return;
    command.audit({ act: 'subscription.resumed', object: 'team', objectId: on.teamId });
    await applyEvent(app, command, locked, { kind: 'resumed', needsAuthorisation });
  });
  return await getSubscription(app, on.teamId, on.userId);
}

/** Returns the subscription that is still running at the gateway, or null if there is none. */
async function findRunning(app: App, on: TeamUser): Promise<StoredSubscription | null> {
  const all = await readTeam(app.db, on, (tx) => listSubscriptions(tx));
  const going = all.filter((one) => !isFinal(one.state));
  return going.find((one) => one.firstPaidAt !== null) ?? going[0] ?? null;
}
