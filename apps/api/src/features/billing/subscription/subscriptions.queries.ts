import { sql } from 'kysely';
import type { SubscriptionFacts } from '@hearth/contracts/billing/subscription-state';
import type { PaymentMethod } from '@hearth/contracts/billing/billing';
import { toSubscription, type StoredSubscription } from '#features/billing/plan/plan.queries.ts';
import type { SystemTx, TeamTx } from '#platform/db/index.ts';

const date = (ms: number | null): Date | null => (ms === null ? null : new Date(ms));

export async function insertSubscription(
  tx: TeamTx,
  subscription: Pick<
    StoredSubscription,
    'id' | 'gatewayId' | 'gatewayPlan' | 'amount' | 'currency' | 'url' | 'checkoutUntil' | 'startsAt'
  >,
  by: { userId: string; now: Date },
): Promise<void> {
  await tx
    .insertInto('subscriptions')
    .values({
      team_id: tx.teamId,
      id: subscription.id,
      gateway_id: subscription.gatewayId,
      gateway_plan: subscription.gatewayPlan,
      amount: subscription.amount,
      currency: subscription.currency,
      state: 'pending',
      url: subscription.url,
      checkout_until: subscription.checkoutUntil,
      starts_at: subscription.startsAt,
      paid_until: null,
      first_paid_at: null,
      first_failed_at: null,
      ended_at: null,
      refunded_at: null,
      method: null,
      created_at: by.now,
      created_by: by.userId,
    })
    .execute();
}

/** Lists all subscriptions of a team, newest first. The list is short because each checkout creates at most one subscription. */
export async function listSubscriptions(tx: TeamTx): Promise<StoredSubscription[]> {
  const rows = await tx
    .selectFrom('subscriptions')
    .selectAll()
    .where('team_id', '=', tx.teamId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map(toSubscription);
}

/** Returns the ids of a gateway subscription and its team, or null if the subscription is unknown. */
export async function findByGatewayId(
  tx: SystemTx,
  gatewayId: string,
): Promise<{ teamId: string; id: string } | null> {
  const row = await tx
    .selectFrom('subscriptions')
    .select(['team_id as teamId', 'id'])
    .where('gateway_id', '=', gatewayId)
    .executeTakeFirst();
  return row ?? null;
}

/** Allocates the sequence number of a gateway read that begins now. */
export async function beginRead(tx: TeamTx, id: string): Promise<number> {
  const { reads } = await tx
    .updateTable('subscriptions')
    .set((eb) => ({ reads: eb('reads', '+', 1) }))
    .where('team_id', '=', tx.teamId)
    .where('id', '=', id)
    .returning('reads')
    .executeTakeFirstOrThrow();
  return reads;
}

export async function lockSubscription(tx: TeamTx, id: string): Promise<StoredSubscription> {
  const row = await tx
    .selectFrom('subscriptions')
    .selectAll()
    .where('team_id', '=', tx.teamId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return toSubscription(row);
}

/**
 * Serializes the creation of a team's subscriptions by locking its billing details. Locking the team's row instead would block all
 * requests.
 */
export async function lockDetails(tx: TeamTx): Promise<void> {
  await sql`
    insert into billing_details (team_id) values (${tx.teamId})
    on conflict (team_id) do update set name = billing_details.name`.execute(tx);
}

export async function updateFacts(tx: TeamTx, id: string, facts: SubscriptionFacts): Promise<void> {
  await tx
    .updateTable('subscriptions')
    .set({
      state: facts.state,
      paid_until: date(facts.paidUntil),
      paid_count: facts.paidCount,
      first_paid_at: date(facts.firstPaidAt),
      first_failed_at: date(facts.firstFailedAt),
      cancels_at_end: facts.cancelsAtEnd,
      needs_authorisation: facts.needsAuthorisation,
      ended_at: date(facts.endedAt),
      refunded_at: date(facts.refundedAt),
    })
    .where('team_id', '=', tx.teamId)
    .where('id', '=', id)
    .execute();
}

export async function noteRead(
  tx: TeamTx,
  id: string,
  { read, url }: { read: number; url: string | null },
): Promise<void> {
  await tx
    .updateTable('subscriptions')
    .set((eb) => ({ applied_read: read, url: eb.fn.coalesce(eb.val(url), 'url') }))
    .where('team_id', '=', tx.teamId)
    .where('id', '=', id)
    .execute();
}

export async function updateMethod(tx: TeamTx, id: string, method: PaymentMethod): Promise<void> {
  await tx
    .updateTable('subscriptions')
    .set({ method: JSON.stringify(method) as unknown as PaymentMethod })
    .where('team_id', '=', tx.teamId)
    .where('id', '=', id)
    .execute();
}

/** Returns up to `limit` subscriptions, ordered by id, that are open or ended after `endedAfter`. */
export async function listOpenSubscriptions(
  tx: SystemTx,
  page: { after: string | null; endedAfter: Date; limit: number },
): Promise<{ teamId: string; id: string; gatewayId: string }[]> {
  return await tx
    .selectFrom('subscriptions')
    .select(['team_id as teamId', 'id', 'gateway_id as gatewayId'])
    .$if(page.after !== null, (query) => query.where('id', '>', page.after ?? ''))
    .where((eb) =>
      eb.or([
        eb('state', 'not in', ['cancelled', 'expired', 'completed']),
        eb('ended_at', '>', page.endedAfter),
      ]),
    )
    .orderBy('id')
    .limit(page.limit)
    .execute();
}

/** Returns the id of the gateway's plan for a price, or null if it has not been created yet. */
export async function findGatewayPlan(
  tx: SystemTx,
  price: { keyId: string; amount: number; currency: string },
): Promise<string | null> {
  const row = await tx
    .selectFrom('gateway_plans')
    .select('gateway_id')
    .where('key_id', '=', price.keyId)
    .where('amount', '=', price.amount)
    .where('currency', '=', price.currency)
    .executeTakeFirst();
  return row?.gateway_id ?? null;
}

/** Stores a created plan. @returns the id of the stored plan, possibly one that another node created in the meantime */
export async function storeGatewayPlan(
  tx: SystemTx,
  plan: { keyId: string; amount: number; currency: string; gatewayId: string },
): Promise<string> {
  const row = await tx
    .insertInto('gateway_plans')
    .values({ key_id: plan.keyId, amount: plan.amount, currency: plan.currency, gateway_id: plan.gatewayId })
    .onConflict((conflict) =>
      conflict.columns(['key_id', 'amount', 'currency']).doUpdateSet((eb) => ({
        gateway_id: eb.ref('gateway_plans.gateway_id'),
      })),
    )
    .returning('gateway_id')
    .executeTakeFirstOrThrow();
  return row.gateway_id;
}

/** Stores the customer's reason for a cancellation. */
export async function updateCancelReason(tx: TeamTx, id: string, reason: string): Promise<void> {
  await tx
    .updateTable('subscriptions')
    .set({ cancel_reason: reason })
    .where('team_id', '=', tx.teamId)
    .where('id', '=', id)
    .execute();
}
