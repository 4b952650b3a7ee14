import type { Subscription } from '@hearth/contracts/billing/billing';
import { DAY_MS } from '@hearth/contracts/core/days';
import { PERIODS } from '@hearth/contracts/core/periods';
import { z } from 'zod';
import { GatewayError, type Gateway } from '#features/billing/gateway/gateway.ts';
import { getSubscription } from '#features/billing/plan/plan.service.ts';
import { runCommand } from '#platform/commands/index.ts';
import { withTeam } from '#platform/db/index.ts';
import { AppError } from '#platform/errors.ts';
import type { App } from '#platform/feature.ts';
import { bindJob, defineJob, type JobBinding } from '#platform/jobs/index.ts';
import { recordRefund } from './payments.ts';
import { lockFirstPayment, lockPayment, updateRefund, type PaymentRow } from './payments.queries.ts';
import { lockSubscription } from './subscriptions.queries.ts';

/** Completes refunds that were interrupted, for example by a crash between the gateway's response and our write. */
const refundJob = defineJob({
  kind: 'billing.refund',
  rule: { kind: 'system' },
  data: z.strictObject({ teamId: z.uuid(), paymentId: z.uuid() }),
  limitMs: 60_000,
  attempts: 12,
  retryMs: 30_000,
});

export function bindRefundJob(app: App, gateway: Gateway): JobBinding {
  return bindJob(refundJob, async ({ data }) => completeRefund(app, gateway, data.teamId, data.paymentId));
}

/** Returns the deadline for the refund of the first payment. Returns null if there is none, it is too old, or its refund has begun. */
export function refundableUntil(first: PaymentRow | null, now: Date): Date | null {
  if (first === null || first.status !== 'captured') return null;
  const until = new Date(first.paid_at.getTime() + PERIODS.refund * DAY_MS);
  return until > now ? until : null;
}

/**
 * Refunds the team's first payment in full and ends Pro immediately. The refund is recorded as pending before the gateway is called so that
 * a job can complete it after a failure.
 * @throws AppError INVALID_STATE after the refund period, or if nothing was paid or the payment is already refunded; GatewayError
 */
export async function refundFirstPayment(
  app: App,
  gateway: Gateway,
  on: { teamId: string; userId: string },
): Promise<Subscription> {
  const { teamId } = on;
  const { value: paymentId } = await runCommand(app, { ...on, requestKey: null }, async (command) => {
    const first = await lockFirstPayment(command.tx);
    if (first?.status === 'refunding') return first.id;
    if (first === null || refundableUntil(first, command.now) === null) {
      throw new AppError(
        'INVALID_STATE',
        `Only a team’s first payment can be refunded, within ${PERIODS.refund} days.`,
      );
    }
    await updateRefund(command.tx, first.id, {
      status: 'refunding',
      refund_gateway_id: null,
      refunded_at: null,
    });
    command.audit({ act: 'subscription.refunded', object: 'team', objectId: teamId });
    const runAt = new Date(command.now.getTime() + 2 * refundJob.limitMs);
    await command.enqueue(refundJob, { data: { teamId, paymentId: first.id }, runAt });
    return first.id;
  });
  await completeRefund(app, gateway, teamId, paymentId);
  return await getSubscription(app, teamId, on.userId);
}

async function completeRefund(app: App, gateway: Gateway, teamId: string, paymentId: string): Promise<void> {
  const locked = await withTeam(app.db, { teamId, userId: null }, async (tx) => {
    const payment = await lockPayment(tx, paymentId);
    return { payment, subscription: await lockSubscription(tx, payment.subscription_id) };
  });
  if (locked.payment.status === 'refunded') return;
  const refund = await gateway.refundPayment(locked.payment.gateway_id, locked.payment.amount);
  await gateway.cancelSubscription(locked.subscription.gatewayId, 'now').catch((error: unknown) => {
    // Ignore the error if the gateway rejected the request: the subscription has already ended.
    if (!(error instanceof GatewayError) || error.kind === 'unavailable') throw error;
  });
  await runCommand(app, { teamId, userId: null, requestKey: null }, async (command) => {
    await recordRefund(app, command, locked.payment, refund.id);
  });
}
