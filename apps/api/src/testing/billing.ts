import { randomUUID } from 'node:crypto';
import { sql, type Insertable } from 'kysely';
import type { Invoice } from '@hearth/contracts/billing/invoices';
import { issueCreditNote, issueInvoice } from '#features/billing/invoices/issue.ts';
import { asOwner, withTeam } from '#platform/db/index.ts';
import type { Tables } from '#platform/db/tables/tables.ts';
import type { TestApp } from './start-app.ts';

const MONTH_MS = 30 * 86_400_000;
type Server = Pick<TestApp, 'app'>;

/** Inserts a subscription. By default, it is active and paid for one month. */
export async function insertSubscription(
  { app }: Server,
  teamId: string,
  more: Partial<Insertable<Tables['subscriptions']>> = {},
): Promise<string> {
  const now = app.clock.now();
  const id = randomUUID();
  const method = { kind: 'card', network: 'Visa', last4: '4242', expires: '2031-09' };
  await asOwner(app.db, async (tx) => {
    await tx
      .insertInto('subscriptions')
      .values({
        team_id: teamId,
        id,
        gateway_id: `sub_${id}`,
        gateway_plan: 'plan_test',
        amount: 69_900,
        currency: 'INR',
        state: 'active',
        checkout_until: now,
        paid_until: new Date(now.getTime() + MONTH_MS),
        first_paid_at: now,
        created_at: now,
        ...more,
        method: sql`${JSON.stringify(more.method ?? method)}::jsonb`,
      })
      .execute();
  });
  return id;
}

/** Inserts a payment. @returns its id */
export async function insertPayment(
  { app }: Server,
  teamId: string,
  subscriptionId: string,
  more: Partial<Insertable<Tables['payments']>> = {},
): Promise<string> {
  const id = randomUUID();
  const payment = { id, gateway_id: `pay_${id.slice(0, 14)}`, amount: 69_900, status: 'captured' as const };
  const of = { team_id: teamId, subscription_id: subscriptionId, currency: 'INR', paid_at: app.clock.now() };
  await withTeam(app.db, { teamId, userId: null }, (tx) =>
    tx
      .insertInto('payments')
      .values({ ...of, ...payment, ...more })
      .execute(),
  );
  return id;
}

/** Inserts the payment of a month and issues its invoice. */
export async function insertInvoice(api: Server, teamId: string, subscriptionId?: string): Promise<Invoice> {
  const subscription = subscriptionId ?? (await insertSubscription(api, teamId));
  return await issueFor(api, teamId, await insertPayment(api, teamId, subscription));
}

export async function issueFor({ app }: Server, teamId: string, paymentId: string): Promise<Invoice> {
  const from = app.clock.now();
  const period = { from, until: new Date(from.getTime() + MONTH_MS) };
  return await withTeam(app.db, { teamId, userId: null }, (tx) =>
    issueInvoice(app, tx, { paymentId, period, isSandbox: true }),
  );
}

export async function creditFor({ app }: Server, teamId: string, paymentId: string): Promise<Invoice> {
  return await withTeam(app.db, { teamId, userId: null }, (tx) => issueCreditNote(app, tx, { paymentId }));
}
