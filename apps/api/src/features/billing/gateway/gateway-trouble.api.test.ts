import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '#platform/clock.ts';
import { startSandbox, type TestSandbox } from '#testing/sandbox-gateway.ts';
import type { Gateway } from './gateway.ts';
import { createRazorpay } from './razorpay.ts';

// Tests the client against the sandbox behind a proxy that injects failures.

const PRICE = { amount: 69_900, currency: 'INR', name: 'Hearth Pro' };

let sandbox: TestSandbox;
/** A client that bypasses the proxy. */
let gateway: Gateway;

beforeEach(async () => {
  sandbox = await startSandbox();
  gateway = createRazorpay(keysAt(sandbox.url), systemClock);
});

afterEach(() => sandbox.close());

async function subscribe(): Promise<string> {
  const planId = await gateway.createPlan(PRICE);
  const expireBy = sandbox.now() + 3_600_000;
  return (await gateway.createSubscription({ planId, teamId: 'team-1', startAt: null, expireBy })).id;
}

const keysAt = (url: string) => ({
  url,
  keyId: sandbox.keyId,
  keySecret: sandbox.keySecret,
  webhookSecrets: [sandbox.webhookSecret],
  isSandbox: true,
});

/** A proxy in front of the sandbox that injects failures. */
interface Disturber {
  gateway: Gateway;
  calls: string[];
  close(): Promise<void>;
}

async function startDisturber(
  disturb: (number: number, request: IncomingMessage, reply: ServerResponse) => boolean,
): Promise<Disturber> {
  const calls: string[] = [];
  const server = createServer((request, reply) => {
    calls.push(`${request.method} ${request.url?.replace(/\?.*/, '')}`);
    if (disturb(calls.length, request, reply)) return;
    void passOn(request).then(({ status, text }) => reply.writeHead(status).end(text));
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    gateway: createRazorpay(keysAt(`http://localhost:${port}/v1`), systemClock, {
      timeoutMs: 300,
      firstPauseMs: 10,
    }),
    calls,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function passOn(request: IncomingMessage): Promise<{ status: number; text: string }> {
  const body = await buffer(request);
  const response = await fetch(sandbox.url.replace('/v1', request.url ?? ''), {
    method: request.method ?? 'GET',
    headers: {
      'content-type': 'application/json',
      authorization: request.headers.authorization ?? '',
      'x-refund-idempotency': String(request.headers['x-refund-idempotency'] ?? ''),
    },
    body: body.length === 0 ? null : body,
  });
  return { status: response.status, text: await response.text() };
}

describe('gateway client during failures', () => {
  let disturber: Disturber | undefined;

  afterEach(async () => {
    await disturber?.close();
    disturber = undefined;
  });

  it('retries reads after transient failures', async () => {
    const id = await subscribe();
    disturber = await startDisturber((number, _request, reply) => {
      if (number > 2) return false;
      reply.writeHead(number === 1 ? 503 : 429, { 'retry-after': '0' }).end('busy');
      return true;
    });
    expect((await disturber.gateway.fetchSubscription(id)).id).toBe(id);
    expect(disturber.calls).toHaveLength(3);
  });

  it('attempts idempotent calls up to three times and other calls once', async () => {
    disturber = await startDisturber((_number, _request, reply) => {
      reply.writeHead(500).end();
      return true;
    });
    const { gateway, calls } = disturber;
    await expect(gateway.fetchPayment('pay_1')).rejects.toMatchObject({ kind: 'unavailable' });
    expect(calls).toHaveLength(3);
    await expect(gateway.createPlan(PRICE)).rejects.toMatchObject({ kind: 'unavailable' });
    expect(calls).toHaveLength(4);
  });

  it('times out when a response never starts or never ends', async () => {
    disturber = await startDisturber((number, _request, reply) => {
      if (number > 1) reply.writeHead(200).write('{"id":');
      return true;
    });
    await expect(disturber.gateway.fetchSubscription('sub_1')).rejects.toMatchObject({
      kind: 'unavailable',
    });
    expect(disturber.calls).toHaveLength(3);
  });

  it('reports invalid, oversized and redirected responses and an unreachable host as unavailable', async () => {
    const away = createRazorpay(keysAt('http://localhost:1/v1'), systemClock, {
      timeoutMs: 300,
      firstPauseMs: 1,
    });
    await expect(away.fetchPayment('pay_1')).rejects.toMatchObject({ kind: 'unavailable' });
    const answers: ((reply: ServerResponse) => void)[] = [
      (reply) => reply.writeHead(302, { location: `${sandbox.url}/payments/pay_1` }).end(),
      (reply) => reply.writeHead(200).end('<html>'),
      (reply) => reply.writeHead(200).end('{"id":""}'),
      (reply) => reply.writeHead(200).end(`{"id":"${'x'.repeat(2 * 1024 * 1024)}"}`),
    ];
    for (const answer of answers) {
      disturber = await startDisturber((_number, _request, reply) => {
        answer(reply);
        return true;
      });
      await expect(disturber.gateway.fetchPayment('pay_1')).rejects.toMatchObject({ kind: 'unavailable' });
      await disturber.close();
    }
  });

  it('refunds and cancels only once when a response is lost', async () => {
    const id = await subscribe();
    const { razorpay_payment_id: paymentId } = await sandbox.pay(id);
    let changes = 0;
    disturber = await startDisturber((_number, request, reply) => {
      if (request.method === 'POST') changes += 1;
      if (request.method !== 'POST' || changes % 2 === 0) return false;
      // The operation succeeds, but its response is lost.
      void passOn(request).then(() => reply.destroy());
      return true;
    });
    const refund = await disturber.gateway.refundPayment(paymentId, PRICE.amount);
    expect(refund.amount).toBe(PRICE.amount);
    expect((await gateway.fetchPayment(paymentId)).amountRefunded).toBe(PRICE.amount);
    expect((await disturber.gateway.cancelSubscription(id, 'now')).reading.status).toBe('cancelled');
    expect(changes).toBe(4);
  });
});

describe('gateway client', () => {
  it('accepts responses without the fields that the real gateway may omit', async () => {
    const disturber = await startDisturber((_number, request, reply) => {
      const bodies: Record<string, unknown> = {
        '/v1/subscriptions/sub_1': {
          id: 'sub_1',
          plan_id: 'plan_1',
          status: 'something new',
          charge_at: 1_767_225_600,
          notes: [],
          unheard_of: { of: true },
        },
        '/v1/payments/pay_1': {
          id: 'pay_1',
          amount: 1,
          currency: 'INR',
          status: 'captured',
          created_at: 1_767_225_600,
          method: 'upi',
          notes: [],
        },
      };
      const body = bodies[request.url?.replace(/\?.*/, '') ?? ''];
      reply.writeHead(body === undefined ? 404 : 200).end(JSON.stringify(body ?? {}));
      return true;
    });
    try {
      expect(await disturber.gateway.fetchSubscription('sub_1')).toMatchObject({
        teamId: null,
        url: null,
        reading: {
          status: 'something new',
          currentStart: null,
          currentEnd: 1_767_225_600_000,
          paidCount: 0,
          endedAt: null,
        },
      });
      expect(await disturber.gateway.fetchPayment('pay_1')).toEqual({
        id: 'pay_1',
        amount: 1,
        currency: 'INR',
        status: 'captured',
        amountRefunded: 0,
        paidAt: 1_767_225_600_000,
        method: { kind: 'upi', network: null, last4: null, expires: null },
      });
      expect(await disturber.gateway.listPaymentIds('sub_1')).toBeNull();
    } finally {
      await disturber.close();
    }
  });
});
