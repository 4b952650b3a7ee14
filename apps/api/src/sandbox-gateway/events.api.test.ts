import { createHmac } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '@hearth/contracts/core/days';
import { startSandbox, type TestSandbox } from '#testing/sandbox-gateway.ts';

const START = new Date('2026-01-15T10:00:00Z');

interface Webhook {
  path: string;
  event: string;
  eventId: string;
  status: string | undefined;
  isSigned: boolean;
  body: WebhookBody;
}

interface WebhookBody {
  entity: string;
  event: string;
  contains: string[];
  created_at: number;
  payload: { subscription?: { entity: { id: string; status: string } }; payment?: object; refund?: object };
}

let folder: string;
let sandbox: TestSandbox;
let received: Webhook[];
let refusals: number;
let endpoint: { origin: string; close: () => Promise<void> };

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hearth-sandbox-'));
  received = [];
  refusals = 0;
  endpoint = await startEndpoint();
  sandbox = await startSandbox({ ...settings(), port: 0 });
});

afterEach(async () => {
  await sandbox.close();
  await endpoint.close();
  await rm(folder, { recursive: true });
});

const settings = () => ({
  apiOrigin: endpoint.origin,
  clockStart: START,
  stateFile: join(folder, 'sandbox-gateway', 'state.json'),
  pausesMs: [5, 5, 5],
});

