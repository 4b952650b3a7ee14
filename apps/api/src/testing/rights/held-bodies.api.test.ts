import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { IdKind, RouteSpec } from '@hearth/contracts/core/route';
import { ROUTES } from '@hearth/contracts/routes';
import { describeOneEngine } from '#testing/databases.ts';
import { insertProposal, insertThread } from '#testing/insert-thread.ts';
import { inTurns } from '#testing/in-turns.ts';
import { Client, joinTeam, signIn, type SignedIn } from '#testing/make.ts';
import { buildRequest, kindsOf, toUrl, type BuiltRequest, type IdsByKind } from './rights-samples.ts';
import { Subjects } from './rights-subjects.ts';
import { makeWorld, type World } from './rights-world.ts';

/** Every route with a request body, for revoking access between the headers and the end of the body. */
const HELD = (ROUTES as readonly RouteSpec[]).filter(
  ({ method, rule, body, upload }) =>
    method !== 'GET' && (rule.kind === 'team' || rule.kind === 'session') && (body ?? upload) !== undefined,
);
const OF_TEAM = HELD.filter(({ rule }) => rule.kind === 'team');
/** Time after which the headers of all requests have been authorized. */
const HEADERS_MS = 1_500;
const AT_ONCE = 6;

interface Loss {
  name: string;
  routes: readonly RouteSpec[];
  take: (world: World, person: SignedIn) => Promise<{ status: number }>;
  /** Expected response to a request that was authorized before access was lost. */
  status: number;
}

const LOSSES: Loss[] = [
  {
    name: 'being removed from the team',
    routes: OF_TEAM,
    take: ({ owner, teamId }, { user }) => owner.delete(`/teams/${teamId}/members/${user.id}`),
    status: 404,
  },
  {
    name: 'signing out',
    routes: HELD,
    take: (_world, person) => copyOf(person).post('/auth/signout'),
    status: 401,
  },
];

let joined = 0;

/** Copies a client, to keep its session when the cookies of the original are cleared. */
function copyOf(person: SignedIn): Client {
  const copy = new Client(person.target);
  for (const [name, cookie] of person.cookies) copy.cookies.set(name, cookie);
  return copy;
}

/** Creates an object that belongs to one user alone. Returns undefined for other kinds. */
async function makeOwn(
  kind: IdKind,
  { api, teamId }: World,
  { user }: SignedIn,
): Promise<string | undefined> {
  const on = { teamId, userId: user.id };
  if (kind === 'thread') return await insertThread(api, on);
  return kind === 'proposal' ? await insertProposal(api, on) : undefined;
}

describeOneEngine('requests with a body in transit', (engine) => {
  let world: World;
  let subjects: Subjects;
  beforeAll(async () => {
    world = await makeWorld(engine);
    subjects = new Subjects(world);
  });
  afterAll(() => world?.close());

  it.each(LOSSES)('changes nothing on any route after $name', async ({ routes, take, status }) => {
    const person = await signIn(world.api, `held-${++joined}@example.com`);
    await joinTeam(world.owner, world.teamId, person, 'admin');
    const requests: { route: RouteSpec; built: BuiltRequest }[] = [];
    await inTurns(routes, AT_ONCE, async (route) => {
      const ids: IdsByKind = {};
      for (const kind of kindsOf(route)) {
        const id =
          (await makeOwn(kind, world, person)) ??
          (await subjects.find(kind, { route, caller: 'admin', state: 'live' }));
        if (id !== undefined) ids[kind] = id;
      }
      requests.push({ route, built: buildRequest(route, ids, 'none') });
    });
    const { promise: until, resolve: letGo } = Promise.withResolvers<void>();
    const answers = requests.map(async ({ route, built }) => {
      const { body, upload } = built;
      const file = upload === undefined ? { body } : { upload };
      const response = await person.send(route.method, toUrl(built), { ...file, until });
      return { route: route.id, status: response.status };
    });
    await sleep(HEADERS_MS);
    const session = copyOf(person);
    expect((await take(world, person)).status).toBeLessThan(300);
    letGo();
    const found = await Promise.all(answers);
    // 403: requests that exceed an admin's permissions are rejected anyway.
    const wrong = found.filter((one) => one.status !== status && one.status !== 403);
    expect(wrong).toEqual([]);
    expect(found.filter((one) => one.status === status).length).toBeGreaterThan(routes.length / 2);

    // The server has authorized this session before. All later requests must nevertheless be rejected, even if the body can't be parsed.
    const later: { route: string; status: number }[] = [];
    await inTurns(requests, AT_ONCE, async ({ route, built }) => {
      const bodies = built.upload === undefined ? ['{', built.body] : ['{'];
      for (const body of bodies) {
        const answer = await session.send(route.method, toUrl(built), { body });
        later.push({ route: route.id, status: answer.status });
      }
    });
    expect(later.filter((one) => one.status !== status)).toEqual([]);
  });
});
