import { beforeAll, expect, it } from 'vitest';
import { withTeam } from '#platform/db/index.ts';
import { getJobs } from '#platform/jobs/index.ts';
import { describeOneEngine } from '#testing/databases.ts';
import { makeProTeam, makeProject, makeTask, signIn, type SignedIn } from '#testing/make.ts';
import { createTestClock } from '#testing/start-app.ts';
import { useApp } from '#testing/use-app.ts';

const DAY_S = 86_400;

describeOneEngine('trash purge after 30 days', (engine) => {
  const clock = createTestClock();
  const api = useApp(engine, { clock });
  let ada: SignedIn;
  let teamId: string;

  beforeAll(async () => {
    ada = await signIn(api, 'ada@example.com');
    teamId = await makeProTeam(ada);
  });

  const trash = (kind: 'tasks' | 'projects', id: string) => ada.delete(`/teams/${teamId}/${kind}/${id}`);
  const restore = (id: string) => ada.post(`/teams/${teamId}/trash/${id}/restore`);
  const wait = async (days: number) => {
    clock.advance(days * DAY_S);
    ada = await signIn(api, 'ada@example.com');
    await getJobs(api.app).runDue();
  };
  const read = () =>
    withTeam(api.app.db, { teamId, userId: null }, async (tx) => ({
      tasks: (await tx.selectFrom('tasks').select('title').orderBy('number').execute()).map((r) => r.title),
      projects: (await tx.selectFrom('projects').select('name').execute()).map((r) => r.name),
      comments: (await tx.selectFrom('task_comments').select('body').execute()).map((r) => r.body),
      usage: await tx
        .selectFrom('team_usage')
        .select(['resource', 'n'])
        .where('resource', 'in', ['projects', 'tasks'])
        .orderBy('resource')
        .execute(),
      history: (await tx.selectFrom('history').select('field').where('entity', '=', 'task').execute()).length,
    }));

  it('purges tasks and projects with their comments and keeps younger items and the history', async () => {
    const kept = await makeProject(ada, teamId, { name: 'Kept' });
    const trashed = await makeProject(ada, teamId, { name: 'Gone' });
    const live = await makeTask(ada, teamId, { title: 'Live', projectId: kept.id });
    const alone = await makeTask(ada, teamId, { title: 'Alone', assigneeIds: [ada.user.id] });
    const within = await makeTask(ada, teamId, { title: 'Within', projectId: trashed.id });
    for (const { id } of [live, alone, within]) {
      await ada.post(`/teams/${teamId}/tasks/${id}/comments`, { body: `On ${id}` });
    }
    await ada.patch(`/teams/${teamId}/tasks/${alone.id}`, { title: 'Alone, renamed' });
    expect((await trash('tasks', alone.id)).status).toBe(204);
    expect((await trash('projects', trashed.id)).status).toBe(204);
    await wait(20);
    const young = await makeTask(ada, teamId, { title: 'Young' });
    expect((await trash('tasks', young.id)).status).toBe(204);
    const before = await read();
    expect(before.tasks).toHaveLength(4);

    await wait(10.01);
    // The grace period of one hour protects restores in progress.
    expect((await read()).tasks).toHaveLength(4);
    expect((await restore(alone.id)).status).toBe(404);
    await wait(0.5);
    const after = await read();
    expect(after).toEqual({
      ...before,
      tasks: ['Live', 'Young'],
      projects: ['Kept'],
      comments: [`On ${live.id}`],
    });
    expect(after.usage).toEqual([
      { resource: 'projects', n: 1 },
      { resource: 'tasks', n: 1 },
    ]);
    expect((await restore(young.id)).status).toBe(200);
  });

  it('restores deleted templates for 30 days, then purges them', async () => {
    const task = await makeTask(ada, teamId, { title: 'Model' });
    const made = await ada.post<{ template: { id: string } }>(`/teams/${teamId}/tasks/${task.id}/template`, {
      name: 'Model',
    });
    const at = `/teams/${teamId}/templates/${made.body.template.id}`;
    const isKept = async () =>
      await withTeam(api.app.db, { teamId, userId: null }, async (tx) => {
        const rows = await tx.selectFrom('templates').select('id').execute();
        return rows.length > 0;
      });
    for (const [days, status] of [
      [29.9, 200],
      [30.01, 404],
    ] as const) {
      expect((await ada.delete(at)).status).toBe(204);
      await wait(days);
      expect((await ada.post(`${at}/restore`)).status).toBe(status);
    }
    expect(await isKept()).toBe(true);
    await wait(0.5);
    expect(await isKept()).toBe(false);
  });
});
