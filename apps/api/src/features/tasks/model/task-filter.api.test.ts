import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hasOptions } from '@hearth/contracts/custom-fields/custom-field-values';
import type { Cycle } from '@hearth/contracts/cycles/cycles';
import type { Problem } from '@hearth/contracts/core/errors';
import type { Milestone } from '@hearth/contracts/milestones/milestones';
import { STATUS_CATEGORIES } from '@hearth/contracts/model/task-values';
import type { TaskType } from '@hearth/contracts/task-types/task-types';
import type { Status, Task } from '@hearth/contracts/tasks/tasks';
import {
  arbitraryFilter,
  arbitraryTask,
  CATEGORIES_OF,
  CYCLES,
  CYCLES_OF,
  LABELS,
  MILESTONES,
  NOW,
  OPTIONS,
  OTHERS,
  OWN_FIELDS,
  OWN_NAMES,
  PEOPLE,
  PROJECTS,
  STATUSES,
  TODAY,
  TYPES,
} from '@hearth/contracts/testing/views';
import { compileFilter } from '@hearth/contracts/views/view-filter-values';
import {
  compareTasksBy,
  createDateKey,
  createCustomFieldKey,
  cycleKey,
  milestoneKey,
  nameKey,
  placeKey,
  type SortedField,
} from '@hearth/contracts/views/view-sort-values';
import { printFilter, printSort } from '@hearth/contracts/views/view-text-values';
import { SORT_FIELDS, type SortField, type SortKey } from '@hearth/contracts/views/view-values';
import { sql } from 'kysely';
import { withTeam } from '#platform/db/index.ts';
import { getJobs } from '#platform/jobs/index.ts';
import { describeOneEngine } from '#testing/databases.ts';
import { joinTeam, makeProTeam, makeProject, makeTask, signIn, type SignedIn } from '#testing/make.ts';
import { createTestClock, startApp, type TestApp } from '#testing/start-app.ts';

const ZONE = 'Asia/Kolkata';
const AHEAD_MS = 5.5 * 3_600_000;
const startOf = (day: string) => new Date(Date.parse(`${day}T00:00:00Z`) - AHEAD_MS).toISOString();

interface Page {
  tasks: Task[];
  nextCursor: string | null;
}

