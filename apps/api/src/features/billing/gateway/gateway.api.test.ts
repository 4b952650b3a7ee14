import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '@hearth/contracts/core/days';
import { loadConfig } from '#config.ts';
import { systemClock } from '#platform/clock.ts';
import { loadPaymentKeys } from '#platform/payment-keys.ts';
import { startSandbox, type TestSandbox } from '#testing/sandbox-gateway.ts';
import { createGateway, createSandboxClock } from './create-gateway.ts';
import type { Gateway } from './gateway.ts';
import { createRazorpay } from './razorpay.ts';

// Tests the client against the sandbox over HTTP.

const PRICE = { amount: 69_900, currency: 'INR', name: 'Hearth Pro' };
const START = Date.parse('2026-01-31T10:00:00Z');

let sandbox: TestSandbox;
let gateway: Gateway;

beforeEach(async () => {
  sandbox = await startSandbox({ clockStart: new Date(START) });
  const created = createGateway(loadConfig(sandbox.env), systemClock);
  if (created === null) throw new Error('These settings have no gateway');
  gateway = created;
});

afterEach(() => sandbox.close());

async function subscribe(request: { startAt?: number; expireBy?: number } = {}): Promise<string> {
  const planId = await gateway.createPlan(PRICE);
  const { id } = await gateway.createSubscription({
    planId,
    teamId: 'team-1',
    startAt: request.startAt ?? null,
    expireBy: request.expireBy ?? sandbox.now() + DAY_MS,
  });
  return id;
}

const statusOf = async (id: string) => (await gateway.fetchSubscription(id)).reading.status;

describe('gateway subscription', () => {
  it('charges monthly and ends with the paid period after cancellation', async () => {
    const planId = await gateway.createPlan(PRICE);
    const created = await gateway.createSubscription({
      planId,
      teamId: 'team-1',
      startAt: null,
      expireBy: START + DAY_MS,
    });
    expect(created).toMatchObject({
      planId,
      teamId: 'team-1',
      url: `http://localhost:${sandbox.port}/pay/${created.id}`,
      reading: { status: 'created', currentStart: null, currentEnd: null, paidCount: 0, endedAt: null },
    });
    expect(await gateway.listPaymentIds(created.id)).toEqual([]);

    const proof = await sandbox.pay(created.id);
    expect(
      gateway.isCheckoutGenuine({
        paymentId: proof.razorpay_payment_id,
        subscriptionId: created.id,
        signature: proof.razorpay_signature,
      }),
    ).toBe(true);
    expect(await gateway.fetchPayment(proof.razorpay_payment_id)).toMatchObject({
      amount: 69_900,
      currency: 'INR',
      status: 'captured',
      amountRefunded: 0,
      method: { kind: 'card', network: 'Visa', last4: '1111', expires: '2031-09' },
    });
    const paid = (await gateway.fetchSubscription(created.id)).reading;
    expect(paid).toMatchObject({ status: 'active', paidCount: 1 });
    // The period ends on the last day of a shorter month, and the next one on the 31st again.
    expect(new Date(paid.currentEnd ?? 0).toISOString().slice(0, 10)).toBe('2026-02-28');

    await sandbox.advanceTo(Date.parse('2026-03-31T11:00:00Z'));
    const later = (await gateway.fetchSubscription(created.id)).reading;
    expect(later).toMatchObject({ status: 'active', paidCount: 3 });
    expect(new Date(later.currentStart ?? 0).toISOString().slice(0, 10)).toBe('2026-03-31');
    const ids = await gateway.listPaymentIds(created.id);
    expect(ids).toHaveLength(3);
    expect(ids?.[0]).toBe(proof.razorpay_payment_id);

    await gateway.cancelSubscription(created.id, 'at end');
    expect(await statusOf(created.id)).toBe('active');
    await gateway.uncancelSubscription(created.id);
    await expect(gateway.uncancelSubscription(created.id)).rejects.toMatchObject({ kind: 'refused' });
    await gateway.cancelSubscription(created.id, 'at end');
    await sandbox.advanceTo(Date.parse('2026-05-02T00:00:00Z'));
    expect((await gateway.fetchSubscription(created.id)).reading).toMatchObject({
      status: 'cancelled',
      paidCount: 3,
      endedAt: expect.any(Number),
    });
    expect(await gateway.listPaymentIds(created.id)).toEqual(ids);
  });

  it('halts after three days of failed charges and resumes with another card', async () => {
    const id = await subscribe();
    await sandbox.pay(id);
    sandbox.failNextCharge(id, 4);
    const due = (await gateway.fetchSubscription(id)).reading.currentEnd ?? 0;
    await sandbox.advanceTo(due);
    expect((await gateway.fetchSubscription(id)).reading).toMatchObject({
      status: 'pending',
      paidCount: 1,
      currentStart: due,
    });
    for (const day of [1, 2]) {
      await sandbox.advanceTo(due + day * DAY_MS);
      expect(await statusOf(id)).toBe('pending');
    }
    await sandbox.advanceTo(due + 3 * DAY_MS);
    expect(await statusOf(id)).toBe('halted');
    // Two periods later, nothing has been charged; a new card is charged only for the current period.
    await sandbox.advanceTo(due + 62 * DAY_MS);
    expect((await gateway.fetchSubscription(id)).reading).toMatchObject({ status: 'halted', paidCount: 1 });
    await sandbox.pay(id, 'fail');
    expect(await statusOf(id)).toBe('halted');
    await sandbox.pay(id, 'succeed', { last4: '4242' });
    expect((await gateway.fetchSubscription(id)).reading).toMatchObject({ status: 'active', paidCount: 2 });
    expect(await gateway.listPaymentIds(id)).toHaveLength(2);
  });

  it('becomes active again when a retried charge succeeds a day later', async () => {
    const id = await subscribe();
    await sandbox.pay(id);
    sandbox.failNextCharge(id);
    const due = (await gateway.fetchSubscription(id)).reading.currentEnd ?? 0;
    await sandbox.advanceTo(due + DAY_MS);
    expect((await gateway.fetchSubscription(id)).reading).toMatchObject({ status: 'active', paidCount: 2 });
  });

  it('expires while unpaid and delays the first charge until a later start', async () => {
    const unpaid = await subscribe({ expireBy: START + DAY_MS });
    const later = await subscribe({ startAt: START + 10 * DAY_MS });
    const { payment } = await sandbox.pay(later);
    expect(payment).toMatchObject({ amount: 500, amount_refunded: 500 });
    expect(await statusOf(later)).toBe('authenticated');
    expect(await gateway.listPaymentIds(later)).toEqual([]);
    await sandbox.advanceTo(START + 11 * DAY_MS);
    expect(await statusOf(unpaid)).toBe('expired');
    expect((await gateway.fetchSubscription(later)).reading).toMatchObject({
      status: 'active',
      paidCount: 1,
      currentStart: START + 10 * DAY_MS,
    });
  });

  it('ends immediately on cancellation at the gateway or at the bank', async () => {
    const [one, other] = [await subscribe(), await subscribe()];
    await expect(gateway.cancelSubscription(one, 'at end')).rejects.toMatchObject({ kind: 'refused' });
    await gateway.cancelSubscription(one, 'now');
    const again = await gateway.cancelSubscription(one, 'now');
    expect(again.reading.status).toBe('cancelled');
    await sandbox.pay(other);
    await sandbox.cancelAtBank(other);
    expect(await statusOf(other)).toBe('cancelled');
  });

  it('completes after its last charge', async () => {
    const id = await subscribe();
    await sandbox.pay(id);
    await sandbox.advanceTo(Date.parse('2035-12-31T12:00:00Z'));
    expect((await gateway.fetchSubscription(id)).reading).toMatchObject({ status: 'active', paidCount: 120 });
    expect(await gateway.listPaymentIds(id)).toHaveLength(120);
    await sandbox.advanceTo(Date.parse('2036-02-01T12:00:00Z'));
    expect(await statusOf(id)).toBe('completed');
    await expect(gateway.cancelSubscription(id, 'at end')).rejects.toMatchObject({ kind: 'refused' });
  });
});

