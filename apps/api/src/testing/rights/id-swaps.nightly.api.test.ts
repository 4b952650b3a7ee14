import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import type { z } from 'zod';
import type { IdKind, RouteSpec } from '@hearth/contracts/core/route';
import { ROUTES } from '@hearth/contracts/routes';
import { getCheckpoints } from '#features/documents/index.ts';
import { settleSearch } from '#features/search/index.ts';
import { getJobs } from '#platform/jobs/index.ts';
import { describeOneEngine } from '#testing/databases.ts';
import {
  digestTables,
  cacheEach,
  liftLimits,
  makeOnTask,
  makeDeleted,
  makeLive,
  type MakeId,
} from './id-swap-sets.ts';
import { makeProject, makeTask, makeTeam, signIn, type ApiResponse } from '#testing/make.ts';
import { inTurns } from '#testing/in-turns.ts';
import { buildRequest, kindsOf, toUrl, type BuiltRequest, type IdsByKind } from './rights-samples.ts';
import { makeLabel, makeStatus } from './rights-subjects.ts';
import { makeExport } from '#testing/transfer.ts';
import { IS_ALL, pickFor, type Shares } from '#testing/sample.ts';
import { reportCases } from '#testing/report-cases.ts';
import { useApp, usePeople } from '#testing/use-app.ts';

const BUDGET_MS = IS_ALL ? 1_200_000 : 240_000;
const AT_ONCE = 8;
/** Sampling rates, one in n: of routes, where every id is swapped singly, and of pairs. */
const ONE_ROUTE_IN: Shares = [2, 10];
const ONE_PAIR_IN: Shares = [6, 12];

/** A value in place of an id. Null is sent as such in a body, and as text in a URL. */
interface Swap {
  field: string;
  kind: IdKind;
  to: string;
  value: string | null;
}

/** Client-generated ids of a create must not be those of an existing object. */
const TAKEN: Record<string, IdKind> = {
  'teams.create': 'team',
  'invites.create': 'invite',
  'projects.create': 'project',
  'projects.createSample': 'project',
  'statuses.create': 'status',
  'labels.create': 'label',
  'fields.create': 'field',
  'taskTypes.create': 'taskType',
  'views.create': 'view',
  'templates.fromTask': 'template',
  'templates.fromProject': 'template',
  'templates.use': 'task',
  'milestones.create': 'milestone',
  'tasks.create': 'task',
  'tasks.comment': 'comment',
  'relations.create': 'relation',
  'checklist.create': 'checklistItem',
  'attachments.create': 'attachment',
  'documents.create': 'document',
  'documents.copy': 'document',
  'documentAttachments.create': 'documentAttachment',
  'time.create': 'timeEntry',
  'time.start': 'timeEntry',
  'series.skip': 'skip',
  'analytics.annotate': 'annotation',
};

/** Routes whose query identifies the requested object instead of filtering a list. */
const NAMED_IN_QUERY = /^(?:firstLoad\.read$|analytics\.)/;

/** Routes that cannot succeed without a gateway, a payment or a forecast history, with their status for the caller's own ids. */
const UNSERVED: Readonly<Record<string, number>> = {
  'analytics.forecast': 422,
  'analytics.forecastCsv': 422,
  'billing.checkout': 409,
  'billing.confirm': 400,
  'billing.cancel': 422,
  'billing.resume': 422,
  'billing.refund': 422,
};

/** Development routes name any team on purpose, and are served on loopback only. */
const ROUTES_WITH_IDS = (ROUTES as readonly RouteSpec[]).filter(
  (route) => route.ids !== undefined && route.rule.kind !== 'development',
);

function takesNull(route: RouteSpec, field: string): boolean {
  const shape = (route.body as unknown as { shape?: Record<string, z.ZodType> } | undefined)?.shape;
  return shape?.[field]?.safeParse(null).success === true;
}

