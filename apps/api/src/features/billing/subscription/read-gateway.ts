import { isKnownToReducer } from '@hearth/contracts/billing/subscription-state';
import type { Gateway, GatewayPayment, GatewaySubscription } from '#features/billing/gateway/gateway.ts';
import { isSellerKnown } from '#features/billing/invoices/seller.ts';
import { GatewayError } from '#features/billing/gateway/gateway.ts';
import type { StoredSubscription } from '#features/billing/plan/plan.queries.ts';
import { runCommand, type Command } from '#platform/commands/index.ts';
import { readTeam, withTeam } from '#platform/db/index.ts';
import type { App } from '#platform/feature.ts';
import { recordPayment } from './payments.ts';
import { listKnownPayments } from './payments.queries.ts';
import { applyEvent } from './settle.ts';
import { beginRead, lockSubscription, noteRead } from './subscriptions.queries.ts';

/** Untrusted data of a webhook or checkout, which must be confirmed by the gateway. */
interface Hint {
  paymentId?: string | undefined;
  amount?: number | undefined;
  currency?: string | undefined;
  teamId?: string | null | undefined;
}

/** `refused`: the hint or the gateway's state contradicts the subscription that the team agreed to, so nothing was changed. */
type ReadOutcome = 'applied' | 'refused';

/**
 * Fetches a subscription and its payments from the gateway and applies their state. Reads are numbered when they begin: the subscription's
 * state is discarded if a later read has already been applied.
 * @param wants `all` to also fetch payments that were never reported by a webhook
 * @throws GatewayError
 */
export async function readGateway(
  app: App,
  gateway: Gateway,
  on: { teamId: string; id: string; gatewayId: string },
  { hint = {}, wants }: { hint?: Hint; wants: 'hinted' | 'all' },
): Promise<ReadOutcome> {
  const { teamId, id, gatewayId } = on;
  const read = await withTeam(app.db, { teamId, userId: null }, (tx) => beginRead(tx, id));
  const found = await gateway.fetchSubscription(gatewayId);
  // Skip the payments of a subscription that is only authorized: the authorization charges a token amount, which is refunded immediately.
  const isOnlyAuthorised = found.reading.status === 'authenticated';
  const payments = isOnlyAuthorised ? [] : await fetchPayments(app, gateway, on, { hint, wants });
  const isOnTrial = gateway.isSandbox || !isSellerKnown(app.config);
  const { value } = await runCommand(app, { teamId, userId: null, requestKey: null }, async (command) => {
    let subscription = await lockSubscription(command.tx, id);
    const fault =
      findFault(subscription, teamId, found, hint) ??
      (isOnlyAuthorised ? null : findFaultOfMoney(subscription, payments, hint));
    if (fault !== null) {
      refuse(command, fault);
      return 'refused' as const;
    }
    if (!isKnownToReducer(found.reading.status))
      app.log.error(
        { status: found.reading.status, subscription: id },
        'unknown subscription status from the gateway',
      );
    if (read > subscription.appliedRead) {
      await noteRead(command.tx, id, { read, url: found.url });
      subscription = await applyEvent(app, command, subscription, { kind: 'read', reading: found.reading });
    }
    for (const payment of payments) await recordPayment(app, command, subscription, payment, isOnTrial);
    return 'applied' as const;
  });
  return value;
}

/**
 * Fetches the payment in the hint and the listed payments, except those that are recorded as refunded or being refunded. Returns only
 * payments that were captured or refunded.
 */
async function fetchPayments(
  app: App,
  gateway: Gateway,
  on: { teamId: string; gatewayId: string },
  { hint, wants }: { hint: Hint; wants: 'hinted' | 'all' },
): Promise<GatewayPayment[]> {
  const listed = wants === 'all' ? ((await gateway.listPaymentIds(on.gatewayId)) ?? []) : [];
  const known = await readTeam(app.db, { teamId: on.teamId, userId: null }, (tx) =>
    listKnownPayments(tx, listed),
  );
  const isKnown = new Set(known.filter(({ status }) => status !== 'captured').map((one) => one.gateway_id));
  const ids = new Set(listed.filter((id) => !isKnown.has(id)));
  if (hint.paymentId !== undefined) ids.add(hint.paymentId);
  const found: GatewayPayment[] = [];
  for (const id of ids) {
    const payment = await gateway.fetchPayment(id).catch((error: unknown) => {
      if (!(error instanceof GatewayError) || error.kind !== 'missing') throw error;
      app.log.error({ payment: id }, 'payment from webhook not found at the gateway');
      return null;
    });
    if (payment !== null && isMoney(payment)) found.push(payment);
  }
  return found;
}

function isMoney({ status }: GatewayPayment): boolean {
  return status === 'captured' || status === 'refunded';
}

/**
 * Returns in which field the gateway's state contradicts the subscription that the team agreed to, or null if there is no contradiction.
 */
function findFault(
  subscription: StoredSubscription,
  teamId: string,
  found: GatewaySubscription,
  hint: Hint,
): string | null {
  if (found.id !== subscription.gatewayId) return 'subscription';
  if (found.planId !== subscription.gatewayPlan) return 'plan';
  const names = [found.teamId, hint.teamId ?? null];
  return names.some((name) => name !== null && name !== teamId) ? 'team' : null;
}

/** Returns how the received or claimed amount or currency contradicts the subscription, or null if it does not. */
function findFaultOfMoney(
  subscription: StoredSubscription,
  payments: readonly GatewayPayment[],
  hint: Hint,
): string | null {
  const hinted = {
    amount: hint.amount ?? subscription.amount,
    currency: hint.currency ?? subscription.currency,
  };
  const claims = [...payments, hinted];
  if (claims.some(({ amount }) => amount !== subscription.amount)) return 'amount';
  return claims.some(({ currency }) => currency !== subscription.currency) ? 'currency' : null;
}

/** Records a rejected payment or gateway event in the team's audit log. */
export function refuse(command: Command, fault: string): void {
  command.audit({ act: 'payment.refused', object: 'team', objectId: command.teamId, details: { fault } });
}
