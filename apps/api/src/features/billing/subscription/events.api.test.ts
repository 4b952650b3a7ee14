import { createHmac, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeOneEngine } from '#testing/databases.ts';
import { PayingTeam, startPayingWorld, type PayingWorld } from '#testing/paying-team.ts';

interface EventInput {
  amount?: number;
  currency?: string;
  teamId?: string;
  subscriptionId?: string;
}

describeOneEngine('payment webhook endpoint', (engine) => {
  let world: PayingWorld;
  let team: PayingTeam;
  let paymentId: string;

  beforeAll(async () => {
    world = await startPayingWorld(engine, { RAZORPAY_WEBHOOK_SECRET: '' });
    team = await PayingTeam.make(world, 'owner@example.com');
    await team.checkOut();
    world.sandbox.holdEvents();
    paymentId = (await world.sandbox.pay(team.subscriptionId)).razorpay_payment_id;
  });
  afterAll(async () => {
    await world.close();
  });

  const write = ({ amount = 69_900, currency = 'INR', teamId, subscriptionId }: EventInput = {}): string =>
    JSON.stringify({
      entity: 'event',
      event: 'subscription.charged',
      created_at: world.sandbox.now() / 1000,
      payload: {
        subscription: {
          entity: {
            id: subscriptionId ?? team.subscriptionId,
            notes: { teamId: teamId ?? team.id },
            nonce: randomUUID(),
          },
        },
        payment: { entity: { id: paymentId, amount, currency } },
      },
    });
  const send = async (body: string, { secret = world.sandbox.webhookSecret, id = randomUUID() } = {}) =>
    await fetch(`${world.api.apiOrigin}/webhooks/razorpay`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-razorpay-signature': createHmac('sha256', secret).update(body).digest('hex'),
        'x-razorpay-event-id': id,
      },
      body,
    });
  const countRefusals = async (): Promise<number> => {
    await team.settle();
    return (await team.listAudits()).filter((act) => act === 'payment.refused').length;
  };

  it.each<[string, EventInput]>([
    ['a different amount', { amount: 100 }],
    ['a different currency', { currency: 'USD' }],
    ['a different team', { teamId: randomUUID() }],
  ])('ignores events with %s and audits the attempt', async (_what, event) => {
    const before = await countRefusals();
    expect((await send(write(event))).status).toBe(200);
    expect(await countRefusals()).toBe(before + 1);
    expect(await team.read()).toMatchObject({ plan: 'free', status: 'pending', paidUntil: null });
  });

  it('rejects and audits events with an invalid or missing signature', async () => {
    const before = await countRefusals();
    const response = await send(write(), { secret: 'a guess' });
    expect([response.status, await response.json()]).toMatchObject([400, { code: 'INVALID_REQUEST' }]);
    expect(
      (await fetch(`${world.api.apiOrigin}/webhooks/razorpay`, { method: 'POST', body: write() })).status,
    ).toBe(400);
    expect(await countRefusals()).toBe(before + 2);
    expect((await team.read()).plan).toBe('free');
  });

  it.each(['', '{', '[]', '{"event":1}', 'null', '{"event":"x","payload":{"subscription":7}}'])(
    'rejects the malformed event %j despite a valid signature',
    async (body) => {
      expect((await send(body)).status).toBe(400);
    },
  );

  it('rejects oversized events with 413', async () => {
    expect((await send(`{"event":"${'x'.repeat(300_000)}"}`)).status).toBe(413);
  });

  it('processes a repeated event once and audits only its first repeat', async () => {
    const body = write();
    const id = randomUUID();
    const before = await countRefusals();
    expect((await send(body, { id })).status).toBe(200);
    expect(await team.read()).toMatchObject({ plan: 'pro', status: 'active' });
    const audits = (await team.listAudits()).filter((act) => act !== 'payment.refused');
    expect((await send(body, { id })).status).toBe(200);
    expect((await send(body)).status).toBe(200);
    expect(await countRefusals()).toBe(before + 1);
    expect((await team.listAudits()).filter((act) => act !== 'payment.refused')).toEqual(audits);
  });

  it('accepts events for unknown subscriptions with 200', async () => {
    expect((await send(write({ subscriptionId: 'sub_of_nobody' }))).status).toBe(200);
  });

  it('reads the subscription status from the gateway instead of trusting the event', async () => {
    const other = await PayingTeam.make(world, 'other@example.com');
    await other.checkOut();
    const body = JSON.stringify({
      event: 'subscription.activated',
      payload: { subscription: { entity: { id: other.subscriptionId, status: 'active' } } },
    });
    expect((await send(body)).status).toBe(200);
    expect(await other.read()).toMatchObject({ plan: 'free', status: 'pending' });
  });
});
