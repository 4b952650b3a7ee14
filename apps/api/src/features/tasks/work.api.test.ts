import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Status, Task } from '@hearth/contracts/tasks';
import { describeEachEngine } from '#testing/databases.ts';
import { makeProject, makeTask, makeTeam, signIn, type SignedIn } from '#testing/make.ts';
import { startApp, type TestApp } from '#testing/start-app.ts';

describeEachEngine('work', (engine) => {
  let api: TestApp;
  let ada: SignedIn;

  beforeAll(async () => {
    api = await startApp(engine);
    ada = await signIn(api, 'ada@example.com');
  });
  afterAll(() => api.close());

  it('makes, moves, trashes and restores', async () => {
    const team = (await makeTeam(ada))._id;
    const { body } = await ada.get<{ statuses: Status[] }>(`/teams/${team}/statuses`);
    expect(body.statuses.map((one) => one.name)).toEqual([
      'Backlog',
      'To do',
      'In progress',
      'In review',
      'Done',
      'Cancelled',
    ]);
    const project = await makeProject(ada, team, { name: 'Website' });
    expect(project.key).toBe('WEB');
    const task = await makeTask(ada, team, {
      projectId: project.id,
      assigneeIds: [ada.user.id],
      dueDate: '2026-12-01',
    });
    expect(task.key).toBe('WEB-1');
    const done = body.statuses[4]?.id;
    const moved = await ada.patch<{ task: Task }>(`/teams/${team}/tasks/${task.id}`, { statusId: done });
    expect(moved.body).toMatchObject({ task: { statusId: done } });
    expect(moved.body.task.closedAt).not.toBe(null);
    const read = await ada.get<{ task: Task }>(`/teams/${team}/tasks/web-1`);
    expect(read.body.task).toEqual(moved.body.task);
    expect((await ada.delete(`/teams/${team}/projects/${project.id}`)).status).toBe(204);
    expect((await ada.get(`/teams/${team}/tasks/web-1`)).status).toBe(404);
    expect((await ada.post(`/teams/${team}/trash/${project.id}/restore`)).body).toMatchObject({
      item: { kind: 'project' },
    });
    expect((await ada.get<{ task: Task }>(`/teams/${team}/tasks/web-1`)).body.task).toEqual(moved.body.task);
  });
});
