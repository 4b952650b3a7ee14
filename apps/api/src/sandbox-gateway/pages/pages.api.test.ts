import { createHash, createHmac } from 'node:crypto';
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startSandbox, type TestSandbox } from '#testing/sandbox-gateway.ts';

const WEB_ORIGIN = 'http://localhost:3000';
const CARD = { number: '5500 0000 0000 0004', expires: '08/32', cvv: '123' };

let sandbox: TestSandbox;
let id: string;

beforeEach(async () => {
  sandbox = await startSandbox({ webOrigin: WEB_ORIGIN, clockStart: new Date('2026-01-15T10:00:00Z') });
  const item = { name: 'Hearth <Pro>', amount: 69_900, currency: 'INR' };
  const plan = await create('/plans', { period: 'monthly', interval: 1, item });
  id = await create('/subscriptions', { plan_id: plan, total_count: 12, notes: { teamId: 'team-1' } });
});

afterEach(() => sandbox.close());

async function create(path: string, body: object): Promise<string> {
  const response = await fetch(`${sandbox.url}${path}`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${sandbox.keyId}:${sandbox.keySecret}`).toString('base64')}`,
    },
    body: JSON.stringify(body),
  });
  return ((await response.json()) as { id: string }).id;
}

const addressOf = (path: string) => new URL(path, sandbox.url).href;

async function open(path: string): Promise<string> {
  const response = await fetch(addressOf(path));
  expect(response.status).toBe(200);
  return await response.text();
}

async function submit(path: string, fields: Record<string, string>): Promise<Response> {
  return await fetch(addressOf(path), {
    method: 'POST',
    body: new URLSearchParams(fields),
    redirect: 'manual',
  });
}

/** Submits a form in the same way as a user with an open page. */
async function press(path: string, fields: Record<string, string>): Promise<Response> {
  const token = new RegExp(`action="${path}"[^]*?name="token"\\s+value="(\\w+)"`).exec(await open(path))?.[1];
  return await submit(path, { token: token ?? '', ...fields });
}

const statusOf = () => sandbox.find(id).told.status;

