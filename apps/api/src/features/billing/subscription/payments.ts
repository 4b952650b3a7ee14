import { DAY_MS } from '@hearth/contracts/core/days';
import type { GatewayPayment } from '#features/billing/gateway/gateway.ts';
import type { StoredSubscription } from '#features/billing/plan/plan.queries.ts';
import { issueCreditNote, issueInvoice } from '#features/billing/invoices/issue.ts';
import type { Command } from '#platform/commands/index.ts';
import type { App } from '#platform/feature.ts';
import {
  insertPayment,
  listKnownPayments,
  lockPayment,
  updateRefund,
  type PaymentRow,
} from './payments.queries.ts';
import { applyEvent } from './settle.ts';
import { lockSubscription, updateMethod } from './subscriptions.queries.ts';

/** Records a payment with its invoice, and a full refund with its credit note. Idempotent because payments are reported repeatedly. */
export async function recordPayment(
  app: App,
  command: Command,
  subscription: StoredSubscription,
  payment: GatewayPayment,
  isSandbox: boolean,
): Promise<void> {
  const { tx, teamId } = command;
  const recorded = await insertPayment(tx, {
    id: app.ids.uuid(),
    subscription_id: subscription.id,
    gateway_id: payment.id,
    amount: payment.amount,
    currency: payment.currency,
    paid_at: new Date(payment.paidAt),
  });
  if (recorded !== null) {
    await updateMethod(tx, subscription.id, payment.method);
    command.audit({
      act: 'payment.captured',
      object: 'team',
      objectId: teamId,
      details: { amount: payment.amount, currency: payment.currency },
    });
  }
  if (recorded !== null)
    await issueInvoice(app, tx, {
      paymentId: recorded.id,
      period: periodOf(recorded, subscription),
      isSandbox,
    });
  if (payment.amountRefunded < payment.amount) return;
  const [known] = await listKnownPayments(tx, [payment.id]);
  if (known !== undefined && known.status !== 'refunded') await recordRefund(app, command, known, null);
}

/** Returns the paid period. It ends at the end reported by the gateway, or after 30 days if none has been reported yet. */
function periodOf(
  { paid_at: from }: PaymentRow,
  { paidUntil }: StoredSubscription,
): { from: Date; until: Date } {
  const isReported = paidUntil !== null && paidUntil > from.getTime();
  return { from, until: isReported ? new Date(paidUntil) : new Date(from.getTime() + 30 * DAY_MS) };
}

/** Records a full refund with its credit note. It ends the period paid by the payment. */
export async function recordRefund(
  app: App,
  command: Command,
  payment: PaymentRow,
  refundId: string | null,
): Promise<void> {
  const { tx, now } = command;
  const locked = await lockPayment(tx, payment.id);
  if (locked.status === 'refunded') return;
  await updateRefund(tx, payment.id, { status: 'refunded', refund_gateway_id: refundId, refunded_at: now });
  await issueCreditNote(app, tx, { paymentId: payment.id });
  const subscription = await lockSubscription(tx, payment.subscription_id);
  await applyEvent(app, command, subscription, { kind: 'refunded', at: now.getTime() });
}
