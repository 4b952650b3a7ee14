import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RouteSpec } from '@hearth/contracts/core/route';
import { ROUTES } from '@hearth/contracts/routes';
import { settleSearch } from '#features/search/index.ts';
import { asOwner } from '#platform/db/index.ts';
import { describeOneEngine, testEngines, type TestEngine } from '#testing/databases.ts';
import { openFeed } from '#testing/feed-client.ts';
import {
  digestTeam,
  cacheEach,
  liftLimits,
  makeOnTask,
  type MakeId,
  makeLive,
} from '#testing/rights/id-swap-sets.ts';
import { joinTeam, makeProject, makeTask, makeTeam, signIn, type SignedIn } from '#testing/make.ts';
import { buildRequest, kindsOf, toUrl, type IdsByKind } from '#testing/rights/rights-samples.ts';
import { startApp, type TestApp } from '#testing/start-app.ts';
import { reportCases } from '#testing/report-cases.ts';
import { createFilterDrill, createStatementLog, findTableWithoutTeam } from './team-filter.ts';

const BUDGET_MS = 240_000;
const CANARIES = { own: 'canary-51d7', foreign: 'canary-9be2' } as const;

/** Fills a team with objects of every type, each containing the canary. */
async function fillTeam(owner: SignedIn, teamId: string, canary: string): Promise<string> {
  const at = `/teams/${teamId}`;
  const project = await makeProject(owner, teamId, { name: `${canary} project`, description: canary });
  const status = await owner.post<{ status: { id: string } }>(`${at}/statuses`, {
    name: `${canary} status`,
    category: 'started',
  });
  await owner.post(`${at}/fields`, { name: `${canary} field`, type: 'text' });
  await owner.patch(`${at}/members/${owner.user.id}/work-time`, {
    absences: { [randomUUID()]: { from: '2026-12-24', to: '2026-12-31', word: `${canary} away` } },
  });
  await owner.post(`${at}/views`, { name: `${canary} view`, text: 'view=list' });
  await owner.send('PUT', `${at}/projects/${project.id}/favourite`, { body: {} });
  const label = await owner.post<{ label: { id: string } }>(`${at}/labels`, { name: `${canary} label` });
  const type = await owner.post<{ taskType: { id: string } }>(`${at}/task-types`, { name: `${canary} type` });
  const milestone = await owner.post<{ milestone: { id: string } }>(
    `${at}/projects/${project.id}/milestones`,
    {
      name: `${canary} milestone`,
      description: canary,
    },
  );
  const task = await makeTask(owner, teamId, {
    title: `${canary} task`,
    description: canary,
    projectId: project.id,
    statusId: status.body.status.id,
    assigneeIds: [owner.user.id],
    labelIds: [label.body.label.id],
    typeId: type.body.taskType.id,
    milestoneId: milestone.body.milestone.id,
  });
  await makeTask(owner, teamId, { title: `${canary} of no project` });
  await owner.post(`${at}/tasks/${task.id}/comments`, { body: `${canary} comment` });
  await owner.post(`${at}/tasks/${task.id}/timer`, { note: `${canary} time` });
  await owner.post(`${at}/tasks/${task.id}/template`, { name: `${canary} template` });
  await owner.post(`${at}/invites`, { email: `${canary}@example.com` });
  const trashed = await makeTask(owner, teamId, { title: `${canary} in the trash` });
  await owner.delete(`${at}/tasks/${trashed.id}`);
  return project.id;
}

/** Routes excluded from the sweep because they would end its own session or team. */
const LAST = new Set(['auth.signOut', 'auth.endSessions', 'teams.delete', 'account.delete']);
const SWEPT = (ROUTES as readonly RouteSpec[]).filter(
  (route) => route.rule.kind === 'team' && !LAST.has(route.id) && route.id !== 'members.remove',
);

/** Routes that reject every request because a Pro team cannot buy a plan. */
const REFUSED_ANYWAY = new Set(['billing.checkout', 'billing.confirm']);

