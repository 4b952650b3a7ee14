import { array, assert, asyncProperty, constantFrom, record } from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeOneEngine } from '#testing/databases.ts';
import { PayingTeam, startPayingWorld, type PayingWorld } from '#testing/paying-team.ts';
import { IS_ALL } from '#testing/sample.ts';

const TEAMS = IS_ALL ? 20 : 7;
const ROUNDS = IS_ALL ? 5 : 4;
const ACTS = ['nothing', 'fail', 'another card', 'cancel at the bank', 'cancel', 'resume', 'ask'] as const;
const DELIVERIES = ['lose', 'hold', 'in order', 'reversed', 'repeat'] as const;
const STATUSES: Record<string, string[]> = { pending: ['past_due', 'halted', 'cancelled'] };

/** Runs random histories against the sandbox with faulty webhooks. subscription-state.test.ts checks 1,000 histories against a model. */
describeOneEngine('payment reconciliation', (engine) => {
  let world: PayingWorld;

  beforeAll(async () => {
    world = await startPayingWorld(engine);
  });
  afterAll(async () => {
    await world.close();
  });

  async function act(team: PayingTeam, what: (typeof ACTS)[number]): Promise<void> {
    const { sandbox } = world;
    const { status } = sandbox.find(team.subscriptionId).told;
    if (what === 'fail') sandbox.failNextCharge(team.subscriptionId, 6);
    if (what === 'another card' && (status === 'pending' || status === 'halted')) {
      sandbox.failNextCharge(team.subscriptionId, 0);
      await sandbox.pay(team.subscriptionId);
    }
    if (what === 'cancel at the bank' && ['active', 'pending', 'halted'].includes(status))
      await sandbox.cancelAtBank(team.subscriptionId);
    if (what === 'cancel' || what === 'resume') await team.post(what);
    if (what === 'ask') await team.post('refresh');
  }

  async function deliver(how: (typeof DELIVERIES)[number]): Promise<void> {
    const { sandbox } = world;
    if (how === 'lose') sandbox.dropNextEvent();
    else if (how === 'hold') sandbox.holdEvents();
    else if (how === 'repeat') await sandbox.repeatEvents(5);
    else await sandbox.releaseEvents(how);
  }

  const round = record({
    acts: array(constantFrom(...ACTS), { minLength: TEAMS, maxLength: TEAMS }),
    how: constantFrom(...DELIVERIES),
    days: constantFrom(1, 4, 31),
  });

  it('converges to the gateway’s subscription status after lost, repeated and reordered events', async () => {
    const teams: PayingTeam[] = [];
    for (let index = 0; index < TEAMS; index += 1) {
      const team = await PayingTeam.make(world, `owner${index}@example.com`);
      await team.pay();
      teams.push(team);
    }
    const [first] = teams;
    const history = array(round, { minLength: ROUNDS, maxLength: ROUNDS });
    const live = asyncProperty(history, async (rounds) => {
      for (const { acts, how, days } of rounds) {
        for (const [index, team] of teams.entries()) await act(team, acts[index] ?? 'nothing');
        await deliver(how);
        await first?.passDays(days);
        for (const team of teams) await team.comeBack();
      }
      await first?.passDays(0.3);
      for (const team of teams) expectSame(await team.read(), world.sandbox.find(team.subscriptionId).told);
    });
    await assert(live, { numRuns: 1, endOnFailure: true });
  });
});

function expectSame(
  stored: Awaited<ReturnType<PayingTeam['read']>>,
  subscription: { status: string; current_end: number | null },
): void {
  expect(STATUSES[subscription.status] ?? [subscription.status]).toContain(stored.status);
  if (subscription.status === 'halted') expect(stored.plan).toBe('free');
  if (subscription.status !== 'active') return;
  expect(stored.plan).toBe('pro');
  expect(stored.paidUntil).toBe(new Date((subscription.current_end ?? 0) * 1000).toISOString());
}