describe('payment page', () => {
  it('shows the amount and a sandbox notice and loads no external content', async () => {
    const response = await fetch(addressOf(`/pay/${id}`));
    const page = await response.text();
    expect(page).toContain('Sandbox: no money moves.');
    expect(page).toContain('₹699.00');
    expect(page).toContain('Hearth &lt;Pro&gt;');
    expect(page).toContain('team-1');
    expect(page).not.toContain('<script');
    const style = /<style>([^]*)<\/style>/.exec(page)?.[1] ?? '';
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toContain(`style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`);
    expect(policy).toContain(`default-src 'none'`);
    expect(policy).toContain(`form-action 'self' ${WEB_ORIGIN}`);
    expect(policy).toContain(`frame-ancestors 'none'`);
  });

  it('redirects to the product with the checkout’s signature', async () => {
    const response = await press(`/pay/${id}`, { ...CARD, outcome: 'succeed' });
    expect(response.status).toBe(303);
    const back = new URL(response.headers.get('location') ?? '');
    expect(back.origin + back.pathname).toBe(`${WEB_ORIGIN}/payment/onboarding`);
    const { razorpay_signature: signature, ...rest } = Object.fromEntries(back.searchParams);
    const paymentId = rest['razorpay_payment_id'] ?? '';
    expect(rest).toEqual({
      plan: 'pro',
      razorpay_payment_id: expect.stringMatching(/^pay_\w{14}$/),
      razorpay_subscription_id: id,
    });
    expect(signature).toBe(
      createHmac('sha256', sandbox.keySecret).update(`${paymentId}|${id}`).digest('hex'),
    );
    expect(statusOf()).toBe('active');
    expect(sandbox.find(id).card).toEqual({
      network: 'MasterCard',
      last4: '0004',
      expiry_month: 8,
      expiry_year: 2032,
    });
  });

  it('reports declined cards and invalid fields and redirects when abandoned', async () => {
    const failed = await press(`/pay/${id}`, { ...CARD, outcome: 'fail' });
    expect(await failed.text()).toContain('The bank declined the payment.');
    const wrong = await press(`/pay/${id}`, { ...CARD, expires: '13/32', outcome: 'succeed' });
    expect(wrong.status).toBe(400);
    const abandoned = await press(`/pay/${id}`, { outcome: 'abandon' });
    expect(abandoned.headers.get('location')).toBe(`${WEB_ORIGIN}/payment/onboarding?plan=pro`);
    expect(statusOf()).toBe('created');
  });

  it('requests a one-time code and accepts only the correct code', async () => {
    const response = await press(`/pay/${id}`, { ...CARD, outcome: 'otp' });
    expect(response.headers.get('location')).toBe(`/pay/${id}/otp`);
    const code = /<strong>(\d{6})<\/strong>/.exec(await open(`/pay/${id}/otp`))?.[1] ?? '';
    const other = code === '000000' ? '000001' : '000000';
    expect(await (await press(`/pay/${id}/otp`, { code: other })).text()).toContain('That is not the code.');
    expect(statusOf()).toBe('created');
    const right = await press(`/pay/${id}/otp`, { code });
    expect(right.headers.get('location')).toContain('razorpay_signature=');
    expect(statusOf()).toBe('active');
  });

  it('declines the payment after three wrong codes', async () => {
    await press(`/pay/${id}`, { ...CARD, outcome: 'otp' });
    for (let nth = 0; nth < 2; nth += 1) await press(`/pay/${id}/otp`, { code: 'x' });
    expect(await (await press(`/pay/${id}/otp`, { code: 'x' })).text()).toContain('wrong too often');
    expect(sandbox.find(id).otp).toBeNull();
    expect(statusOf()).toBe('created');
  });

  it('rejects forms with a token that was not issued for this subscription', async () => {
    const fields = { ...CARD, outcome: 'succeed' };
    const ofAll = /name="token"\s+value="(\w+)"/.exec(await open('/'))?.[1] ?? '';
    for (const token of ['', 'guess', ofAll])
      expect((await submit(`/pay/${id}`, { ...fields, token })).status).toBe(403);
    expect((await submit('/', { act: 'drop', token: 'guess' })).status).toBe(403);
    expect(statusOf()).toBe('created');
  });

  it('explains a halted subscription and accepts another card', async () => {
    await sandbox.pay(id);
    sandbox.failNextCharge(id, 4);
    await sandbox.advanceTo(Date.parse('2026-02-15T10:00:01Z'));
    expect(await open(`/pay/${id}`)).toContain('The last charge was declined');
    await sandbox.advanceTo(Date.parse('2026-02-20T10:00:00Z'));
    expect(await open(`/pay/${id}`)).toContain('the subscription is halted');
    const paid = await press(`/pay/${id}`, { ...CARD, outcome: 'succeed' });
    expect(paid.headers.get('location')).toContain('razorpay_payment_id=');
    expect(sandbox.find(id).told).toMatchObject({ status: 'active', paid_count: 2 });
    await sandbox.cancelAtBank(id);
    expect(await open(`/pay/${id}`)).toContain('This subscription has ended');
  });

  it('rejects unknown subscriptions and foreign host names', async () => {
    expect((await fetch(addressOf('/pay/sub_none'))).status).toBe(404);
    const status = await new Promise((resolve) => {
      get(addressOf('/'), { headers: { host: 'elsewhere.example.com' } }, (reply) => {
        reply.resume();
        resolve(reply.statusCode);
      });
    });
    expect(status).toBe(421);
  });
});

describe('time machine page', () => {
  it('lists subscriptions and controls upcoming charges and events', async () => {
    await sandbox.pay(id);
    expect(await open('/')).toContain(id);
    await press(`/subscriptions/${id}`, { act: 'fail-next' });
    expect(sandbox.find(id).declines).toBe(1);
    await press(`/`, { act: 'hold' });
    expect(await open('/')).toContain('Let them go in reverse order');
    await press(`/`, { act: 'release-reversed' });
    await press(`/`, { act: 'drop' });
    expect(await open('/')).toContain('the next 1 dropped');
    expect((await press('/', { act: 'constructor' })).status).toBe(400);
    await press(`/subscriptions/${id}`, { act: 'cancel-at-bank' });
    expect(statusOf()).toBe('cancelled');
  });

  it('advances the time through the product’s clock', async () => {
    await sandbox.pay(id);
    const requests: unknown[] = [];
    const product = createServer((request, reply) => {
      void text(request).then((body) => {
        if (request.url === '/dev/clock') requests.push(JSON.parse(body));
        reply.writeHead(200).end('{}');
      });
    });
    await new Promise<void>((resolve) => product.listen(0, 'localhost', resolve));
    try {
      expect(await (await press('/', { act: 'next-day' })).text()).toContain('Hearth does not answer');
      sandbox.sendEventsTo(`http://localhost:${(product.address() as AddressInfo).port}`);
      expect((await press(`/subscriptions/${id}`, { act: 'next-cycle' })).status).toBe(303);
      const [{ advanceSeconds }] = requests as [{ advanceSeconds: number }];
      expect(Math.abs(advanceSeconds - 31 * 86_400)).toBeLessThan(60);
    } finally {
      product.closeAllConnections();
      product.close();
    }
  });
});
