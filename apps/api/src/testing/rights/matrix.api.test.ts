import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { RouteSpec } from '@hearth/contracts/core/route';
import { ROUTES } from '@hearth/contracts/routes';
import { describeOneEngine, type TestEngine } from '#testing/databases.ts';
import { makeProject, makeTask, type Client } from '#testing/make.ts';
import { printTable, type Answered } from './matrix-table.ts';
import { CALLERS, CANARIES, hiddenFrom, type CallerName } from './rights-callers.ts';
import { expectStatus } from './rights-expected.ts';
import {
  buildRequest,
  kindsOf,
  toUrl,
  type BuiltRequest,
  type IdsByKind,
  type SharedTask,
} from './rights-samples.ts';
import { Subjects, statesOf, type State } from './rights-subjects.ts';
import { IS_ALL, pickFor, type Shares } from '#testing/sample.ts';
import { reportCases } from '#testing/report-cases.ts';
import { inTurns } from '#testing/in-turns.ts';
import { makeWorld, type World } from './rights-world.ts';

interface Cell {
  route: RouteSpec;
  caller: CallerName;
  state: State;
}

const BUDGET_MS = IS_ALL ? 1_200_000 : 240_000;
/** Sampling rate of callers: one in n, separately for callers with and without a role. */
const ONE_IN: Shares = [24, 40];
/** Sampling rate of routes in one state: one in n. */
const ONE_GROUP_IN: Shares = [1, 4];
/** Number of objects created concurrently. It is low because all of them lock the same team. */
const AT_ONCE = 6;
/** File to which the table of all responses is written. Empty for none. */
const TABLE_FILE = process.env['RIGHTS_TABLE'] ?? '';
/** Expected error codes by status, to detect error responses with the right status but the wrong reason. */
const CODES: Readonly<Record<number, readonly string[]>> = {
  401: ['UNAUTHENTICATED', 'TOKEN_EXPIRED'],
  403: ['FORBIDDEN'],
  404: ['NOT_FOUND'],
};
/** Routes other than deletes that consume the named object. */
const USED_UP = new Set([
  'series.next',
  'series.skip',
  'trash.restore',
  'trash.restoreMany',
  'tasks.deleteMany',
  'comments.restore',
  'milestones.restore',
  'templates.restore',
  'attachments.restore',
  'documentAttachments.restore',
  'documents.archive',
  'time.restore',
  'invites.resend',
]);

/** Routes that change only content: members, permissions, sessions and the plan stay the same. */
const ON_WORK =
  /^(?:tasks|documents|documentAttachments|comments|checklist|attachments|time|relations|statuses|labels|taskTypes|views|favourites|templates|milestones|cycles|series|ownTasks|trash)\./;

/** Lists the cells of the matrix, grouped by route and state. Deleted teams come last, to delete the team only once. */
function listGroups(pickCallers: (about: string) => readonly CallerName[]): Cell[][] {
  const groups = (ROUTES as readonly RouteSpec[]).flatMap((route) =>
    statesOf(route).map((state) =>
      pickCallers(`${route.id} ${state}`).map((caller) => ({ route, state, caller })),
    ),
  );
  const isOfDeleted = ([cell]: Cell[]): number => Number(cell?.state === 'team deleted');
  return groups.toSorted((a, b) => isOfDeleted(a) - isOfDeleted(b));
}

/** Creates a publicly shared project. Its content has no canaries because anyone with the link may read them. */
async function shareProject(owner: Client, teamId: string): Promise<SharedTask> {
  const project = await makeProject(owner, teamId, { name: 'Shown to everybody' });
  const task = await makeTask(owner, teamId, { title: 'Shown to everybody', projectId: project.id });
  const created = await owner.send<{ publicLink: { url: string } }>(
    'PUT',
    `/teams/${teamId}/projects/${project.id}/public-link`,
    { body: { showsDescriptions: true } },
  );
  const token = created.body.publicLink.url.split('/').at(-1) ?? '';
  return { token, number: String(task.number) };
}

/** Samples callers with and without a role. Always includes guests without write access for live objects. */
function pickCallers(engine: TestEngine, about: string): CallerName[] {
  const members = CALLERS.slice(CALLERS.indexOf('guest'));
  const others = CALLERS.slice(0, CALLERS.indexOf('guest'));
  const weakest: CallerName[] = about.endsWith(' live') ? ['guest', 'guest view'] : [];
  const picked = new Set([...weakest, ...pickFor(engine, members, ONE_IN, about)]);
  return [...pickFor(engine, others, ONE_IN, about), ...picked];
}

/** Whether the request is expected to succeed and change data. */
function changesSomething({ route, caller, state }: Cell): boolean {
  return route.method !== 'GET' && expectStatus(route.id, caller, state) < 400;
}

const asAnswered = ({ route, state, caller }: Cell, answer: string): Answered => ({
  route: route.id,
  state,
  caller,
  answer,
});
const asLine = ({ route, state, caller, answer }: Answered): string =>
  `${route} | ${state} | ${caller} | ${answer}`;

it('defines an expected status for every route, caller and state', () => {
  const cells = listGroups(() => CALLERS).flat();
  const statuses = cells.map(({ route, caller, state }) => expectStatus(route.id, caller, state));
  expect(new Set(cells.map(({ route }) => route.id)).size).toBe(ROUTES.length);
  expect(statuses.filter((status) => !(status >= 200 && status < 600))).toEqual([]);
});