describeOneEngine('filtered task lists', (engine) => {
  let api: TestApp;
  let ada: SignedIn;
  let path: string;
  let tasks: Task[];
  let statuses: Status[];
  /** Maps ids of the fixtures to ids of this team. */
  const real = new Map<string, string>();
  const blocks: { blockerId: string; taskId: string }[] = [];
  const namedKeys = new Map<string, string>();
  const ownFields: SortedField[] = [];
  const names = new Map<string, string>();
  const useReal = (text: string) => [...real].reduce((done, [id, own]) => done.replaceAll(id, own), text);

  const listPage = async (query: Record<string, string>) => {
    const response = await ada.get<Page & Problem>(`${path}/tasks?${new URLSearchParams(query).toString()}`);
    return response;
  };
  const listAll = async (query: Record<string, string>): Promise<Task[]> => {
    const found: Task[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page = await listPage({ ...query, ...(cursor === '' ? {} : { cursor }) });
      expect(page.status, JSON.stringify(page.body)).toBe(200);
      found.push(...page.body.tasks);
      cursor = page.body.nextCursor;
    }
    return found;
  };

  /** Blocks three of every four tasks: by a task that is open, completed, or in the trash. */
  async function blockTasks(teamId: string): Promise<void> {
    const blockers = await Promise.all(
      ['open', 'finished', 'gone'].map((title) => makeTask(ada, teamId, { title })),
    );
    const [, finished, trashed] = blockers;
    const { statuses: all } = (await ada.get<{ statuses: Status[] }>(`${path}/statuses`)).body;
    const done = all.find(({ category }) => category === 'completed')?.id;
    for (const [at, task] of (await listAll({ limit: '200', filter: 'title-not:zzz' })).entries()) {
      const blocker = blockers[at % 4];
      if (blocker === undefined || blocker.id === task.id) continue;
      await ada.post(`${path}/tasks/${task.id}/relations`, { side: 'blockedBy', otherId: blocker.id });
      // A relation in the other direction does not block the task.
      if (at % 8 === 3)
        await ada.post(`${path}/tasks/${task.id}/relations`, { side: 'blocks', otherId: finished?.id });
      blocks.push({ blockerId: blocker.id, taskId: task.id });
    }
    await ada.patch(`${path}/tasks/${finished?.id}`, { statusId: done });
    await ada.delete(`${path}/tasks/${trashed?.id}`);
  }

  beforeAll(async () => {
    const clock = createTestClock();
    const turnToNow = () => clock.advance((Date.parse(NOW) - clock.now().getTime()) / 1000);
    turnToNow();
    api = await startApp(engine, { clock });
    ada = await signIn(api, 'ada@example.com');
    const teamId = await makeProTeam(ada);
    path = `/teams/${teamId}`;
    const people = [ada];
    for (const name of ['ben', 'cy', 'di']) {
      const person = await signIn(api, `${name}@example.com`);
      await joinTeam(ada, teamId, person);
      people.push(person);
    }
    for (const { user } of people) {
      names.set(user.id, user.name);
      namedKeys.set(user.id, nameKey(user));
    }
    PEOPLE.forEach((id, at) => real.set(id, people[at]?.user.id ?? ''));
    const plan = { weeks: 1, startWeekday: 1, cooldownWeeks: 0, ahead: 1, timeZone: ZONE };
    for (const id of PROJECTS) {
      const project = await makeProject(ada, teamId, { name: id, cycles: plan });
      await ada.patch(`${path}/projects/${project.id}`, { hasTriage: true });
      real.set(id, project.id);
      namedKeys.set(project.id, placeKey(project));
    }
    await getJobs(api.app).runDue();
    for (const [at, id] of PROJECTS.entries()) {
      const listed = await ada.get<{ cycles: Cycle[] }>(`${path}/projects/${real.get(id)}/cycles`);
      const [next, current] = listed.body.cycles;
      for (const cycle of listed.body.cycles) namedKeys.set(cycle.id, cycleKey(cycle));
      real.set(CYCLES[at * 2] ?? '', current?.id ?? '');
      real.set(CYCLES[at * 2 + 1] ?? '', next?.id ?? '');
    }
    for (const [at, id] of MILESTONES.entries()) {
      const project = real.get(PROJECTS[Math.floor(at / 2)] ?? '') ?? '';
      const created = await ada.post<{ milestone: Milestone }>(`${path}/projects/${project}/milestones`, {
        name: id,
        targetDate: [null, '2028-03-01', '2028-02-01'][at % 3],
      });
      real.set(id, created.body.milestone.id);
      namedKeys.set(created.body.milestone.id, milestoneKey(created.body.milestone));
    }
    for (const { id, type } of OWN_FIELDS) {
      const options = hasOptions(type) ? OPTIONS.map((one) => ({ id: one, name: one, color: 'sky' })) : [];
      await ada.post(`${path}/fields`, { id, name: type, type, options: options.toReversed() });
      ownFields.push({ id, type, options: options.toReversed() });
    }
    // The order of the types differs from the order of their ids.
    for (const [at, id] of TYPES.entries()) {
      const created = await ada.post<{ taskType: TaskType }>(`${path}/task-types`, {
        name: id,
        position: ['b02', 'b01', 'b01'][at],
      });
      real.set(id, created.body.taskType.id);
      namedKeys.set(created.body.taskType.id, placeKey(created.body.taskType));
    }
    for (const [at, id] of LABELS.entries()) {
      const name = ['straße', 'Élan', 'b', 'A'][at] ?? id;
      const created = await ada.post<{ label: { id: string } }>(`${path}/labels`, { name });
      namedKeys.set(created.body.label.id, nameKey({ name }));
      real.set(id, created.body.label.id);
    }
    ({ statuses } = (await ada.get<{ statuses: Status[] }>(`${path}/statuses`)).body);
    for (const status of statuses) namedKeys.set(status.id, placeKey(status));
    const free = [...statuses];
    for (const id of STATUSES) {
      const at = free.findIndex(({ category }) => category === CATEGORIES_OF[id]);
      real.set(id, (free.splice(at === -1 ? 0 : at, 1)[0] as Status).id);
    }
    for (const id of OTHERS) real.set(id, (await makeTask(ada, teamId, { title: id })).id);
    for (const model of fc.sample(arbitraryTask, { numRuns: 60, seed: 7 })) {
      const {
        id: _id,
        createdAt,
        updatedAt,
        closedAt,
        createdBy,
        trackedSeconds: _seconds,
        ...fields
      } = model;
      const task = await makeTask(
        ada,
        teamId,
        JSON.parse(useReal(JSON.stringify(fields))) as Record<string, unknown>,
      );
      // Set fields that clients can't set.
      await withTeam(api.app.db, { teamId, userId: ada.user.id }, (tx) =>
        sql`update tasks set created_at = ${createdAt}, updated_at = ${updatedAt}, closed_at = ${closedAt},
          created_by = ${createdBy === null ? null : useReal(createdBy)}
          where team_id = ${teamId} and id = ${task.id}`.execute(tx),
      );
    }
    await blockTasks(teamId);
    const waiting = await listAll({ limit: '200', waits: 'true' });
    expect(waiting.length).toBeGreaterThan(5);
    tasks = [...(await listAll({ limit: '200' })), ...waiting].toSorted((a, b) => b.number - a.number);
    // Reset the clock: the setup took a while, and overdue is computed to the minute.
    turnToNow();
  });
  afterAll(() => api.close());

  it('returns the same tasks as the filter in the browser', async () => {
    expect(tasks).toHaveLength(60 + OTHERS.length + 2);
    const isOpen = (id: string) => tasks.find((task) => task.id === id)?.closedAt === null;
    const context = {
      me: ada.user.id,
      today: TODAY,
      now: NOW,
      startOf,
      cyclesOf: (which: 'current' | 'next') => CYCLES_OF[which].map((id) => real.get(id) ?? ''),
      statusesOf: (category: string) =>
        statuses.filter((status) => status.category === category).map(({ id }) => id),
      isBlocked: (id: string) => blocks.some(({ blockerId, taskId }) => taskId === id && isOpen(blockerId)),
    };
    const sizes = { none: 0, some: 0 };
    await fc.assert(
      fc.asyncProperty(arbitraryFilter, async (model) => {
        const filter = JSON.parse(useReal(JSON.stringify(model))) as typeof model;
        const expected = tasks.filter(compileFilter(filter, context)).map(({ key }) => key);
        const found = await listAll({ filter: printFilter(filter), timeZone: ZONE, limit: '200' });
        expect(found.map(({ key }) => key)).toEqual(expected);
        if (expected.length === 0) sizes.none += 1;
        else if (expected.length < tasks.length) sizes.some += 1;
      }),
      { numRuns: 150 },
    );
    expect(sizes.some).toBeGreaterThan(30);
  });

  it('sorts like the browser across pages', async () => {
    const sort = fc.uniqueArray(
      fc.record({
        field: fc.constantFrom<SortField>(...SORT_FIELDS, ...OWN_NAMES),
        isDescending: fc.boolean(),
      }),
      { minLength: 1, maxLength: 3, selector: ({ field }) => field },
    );
    await fc.assert(
      fc.asyncProperty(sort, fc.integer({ min: 7, max: 40 }), async (keys: SortKey[], limit) => {
        const ownKey = createCustomFieldKey(
          ownFields,
          (id) => names.get(id) ?? null,
          (id) => tasks.find((one) => one.id === id)?.number ?? null,
        );
        const compare = compareTasksBy(keys, namedKeys, ownKey, createDateKey(startOf));
        const shown = tasks.filter(({ triage }) => triage === null);
        const expected = shown.toSorted((a, b) => compare(a, b) || b.number - a.number);
        const found = await listAll({ sort: printSort(keys), timeZone: ZONE, limit: String(limit) });
        expect(found.map(({ key }) => key)).toEqual(expected.map(({ key }) => key));
      }),
      { numRuns: 50 },
    );
  });

  it('folds the case of titles like the browser', async () => {
    const titles = [
      'ÉCOLE',
      'straße',
      'ΣΊΣΥΦΟΣ',
      'İstanbul',
      'कार्यालय',
      'ДОМ',
      'Ǆ',
      '회의록'.normalize('NFD'),
    ];
    for (const title of titles) await makeTask(ada, path.split('/')[2] ?? '', { title });
    const matching = (await listAll({ limit: '200' })).filter(({ title }) => titles.includes(title));
    expect(matching).toHaveLength(titles.length);
    const context = {
      me: '',
      today: TODAY,
      now: NOW,
      startOf: String,
      cyclesOf: () => [],
      statusesOf: () => [],
      isBlocked: () => false,
    };
    for (const word of [
      'école',
      'École',
      'E\u0301cole',
      '회의',
      'STRASSE',
      'STRAßE',
      'σίσυφοσ',
      'σίσυφος',
      'istanbul',
      'i̇',
      'дом',
      'ǆ',
      'ǅ',
      'यू',
      'र्य',
    ]) {
      const filter = {
        match: 'all' as const,
        items: [{ field: 'title' as const, op: 'is' as const, values: [word] }],
      };
      const found = await listAll({ filter: printFilter(filter), limit: '200' });
      const expected = matching.filter(compileFilter(filter, context)).map(({ title }) => title);
      expect(
        found.map(({ title }) => title).filter((title) => titles.includes(title)),
        word,
      ).toEqual(expected);
    }
  });

  it('rejects invalid filters, sort orders and time zones with field errors', async () => {
    const wrong = async (query: Record<string, string>) => {
      const { status, body } = await listPage(query);
      return [status, body.code, body.errors?.map(({ path: at }) => at)];
    };
    expect(await wrong({ filter: 'colour:red' })).toEqual([400, 'INVALID_REQUEST', ['filter']]);
    expect(await wrong({ filter: '('.repeat(4000) })).toEqual([400, 'INVALID_REQUEST', ['filter']]);
    expect(await wrong({ sort: 'size' })).toEqual([400, 'INVALID_REQUEST', ['sort']]);
    expect(await wrong({ timeZone: 'Mars/Olympus' })).toEqual([400, 'INVALID_REQUEST', ['timeZone']]);
    const { body } = await listPage({ filter: 'due:today;due:today/due:today' });
    expect(body.errors?.[0]?.message).toContain('brackets');
    expect(STATUS_CATEGORIES).toContain('started');
  });

  it('excludes tasks of projects that the caller cannot see', async () => {
    const gus = await signIn(api, 'gus@example.com');
    await joinTeam(ada, path.split('/')[2] ?? '', gus, 'guest');
    const response = await gus.get<Page>(`${path}/tasks?filter=title-not:zzz&sort=title`);
    expect(response.body.tasks).toEqual([]);
  });
});