function applySwaps(route: RouteSpec, request: BuiltRequest, swaps: readonly Swap[]): BuiltRequest {
  const params = { ...request.params };
  const query = { ...request.query };
  const body = request.body === undefined ? undefined : { ...request.body };
  // Two concurrent creates with the same id count as one. The second has to wait.
  for (const [field, kind] of Object.entries(route.ids ?? {})) {
    if (kind !== 'new') continue;
    if (field in query) query[field] = randomUUID();
    else if (body !== undefined) body[field] = randomUUID();
  }
  for (const { field, value } of swaps) {
    if (field in params) params[field] = String(value);
    else if (field in query) query[field] = String(value);
    else if (body !== undefined) {
      const own = body[field];
      // One wrong id among valid ones causes the whole request to be rejected.
      body[field] = Array.isArray(own) ? [...(own as string[]), value] : value;
    }
  }
  return { ...request, params, query, body };
}

describeOneEngine('swapped ids', (engine) => {
  const api = useApp(engine);
  const [owner] = usePeople(api, 'owner');
  let live: MakeId;
  let sources: Record<'foreign' | 'gone' | 'second', MakeId>;

  beforeAll(async () => {
    const foreigner = await signIn(api, 'foreigner@example.com');
    const teamId = (await makeTeam(owner, 'Home'))._id;
    const secondTeamId = (await makeTeam(owner, 'Second'))._id;
    const foreignTeamId = (await makeTeam(foreigner, 'Foreign'))._id;
    await liftLimits(api.app.db);
    live = makeLive(api, owner, teamId);
    sources = {
      foreign: cacheEach(makeLive(api, foreigner, foreignTeamId)),
      gone: cacheEach(makeDeleted(api, owner, teamId)),
      // Another team of the same user. They may do everything there, but must not reach its objects through this team.
      second: cacheEach(makeLive(api, owner, secondTeamId)),
    };
  }, BUDGET_MS);

  async function idsFor(route: RouteSpec): Promise<IdsByKind> {
    const ids: IdsByKind = {};
    for (const kind of kindsOf(route)) {
      if (kind === 'new') continue;
      const isRestoring = route.id === 'teams.restore' && kind === 'team';
      // Only an empty team accepts an import.
      const isEmpty = route.id === 'imports.create' && kind === 'team';
      const onTask = await makeOnTask(kind, route, api, owner, ids['team'] ?? '', ids);
      if (onTask !== null) ids[kind] = onTask;
      else if (isEmpty) ids[kind] = (await makeTeam(owner, 'Empty'))._id;
      else ids[kind] = isRestoring ? await makeDeleted(api, owner, '')('team') : await live(kind);
    }
    return ids;
  }

  async function listSwaps(route: RouteSpec, { params, query, body = {} }: BuiltRequest): Promise<Swap[][]> {
    const fields = Object.entries(route.ids ?? {});
    const named = fields.filter(([, kind]) => kind !== 'new');
    // Ids nested deeper in a body, such as the users of a template, only select among the objects referenced by the other ids.
    const atTop = named.filter(([field]) => field in params || field in query || field in body);
    const singles: Swap[] = [];
    for (const [field, kind] of named) {
      const values: Record<string, string | null> = {
        foreign: await sources.foreign(kind),
        random: randomUUID(),
        null: null,
      };
      if (route.id !== 'teams.restore') values['gone'] = await sources.gone(kind);
      // On its own, a swapped team is a legitimate request to the user's other team. With more ids, it mixes teams.
      if (kind !== 'session' && kind !== 'token' && (kind !== 'team' || named.length > 1)) {
        values['second'] = await sources.second(kind);
      }
      for (const [to, value] of Object.entries(values)) {
        if (value === null && takesNull(route, field)) continue;
        singles.push({ field, kind, to, value });
      }
    }
    // Deeper ones, such as those of a field's options, are new only within their object.
    const taken = fields.find(([field, kind]) => kind === 'new' && (field in query || field in body));
    if (taken !== undefined) {
      const kind = TAKEN[route.id];
      if (kind === undefined) throw new Error(`${route.id}: what may its id not be?`);
      singles.push({ field: taken[0], kind: 'new', to: 'taken', value: await live(kind) });
    }
    const pairs = singles.flatMap((one, index) =>
      singles.slice(index + 1).flatMap((two) => {
        const isSecondWhole = one.to === 'second' && two.to === 'second' && atTop.length === 2;
        const isPair = one.field !== two.field && one.kind !== 'new' && two.kind !== 'new';
        return isPair && !isSecondWhole && one.to !== 'null' && two.to !== 'null' ? [[one, two]] : [];
      }),
    );
    return [...singles.map((one) => [one]), ...pickFor(engine, pairs, ONE_PAIR_IN, route.id)];
  }

  async function send(
    route: RouteSpec,
    request: BuiltRequest,
  ): Promise<ApiResponse<Record<string, unknown>>> {
    const { body, upload } = request;
    return await owner.send(route.method, toUrl(request), {
      body,
      ...(upload === undefined ? {} : { upload }),
    });
  }

  it(
    'rejects swapped ids in every field, singly and in pairs, without any change',
    async () => {
      const wrong: string[] = [];
      let swapped = 0;
      const routes = pickFor(engine, ROUTES_WITH_IDS, ONE_ROUTE_IN, 'routes');
      for (const route of routes) {
        const request = buildRequest(route, await idsFor(route), '');
        const all = await listSwaps(route, request);
        const name = (swaps: readonly Swap[]) =>
          `${route.id} ${swaps.map((one) => `${one.field}=${one.to}`).join(' ')}`;
        const before = await digestTables(api.app.db);
        const problems = new Map<string, string>();
        await inTurns(all, AT_ONCE, async (swaps) => {
          const response = await send(route, applySwaps(route, request, swaps));
          const text = JSON.stringify(response.body);
          const isRight =
            !NAMED_IN_QUERY.test(route.id) && swaps.every((one) => isFilter(request, one))
              ? isEmptyResult(response)
              : isRefusal(swaps, response);
          if (!isRight) wrong.push(`${name(swaps)}: ${response.status} ${text?.slice(0, 200)}`);
          const [{ field, to } = { field: '', to: '' }, ...others] = swaps;
          if (others.length === 0) problems.set(`${field} ${to}`, text);
          swapped++;
        });
        const parts = new Set(before.split(' '));
        const changed = (await digestTables(api.app.db)).split(' ').filter((part) => !parts.has(part));
        if (changed.length > 0) {
          const which = (await findChanging(route, request, all)).join(', ');
          // The last 32 characters of a part are its digest.
          wrong.push(`${route.id} changed ${changed.map((part) => part.slice(0, -32)).join(', ')}: ${which}`);
        }
        // Forbidden and missing objects must be indistinguishable.
        for (const field of new Set(all.map(([one]) => one?.field ?? ''))) {
          if (problems.get(`${field} foreign`) !== problems.get(`${field} random`)) {
            wrong.push(
              `${route.id} ${field}: ${problems.get(`${field} foreign`)} or ${problems.get(`${field} random`)}`,
            );
          }
        }
        const control = await send(route, request);
        if (route.id === 'exports.create') await makeExport(owner, request.params['teamId'] ?? '');
        if (route.id === 'teams.delete') await owner.post(`/teams/${request.params['teamId']}/restore`);
        // Background jobs after the response must not appear as a change made by the next route.
        await getJobs(api.app).runDue();
        await getCheckpoints(api.app).settle();
        if (control.status >= 300 && control.status !== UNSERVED[route.id])
          wrong.push(`${route.id} with own ids: ${control.status} ${JSON.stringify(control.body)}`);
      }
      reportCases(engine.kind, swapped, `swaps on ${routes.length} routes, ${wrong.length} of them wrong`);
      expect(wrong).toEqual([]);
      expect(swapped).toBeGreaterThan(IS_ALL ? 1_000 : 50);
    },
    BUDGET_MS,
  );

  /** Repeats the swaps one by one to identify those that change data. */
  async function findChanging(route: RouteSpec, request: BuiltRequest, all: Swap[][]): Promise<string[]> {
    const found: string[] = [];
    for (const swaps of all) {
      const before = await digestTables(api.app.db);
      await send(route, applySwaps(route, request, swaps));
      if ((await digestTables(api.app.db)) !== before) {
        found.push(swaps.map((one) => `${one.field}=${one.to}`).join(' '));
      }
    }
    return found.length === 0 ? ['none of them when sent again'] : found;
  }

  it('returns no tasks for foreign ids in list filters', async () => {
    const teamId = await live('team');
    const people = { home: owner, foreign: await signIn(api, 'foreigner@example.com') };
    const filters: Record<string, Record<string, string>> = {};
    for (const [name, person] of Object.entries(people)) {
      const at = name === 'home' ? teamId : await sources.foreign('team');
      const task = await makeTask(person, at, {
        projectId: (await makeProject(person, at)).id,
        statusId: await makeStatus(person, at),
        assigneeIds: [person.user.id],
        labelIds: [await makeLabel(person, at)],
        parentId: (await makeTask(person, at)).id,
      });
      const { projectId, statusId, assigneeIds, labelIds, parentId } = task;
      filters[name] = {
        projectId: projectId ?? '',
        statusId,
        assigneeId: assigneeIds[0] ?? '',
        labelId: labelIds[0] ?? '',
        parentId: parentId ?? '',
      };
    }
    for (const field of ['projectId', 'statusId', 'assigneeId', 'labelId', 'parentId']) {
      const found = async (name: string) => {
        const query = new URLSearchParams({ [field]: filters[name]?.[field] ?? '' }).toString();
        return (await owner.get<{ tasks: unknown[] }>(`/teams/${teamId}/tasks?${query}`)).body.tasks.length;
      };
      expect(await found('home'), field).toBeGreaterThan(0);
      expect(await found('foreign'), field).toBe(0);
    }
  });

  it('reveals nothing with a cursor or task key of another team', async () => {
    const teamId = await live('team');
    const foreignTeamId = await sources.foreign('team');
    const foreigner = await signIn(api, 'foreigner@example.com');
    const canary = 'canary-of-the-foreign-team';
    let key = '';
    for (const n of [1, 2, 3]) {
      const task = await makeTask(foreigner, foreignTeamId, { title: `${canary} ${n}` });
      await makeProject(foreigner, foreignTeamId, { name: `${canary} ${n}` });
      await foreigner.post(`/teams/${foreignTeamId}/invites`, { email: `${canary}-${n}@example.com` });
      key = task.key;
    }
    await settleSearch(api.app);
    for (const list of [
      'tasks',
      'projects',
      'members',
      'invites',
      'statuses',
      'labels',
      'fields',
      'views',
      'templates',
      'documents',
      'trash',
      'search',
      'sync',
    ]) {
      const query = list === 'search' ? 'q=canary&' : '';
      const foreign = await foreigner.get<{ nextCursor: string | null }>(
        `/teams/${foreignTeamId}/${list}?${query}limit=1`,
      );
      const cursor = foreign.body.nextCursor;
      if (list === 'search') expect(cursor).not.toBeNull();
      if (cursor === null || cursor === undefined) continue;
      const response = await owner.get(
        `/teams/${teamId}/${list}?${query}limit=200&cursor=${encodeURIComponent(cursor)}`,
      );
      expect([200, 400], list).toContain(response.status);
      expect(JSON.stringify(response.body), list).not.toContain(canary);
      const again = await foreigner.get(
        `/teams/${foreignTeamId}/${list}?${query}limit=200&cursor=${encodeURIComponent(cursor)}`,
      );
      expect(again.status, list).toBe(200);
    }
    const named = await owner.get<{ code: string }>(`/teams/${teamId}/tasks/${key}`);
    const own = await owner.get(`/teams/${teamId}/tasks?key=${key}`);
    expect(JSON.stringify([named.body, own.body])).not.toContain(canary);
  });

  /** Whether this id is a list filter, or a request to the user's other team filtered by ids of this team. */
  function isFilter(request: BuiltRequest, swap: Swap): boolean {
    const isVisit = swap.kind === 'team' && swap.to === 'second' && Object.keys(request.query).length > 0;
    // A malformed id is rejected as everywhere. For a file upload, the query contains processing options.
    if (request.upload !== undefined) return false;
    return isVisit || (swap.field in request.query && swap.kind !== 'team' && swap.value !== null);
  }

  /**
   * A filter does not name an object: if it matches nothing, the list is empty. 404 would distinguish former members, whose tasks may still
   * be queried, from users of another team.
   */
  function isEmptyResult(response: ApiResponse<Record<string, unknown>>): boolean {
    const lists = Object.values(response.body ?? {}).filter((value) => Array.isArray(value));
    return response.status === 200 && lists.length > 0 && lists.every((list) => list.length === 0);
  }

  function isRefusal(swaps: readonly Swap[], response: ApiResponse<Record<string, unknown>>): boolean {
    if (swaps.some((one) => one.to === 'taken')) return response.status === 409;
    return [400, 403, 404].includes(response.status);
  }
});
