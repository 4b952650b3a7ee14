import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RouteSpec } from '@hearth/contracts/route';
import { ROUTES } from '@hearth/contracts/routes';
import { describeEachEngine } from './databases.ts';
import { expectStatus } from './rights-expected.ts';
import { buildRequest, kindsOf, toUrl, type IdsByKind } from './rights-samples.ts';
import { Subjects, statesOf, type State } from './rights-subjects.ts';
import { tellCases } from './tell-cases.ts';
import { CALLERS, CANARIES, hiddenFrom, makeWorld, type CallerName, type World } from './rights-world.ts';

interface Cell {
  route: RouteSpec;
  caller: CallerName;
  state: State;
}

const BUDGET_MS = 240_000;

/** Cells of one state of the team follow one another, so that the team is deleted and brought back once. */
function listCells(): Cell[] {
  const cells = (ROUTES as readonly RouteSpec[]).flatMap((route) =>
    statesOf(route).flatMap((state) => CALLERS.map((caller) => ({ route, state, caller }))),
  );
  return cells.toSorted((a, b) => Number(a.state === 'team deleted') - Number(b.state === 'team deleted'));
}

describeEachEngine('rights', (engine) => {
  let world: World;
  let link: string;

  beforeAll(async () => {
    world = await makeWorld(engine);
    const made = await world.owner.post<{ invite: { link: string } }>(`/teams/${world.teamId}/invites`, {});
    link = made.body.invite.link;
  });
  afterAll(async () => await world.close());

  it(
    'are as written down, for every route, caller and state',
    async () => {
      const subjects = new Subjects(world);
      const lines: string[] = [];
      const wrong: string[] = [];
      /** Canaries that somebody was sent, who may read them: otherwise silence would prove nothing. */
      const told = new Set<string>();
      for (const cell of listCells()) {
        const { route, caller, state } = cell;
        const isTeamDeleted = state === 'team deleted';
        const ids: IdsByKind = {};
        for (const kind of kindsOf(route)) {
          ids[kind] = await subjects.find(kind, { ...cell, state: isTeamDeleted ? 'live' : state });
        }
        const request = buildRequest(route, ids, link);
        if (state === 'unfiled' && request.body !== undefined) delete request.body['projectId'];
        const client = world.clients[caller];
        const cookies = new Map(client.cookies);
        if (isTeamDeleted) await world.setTeamDeleted(true);
        const answer = await client.send<{ code?: string } | undefined>(route.method, toUrl(request), {
          body: request.body,
          ...(request.upload === undefined ? {} : { upload: request.upload }),
        });
        if (isTeamDeleted) await world.setTeamDeleted(false);
        client.cookies.clear();
        for (const [name, cookie] of cookies) client.cookies.set(name, cookie);
        if (answer.status < 400 && route.method !== 'GET') {
          await world.mend();
          if (route.method === 'DELETE' || state === 'trashed' || state === 'own') subjects.forget();
          if (route.id === 'trash.restore' || route.id === 'invites.resend') subjects.forget();
        }
        const code = answer.status < 400 ? '' : ` ${answer.body?.code ?? ''}`;
        const line = `${route.id} | ${state} | ${caller} | ${answer.status}${code}`;
        lines.push(line);
        const text = JSON.stringify(answer.body) ?? '';
        for (const canary of Object.values(CANARIES)) if (text.includes(canary)) told.add(canary);
        for (const canary of hiddenFrom(caller)) {
          if (text.includes(canary)) wrong.push(`${line} and told them: ${canary}`);
        }
        const expected = expectStatus(route.id, caller, state);
        if (answer.status !== expected)
          wrong.push(`${line}, not ${expected}: ${JSON.stringify(answer.body)}`);
      }
      tellCases(engine.kind, lines.length, `cells, ${wrong.length} of them wrong`);
      expect(wrong).toEqual([]);
      expect([...told].toSorted()).toEqual(Object.values(CANARIES).toSorted());
      await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('./matrix.txt');
    },
    BUDGET_MS,
  );
});
