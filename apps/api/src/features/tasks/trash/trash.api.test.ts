import { beforeEach, expect, it } from 'vitest';
import type { Problem } from '@hearth/contracts/core/errors';
import type { Task } from '@hearth/contracts/tasks/tasks';
import type { ListedTrashItem, TrashItem } from '@hearth/contracts/trash/trash';
import { describeOneEngine } from '#testing/databases.ts';
import { findBrokenInvariants } from '#testing/races/invariants.ts';
import { joinTeam, makeProject, makeTask, makeTeam, signIn, type SignedIn } from '#testing/make.ts';
import { createTestClock } from '#testing/start-app.ts';
import { useApp } from '#testing/use-app.ts';

const DAY_SECONDS = 86_400;

describeOneEngine('team trash', (engine) => {
  const clock = createTestClock();
  const api = useApp(engine, { clock });
  let ada: SignedIn;
  let ben: SignedIn;
  let teamId: string;
  let path: string;

  beforeEach(async () => {
    ada = await signIn(api, 'ada@example.com');
    ben = await signIn(api, 'ben@example.com');
    teamId = (await makeTeam(ada))._id;
    path = `/teams/${teamId}`;
    await joinTeam(ada, teamId, ben, 'member');
  });

  const list = async (who = ada): Promise<ListedTrashItem[]> =>
    (await who.get<{ items: ListedTrashItem[] }>(`${path}/trash`)).body.items;

  it('lists a trashed project with its tasks as one item and restores them unchanged', async () => {
    const project = await makeProject(ada, teamId);
    const [alone, along] = [
      await makeTask(ada, teamId, { projectId: project.id, title: 'Alone' }),
      await makeTask(ada, teamId, { projectId: project.id, title: 'Along' }),
    ];
    await ada.delete(`${path}/tasks/${alone.id}`);
    await ada.delete(`${path}/projects/${project.id}`);
    expect((await list()).map((one) => [one.kind, one.title, one.deletedBy])).toEqual([
      ['project', project.name, ada.user.id],
      ['task', 'Alone', ada.user.id],
    ]);
    expect(await usage()).toMatchObject({ projects: 0, tasks: 0 });
    expect(await findBrokenInvariants(api.app.db, teamId)).toEqual([]);
    expect((await ada.post(`${path}/trash/${along.id}/restore`)).status).toBe(404);
    expect(await ada.post(`${path}/trash/${alone.id}/restore`)).toMatchObject({
      status: 422,
      body: { code: 'INVALID_STATE' },
    });
    const { body } = await ada.post<{ item: TrashItem }>(`${path}/trash/${project.id}/restore`);
    expect(body.item).toMatchObject({ id: project.id, kind: 'project' });
    expect((await ada.get<{ task: Task }>(`${path}/tasks/${along.id}`)).body.task).toEqual(along);
    expect((await ada.get(`${path}/tasks/${alone.id}`)).status).toBe(404);
    expect((await ada.post(`${path}/trash/${alone.id}/restore`)).status).toBe(200);
    expect(await usage()).toMatchObject({ projects: 1, tasks: 2 });
    expect(await findBrokenInvariants(api.app.db, teamId)).toEqual([]);
  });

  it('searches words of titles and project names literally, without wildcards', async () => {
    const shop = await makeProject(ada, teamId, { name: 'Web Shop' });
    for (const [title, projectId] of [
      ['Paint the Door', null],
      ['paint the wall', shop.id],
      ['Sand 100% of it', null],
    ] as const)
      await ada.delete(`${path}/tasks/${(await makeTask(ada, teamId, { title, projectId })).id}`);
    const find = async (search: string, rest = '') =>
      (
        await ada.get<{ items: ListedTrashItem[]; nextCursor: string | null }>(
          `${path}/trash?search=${encodeURIComponent(search)}${rest}`,
        )
      ).body;
    const titles = async (search: string) => (await find(search)).items.map(({ title }) => title);
    expect(await titles('PAINT')).toEqual(['paint the wall', 'Paint the Door']);
    expect(await titles('shop wall')).toEqual(['paint the wall']);
    expect(await titles('%')).toEqual(['Sand 100% of it']);
    expect(await titles('_')).toEqual([]);
    expect(await titles(' ')).toHaveLength(3);
    const first = await find('paint', '&limit=1');
    const rest = await find('paint', `&limit=1&cursor=${first.nextCursor}`);
    expect([...first.items, ...rest.items].map(({ title }) => title)).toEqual([
      'paint the wall',
      'Paint the Door',
    ]);
    expect(rest.nextCursor).toBeNull();
  });

  it('filters by kind with pagination and search', async () => {
    const shop = await makeProject(ada, teamId, { name: 'Paint shop' });
    for (const title of ['Paint the door', 'Paint the wall'])
      await ada.delete(`${path}/tasks/${(await makeTask(ada, teamId, { title })).id}`);
    await ada.delete(`${path}/projects/${shop.id}`);
    const find = async (query: string) =>
      await ada.get<{ items: ListedTrashItem[]; nextCursor: string | null }>(`${path}/trash?${query}`);
    const titles = async (query: string) => (await find(query)).body.items.map(({ title }) => title);
    expect(await titles('limit=10')).toEqual(['Paint shop', 'Paint the wall', 'Paint the door']);
    expect(await titles('kind=project')).toEqual(['Paint shop']);
    expect(await titles('kind=task&search=wall')).toEqual(['Paint the wall']);
    expect(await titles('kind=document')).toEqual([]);
    const first = (await find('kind=task&limit=1')).body;
    expect(await titles(`kind=task&limit=1&cursor=${first.nextCursor}`)).toEqual(['Paint the door']);
    expect((await find('kind=person')).status).toBe(400);
  });

  it('restores no part of an item if the plan lacks room for all of it', async () => {
    const project = await makeProject(ada, teamId);
    for (let n = 0; n < 4; n += 1) await makeTask(ada, teamId, { projectId: project.id });
    await ada.delete(`${path}/projects/${project.id}`);
    for (let n = 0; n < 7; n += 1) await makeTask(ada, teamId);
    const refused = await ada.post<Problem>(`${path}/trash/${project.id}/restore`);
    expect(refused).toMatchObject({
      status: 402,
      body: { code: 'PLAN_LIMIT_REACHED', limit: 'tasks', max: 10, used: 7 },
    });
    expect((await list()).map((one) => one.id)).toEqual([project.id]);
    expect(await usage()).toMatchObject({ projects: 0, tasks: 7 });
    expect((await ada.get(`${path}/projects/${project.id}`)).status).toBe(404);
    expect(await findBrokenInvariants(api.app.db, teamId)).toEqual([]);
  });

  it('lets members restore only items that they created', async () => {
    const [mine, theirs] = [await makeTask(ada, teamId), await makeTask(ben, teamId)];
    for (const { id } of [mine, theirs]) await ada.delete(`${path}/tasks/${id}`);
    expect((await list(ben)).length).toBe(2);
    expect((await ben.post(`${path}/trash/${mine.id}/restore`)).status).toBe(403);
    expect((await ben.post(`${path}/trash/${theirs.id}/restore`)).status).toBe(200);
    expect((await ben.post(`${path}/trash/${theirs.id}/restore`)).status).toBe(404);
  });

  it('shows guests only items of projects granted to them', async () => {
    const guest = await signIn(api, 'gus@example.com');
    await joinTeam(ada, teamId, guest, 'guest');
    const project = await makeProject(ada, teamId);
    const task = await makeTask(ada, teamId, { projectId: project.id });
    await ada.delete(`${path}/tasks/${task.id}`);
    expect(await list(guest)).toEqual([]);
    expect((await guest.post(`${path}/trash/${task.id}/restore`)).status).toBe(404);
    await ada.send('PUT', `${path}/projects/${project.id}/grants/${guest.user.id}`, {
      body: { level: 'view' },
    });
    expect(await list(guest)).toMatchObject([{ id: task.id, projectId: project.id, mayRestore: false }]);
    expect((await guest.post(`${path}/trash/${task.id}/restore`)).status).toBe(403);
    expect(await list()).toMatchObject([{ id: task.id, projectId: project.id, mayRestore: true }]);
  });

  it('paginates the items', async () => {
    const created = [await makeTask(ada, teamId), await makeTask(ada, teamId), await makeTask(ada, teamId)];
    for (const { id } of created) await ada.delete(`${path}/tasks/${id}`);
    const first = await ada.get<{ items: TrashItem[]; nextCursor: string }>(`${path}/trash?limit=2`);
    const rest = await ada.get<{ items: TrashItem[]; nextCursor: string | null }>(
      `${path}/trash?limit=2&cursor=${first.body.nextCursor}`,
    );
    const ids = [...first.body.items, ...rest.body.items].map((one) => one.id);
    expect(ids.sort()).toEqual(created.map((one) => one.id).sort());
    expect(rest.body.nextCursor).toBe(null);
  });

  it('hides items after thirty days', async () => {
    const task = await makeTask(ada, teamId);
    await ada.delete(`${path}/tasks/${task.id}`);
    clock.advance(29 * DAY_SECONDS);
    ada = await signIn(api, 'ada@example.com');
    expect((await list()).length).toBe(1);
    clock.advance(2 * DAY_SECONDS);
    expect(await list()).toEqual([]);
    expect((await ada.post(`${path}/trash/${task.id}/restore`)).status).toBe(404);
  });

  async function usage(): Promise<unknown> {
    const response = await ada.get<{ subscription: { usage: unknown } }>(
      `/subscriptions/team/?teamId=${teamId}`,
    );
    return response.body.subscription.usage;
  }
});