describeOneEngine('row level security without the application filter', (engine) => {
  const drill = createFilterDrill();
  let api: TestApp;
  let owner: SignedIn;
  let callers: Record<string, SignedIn>;
  let teamId: string;
  let foreignTeamId: string;
  let own: MakeId;
  let foreign: MakeId;

  beforeAll(async () => {
    api = await startApp(engine, { database: { rewriteStatement: drill.rewriteStatement } });
    owner = await signIn(api, 'owner@example.com');
    const foreigner = await signIn(api, `${CANARIES.foreign}@example.com`, { name: CANARIES.foreign });
    teamId = (await makeTeam(owner, `${CANARIES.own} team`))._id;
    foreignTeamId = (await makeTeam(foreigner, `${CANARIES.foreign} team`))._id;
    await liftLimits(api.app.db);
    const member = await signIn(api, 'member@example.com');
    const guest = await signIn(api, 'guest@example.com');
    await joinTeam(owner, teamId, member);
    await joinTeam(owner, teamId, guest, 'guest');
    const projectId = await fillTeam(owner, teamId, CANARIES.own);
    await fillTeam(foreigner, foreignTeamId, CANARIES.foreign);
    await owner.send('PUT', `/teams/${teamId}/projects/${projectId}/grants/${guest.user.id}`, {
      body: { level: 'manage' },
    });
    callers = { owner, member, guest };
    own = makeLive(api, owner, teamId);
    foreign = cacheEach(makeLive(api, foreigner, foreignTeamId));
  }, BUDGET_MS);
  afterAll(async () => await api.close());

  async function idsFor(route: RouteSpec, from: 'own' | 'foreign'): Promise<IdsByKind> {
    const ids: IdsByKind = {};
    for (const kind of kindsOf(route)) {
      if (kind === 'new') continue;
      const onTask = from === 'own' ? await makeOnTask(kind, route, api, owner, teamId, ids) : null;
      if (onTask !== null) {
        ids[kind] = onTask;
        continue;
      }
      // Combine the caller's own team id with ids of another team, which only the removed filter or row security excludes.
      ids[kind] = kind === 'team' ? teamId : await (from === 'own' ? own : foreign)(kind);
    }
    return ids;
  }

  /** Sends a request to every team route as `person`. @returns the concatenated bodies and the statuses of all responses */
  async function sweep(
    person: SignedIn,
    from: 'own' | 'foreign',
  ): Promise<{ text: string; statuses: number[] }> {
    let text = '';
    const statuses: number[] = [];
    for (const route of SWEPT) {
      drill.isOn = false;
      const request = buildRequest(route, await idsFor(route, from), '');
      drill.isOn = true;
      const response = await person.send(route.method, toUrl(request), {
        body: request.body,
        ...(request.upload === undefined ? {} : { upload: request.upload }),
      });
      text += `${route.id} ${response.status} ${JSON.stringify(response.body)}\n`;
      statuses.push(response.status);
    }
    for (const since of ['', '?since=0']) {
      text += JSON.stringify((await person.get(`/teams/${teamId}/sync${since}`)).body);
    }
    const feed = await openFeed(person, teamId, 1);
    await person.get(`/teams/${teamId}/sync`);
    text += JSON.stringify(feed.frames);
    feed.close();
    return { text, statuses };
  }

  it(
    'prevents reading and writing another team’s rows',
    async () => {
      try {
        // Create the other team's objects first, because after the digest only the sweep may change the team.
        for (const route of SWEPT) await idsFor(route, 'foreign');
        await settleSearch(api.app);
        const before = await digestTeam(api.app.db, foreignTeamId);
        for (const [name, person] of Object.entries(callers)) {
          const { text, statuses } = await sweep(person, 'foreign');
          expect(text, name).not.toContain(CANARIES.foreign);
          // The caller's own lists and feed must contain permitted data.
          expect(text, name).toContain(CANARIES.own);
          expect(
            statuses.filter((status) => status >= 500),
            name,
          ).toEqual([]);
        }
        const control = await sweep(owner, 'own');
        expect(control.text).not.toContain(CANARIES.foreign);
        // Ignore 422: for example, a team with content accepts no import, and a forecast needs more history.
        const refused = SWEPT.filter((_route, at) => {
          const status = control.statuses[at] ?? 0;
          return status >= 300 && status !== 422;
        }).map(({ id }) => id);
        expect(refused.filter((id) => !REFUSED_ANYWAY.has(id))).toEqual([]);
        expect(await digestTeam(api.app.db, foreignTeamId)).toBe(before);
        reportCases(engine.kind, drill.removed, `filters taken out, on ${SWEPT.length} routes for 3 callers`);
        expect(drill.removed).toBeGreaterThan(300);
      } finally {
        drill.isOn = false;
      }
    },
    BUDGET_MS,
  );

  it('reveals another team’s data once row level security is disabled as well', async () => {
    const setSecurity = async (how: 'disable' | 'enable') =>
      await asOwner(api.app.db, async (tx) => {
        for (const table of [
          'tasks',
          'projects',
          'statuses',
          'labels',
          'fields',
          'views',
          'templates',
          'invites',
          'memberships',
        ]) {
          await sql.raw(`alter table ${table} ${how} row level security`).execute(tx);
        }
      });
    await setSecurity('disable');
    try {
      const filtered = await owner.get(`/teams/${teamId}/tasks?limit=200`);
      expect(JSON.stringify(filtered.body)).not.toContain(CANARIES.foreign);
      drill.isOn = true;
      for (const list of [
        'tasks',
        'projects',
        'statuses',
        'labels',
        'fields',
        'views',
        'templates',
        'invites',
        'members',
      ]) {
        const response = await owner.get(`/teams/${teamId}/${list}?limit=200`);
        expect(JSON.stringify(response.body), list).toContain(CANARIES.foreign);
      }
    } finally {
      drill.isOn = false;
      await setSecurity('enable');
    }
  });
});

