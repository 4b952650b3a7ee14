import { beforeAll, expect, it } from 'vitest';
import type { Document } from '@hearth/contracts/documents/documents';
import { PLANS } from '@hearth/contracts/billing/plans';
import { asOwner } from '#platform/db/index.ts';
import { describeOneEngine } from '#testing/databases.ts';
import {
  makeProTeam,
  makeTeam,
  Program,
  signIn,
  signInMany,
  type ApiResponse,
  type SignedIn,
} from '#testing/make.ts';
import { makeDocument } from '#testing/documents.ts';
import { isAskedMore } from '#testing/sample.ts';
import { useSharedApp } from '#testing/use-app.ts';
import { findBrokenInvariants } from './invariants.ts';

/** Number of rounds. Set `LIMIT_ROUNDS=20` for a long test. */
const ROUNDS = Number(process.env['LIMIT_ROUNDS'] ?? 3);
const AT_ONCE = 60;
const TEST_MS = 30_000 + ROUNDS * 30_000;

interface Refusal {
  code: string;
  limit: string;
  max: number;
  used: number;
}

describeOneEngine('plan limits under 60 concurrent creates', (engine) => {
  const api = useSharedApp(engine);
  let ada: SignedIn;
  let crowd: SignedIn[];
  const rounds = isAskedMore(engine) ? ROUNDS : 1;

  beforeAll(async () => {
    ada = await signIn(api, 'ada@example.com');
    crowd = await signInMany(api, 'crowd', AT_ONCE);
  }, 120_000);

  async function race(
    resource: 'collaborators' | 'projects' | 'tasks',
    room: number,
    create: (teamId: string, n: number) => Promise<ApiResponse>,
    prepare: (teamId: string) => Promise<void> = async () => {},
  ): Promise<void> {
    const max = PLANS.free.limits[resource];
    for (let round = 0; round < rounds; round++) {
      const teamId = (await makeTeam(ada, `Round ${round}`))._id;
      await prepare(teamId);
      const responses = await Promise.all(
        Array.from({ length: AT_ONCE }, async (_, n) => await create(teamId, n)),
      );
      const created = responses.filter((response) => response.status < 300);
      const refused = responses.filter((response) => response.status === 402);
      expect({ made: created.length, refused: refused.length }).toEqual({
        made: room,
        refused: AT_ONCE - room,
      });
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
    'accepts exactly ten tasks',
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
    'accepts exactly one project',
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
    'accepts exactly two members besides the owner',
    async () => {
      let link = '';
      await race(
        'collaborators',
        2,
        async (_teamId, n) => await (crowd[n] as SignedIn).post(`/invites/${link}/join`),
        async (teamId) => {
          const created = await ada.post<{ invite: { link: string } }>(`/teams/${teamId}/invites`, {});
          link = created.body.invite.link;
        },
      );
    },
    TEST_MS,
  );

  it(
    'accepts exactly two documents besides the existing one, however they are created',
    async () => {
      const { documents: max } = PLANS.free.limits;
      for (let round = 0; round < rounds; round++) {
        const { teamId, ways: creations } = await prepareDocuments();
        const responses = await Promise.all(
          Array.from(
            { length: creations.length * 4 },
            async (_, n) => await creations[n % creations.length]?.(),
          ),
        );
        const refused = responses.filter((response) => response?.status === 402);
        for (const response of refused)
          expect(response?.body).toMatchObject({ code: 'PLAN_LIMIT_REACHED', limit: 'documents', max });
        // A trashed document can be restored only once. Further requests get 404.
        const others = responses.filter(
          (response) => response?.status !== 402 && (response?.status ?? 500) >= 300,
        );
        expect(others.every((response) => response?.status === 404)).toBe(true);
        const { body } = await ada.get<{ documents: Document[] }>(`/teams/${teamId}/documents?limit=200`);
        expect(body.documents).toHaveLength(max ?? 0);
        expect(await findBrokenInvariants(api.app.db, teamId)).toEqual([]);
      }
    },
    TEST_MS,
  );

  /** Creates a team on the free plan with one document, and returns it with all operations that can add another document. */
  async function prepareDocuments(): Promise<{ teamId: string; ways: (() => Promise<ApiResponse>)[] }> {
    const teamId = await makeProTeam(ada);
    const path = `/teams/${teamId}/documents`;
    const source = await makeDocument(ada, teamId, { title: 'Source' });
    const trashed: Document[] = [];
    for (let at = 0; at < 4; at += 1) trashed.push(await makeDocument(ada, teamId, { title: `Gone ${at}` }));
    const tree = await makeDocument(ada, teamId, { title: 'Gone with what is in it' });
    await makeDocument(ada, teamId, { title: 'In it', parentId: tree.id });
    for (const { id } of [...trashed, tree]) expect((await ada.delete(`${path}/${id}`)).status).toBe(204);
    const created = await ada.post<{ secret: string }>('/account/tokens', {
      name: 'Script',
      scopes: ['documents.create'],
      teamId,
    });
    await ada.post(`/dev/teams/${teamId}/plan`, { plan: 'free' });
    const program = new Program(api, created.body.secret);
    let next = 0;
    const restore = async (id = ''): Promise<ApiResponse> =>
      await ada.post(`/teams/${teamId}/trash/${id}/restore`);
    return {
      teamId,
      ways: [
        async () => await ada.post(path, { title: 'New' }),
        async () => await ada.post(`${path}/${source.id}/copy`, {}),
        async () => await ada.post(path, { title: 'Of a template', templateId: 'meetingNotes' }),
        async () => await restore(trashed[next++ % trashed.length]?.id),
        async () => await restore(tree.id),
        async () => await program.post(path, { title: 'By a program', markdown: 'Words' }),
      ],
    };
  }
});
