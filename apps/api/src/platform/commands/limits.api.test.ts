import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { PERIODS } from '@hearth/contracts/core/periods';
import type { LimitedResource } from '@hearth/contracts/billing/plans';
import { asOwner, withTeam } from '#platform/db/index.ts';
import { describeOneEngine } from '#testing/databases.ts';
import { makeTeam } from '#testing/make.ts';
import { usePeople, useSharedApp } from '#testing/use-app.ts';
import { adjustLimitCounters, reserveUpTo } from './limits.queries.ts';

type Counts = [LimitedResource, number][];

describeOneEngine('plan counters', (engine) => {
  const api = useSharedApp(engine);
  const [ada] = usePeople(api, 'ada');
  let teamId: string;

  beforeEach(async () => {
    teamId = (await makeTeam(ada))._id;
  });

  const take = (counts: Counts, of = teamId): Promise<void> =>
    withTeam(api.app.db, { teamId: of, userId: ada.user.id }, (tx) =>
      adjustLimitCounters(tx, new Map(counts)),
    );
  const read = () =>
    asOwner(api.app.db, async (tx) => {
      const rows = await tx
        .selectFrom('team_usage')
        .select(['resource', 'n'])
        .where('team_id', '=', teamId)
        .execute();
      return Object.fromEntries(rows.map(({ resource, n }) => [resource, n]));
    });
  const setPaidTime = (daysFromNow: number) =>
    asOwner(api.app.db, async (tx) => {
      const until = sql`now() + make_interval(days => ${daysFromNow}::int)`;
      await sql`update teams set has_plan_override = false, paid_until = ${until},
        entitled_until = ${until} + make_interval(days => ${PERIODS.paymentGrace}::int) where id = ${teamId}`.execute(
        tx,
      );
    });

  it('accepts exactly the amount that the plan allows', async () => {
    expect(await read()).toEqual({ collaborators: 1, projects: 0, documents: 0, tasks: 0 });
    await take([
      ['tasks', 10],
      ['projects', 1],
      ['documents', 3],
      ['collaborators', 2],
    ]);
    const full = { collaborators: 3, projects: 1, documents: 3, tasks: 10 };
    expect(await read()).toEqual(full);
    for (const [resource, max] of Object.entries(full) as Counts) {
      await expect(take([[resource, 1]])).rejects.toMatchObject({
        code: 'PLAN_LIMIT_REACHED',
        detail: `The Trial plan includes ${max} ${resource}, and ${max} are in use.`,
        extra: { limit: resource, max, used: max, plan: 'free' },
      });
    }
    expect(await read()).toEqual(full);
  });

  it('increments all counters or none, regardless of which limit is reached', async () => {
    const counts: Counts = [
      ['tasks', 4],
      ['projects', 2],
    ];
    await expect(take(counts)).rejects.toMatchObject({ extra: { limit: 'projects', max: 1, used: 0 } });
    await expect(take([['tasks', 11]])).rejects.toMatchObject({
      extra: { limit: 'tasks', max: 10, used: 0 },
    });
    expect(await read()).toMatchObject({ projects: 0, tasks: 0 });
  });

  it('locks counters in a fixed order regardless of the order of the counts', async () => {
    const tooMuch: Counts = [
      ['tasks', 99],
      ['documents', 99],
      ['projects', 99],
      ['collaborators', 99],
    ];
    for (const first of ['collaborators', 'documents', 'projects', 'tasks'] as const) {
      for (const counts of [tooMuch, tooMuch.toReversed()])
        await expect(take(counts)).rejects.toMatchObject({ extra: { limit: first } });
      tooMuch.splice(
        tooMuch.findIndex(([resource]) => resource === first),
        1,
      );
    }
  });

  it('decrements a counter above its limit but never below zero', async () => {
    await take([['tasks', 10]]);
    await asOwner(api.app.db, (tx) =>
      tx.updateTable('team_usage').set({ lim: 5 }).where('team_id', '=', teamId).execute(),
    );
    await take([['tasks', -1]]);
    expect(await read()).toMatchObject({ tasks: 9 });
    await take([['tasks', -20]]);
    expect(await read()).toMatchObject({ tasks: 0 });
  });

  it('writes nothing for a zero delta', async () => {
    await take([['tasks', 0]], randomUUID());
    await take([
      ['projects', 0],
      ['tasks', 1],
    ]);
    expect(await read()).toMatchObject({ projects: 0, tasks: 1 });
  });

  it('accepts any amount if the plan has no limit', async () => {
    await ada.post(`/dev/teams/${teamId}/plan`, { plan: 'pro' });
    await take([['tasks', 5_000]]);
    await expect(take([['projects', 11]])).rejects.toMatchObject({
      detail: 'The Pro plan includes 10 projects, and 0 are in use.',
      extra: { limit: 'projects', max: 10, used: 0, plan: 'pro' },
    });
  });

  it('applies the free plan’s limits seven days after the paid period', async () => {
    await ada.post(`/dev/teams/${teamId}/plan`, { plan: 'pro' });
    await setPaidTime(-6);
    await take([['tasks', 50]]);
    await setPaidTime(-8);
    await expect(take([['tasks', 1]])).rejects.toMatchObject({
      detail: 'The Trial plan includes 10 tasks, and 50 are in use.',
      extra: { limit: 'tasks', max: 10, used: 50, plan: 'free' },
    });
    await take([['tasks', -45]]);
    await take([['tasks', 5]]);
  });

  it('increments a counter as far as the limit allows if a partial amount is acceptable', async () => {
    const takeSome = (resource: LimitedResource, wanted: number, of = teamId): Promise<number> =>
      withTeam(api.app.db, { teamId: of, userId: ada.user.id }, (tx) => reserveUpTo(tx, resource, wanted));
    expect(await takeSome('tasks', 7)).toBe(7);
    expect(await takeSome('tasks', 7)).toBe(3);
    expect(await takeSome('tasks', 7)).toBe(0);
    expect(await read()).toMatchObject({ tasks: 10, projects: 0 });
    // Above the limit, as after a downgrade, the counter can't be increased and must not be decreased.
    await asOwner(api.app.db, async (tx) => {
      await tx
        .updateTable('team_usage')
        .set({ n: 12 })
        .where('team_id', '=', teamId)
        .where('resource', '=', 'tasks')
        .execute();
    });
    expect(await takeSome('tasks', 1)).toBe(0);
    expect(await read()).toMatchObject({ tasks: 12 });
    expect(await takeSome('tasks', 1, randomUUID())).toBe(0);
  });

  it('throws an internal error for a missing team instead of a limit error', async () => {
    const nobody = randomUUID();
    await expect(take([['tasks', 1]], nobody)).rejects.toThrow(`Team ${nobody} has no counter for tasks`);
  });
});