describe('application team filter', () => {
  // Test only one engine because both execute the same statements.
  const [engine] = testEngines;
  it(
    'covers every statement on a team table',
    async () => {
      const log = createStatementLog();
      const api = await startApp(engine as TestEngine, {
        database: { rewriteStatement: log.rewriteStatement },
      });
      try {
        const owner = await signIn(api, 'owner@example.com');
        const teamId = (await makeTeam(owner))._id;
        await liftLimits(api.app.db);
        await fillTeam(owner, teamId, 'any');
        const make = makeLive(api, owner, teamId);
        for (const route of SWEPT) {
          const ids: IdsByKind = {};
          for (const kind of kindsOf(route)) if (kind !== 'new') ids[kind] = await make(kind);
          const request = buildRequest(route, ids, '');
          await owner.send(route.method, toUrl(request), {
            body: request.body,
            headers: { 'idempotency-key': randomUUID() },
            ...(request.upload === undefined ? {} : { upload: request.upload }),
          });
        }
        const { rows } = await asOwner(api.app.db, (tx) =>
          sql<{ name: string }>`
            select c.relname as name from pg_class c
            join pg_attribute a on a.attrelid = c.oid and a.attname = 'team_id' and not a.attisdropped
            where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`.execute(tx),
        );
        const tables = rows.map((row) => row.name);
        const found = [...log.texts].map((text) => findTableWithoutTeam(text, tables));
        expect(found.filter((one) => one !== null)).toEqual([]);
        reportCases('statements', log.texts.size, 'kinds of statement, each with its team');
        expect(log.texts.size).toBeGreaterThan(60);
        // Control: a statement without a team filter must be detected.
        expect(findTableWithoutTeam('select "id" from "tasks" where "id" = $1', tables)).not.toBeNull();
      } finally {
        await api.close();
      }
    },
    BUDGET_MS,
  );
});
