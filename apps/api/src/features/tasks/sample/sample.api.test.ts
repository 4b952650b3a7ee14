import { beforeEach, expect, it } from 'vitest';
import type { Problem } from '@hearth/contracts/core/errors';
import type { Subscription } from '@hearth/contracts/billing/billing';
import { addDays } from '@hearth/contracts/core/days';
import type { Label } from '@hearth/contracts/labels/labels';
import type { Project } from '@hearth/contracts/projects/projects';
import type { Relation } from '@hearth/contracts/relations/relations';
import type { Status, Task } from '@hearth/contracts/tasks/tasks';
import { dayAt } from '#platform/day-in-zone.ts';
import { describeOneEngine } from '#testing/databases.ts';
import { findBrokenInvariants } from '#testing/races/invariants.ts';
import { makeProject, makeTask, makeTeam } from '#testing/make.ts';
import { exportTeam, importTeam, readParts } from '#testing/transfer.ts';
import { usePeople, useSharedApp } from '#testing/use-app.ts';

const TASKS = 8;

describeOneEngine('sample project', (engine) => {
  const api = useSharedApp(engine);
  const [ada] = usePeople(api, 'ada');
  let teamId: string;
  let at: string;

  beforeEach(async () => {
    teamId = (await makeTeam(ada, 'Makers'))._id;
    at = `/teams/${teamId}`;
  });

  const requestSample = (body: object = {}) =>
    ada.post<{ project: Project } & Problem>(`${at}/sample-project`, body);
  const makeSample = async (): Promise<Project> => (await requestSample()).body.project;
  const findProject = async (id: string) =>
    (await ada.get<{ project: Project }>(`${at}/projects/${id}`)).body.project;
  const listTasks = async (projectId: string) =>
    (await ada.get<{ tasks: Task[] }>(`${at}/tasks?limit=200&projectId=${projectId}`)).body.tasks;
  const findStatus = async (category: string): Promise<string> => {
    const { statuses } = (await ada.get<{ statuses: Status[] }>(`${at}/statuses`)).body;
    return statuses.find((one) => one.category === category)?.id ?? '';
  };
  const goPro = () => ada.post(`/dev${at}/plan`, { plan: 'pro' });
  /** Returns the usage counters, and asserts that they match the rows. */
  async function usage(broken: string[] = []): Promise<Pick<Subscription['usage'], 'projects' | 'tasks'>> {
    expect(await findBrokenInvariants(api.app.db, teamId)).toEqual(broken);
    const { body } = await ada.get<{ subscription: Subscription }>(`/subscriptions/team/?teamId=${teamId}`);
    const { projects, tasks } = body.subscription.usage;
    return { projects, tasks };
  }
  const NOTHING = { projects: 0, tasks: 0 };

  it('creates one uncounted sample per team in the requested language and time zone', async () => {
    const created = await requestSample({ language: 'hi', timeZone: 'Pacific/Kiritimati' });
    expect(created.status).toBe(201);
    const { project } = created.body;
    expect(project).toMatchObject({ isSample: true, name: 'शुरुआत करें', isPrivate: false });
    const tasks = await listTasks(project.id);
    expect(tasks).toHaveLength(TASKS);
    const today = dayAt(api.app.clock.now(), 'Pacific/Kiritimati');
    expect(tasks.filter(({ dueDate }) => dueDate === today)).toHaveLength(2);
    expect(tasks.filter(({ dueDate }) => dueDate !== null && dueDate > addDays(today, 7))).toEqual([]);
    expect(new Set(tasks.flatMap(({ assigneeIds }) => assigneeIds))).toEqual(new Set([ada.user.id]));
    expect(new Set(tasks.map(({ statusId }) => statusId)).size).toBe(4);
    const part = tasks.find(({ parentId }) => parentId !== null);
    expect(tasks.map(({ id }) => id)).toContain(part?.parentId);
    const { labels } = (await ada.get<{ labels: Label[] }>(`${at}/labels`)).body;
    expect(tasks.flatMap(({ labelIds }) => labelIds)).toEqual(labels.map(({ id }) => id));
    const { relations } = (await ada.get<{ relations: Relation[] }>(`${at}/tasks/${part?.id}/relations`))
      .body;
    expect(relations.map(({ kind }) => kind)).toEqual(['blocks']);
    expect(await usage()).toEqual(NOTHING);
    expect((await requestSample()).body).toMatchObject({ status: 422, code: 'INVALID_STATE' });
    // The free plan's only project is still available.
    await makeProject(ada, teamId, { name: 'Ours' });
    expect(await usage()).toEqual({ projects: 1, tasks: 0 });
  });

  it('excludes the sample from limits while it is edited, trashed and restored', async () => {
    const { id } = await makeSample();
    const [one, two, three, ...others] = await listTasks(id);
    const ids = [two?.id ?? '', three?.id ?? ''];
    await ada.patch(`${at}/projects/${id}`, { name: 'Looked at' });
    await ada.patch(`${at}/tasks/${one?.id}`, { title: 'Mine', statusId: await findStatus('completed') });
    await ada.post(`${at}/tasks/${one?.id}/comments`, { body: 'So that is how it works' });
    await ada.delete(`${at}/tasks/${one?.id}`);
    expect((await ada.post(`${at}/tasks/trash`, { taskIds: ids })).status).toBe(200);
    expect(await usage()).toEqual(NOTHING);
    await ada.post(`${at}/trash/${one?.id}/restore`);
    await ada.post(`${at}/trash/restore`, { itemIds: ids });
    expect(await usage()).toEqual(NOTHING);
    await ada.patch(`${at}/tasks/${others[0]?.id}`, {
      repeat: { rule: 'FREQ=DAILY', mode: 'completion', timeZone: 'UTC' },
    });
    await ada.patch(`${at}/tasks/${others[0]?.id}`, { statusId: await findStatus('completed') });
    expect(await listTasks(id)).toHaveLength(TASKS + 1);
    await ada.patch(`${at}/tasks/${others[0]?.id}`, { statusId: await findStatus('unstarted') });
    expect(await usage()).toEqual(NOTHING);
    await ada.delete(`${at}/projects/${id}`);
    expect(await usage()).toEqual(NOTHING);
    const second = await makeSample();
    expect((await ada.post(`${at}/trash/${id}/restore`)).status).toBe(422);
    await ada.delete(`${at}/projects/${second.id}`);
    await ada.post(`${at}/trash/${id}/restore`);
    expect(await usage()).toEqual(NOTHING);
    expect((await findProject(id)).isSample).toBe(true);
    // Tasks moved out of the sample project count towards the limit.
    await ada.patch(`${at}/tasks/${one?.id}`, { projectId: null });
    await ada.send('PATCH', `${at}/tasks`, { body: { taskIds: ids, projectId: null } });
    expect(await usage()).toEqual({ projects: 0, tasks: 3 });
  });

  it.each<[string, (sampleId: string) => Promise<{ status: number }>, number]>([
    ['a task', (projectId) => ada.post(`${at}/tasks`, { title: 'Ours', projectId }), 9],
    [
      'a sub-task',
      async (projectId) =>
        await ada.post(`${at}/tasks`, {
          title: 'Part',
          projectId,
          parentId: (await listTasks(projectId))[0]?.id,
        }),
      9,
    ],
    [
      'a task from outside the project',
      async (projectId) =>
        await ada.patch(`${at}/tasks/${(await makeTask(ada, teamId, { title: 'Ours' })).id}`, { projectId }),
      9,
    ],
    [
      'tasks from outside the project via a bulk edit',
      async (projectId) => {
        const { id } = await makeTask(ada, teamId, { title: 'Ours' });
        return await ada.send('PATCH', `${at}/tasks`, { body: { taskIds: [id], projectId } });
      },
      9,
    ],
    ['a document', (projectId) => ada.post(`${at}/documents`, { title: 'Ours', projectId }), 8],
    [
      'the tasks of a template',
      async (projectId) => {
        const { id } = await makeTask(ada, teamId, { title: 'Ours' });
        const saved = await ada.post<{ template: { id: string } }>(`${at}/tasks/${id}/template`, {
          name: 'Once more',
        });
        await ada.delete(`${at}/tasks/${id}`);
        return await ada.post(`${at}/templates/${saved.body.template.id}/use`, {
          startDate: '2027-01-04',
          timeZone: 'UTC',
          projectId,
        });
      },
      9,
    ],
  ])('becomes a regular project once it gets %s', async (_what, add, tasks) => {
    const { id } = await makeSample();
    expect((await add(id)).status).toBeLessThan(300);
    expect((await findProject(id)).isSample).toBe(false);
    expect(await usage()).toEqual({ projects: 1, tasks });
    await ada.delete(`${at}/projects/${id}`);
    expect(await usage()).toEqual(NOTHING);
  });

  it('rejects additions that exceed the plan and keeps the project a sample', async () => {
    const { id: projectId } = await makeSample();
    for (let n = 0; n < 3; n += 1) await makeTask(ada, teamId, { title: `Ours ${n}` });
    const add = () => ada.post<Problem>(`${at}/tasks`, { title: 'One more', projectId });
    expect((await add()).body).toMatchObject({
      status: 402,
      code: 'PLAN_LIMIT_REACHED',
      limit: 'tasks',
      max: 10,
      used: 3,
    });
    const { id } = await makeProject(ada, teamId, { name: 'Ours' });
    expect((await add()).body).toMatchObject({ status: 402, limit: 'projects', max: 1, used: 1 });
    expect((await findProject(projectId)).isSample).toBe(true);
    expect(await usage()).toEqual({ projects: 1, tasks: 3 });
    // Recounting after a plan change returns the same result.
    await goPro();
    await ada.post(`/dev${at}/plan`, { plan: 'free' });
    expect(await usage()).toEqual({ projects: 1, tasks: 3 });
    await ada.delete(`${at}/projects/${id}`);
  });

  it('keeps counters correct under concurrency', async () => {
    const { id: projectId } = await makeSample();
    const tasks = await listTasks(projectId);
    const own = await makeTask(ada, teamId, { title: 'Ours' });
    const acts = [
      ...Array.from({ length: 8 }, (_, n) =>
        ada.post<Problem>(`${at}/tasks`, { title: `New ${n}`, projectId }),
      ),
      ada.delete(`${at}/tasks/${tasks[0]?.id}`),
      ada.post(`${at}/tasks/trash`, { taskIds: [tasks[1]?.id, tasks[6]?.id] }),
      ada.patch(`${at}/tasks/${tasks[7]?.id}`, { projectId: null }),
      ada.patch(`${at}/tasks/${own.id}`, { projectId }),
      ada.post(`${at}/sample-project`, {}),
    ];
    const responses = await Promise.all(acts);
    expect(
      responses.map(({ status }) => status).filter((status) => ![200, 201, 204, 402, 422].includes(status)),
    ).toEqual([]);
    const { projects, tasks: counted } = await usage();
    expect(projects).toBe(1);
    expect(counted).toBeLessThanOrEqual(10);
    await ada.delete(`${at}/projects/${projectId}`);
    await usage();
  });

  it('excludes the sample from team figures and replaces it on an import', async () => {
    await goPro();
    const { id: projectId } = await makeSample();
    const [task] = await listTasks(projectId);
    await ada.patch(`${at}/tasks/${task?.id}`, { statusId: await findStatus('completed') });
    const own = await makeTask(ada, teamId, { title: 'Ours' });
    await ada.patch(`${at}/tasks/${own.id}`, { statusId: await findStatus('completed') });
    const day = dayAt(api.app.clock.now(), 'UTC');
    const [from, to] = [addDays(day, -1), addDays(day, 1)];
    const count = async (query = ''): Promise<number> => {
      const { body } = await ada.get<{ analytics: { throughput: { tasks: number }[] } }>(
        `${at}/analytics?from=${from}&to=${to}${query}`,
      );
      return body.analytics.throughput.reduce((sum, one) => sum + one.tasks, 0);
    };
    expect(await count()).toBe(1);
    expect(await count(`&projectId=${projectId}`)).toBe(1);
    const file = await exportTeam(ada, teamId);
    expect((await readParts(file))['projects']).toMatchObject([{ id: projectId, isSample: true }]);

    teamId = (await makeTeam(ada, 'Anew'))._id;
    at = `/teams/${teamId}`;
    const first = await makeSample();
    await ada.delete(`${at}/projects/${first.id}`);
    const second = await makeSample();
    // The file fits the free plan, because its sample project does not count.
    expect(await importTeam(ada, teamId, file)).toMatchObject({ status: 201 });
    const { projects } = (await ada.get<{ projects: Project[] }>(`${at}/projects`)).body;
    expect(projects.map(({ id, isSample }) => [id, isSample])).toEqual([[projectId, true]]);
    expect((await ada.get(`${at}/trash`)).body).toMatchObject({ items: [] });
    expect((await ada.get(`${at}/projects/${second.id}`)).status).toBe(404);
    // The numbers have a gap, because imported tasks keep their numbers, and the tasks of the two deleted samples used other numbers.
    const numbers = [expect.stringContaining('numbers of tasks have a gap') as string];
    expect(await usage(numbers)).toEqual({ projects: 0, tasks: 1 });
  });
});