describe('gateway refund', () => {
  it('refunds once under concurrent requests', async () => {
    const id = await subscribe();
    const { razorpay_payment_id: paymentId } = await sandbox.pay(id);
    const [first, second] = await Promise.all([
      gateway.refundPayment(paymentId, PRICE.amount),
      gateway.refundPayment(paymentId, PRICE.amount),
    ]);
    expect(first).toEqual({ id: expect.stringMatching(/^rfnd_/), amount: PRICE.amount });
    expect(second).toEqual(first);
    expect(await gateway.refundPayment(paymentId, PRICE.amount)).toEqual(first);
    expect(await gateway.fetchPayment(paymentId)).toMatchObject({
      status: 'refunded',
      amountRefunded: PRICE.amount,
    });
  });

  it('rejects failed payments and amounts above the payment', async () => {
    const id = await subscribe();
    const failed = await sandbox.pay(id, 'fail');
    await expect(gateway.refundPayment(failed.razorpay_payment_id, PRICE.amount)).rejects.toMatchObject({
      kind: 'refused',
    });
    const paid = await sandbox.pay(id);
    await expect(gateway.refundPayment(paid.razorpay_payment_id, PRICE.amount + 1)).rejects.toMatchObject({
      kind: 'refused',
    });
  });
});

describe('gateway errors', () => {
  it('distinguishes missing objects, refused operations and an unavailable gateway', async () => {
    await expect(gateway.fetchSubscription('sub_none')).rejects.toMatchObject({ kind: 'missing' });
    await expect(gateway.fetchPayment('../plans')).rejects.toMatchObject({ kind: 'missing' });
    await expect(gateway.createPlan({ amount: 0, currency: 'INR', name: 'Nothing' })).rejects.toMatchObject({
      kind: 'refused',
      message: expect.stringContaining('item.amount'),
    });
    const keys = loadPaymentKeys(loadConfig(sandbox.env));
    if (keys === null) throw new Error('These settings have no gateway');
    const stranger = createRazorpay({ ...keys, keySecret: 'another' }, systemClock);
    await expect(stranger.fetchPayment('pay_1')).rejects.toMatchObject({ kind: 'unavailable' });
  });
});

describe('sandbox clock', () => {
  it('follows the product’s clock', async () => {
    const id = await subscribe();
    await sandbox.pay(id);
    const tell = createSandboxClock(loadConfig(sandbox.env));
    await tell?.(new Date('2026-02-28T10:00:10Z'));
    expect(Math.abs(sandbox.now() - Date.parse('2026-02-28T10:00:10Z'))).toBeLessThan(5000);
    expect((await gateway.fetchSubscription(id)).reading.paidCount).toBe(2);
  });

  it('stays unavailable with real keys or Google sign-in', () => {
    const keys = {
      RAZORPAY_KEY_ID: 'id',
      RAZORPAY_KEY_SECRET: 'secret',
      RAZORPAY_WEBHOOK_SECRET: 'secret',
    };
    expect(createSandboxClock(loadConfig(keys))).toBeNull();
    expect(createGateway(loadConfig(keys), systemClock)?.isSandbox).toBe(false);
    const google = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' };
    expect(createGateway(loadConfig(google), systemClock)).toBeNull();
  });
});
