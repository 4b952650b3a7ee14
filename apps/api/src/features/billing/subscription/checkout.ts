import { DAY_MS } from '@hearth/contracts/core/days';
import { PLANS } from '@hearth/contracts/billing/plans';
import type { Billing } from '@hearth/contracts/billing/billing';
import type { BillingWish } from '@hearth/contracts/billing/billing-details';
import { isFinal } from '@hearth/contracts/billing/subscription-state';
import { saveDetails } from '#features/billing/plan/details.service.ts';
import type { Gateway } from '#features/billing/gateway/gateway.ts';
import { findTeamPlan, type StoredSubscription } from '#features/billing/plan/plan.queries.ts';
import { describeSubscription } from '#features/billing/plan/plan.service.ts';
import { runCommand } from '#platform/commands/index.ts';
import { readTeam, type TeamTx, withSystem } from '#platform/db/index.ts';
import { AppError, notFound } from '#platform/errors.ts';
import type { App } from '#platform/feature.ts';
import {
  findGatewayPlan,
  insertSubscription,
  storeGatewayPlan,
  listSubscriptions,
  lockDetails,
} from './subscriptions.queries.ts';

/** Time to complete a checkout. Afterwards it counts as abandoned, and the next checkout creates a new subscription. */
const CHECKOUT_MS = DAY_MS / 48;
export const PRICE = { amount: PLANS.pro.pricePerMonth * 100, currency: 'INR', name: 'Hearth Pro' } as const;

interface Checkout {
  subscriptionId: string;
  keyId: string;
  amount: number;
  currency: 'INR';
  url: string;
}

interface TeamUser {
  teamId: string;
  userId: string;
}

/**
 * Starts a checkout for Pro, or returns the open one. After a failed charge, returns the payment page of the same subscription.
 * @throws AppError CONFLICT if there is nothing to pay; INVALID_REQUEST for invalid billing details; NOT_FOUND; GatewayError
 */
export async function startCheckout(
  app: App,
  gateway: Gateway,
  on: TeamUser,
  billing: BillingWish | undefined,
): Promise<Checkout> {
  const { teamId, userId } = on;
  if (billing !== undefined) await saveDetails(app, on, billing);
  const state = await readTeam(app.db, on, (tx) => readCheckoutState(tx));
  if (state.open !== null) return describe(app, gateway, state.open);
  const planId = await ensurePlan(app, gateway);
  const now = app.clock.now();
  const checkoutUntil = new Date(now.getTime() + CHECKOUT_MS);
  const created = await gateway.createSubscription({
    planId,
    teamId,
    startAt: state.startsAt,
    expireBy: Math.max(checkoutUntil.getTime(), state.startsAt ?? 0),
  });
  const { value } = await runCommand(app, { teamId, userId, requestKey: null }, async (command) => {
    await lockDetails(command.tx);
    // Check again under the lock: if a concurrent checkout was first, this one is dropped and expires unpaid at the gateway.
    const again = await readCheckoutState(command.tx);
    if (again.open !== null) return again.open;
    const subscription = {
      id: app.ids.uuid(),
      gatewayId: created.id,
      gatewayPlan: planId,
      amount: PRICE.amount,
      currency: PRICE.currency,
      url: created.url,
      checkoutUntil,
      startsAt: state.startsAt === null ? null : new Date(state.startsAt),
    };
    await insertSubscription(command.tx, subscription, { userId, now: command.now });
    command.audit({ act: 'subscription.started', object: 'team', objectId: teamId });
    return subscription;
  });
  return describe(app, gateway, value);
}

interface CheckoutState {
  /** The subscription whose payment page can be used. Null if a new subscription is needed. */
  open: Pick<StoredSubscription, 'gatewayId' | 'url' | 'startsAt' | 'firstPaidAt'> | null;
  /** End of the current paid period in ms since the epoch, when a new subscription starts. Null if it starts immediately. */
  startsAt: number | null;
}

async function readCheckoutState(tx: TeamTx): Promise<CheckoutState> {
  const team = await findTeamPlan(tx);
  if (team === null) throw notFound('This team');
  if (team.hasOverride) throw new AppError('CONFLICT', 'This team is on Pro through a development override.');
  const now = team.now.getTime();
  const all = await listSubscriptions(tx);
  const open = all.find((one) => one.state === 'pending' && one.checkoutUntil.getTime() > now);
  if (open !== undefined) return { open, startsAt: null };
  if (all.some((one) => one.state === 'authenticated'))
    throw new AppError('CONFLICT', 'The next payment is already authorised.');
  const { status, needsAuthorisation } = describeSubscription(team);
  const failed = all.find(
    (one) => !isFinal(one.state) && one.firstPaidAt !== null && !one.needsAuthorisation,
  );
  if (failed !== undefined && (status === 'past_due' || status === 'halted'))
    return { open: failed, startsAt: null };
  const isPaid = team.paidUntil !== null && team.paidUntil.getTime() > now;
  if (isPaid && status === 'active' && !needsAuthorisation)
    throw new AppError('CONFLICT', 'This team is already on Pro.');
  if (isPaid && failed?.cancelsAtEnd === true)
    throw new AppError(
      'CONFLICT',
      'This team is on Pro until the end of the paid period. Resume the subscription instead.',
    );
  return { open: null, startsAt: isPaid ? (team.paidUntil?.getTime() ?? null) : null };
}

/**
 * Returns when a checkout that is started now would be charged, or null if nothing is due.
 * @throws AppError NOT_FOUND if there is no such team
 */
export async function findNextPayment(tx: TeamTx, now: Date): Promise<Billing['nextPayment']> {
  const state = await readCheckoutState(tx).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'CONFLICT') return null;
    throw error;
  });
  if (state === null) return null;
  const isOverdue = state.open !== null && state.open.firstPaidAt !== null;
  const startsAt = state.open === null ? state.startsAt : (state.open.startsAt?.getTime() ?? null);
  const isNow = isOverdue || startsAt === null || startsAt <= now.getTime();
  return { at: (isNow ? now : new Date(startsAt)).toISOString(), isNow, isOverdue };
}

async function ensurePlan(app: App, gateway: Gateway): Promise<string> {
  const price = { keyId: gateway.keyId, amount: PRICE.amount, currency: PRICE.currency };
  const known = await withSystem(app.db, (tx) => findGatewayPlan(tx, price), { isReadOnly: true });
  if (known !== null) return known;
  const gatewayId = await gateway.createPlan(PRICE);
  return await withSystem(app.db, (tx) => storeGatewayPlan(tx, { ...price, gatewayId }));
}

function describe(
  app: App,
  gateway: Gateway,
  { gatewayId, url }: Pick<StoredSubscription, 'gatewayId' | 'url'>,
): Checkout {
  return {
    subscriptionId: gatewayId,
    keyId: gateway.keyId,
    amount: PRICE.amount,
    currency: PRICE.currency,
    // If the gateway has no payment page, fall back to the product's own page.
    url: url ?? `${app.config.webOrigin}/payment/onboarding?plan=pro`,
  };
}
