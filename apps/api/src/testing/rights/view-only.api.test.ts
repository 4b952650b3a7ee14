import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RouteSpec } from '@hearth/contracts/core/route';
import { VIEW_ONLY_RULE } from '@hearth/contracts/permissions/permissions';
import { ROUTES } from '@hearth/contracts/routes';
import { asOwner } from '#platform/db/index.ts';
import { describeOneEngine } from '#testing/databases.ts';
import { pickFor, type Shares } from '#testing/sample.ts';
import { reportCases } from '#testing/report-cases.ts';
import type { CallerName } from './rights-callers.ts';
import { buildRequest, kindsOf, toUrl, type IdsByKind } from './rights-samples.ts';
import { Subjects, statesOf, type State } from './rights-subjects.ts';
import { makeWorld, type World } from './rights-world.ts';

/** Operations that are allowed without a seat, written by hand. All other requests except GET are rejected. */
const STILL_OPEN = new Set([
  'members.remove own',
  'exports.create live',
  'views.create live',
  'projects.favourite live',
  'projects.favourite own',
  'projects.unfavourite live',
  'projects.unfavourite own',
  'documents.favourite live',
  'documents.favourite own',
  'documents.favourite unfiled',
  'documents.unfavourite live',
  'documents.unfavourite own',
  'documents.unfavourite unfiled',
  'views.favourite live',
  'views.unfavourite live',
  'ownTasks.update live',
  'ownTasks.update own',
  'ownTasks.update unfiled',
  'tasks.watch live',
  'tasks.watch own',
  'tasks.watch unfiled',
  // These concern only the user's own data.
  'analytics.leaveSchedule live',
  'billing.askOwner live',
  'support.ask live',
  // Questions only read data. Proposals are authorized when they are confirmed (proposals.api.test.ts).
  'assistant.ask own',
  'assistant.stop own',
  'assistant.renameThread own',
  'assistant.deleteThread own',
  'assistant.confirm own',
  'assistant.reject own',
  'assistant.undo own',
]);
/** States in which the object is visible. For invisible objects the response is 404, regardless of permissions. */
const IN_SIGHT: ReadonlySet<State> = new Set(['live', 'own', 'unfiled']);
/** An admin has every permission that a user without a seat can have. A member creates their own objects. */
const PEOPLE: readonly CallerName[] = ['admin', 'member'];
/** Routes of conversations with the assistant, which are private regardless of roles. */
const OF_ONESELF_ALONE = /^assistant\.(?!changeSettings$)/;
const ONE_IN: Shares = [1, 6];
const BUDGET_MS = 240_000;

interface Cell {
  route: RouteSpec;
  caller: CallerName;
  state: State;
}

const CELLS: readonly Cell[] = (ROUTES as readonly RouteSpec[])
  .filter(({ rule, method }) => rule.kind === 'team' && method !== 'GET')
  .flatMap((route) =>
    statesOf(route)
      .filter((state) =>
        // Trashed objects are accessible only through the trash.
        route.rule.kind === 'team' && route.rule.object === 'trash'
          ? state === 'trashed'
          : IN_SIGHT.has(state) && !(state === 'live' && OF_ONESELF_ALONE.test(route.id)),
      )
      .flatMap((state) => PEOPLE.map((caller) => ({ route, state, caller }))),
  );

describeOneEngine('members without a seat', (engine) => {
  let world: World;
  let subjects: Subjects;

  beforeAll(async () => {
    world = await makeWorld(engine);
    subjects = new Subjects(world);
  });
  afterAll(async () => await world.close());

  const setViewOnly = async (since: Date | null): Promise<void> => {
    const ids = PEOPLE.map((name) => world.userIds[name] ?? '');
    await asOwner(world.api.app.db, (tx) =>
      sql`update memberships set view_only_since = ${since}
        where team_id = ${world.teamId} and user_id = any (${ids}::uuid[])`.execute(tx),
    );
  };
  const readHead = async (): Promise<unknown> =>
    await asOwner(world.api.app.db, async (tx) => {
      const { rows } = await sql<{ seq: string }>`
        select seq::text as seq from team_heads where team_id = ${world.teamId}`.execute(tx);
      return rows[0]?.seq;
    });

  it(
    'rejects writes on team routes that require a seat and states the reason',
    async () => {
      const wrong: string[] = [];
      const cells = pickFor(engine, CELLS, ONE_IN, 'view-only');
      for (const cell of cells) {
        const { route, state, caller } = cell;
        const ids: IdsByKind = {};
        // The named objects are created by the owner, or inserted in the caller's name.
        for (const kind of kindsOf(route)) ids[kind] = await subjects.find(kind, cell);
        const request = buildRequest(route, ids, '');
        await setViewOnly(world.api.app.clock.now());
        const before = await readHead();
        const response = await world.clients[caller].send<{ code?: string; detail?: string } | undefined>(
          route.method,
          toUrl(request),
          { body: request.body, ...(request.upload === undefined ? {} : { upload: request.upload }) },
        );
        const line = `${route.id} ${state} ${caller}: ${response.status} ${response.body?.detail ?? ''}`;
        if (STILL_OPEN.has(`${route.id} ${state}`)) {
          const isFloor = caller === 'member' && route.id === 'exports.create';
          if (response.status >= 400 && !isFloor) wrong.push(line);
        } else {
          const isWritten = (await readHead()) !== before;
          if (response.status !== 403 || response.body?.code !== 'FORBIDDEN' || isWritten) wrong.push(line);
          // With a seat, the admin's request would succeed, so the missing seat must be the reason.
          const isOfAdmins =
            caller === 'admin' && route.rule.kind === 'team' && route.rule.object !== undefined;
          if (isOfAdmins && response.body?.detail !== `${VIEW_ONLY_RULE}.`) wrong.push(line);
        }
        await world.mend();
      }
      reportCases(engine.kind, cells.length, `cells, ${wrong.length} of them wrong`);
      expect(wrong).toEqual([]);
    },
    BUDGET_MS,
  );

  it('allows reads and restores write access with a seat', async () => {
    await setViewOnly(world.api.app.clock.now());
    const { admin } = world.clients;
    const write = async () =>
      (await admin.post<{ detail?: string }>(`/teams/${world.teamId}/labels`, { name: 'Seat' })).status;
    expect((await admin.get(`/teams/${world.teamId}/tasks`)).status).toBe(200);
    expect((await admin.get(`/teams/${world.teamId}/audit`)).status).toBe(200);
    expect(await write()).toBe(403);
    await setViewOnly(null);
    expect(await write()).toBe(201);
  });
});
