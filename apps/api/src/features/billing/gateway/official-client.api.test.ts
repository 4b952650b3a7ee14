import Razorpay from 'razorpay';
import { validatePaymentVerification, validateWebhookSignature } from 'razorpay/dist/utils/razorpay-utils.js';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadConfig } from '#config.ts';
import { systemClock } from '#platform/clock.ts';
import { startSandbox, type TestSandbox } from '#testing/sandbox-gateway.ts';
import { createGateway } from './create-gateway.ts';
import type { Gateway } from './gateway.ts';

// Uses the gateway's official client to verify our signatures, and to check that the sandbox behaves like the real gateway.

let sandbox: TestSandbox;
let gateway: Gateway;
let official: Razorpay;

beforeEach(async () => {
  sandbox = await startSandbox({ clockStart: new Date('2026-01-15T10:00:00Z') });
  const created = createGateway(loadConfig(sandbox.env), systemClock);
  if (created === null) throw new Error('These settings have no gateway');
  gateway = created;
  official = new Razorpay({ key_id: sandbox.keyId, key_secret: sandbox.keySecret });
  // The client has no public option for its address.
  const { api } = official as unknown as { api: { rq: { defaults: { baseURL: string } } } };
  api.rq.defaults.baseURL = new URL(sandbox.url).origin;
});

afterEach(() => sandbox.close());

async function subscribe(): Promise<string> {
  const plan = await official.plans.create({
    period: 'monthly',
    interval: 1,
    item: { name: 'Hearth Pro', amount: 69_900, currency: 'INR' },
  });
  const created = await official.subscriptions.create({
    plan_id: plan.id,
    total_count: 12,
    quantity: 1,
    customer_notify: 0,
    notes: { teamId: 'team-1' },
  });
  return created.id;
}

describe('official gateway client', () => {
  it('accepts the same checkout signatures as our client', async () => {
    const id = await subscribe();
    const { payment, razorpay_signature: signature } = await sandbox.pay(id);
    const spoilt = signature.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
    for (const [given, holds] of [
      [signature, true],
      [spoilt, false],
    ] as const) {
      const names = { subscription_id: id, payment_id: payment.id };
      expect(validatePaymentVerification(names, given, sandbox.keySecret)).toBe(holds);
      expect(gateway.isCheckoutGenuine({ paymentId: payment.id, subscriptionId: id, signature: given })).toBe(
        holds,
      );
      // The signature of an order covers the same ids in reverse order.
      const order = { order_id: payment.id, payment_id: id };
      expect(validatePaymentVerification(order, given, sandbox.keySecret)).toBe(holds);
      expect(gateway.isOrderGenuine({ orderId: payment.id, paymentId: id, signature: given })).toBe(holds);
    }
  });

  it('accepts the same webhook signatures as our client', async () => {
    const taken: { body: Buffer; headers: IncomingMessage['headers'] }[] = [];
    const endpoint = createServer((request, reply) => {
      void buffer(request).then((body) => {
        taken.push({ body, headers: request.headers });
        reply.writeHead(200).end();
      });
    });
    await new Promise<void>((resolve) => endpoint.listen(0, 'localhost', resolve));
    try {
      sandbox.sendEventsTo(`http://localhost:${(endpoint.address() as AddressInfo).port}`);
      await sandbox.pay(await subscribe());
      expect(taken).toHaveLength(3);
      for (const { body, headers } of taken) {
        const signature = String(headers['x-razorpay-signature']);
        expect(gateway.isWebhookGenuine(body, signature)).toBe(true);
        expect(validateWebhookSignature(body.toString(), signature, sandbox.webhookSecret)).toBe(true);
        expect(validateWebhookSignature(`${body.toString()} `, signature, sandbox.webhookSecret)).toBe(false);
      }
    } finally {
      endpoint.closeAllConnections();
      endpoint.close();
    }
  });

  it('reads and changes subscriptions, payments and orders in the sandbox', async () => {
    const id = await subscribe();
    expect(await official.subscriptions.fetch(id)).toMatchObject({
      entity: 'subscription',
      status: 'created',
      notes: { teamId: 'team-1' },
    });
    const { payment } = await sandbox.pay(id);
    expect(await official.payments.fetch(payment.id)).toMatchObject({ status: 'captured', amount: 69_900 });
    expect(await official.subscriptions.cancel(id, true)).toMatchObject({
      status: 'active',
      has_scheduled_changes: true,
    });
    expect(await official.subscriptions.cancelScheduledChanges(id)).toMatchObject({
      has_scheduled_changes: false,
    });
    const refund = await official.payments.refund(payment.id, { amount: 69_900 });
    expect(refund).toMatchObject({ entity: 'refund', payment_id: payment.id, status: 'processed' });
    expect(await official.subscriptions.cancel(id)).toMatchObject({ status: 'cancelled' });
    await expect(official.subscriptions.cancel(id)).rejects.toMatchObject({
      statusCode: 400,
      error: { code: 'BAD_REQUEST_ERROR', field: 'status' },
    });
    const order = await official.orders.create({ amount: 69_900, currency: 'INR' });
    expect(await official.orders.fetch(order.id)).toMatchObject({ entity: 'order', amount_due: 69_900 });
  });
});
