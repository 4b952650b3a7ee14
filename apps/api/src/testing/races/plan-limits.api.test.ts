import { beforeAll, expect, it } from 'vitest';
import { PLANS } from '@hearth/contracts/billing/plans';
import { asOwner } from '#platform/db/index.ts';
import { describeEachEngine } from '#testing/databases.ts';
import { makeTeam, signIn, signInMany, type Answer, type SignedIn } from '#testing/make.ts';
import { isAskedMore } from '#testing/sample.ts';
import { shareApp, type SharedApp } from '#testing/start-app.ts';

/** `LIMIT_ROUNDS=20` for the long form. */
const ROUNDS = Number(process.env['LIMIT_ROUNDS'] ?? 3);
const AT_ONCE = 60;
const TEST_MS = 30_000 + ROUNDS * 30_000;

interface Refusal {
  code: string;
  limit: string;
  max: number;
  used: number;
}

describeEachEngine('plan limits under 60 parallel creates', (engine) => {
  let api: SharedApp;
  let ada: SignedIn;
  let crowd: SignedIn[];
  const rounds = isAskedMore(engine) ? ROUNDS : 1;

  beforeAll(async () => {
    api = await shareApp(engine);
    ada = await signIn(api, 'ada@example.com');
    crowd = await signInMany(api, 'crowd', AT_ONCE);
  }, 120_000);

  async function race(
    resource: 'collaborators' | 'projects' | 'tasks',
    room: number,
    create: (teamId: string, n: number) => Promise<Answer>,
    prepare: (teamId: string) => Promise<void> = async () => {},
  ): Promise<void> {
    const max = PLANS.free.limits[resource];
    for (let round = 0; round < rounds; round++) {
      const teamId = (await makeTeam(ada, `Round ${round}`))._id;
      await prepare(teamId);
      const answers = await Promise.all(
        Array.from({ length: AT_ONCE }, async (_, n) => await create(teamId, n)),
      );
      const made = answers.filter((answer) => answer.status < 300);
      const refused = answers.filter((answer) => answer.status === 402);
      expect({ made: made.length, refused: refused.length }).toEqual({ made: room, refused: AT_ONCE - room });
      for (const { body } of refused) {
        expect(body as Refusal).toMatchObject({
          code: 'PLAN_LIMIT_REACHED',
          limit: resource,
          max,
          used: max,
        });
      }
      expect(await countRows(teamId, resource)).toEqual({ rows: max, counted: max });
    }
  }

  async function countRows(teamId: string, resource: 'collaborators' | 'projects' | 'tasks') {
    return await asOwner(api.app.db, async (tx) => {
      const table = resource === 'collaborators' ? 'memberships' : resource;
      const rows = await tx.selectFrom(table).select('team_id').where('team_id', '=', teamId).execute();
      const usage = await tx
        .selectFrom('team_usage')
        .select('n')
        .where('team_id', '=', teamId)
        .where('resource', '=', resource)
        .executeTakeFirstOrThrow();
      return { rows: rows.length, counted: usage.n };
    });
  }

  it(
    'let exactly ten tasks in',
    async () => {
      await race(
        'tasks',
        10,
        async (teamId, n) => await ada.post(`/teams/${teamId}/tasks`, { title: `Task ${n}` }),
      );
    },
    TEST_MS,
  );

  it(
    'let exactly one project in',
    async () => {
      await race(
        'projects',
        1,
        async (teamId, n) => await ada.post(`/teams/${teamId}/projects`, { name: `Project ${n}` }),
      );
    },
    TEST_MS,
  );

  it(
    'let exactly two people in beside the owner',
    async () => {
      let link = '';
      await race(
        'collaborators',
        2,
        async (_teamId, n) => await (crowd[n] as SignedIn).post(`/invites/${link}/join`),
        async (teamId) => {
          const made = await ada.post<{ invite: { link: string } }>(`/teams/${teamId}/invites`, {});
          link = made.body.invite.link;
        },
      );
    },
    TEST_MS,
  );
});
