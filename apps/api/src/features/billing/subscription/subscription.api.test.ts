import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Billing, Subscription } from '@hearth/contracts/billing/billing';
import { createGateway } from '#features/billing/gateway/create-gateway.ts';
import { asOwner, withSystem } from '#platform/db/index.ts';
import { describeOneEngine } from '#testing/databases.ts';
import { joinTeam, makeProject, signIn } from '#testing/make.ts';
import { PayingTeam, startPayingWorld, type PayingWorld } from '#testing/paying-team.ts';
import { readGateway } from './read-gateway.ts';
import { findByGatewayId } from './subscriptions.queries.ts';

const DAY_MS = 86_400_000;

describeOneEngine('team subscription', (engine) => {
  let world: PayingWorld;
  let people = 0;

  beforeAll(async () => {
    world = await startPayingWorld(engine);
  });
  afterAll(async () => {
    await world.close();
  });

  const makePaying = (): Promise<PayingTeam> => PayingTeam.make(world, `owner${++people}@example.com`);
  const readBilling = async (team: PayingTeam): Promise<Billing> =>
    (await team.owner.get<{ billing: Billing }>(`/teams/${team.id}/billing`)).body.billing;
  const daysUntil = (moment: string | null): number =>
    Math.round((Date.parse(moment ?? '') - world.api.app.clock.now().getTime()) / DAY_MS);

  it('starts as a trial and becomes Pro once paid', async () => {
    const team = await makePaying();
    expect(await team.read()).toMatchObject({ plan: 'free', status: 'trial', paidUntil: null });
    const { status, body } = await team.checkOut();
    expect(status).toBe(201);
    expect(body.checkout).toMatchObject({ amount: 69_900, currency: 'INR', keyId: world.sandbox.keyId });
    expect(world.sandbox.find(team.subscriptionId).told.notes).toEqual({ teamId: team.id });
    expect(await team.read()).toMatchObject({ plan: 'free', status: 'pending' });
    expect((await team.checkOut()).body).toEqual(body);

    const paid = await team.pay();
    expect(paid.status).toBe(200);
    expect(paid.body.subscription).toMatchObject({ plan: 'pro', status: 'active', cancelAtPeriodEnd: false });
    expect(daysUntil(paid.body.subscription.renewsAt)).toBeGreaterThanOrEqual(28);
    expect((await team.checkOut()).status).toBe(409);
    expect(await team.listAudits()).toEqual(
      expect.arrayContaining(['subscription.started', 'payment.captured', 'plan.changed']),
    );
  });

  it('returns to the trial after an abandoned checkout', async () => {
    const team = await makePaying();
    await team.checkOut();
    const first = team.subscriptionId;
    await team.passDays(1 / 24);
    expect(await team.read()).toMatchObject({ plan: 'free', status: 'trial' });
    await team.checkOut();
    expect(team.subscriptionId).not.toBe(first);
  });

  it('accepts a confirmation only for its own team and with a valid signature', async () => {
    const [team, other] = [await makePaying(), await makePaying()];
    await team.checkOut();
    await other.checkOut();
    const { payment: _, ...proof } = await world.sandbox.pay(team.subscriptionId);
    expect((await other.post('confirm', proof)).body).toMatchObject({
      status: 400,
      errors: [{ path: 'razorpay_subscription_id' }],
    });
    const forged = { ...proof, razorpay_signature: 'f'.repeat(64) };
    expect((await team.post('confirm', forged)).body).toMatchObject({
      status: 400,
      errors: [{ path: 'razorpay_signature' }],
    });
    expect((await other.read()).plan).toBe('free');
    expect((await team.post('confirm', proof)).status).toBe(200);
  });

  it('reactivates a halted subscription when a new card is charged', async () => {
    const team = await makePaying();
    expect((await readBilling(team)).nextPayment).toMatchObject({ isNow: true, isOverdue: false });
    await team.pay();
    expect((await readBilling(team)).nextPayment).toBeNull();
    for (const name of ['bob', 'cy', 'di'])
      await joinTeam(team.owner, team.id, await signIn(world.api, `${name}${people}@example.com`));
    await team.passDays(32);
    expect(await team.read()).toMatchObject({ plan: 'pro', status: 'active' });

    world.sandbox.failNextCharge(team.subscriptionId, 4);
    await team.passDays(30);
    const failed = await team.read();
    expect(failed).toMatchObject({ plan: 'pro', status: 'past_due', renewsAt: null });
    expect(daysUntil(failed.graceUntil)).toBeLessThanOrEqual(7);
    // The card can be changed on the page of the same subscription.
    expect((await team.checkOut()).body.checkout.subscriptionId).toBe(team.subscriptionId);

    await team.passDays(4);
    const halted = await team.read();
    expect(halted).toMatchObject({ plan: 'free', status: 'halted' });
    // The deadline is counted from the end of Pro instead of the end of the paid period.
    expect(daysUntil(halted.chooseWritersBy)).toBe(14);
    expect((await readBilling(team)).nextPayment).toMatchObject({ isNow: true, isOverdue: true });
    const { payment: _, ...proof } = await world.sandbox.pay(team.subscriptionId);
    expect(
      (await team.post<{ subscription: Subscription }>('confirm', proof)).body.subscription,
    ).toMatchObject({
      plan: 'pro',
      status: 'active',
      graceUntil: null,
    });
  });

  it('expires at the end of the paid period after a cancellation', async () => {
    const team = await makePaying();
    await team.pay();
    const cancelled = await team.post<{ subscription: Subscription }>('cancel', { reason: 'Too dear' });
    expect(cancelled.body.subscription).toMatchObject({
      plan: 'pro',
      status: 'active',
      cancelAtPeriodEnd: true,
      renewsAt: null,
    });
    expect((await team.post('cancel')).status).toBe(200);
    await team.passDays(27);
    expect((await team.read()).plan).toBe('pro');
    await team.passDays(5);
    expect(await team.read()).toMatchObject({ plan: 'free', status: 'cancelled', cancelAtPeriodEnd: false });
    expect((await team.post('cancel')).status).toBe(422);
    // The card of an ended subscription cannot be changed.
    expect((await readBilling(team)).methodUrl).toBeNull();
    expect((await team.pay()).body.subscription).toMatchObject({ plan: 'pro', status: 'active' });
  });

  it('continues after a cancellation is reverted', async () => {
    const team = await makePaying();
    await team.pay();
    expect((await team.post('resume')).status).toBe(422);
    await team.post('cancel');
    const resumed = await team.post<{ subscription: Subscription }>('resume');
    expect(resumed.body.subscription).toMatchObject({ cancelAtPeriodEnd: false, needsAuthorisation: false });
    await team.passDays(33);
    expect(await team.read()).toMatchObject({ plan: 'pro', status: 'active' });
  });

  it('keeps the paid period when the customer cancels at the bank', async () => {
    const team = await makePaying();
    await team.pay();
    await world.sandbox.cancelAtBank(team.subscriptionId);
    expect(await team.read()).toMatchObject({ plan: 'pro', status: 'cancelled' });
    // A new mandate is first charged at the end of the paid period.
    const before = (await team.read()).paidUntil;
    const later = { at: before, isNow: false, isOverdue: false };
    expect((await readBilling(team)).nextPayment).toEqual(later);
    const next = await team.checkOut();
    expect(next.status).toBe(201);
    expect((await readBilling(team)).nextPayment).toEqual(later);
    const { payment: _, ...proof } = await world.sandbox.pay(team.subscriptionId);
    await team.post('confirm', proof);
    expect(await team.read()).toMatchObject({ plan: 'pro', status: 'active', renewsAt: before });
    await team.passDays(33);
    expect(await team.read()).toMatchObject({ plan: 'pro', status: 'active' });
  });

  it('ends immediately on a refund of the first payment within seven days and rejects later refunds', async () => {
    const team = await makePaying();
    await team.pay();
    await team.passDays(6);
    const [one, two] = await Promise.all([
      team.post<{ subscription: Subscription }>('refund'),
      team.post<{ subscription: Subscription }>('refund'),
    ]);
    expect([one.status, two.status].filter((status) => status === 200).length).toBeGreaterThan(0);
    expect(await team.read()).toMatchObject({ plan: 'free', status: 'cancelled' });
    expect((await team.listAudits()).filter((act) => act === 'subscription.refunded')).toHaveLength(1);
    expect((await team.post('refund')).status).toBe(422);

    const late = await makePaying();
    await late.pay();
    await late.passDays(8);
    expect((await late.post('refund')).status).toBe(422);
    expect((await late.read()).plan).toBe('pro');
  });

  it('denies new projects but allows changes to existing ones in a team over its limits', async () => {
    const team = await makePaying();
    await team.pay();
    const projects = [
      await makeProject(team.owner, team.id, { name: 'One' }),
      await makeProject(team.owner, team.id, { name: 'Two' }),
    ];
    await team.post('refund');
    const path = `/teams/${team.id}/projects`;
    expect(await team.owner.post(path, { name: 'Three' })).toMatchObject({
      status: 402,
      body: { code: 'PLAN_LIMIT_REACHED', limit: 'projects', max: 1, used: 2, plan: 'free' },
    });
    for (const { id } of projects) {
      expect((await team.owner.get(`${path}/${id}`)).status).toBe(200);
      expect((await team.owner.patch(`${path}/${id}`, { description: 'Still ours' })).status).toBe(200);
    }
  });

  it('keeps the plan unchanged while a development override grants Pro', async () => {
    const team = await makePaying();
    await team.owner.post(`/dev/teams/${team.id}/plan`, { plan: 'pro' });
    expect((await team.checkOut()).status).toBe(409);
    await team.owner.post(`/dev/teams/${team.id}/plan`, { plan: 'free' });
    await team.pay();
    await team.owner.post(`/dev/teams/${team.id}/plan`, { plan: 'pro' });
    await world.sandbox.cancelAtBank(team.subscriptionId);
    await team.passDays(40);
    expect(await team.read()).toMatchObject({ plan: 'pro', status: 'active', paidUntil: null });
    await team.owner.post(`/dev/teams/${team.id}/plan`, { plan: 'free' });
    expect(await team.read()).toMatchObject({ plan: 'free', status: 'cancelled' });
  });

  // Skipped on the embedded database, which runs one transaction at a time.
  describe.skipIf(engine.kind === 'pglite')('under concurrent settlement', () => {
    /** Returns the number of transactions that wait for the locks of an entitlement. */
    async function countWaiting(): Promise<number> {
      const { rows } = await asOwner(world.api.app.db, (tx) =>
        sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query ~ 'memberships|team_usage'`.execute(
          tx,
        ),
      );
      return rows[0]?.n ?? 0;
    }

    /** Runs `first` until it waits for the locks, then `second`, and then releases the locks. */
    async function runInOrder(
      team: PayingTeam,
      first: () => Promise<unknown>,
      second: () => Promise<unknown>,
    ): Promise<void> {
      const [locked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const holding = asOwner(world.api.app.db, async (tx) => {
        await sql`select from team_usage where team_id = ${team.id} for update`.execute(tx);
        locked.resolve();
        await released.promise;
      });
      await locked.promise;
      const one = first();
      await expect.poll(countWaiting).toBe(1);
      const other = second();
      await expect.poll(countWaiting).toBe(2);
      released.resolve();
      await Promise.all([holding, one, other]);
    }

    it('keeps an override that is set while a payment is processed', async () => {
      const team = await makePaying();
      await team.checkOut();
      await runInOrder(
        team,
        () => team.owner.post(`/dev/teams/${team.id}/plan`, { plan: 'pro' }),
        // The webhooks of the sandbox cause the payment to be processed.
        () => world.sandbox.pay(team.subscriptionId),
      );
      expect(await team.read()).toMatchObject({ plan: 'pro', paidUntil: null });
    });

    it('keeps a new subscription that is paid while an ended one is processed', async () => {
      const team = await makePaying();
      await team.pay();
      const ended = { teamId: team.id, gatewayId: team.subscriptionId };
      await world.sandbox.cancelAtBank(team.subscriptionId);
      await team.passDays(40);
      expect(await team.read()).toMatchObject({ plan: 'free', status: 'cancelled' });
      await team.checkOut();
      const { app } = world.api;
      const gateway = createGateway(app.config, app.clock);
      const owner = await withSystem(app.db, (tx) => findByGatewayId(tx, ended.gatewayId));
      if (gateway === null || owner === null) throw new Error('There is no ended subscription');
      // Discard the webhooks of the sandbox, each of which would update the entitlement again.
      world.sandbox.sendEventsTo('http://localhost:9');
      const { payment: _, ...proof } = await world.sandbox.pay(team.subscriptionId);
      await runInOrder(
        team,
        () => team.post('confirm', proof),
        () => readGateway(app, gateway, { ...owner, ...ended }, { wants: 'all' }),
      );
      const { body } = await team.owner.get(`/subscriptions/team/?teamId=${team.id}`);
      world.sandbox.sendEventsTo(app.config.apiOrigin);
      expect(body).toMatchObject({ subscription: { plan: 'pro', status: 'active' } });
    });
  });

  it('lets members only view the subscription and validates the owner’s billing details', async () => {
    const team = await makePaying();
    const member = await signIn(world.api, `member${people}@example.com`);
    await joinTeam(team.owner, team.id, member);
    for (const act of ['checkout', 'cancel', 'resume', 'refund'])
      expect(
        (
          await member.post(
            `/teams/${team.id}/subscription/${act}`,
            act === 'checkout' ? { plan: 'pro' } : undefined,
          )
        ).status,
      ).toBe(403);
    expect((await member.get(`/subscriptions/team/?teamId=${team.id}`)).status).toBe(200);
    expect((await member.get(`/teams/${team.id}/billing`)).status).toBe(403);
    const details = { name: 'Makers Ltd', email: 'money@example.com', state: '27', gstin: '27AAPFU0939F1ZV' };
    const saved = await team.owner.patch<{ billing: { details: object } }>(
      `/teams/${team.id}/billing`,
      details,
    );
    expect(saved.body.billing.details).toMatchObject(details);
    expect((await team.owner.patch(`/teams/${team.id}/billing`, { state: '29' })).body).toMatchObject({
      errors: [{ path: 'gstin' }],
    });
    expect((await team.owner.patch(`/teams/${team.id}/billing`, { gstin: '27AAPFU0939F1ZW' })).status).toBe(
      400,
    );
  });
});
