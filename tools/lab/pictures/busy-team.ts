import { LIMITS } from '@hearth/contracts/core/limits';
import type { Page } from 'playwright-core';
import type { Product } from '#e2e/support/product.ts';
import { callApi, signInQuietly } from '#e2e/support/team-api.ts';
import type { Screen, Stage } from '#e2e/support/stage.ts';
import { addressOf, NAMES } from '#seed/words.ts';
import { seedTasks } from '#bench/page-data.ts';

const DAY_MS = 86_400_000;
const LABELS = ['Design', 'Copy', 'Research', 'Printing', 'Waiting for the supplier'];
const MILESTONES = ['Draft is agreed', 'Everything is booked', 'Open to everybody'];
const LATEST = 6;

/**
 * Seeds a team of eight people with a project of this many tasks. Together, the tasks have values for everything that the views can show.
 */
export async function fillBusy(dataFolder: string, tasks: number): Promise<void> {
  await seedTasks({ HEARTH_DATA: dataFolder }, tasks, async ({ team, people, projects }, seededTasks) => {
    const [owner] = people;
    const project = projects[0]?.id ?? '';
    const path = `/teams/${team._id}`;
    const request = async <T>(method: 'GET' | 'POST' | 'PATCH', at: string, body?: object): Promise<T> =>
      (await owner?.send(method, `${path}${at}`, body)) as T;
    const day = (from: number, days: number): string =>
      new Date(from + days * DAY_MS).toISOString().slice(0, 10);
    const now = Date.now();

    await request('PATCH', `/projects/${project}`, {
      leadId: people[1]?.id,
      startDate: day(now, -50),
      targetDate: day(now, 40),
      health: 'atRisk',
      cycles: { weeks: 2, startWeekday: 1, cooldownWeeks: 0, ahead: 2, timeZone: 'UTC' },
      hasTriage: true,
    });
    await request('PATCH', '/work-time', { capacity: 30 });
    const labelIds: string[] = [];
    for (const name of LABELS)
      labelIds.push((await request<{ label: { id: string } }>('POST', '/labels', { name })).label.id);
    const milestoneIds: string[] = [];
    for (const [at, name] of MILESTONES.entries()) {
      const body = { name, targetDate: day(now, 20 * at - 5) };
      const { milestone } = await request<{ milestone: { id: string } }>(
        'POST',
        `/projects/${project}/milestones`,
        body,
      );
      milestoneIds.push(milestone.id);
    }
    const { taskTypes } = await request<{ taskTypes: { id: string }[] }>('GET', '/task-types');
    const { cycles } = await request<{ cycles: { id: string; closedAt: string | null }[] }>(
      'GET',
      `/projects/${project}/cycles`,
    );
    const cycleIds = cycles.filter(({ closedAt }) => closedAt === null).map(({ id }) => id);

    const ofProject = seededTasks.filter((one) => one.projectId === project);
    for (let from = 0; from < ofProject.length; from += LIMITS.tasksAtOnce) {
      const some = ofProject.slice(from, from + LIMITS.tasksAtOnce);
      const each = some.map(({ dueDate }, index) => {
        const at = from + index;
        return {
          labelIds: labelIds.filter((_, label) => at % (label + 3) === 0),
          typeId: at % 3 === 0 ? null : (taskTypes[at % taskTypes.length]?.id ?? null),
          milestoneId: at % 4 === 0 ? (milestoneIds[at % milestoneIds.length] ?? null) : null,
          cycleId: at % 5 === 0 ? (cycleIds[at % cycleIds.length] ?? null) : null,
          estimate: at % 2 === 0 ? 1 + (at % 8) : null,
          startDate: dueDate !== null && at % 3 !== 0 ? day(Date.parse(dueDate), -(1 + (at % 12))) : null,
        };
      });
      await request('PATCH', '/tasks', { taskIds: some.map(({ id }) => id), each });
    }

    // The latest task is shown in the panel. It has sub-tasks and is blocked by another task.
    const latest = ofProject
      .slice(-LATEST)
      .map(({ id }) => id)
      .toReversed();
    const [parent, ...parts] = latest;
    for (const id of parts.slice(0, 3)) await request('PATCH', `/tasks/${id}`, { parentId: parent });
    await request('POST', `/tasks/${parts[4]}/relations`, { side: 'blocks', otherId: parent });
    for (const title of [
      'A form for guests that says what is missing',
      'The sign at the gate fell down again',
    ])
      await request('POST', '/tasks', { title, projectId: project, triage: {} });
    for (const body of ['The second offer is the better one.', 'Agreed. I ask them for a date.'])
      await request('POST', `/tasks/${parent}/comments`, { body });
  });
}

export async function stageBusy(page: Page, product: Product): Promise<Stage> {
  const name = NAMES[0] ?? '';
  await signInQuietly(page, product, { name, email: addressOf(name) });
  const { teams } = await callApi<{ teams: { _id: string }[] }>(page, product, 'GET /teams');
  const path = `/teams/${teams[0]?._id}`;
  const { projects } = await callApi<{ projects: { id: string }[] }>(page, product, `GET ${path}/projects`);
  const { tasks } = await callApi<{ tasks: { id: string }[] }>(page, product, `GET ${path}/tasks?limit=20`);
  const board = `${product.webOrigin}/dashboard/projects/${projects[0]?.id}`;
  const inApp = (screen: string, at: string, sign?: string): Screen => ({
    name: screen,
    address: `${product.webOrigin}/dashboard${at}`,
    ...(sign === undefined ? {} : { sign }),
  });
  const inView = (view: string, sign: string): Screen => ({
    name: `project ${view}`,
    address: `${board}?view=${view}`,
    sign,
  });
  return {
    cookies: await page.context().cookies(),
    dialogs: [],
    screens: [
      inApp('home', '', 'h2'),
      inView('board', '[data-task-of]'),
      inView('list', '[data-task-of]'),
      inView('table', '[data-task-of]'),
      inView('calendar', '[role="gridcell"]'),
      inView('timeline', '[data-line]'),
      inView('workload', '[data-load-cell]'),
      { name: 'project overview', address: `${board}/overview` },
      { name: 'project cycles', address: `${board}/cycles` },
      { name: 'project triage', address: `${board}/triage` },
      { name: 'task panel', address: `${board}?task=${tasks[0]?.id}`, sign: 'aside textarea' },
      inApp('tasks', '/tasks'),
      inApp('my work', '/tasks/mine'),
    ],
  };
}