/** Starts a server that simulates the product's webhook endpoint. */
async function startEndpoint(): Promise<typeof endpoint> {
  const server = createServer((request, reply) => {
    void text(request).then((body) => {
      if (refusals > 0) {
        refusals -= 1;
        reply.writeHead(503).end();
        return;
      }
      const read = JSON.parse(body) as WebhookBody;
      received.push({
        path: request.url ?? '',
        event: read.event,
        eventId: String(request.headers['x-razorpay-event-id']),
        status: read.payload.subscription?.entity.status,
        isSigned:
          request.headers['x-razorpay-signature'] ===
          createHmac('sha256', sandbox.webhookSecret).update(body).digest('hex'),
        body: read,
      });
      reply.writeHead(200).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function call<T>(path: string, body?: object): Promise<T> {
  const response = await fetch(`${sandbox.url}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${sandbox.keyId}:${sandbox.keySecret}`).toString('base64')}`,
      'content-type': 'application/json',
    },
    body: body === undefined ? null : JSON.stringify(body),
  });
  return (await response.json()) as T;
}

async function subscribe(): Promise<string> {
  const item = { name: 'Hearth Pro', amount: 69_900, currency: 'INR' };
  const plan = await call<{ id: string }>('/plans', { period: 'monthly', interval: 1, item });
  const fields = { plan_id: plan.id, total_count: 3, notes: { teamId: 'team-1' } };
  return (await call<{ id: string }>('/subscriptions', fields)).id;
}

const names = () => received.map(({ event }) => event);

describe('webhooks', () => {
  it('sends signed events with the subscription’s status at that time', async () => {
    const id = await subscribe();
    await sandbox.pay(id);
    expect(received).toMatchObject([
      { event: 'subscription.authenticated', status: 'authenticated' },
      { event: 'subscription.activated', status: 'active' },
      { event: 'subscription.charged', status: 'active' },
    ]);
    expect(received.every(({ isSigned, path }) => isSigned && path === '/webhooks/razorpay')).toBe(true);
    expect(new Set(received.map(({ eventId }) => eventId)).size).toBe(3);
    expect(received[2]?.body).toMatchObject({
      entity: 'event',
      contains: ['subscription', 'payment'],
      created_at: Math.floor(START.getTime() / 1000),
      payload: {
        subscription: { entity: { id, entity: 'subscription', paid_count: 1, notes: { teamId: 'team-1' } } },
        payment: { entity: { entity: 'payment', amount: 69_900, status: 'captured' } },
      },
    });
  });

  it('sends all events from the first failed charge to completion in order and with their due times', async () => {
    const id = await subscribe();
    await sandbox.pay(id);
    received.length = 0;
    sandbox.failNextCharge(id, 4);
    const due = Date.parse('2026-02-15T10:00:00Z');
    await sandbox.advanceTo(due + 5 * DAY_MS);
    expect(names()).toEqual([
      'payment.failed',
      'subscription.pending',
      'payment.failed',
      'payment.failed',
      'payment.failed',
      'subscription.halted',
    ]);
    const days = received.map(({ body }) => Math.floor((body.created_at * 1000 - due) / DAY_MS));
    expect(days).toEqual([0, 0, 1, 2, 3, 3]);
    received.length = 0;
    await sandbox.pay(id);
    await sandbox.advanceTo(Date.parse('2026-05-01T00:00:00Z'));
    expect(names()).toEqual([
      'subscription.activated',
      'subscription.charged',
      'subscription.charged',
      'subscription.completed',
    ]);
  });

  it('sends refund events', async () => {
    const { payment } = await sandbox.pay(await subscribe());
    await call(`/payments/${payment.id}/refund`, { amount: 69_900 });
    await sandbox.deliverEvents();
    expect(received.at(-1)).toMatchObject({
      event: 'refund.processed',
      body: { contains: ['refund', 'payment'] },
    });
  });

  it('retries an event under the same id and drops it after the last attempt', async () => {
    const id = await subscribe();
    refusals = 2;
    await sandbox.pay(id);
    await expect.poll(() => received.length).toBe(3);
    expect(new Set(names()).size).toBe(3);
    received.length = 0;
    refusals = 4;
    await sandbox.cancelAtBank(id);
    await expect.poll(() => refusals).toBe(0);
    await sandbox.pay(await subscribe());
    expect(names()).not.toContain('subscription.cancelled');
  });

  it('repeats, reverses or drops events on request', async () => {
    const id = await subscribe();
    sandbox.holdEvents();
    await sandbox.pay(id);
    expect(received).toEqual([]);
    await sandbox.releaseEvents('reversed');
    expect(names()).toEqual(['subscription.charged', 'subscription.activated', 'subscription.authenticated']);
    await sandbox.repeatEvents(2);
    expect(received.slice(3).map(({ eventId }) => eventId)).toEqual(
      received.slice(1, 3).map(({ eventId }) => eventId),
    );
    received.length = 0;
    sandbox.dropNextEvent();
    await sandbox.cancelAtBank(id);
    expect(received).toEqual([]);
    await sandbox.pay(await subscribe());
    expect(received).toHaveLength(3);
  });
});

describe('sandbox state', () => {
  it('survives a restart with undelivered events and the time', async () => {
    const id = await subscribe();
    sandbox.holdEvents();
    const { payment } = await sandbox.pay(id);
    await sandbox.advanceTo(Date.parse('2026-02-15T10:00:01Z'));
    const before = [await call('/payments'), await call(`/invoices?subscription_id=${id}`)];
    const { port } = sandbox;
    await sandbox.close();

    sandbox = await startSandbox({ ...settings(), port });
    expect(Math.abs(sandbox.now() - Date.parse('2026-02-15T10:00:01Z'))).toBeLessThan(30_000);
    expect(await call(`/subscriptions/${id}`)).toMatchObject({ status: 'active', paid_count: 2 });
    expect([await call('/payments'), await call(`/invoices?subscription_id=${id}`)]).toEqual(before);
    expect(await call(`/payments/${payment.id}`)).toMatchObject({ status: 'captured' });
    expect(received).toEqual([]);
    await sandbox.releaseEvents('in order');
    expect(received).toHaveLength(4);
    expect(await readdir(join(folder, 'sandbox-gateway'))).toEqual(['state.json']);
  });

  it('rejects a state file with other content', async () => {
    const stateFile = join(folder, 'other.json');
    await writeFile(stateFile, '{"version":2}');
    await expect(startSandbox({ stateFile })).rejects.toThrow(
      'is not a valid state file of the sandbox gateway',
    );
  });
});

describe('sandbox API', () => {
  it('requires the API keys and returns errors in the gateway’s format', async () => {
    const without = await fetch(`${sandbox.url}/payments`);
    expect(without.status).toBe(401);
    expect(await without.json()).toMatchObject({
      error: { code: 'BAD_REQUEST_ERROR', description: 'Authentication failed' },
    });
    expect(await call('/plans', { period: 'monthly', interval: 1 })).toMatchObject({
      error: { code: 'BAD_REQUEST_ERROR', field: 'item' },
    });
    expect(await call('/nothing')).toMatchObject({ error: { description: expect.stringContaining('URL') } });
    expect(await call('/subscriptions', { plan_id: 'plan_none', total_count: 1 })).toMatchObject({
      error: { description: 'The id provided does not exist' },
    });
  });

  it('creates, returns and lists orders', async () => {
    const order = await call<{ id: string }>('/orders', { amount: 69_900, currency: 'INR', receipt: 'r1' });
    expect(await call(`/orders/${order.id}`)).toEqual(order);
    expect(await call('/orders')).toMatchObject({ entity: 'collection', count: 1, items: [order] });
  });
});