describeOneEngine('permissions', (engine) => {
  let world: World;
  let subjects: Subjects;
  let link: string;
  let shared: SharedTask;
  const answers = new Map<Cell, Answered>();
  const wrong: string[] = [];
  /** Canaries that were received. Permitted readers must receive each of them, or the absence of leaks would prove nothing. */
  const seenCanaries = new Set<string>();

  beforeAll(async () => {
    world = await makeWorld(engine);
    subjects = new Subjects(world);
    const created = await world.owner.post<{ invite: { link: string } }>(
      `/teams/${world.teamId}/invites`,
      {},
    );
    link = created.body.invite.link;
    shared = await shareProject(world.owner, world.teamId);
  });
  afterAll(async () => await world.close());

  async function prepare(cell: Cell): Promise<BuiltRequest> {
    const state = cell.state === 'team deleted' ? 'live' : cell.state;
    const ids: IdsByKind = {};
    await Promise.all(
      kindsOf(cell.route).map(async (kind) => {
        ids[kind] = await subjects.find(kind, { ...cell, state });
      }),
    );
    const request = buildRequest(cell.route, ids, link, shared);
    if (state === 'unfiled' && request.body !== undefined) {
      delete request.body['projectId'];
      delete request.body['milestoneId'];
      delete request.body['cycleId'];
    }
    return request;
  }

  async function sendCell(cell: Cell, request: BuiltRequest): Promise<void> {
    const { route, caller, state } = cell;
    const client = world.clients[caller];
    const cookies = new Map(client.cookies);
    const response = await client.send<{ code?: string } | undefined>(route.method, toUrl(request), {
      body: request.body,
      ...(request.upload === undefined ? {} : { upload: request.upload }),
    });
    client.cookies.clear();
    for (const [name, cookie] of cookies) client.cookies.set(name, cookie);
    const code = response.status < 400 ? '' : ` ${response.body?.code ?? ''}`;
    const answered = asAnswered(cell, `${response.status}${code}`);
    const line = asLine(answered);
    answers.set(cell, answered);
    const text = JSON.stringify(response.body) ?? '';
    for (const canary of Object.values(CANARIES)) if (text.includes(canary)) seenCanaries.add(canary);
    for (const canary of hiddenFrom(caller)) {
      if (text.includes(canary)) wrong.push(`${line} and told them: ${canary}`);
    }
    const expected = expectStatus(route.id, caller, state);
    const codes = CODES[response.status];
    if (codes !== undefined && !codes.includes(response.body?.code ?? '')) {
      wrong.push(`${line}, not ${codes.join(' or ')}`);
    }
    if (response.status !== expected)
      wrong.push(`${line}, not ${expected}: ${JSON.stringify(response.body)}`);
  }

  /** Sends the requests that change nothing concurrently, and all other requests sequentially, restoring the state after each. */
  async function sendGroup(cells: readonly Cell[]): Promise<void> {
    const still = cells.filter((cell) => !changesSomething(cell));
    const requests = new Map<Cell, BuiltRequest>();
    await inTurns(still, AT_ONCE, async (cell) => void requests.set(cell, await prepare(cell)));
    await Promise.all(still.map(async (cell) => await sendCell(cell, requests.get(cell) as BuiltRequest)));
    for (const cell of cells.filter(changesSomething)) {
      await sendCell(cell, await prepare(cell));
      const { route, state } = cell;
      if (!ON_WORK.test(route.id)) await world.mend();
      if (route.method === 'DELETE' || state === 'trashed' || state === 'own') subjects.forget(cell);
      if (USED_UP.has(route.id)) subjects.forget(cell);
      if (route.id === 'trash.empty') subjects.forgetTrash();
    }
  }

  /** Creates all named objects first because nothing can be created in a deleted team. */
  async function sendToDeletedTeam(cells: readonly Cell[]): Promise<void> {
    const requests = new Map<Cell, BuiltRequest>();
    for (const cell of cells) requests.set(cell, await prepare(cell));
    const sendAll = async (some: readonly Cell[]): Promise<void> => {
      await Promise.all(some.map(async (cell) => await sendCell(cell, requests.get(cell) as BuiltRequest)));
    };
    await world.states.setTeamDeleted(true);
    const still = cells.filter((cell) => !changesSomething(cell));
    for (const group of Object.values(Object.groupBy(still, ({ route }) => route.id)))
      await sendAll(group ?? []);
    for (const cell of cells.filter(changesSomething)) {
      await world.states.setTeamDeleted(true);
      await sendAll([cell]);
    }
    await world.mend();
  }

  it(
    'returns the expected status for sampled routes, callers and states and leaks no canaries',
    async () => {
      const listed = listGroups((about) => pickCallers(engine, about));
      const groups = pickFor(engine, listed, ONE_GROUP_IN, 'groups');
      const ofDeleted = groups.flat().filter(({ state }) => state === 'team deleted');
      for (const group of groups) if (group[0]?.state !== 'team deleted') await sendGroup(group);
      await sendToDeletedTeam(ofDeleted);
      reportCases(engine.kind, answers.size, `cells, ${wrong.length} of them wrong`);
      expect(wrong).toEqual([]);
      const inOrder = groups.flat().flatMap((cell) => answers.get(cell) ?? []);
      expect(inOrder).toHaveLength(groups.flat().length);
      if (IS_ALL) {
        expect([...seenCanaries].toSorted()).toEqual(Object.values(CANARIES).toSorted());
      }
      if (TABLE_FILE !== '') await writeFile(TABLE_FILE, printTable(inOrder));
    },
    BUDGET_MS,
  );
});
