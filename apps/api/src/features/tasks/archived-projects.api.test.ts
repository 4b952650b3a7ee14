import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Problem } from '@hearth/contracts/core/errors';
import type { Project } from '@hearth/contracts/projects/projects';
import type { Task } from '@hearth/contracts/tasks/tasks';
import { getJobs } from '#platform/jobs/index.ts';
import { attach } from '#testing/attach.ts';
import { describeOneEngine } from '#testing/databases.ts';
import { readSync } from '#testing/feed-client.ts';
import { joinTeam, makeProject, makeTask, makeTeam, signIn, type SignedIn } from '#testing/make.ts';
import { createTestClock, startApp, type TestApp } from '#testing/start-app.ts';
import { rollOverCycles } from './cycles/roll-over-cycles.ts';

const REPEAT = { mode: 'schedule', rule: 'FREQ=DAILY', timeZone: 'UTC' };
const CYCLES = { weeks: 1, startWeekday: 1, cooldownWeeks: 0, ahead: 2, timeZone: 'UTC' };

describeOneEngine('archived projects', (engine) => {
  let clock: ReturnType<typeof createTestClock>;
  let api: TestApp;
  let ada: SignedIn;
  let bob: SignedIn;
  let teamId: string;
  let path: string;
  let project: Project;
  let other: Project;
  let at: string;

  beforeAll(async () => {
    clock = createTestClock();
    api = await startApp(engine, { clock });
    ada = await signIn(api, 'ada@example.com');
    bob = await signIn(api, 'bob@example.com');
  });
  afterAll(() => api.close());
  beforeEach(async () => {
    teamId = (await makeTeam(ada, 'Makers'))._id;
    path = `/teams/${teamId}`;
    await joinTeam(ada, teamId, bob, 'member');
    await ada.post(`/dev${path}/plan`, { plan: 'pro' });
    project = await makeProject(ada, teamId, { name: 'Website', key: 'WEB' });
    other = await makeProject(ada, teamId, { name: 'Shop', key: 'SHOP' });
    at = `${path}/projects/${project.id}`;
  });

  type Reply = { project: Project } & Problem;
  const archive = async (who = ada) => await who.send<Reply>('PUT', `${at}/archive`);
  const bringBack = async (who = ada) => await who.send<Reply>('DELETE', `${at}/archive`);
  const headOf = async () => (await readSync(ada, teamId)).seq;
  const listed = async (query: string) =>
    (await ada.get<{ tasks: Task[] }>(`${path}/tasks${query}`)).body.tasks
      .map(({ title }) => title)
      .toSorted();

  it('records when and by whom a project was archived and ignores repeated requests', async () => {
    const { status, body } = await archive();
    expect(status).toBe(200);
    expect(body.project).toMatchObject({ archivedBy: ada.user.id, name: 'Website' });
    expect(Date.parse(body.project.archivedAt ?? '')).toBeLessThanOrEqual(api.app.clock.now().getTime());
    const { changes, seq } = await readSync(bob, teamId);
    expect(changes.find(({ id }) => id === project.id)?.data).toEqual(body.project);

    expect((await archive()).body.project).toEqual(body.project);
    expect(await headOf()).toBe(seq);

    const back = (await bringBack()).body.project;
    expect(back).toMatchObject({ archivedAt: null, archivedBy: null });
    const after = await headOf();
    expect((await bringBack()).body.project).toEqual(back);
    expect(await headOf()).toBe(after);
    const log = await ada.get<{ entries: { act: string }[] }>(`${path}/audit`);
    const acts = log.body.entries.map(({ act }) => act).filter((act) => act.includes('archive'));
    expect(acts).toEqual(['project.unarchived', 'project.archived']);
  });

  it('lets only managers archive and unarchive', async () => {
    expect([(await archive(bob)).status, (await bringBack(bob)).status]).toEqual([403, 403]);
    expect((await archive()).status).toBe(200);
    expect((await bringBack(bob)).body.code).toBe('FORBIDDEN');
    const own = await makeProject(bob, teamId, { name: 'Own' });
    expect((await bob.send('PUT', `${path}/projects/${own.id}/archive`)).status).toBe(200);
  });

  it('counts an archived project towards the plan limit', async () => {
    await archive();
    const { body } = await ada.get<{ subscription: { usage: { projects: number } } }>(
      `/subscriptions/team/?teamId=${teamId}`,
    );
    expect(body.subscription.usage.projects).toBe(2);
  });

  it('allows reads and rejects all changes to the project, its tasks and their contents', async () => {
    const task = await makeTask(ada, teamId, {
      projectId: project.id,
      dueDate: '2031-01-01',
      repeat: REPEAT,
    });
    const outside = await makeTask(ada, teamId, { projectId: other.id });
    const trashed = await makeTask(ada, teamId, { projectId: project.id });
    await ada.delete(`${path}/tasks/${trashed.id}`);
    const on = `${path}/tasks/${task.id}`;
    const comment = await ada.post<{ comment: { id: string } }>(`${on}/comments`, { body: 'Said' });
    const item = await ada.post<{ item: { id: string } }>(`${on}/checklist`, { title: 'Step' });
    const file = (await attach(ada, `${on}/attachments`)).body.attachment;
    const relation = await ada.post<{ relation: { id: string } }>(`${on}/relations`, {
      side: 'blocks',
      otherId: outside.id,
    });
    const milestone = await ada.post<{ milestone: { id: string } }>(`${at}/milestones`, { name: 'Beta' });
    await archive();
    const { seq } = await readSync(ada, teamId);

    const to = { projectId: project.id };
    const tried = {
      'changing the project': await ada.patch<Problem>(at, { name: 'Else' }),
      'making it private': await ada.patch<Problem>(at, { isPrivate: true }),
      'creating a task': await ada.post<Problem>(`${path}/tasks`, { title: 'New', ...to }),
      'changing a task': await ada.patch<Problem>(on, { title: 'Else' }),
      'moving out': await ada.patch<Problem>(on, { projectId: other.id }),
      'moving in': await ada.patch<Problem>(`${path}/tasks/${outside.id}`, to),
      'nesting a task below it': await ada.patch<Problem>(`${path}/tasks/${outside.id}`, {
        parentId: task.id,
      }),
      deleting: await ada.delete<Problem>(on),
      restoring: await ada.post<Problem>(`${path}/trash/${trashed.id}/restore`),
      'restoring many': await ada.post<Problem>(`${path}/trash/restore`, { itemIds: [trashed.id] }),
      'changing many': await ada.patch<Problem>(`${path}/tasks`, {
        taskIds: [task.id, outside.id],
        priority: 'high',
      }),
      'moving in many': await ada.patch<Problem>(`${path}/tasks`, { taskIds: [outside.id], ...to }),
      'deleting many': await ada.post<Problem>(`${path}/tasks/trash`, { taskIds: [task.id] }),
      commenting: await ada.post<Problem>(`${on}/comments`, { body: 'More' }),
      'editing a comment': await ada.patch<Problem>(`${on}/comments/${comment.body.comment.id}`, {
        body: 'Else',
      }),
      'adding a reaction': await ada.send<Problem>(
        'PUT',
        `${on}/comments/${comment.body.comment.id}/reactions/${encodeURIComponent('👍')}`,
      ),
      'adding a checklist item': await ada.post<Problem>(`${on}/checklist`, { title: 'More' }),
      'changing a checklist item': await ada.patch<Problem>(`${on}/checklist/${item.body.item.id}`, {
        isDone: true,
      }),
      'attaching a file': await attach<Problem>(ada, `${on}/attachments`),
      'removing a file': await ada.delete<Problem>(`${on}/attachments/${file.id}`),
      'relating it to another task': await ada.post<Problem>(`${on}/relations`, {
        side: 'relates',
        otherId: outside.id,
      }),
      'relating another task to it': await ada.post<Problem>(`${path}/tasks/${outside.id}/relations`, {
        side: 'relates',
        otherId: task.id,
      }),
      'removing a relation': await ada.delete<Problem>(`${on}/relations/${relation.body.relation.id}`),
      'skipping an occurrence': await ada.post<Problem>(`${on}/skips`, {}),
      'adding a milestone': await ada.post<Problem>(`${at}/milestones`, { name: 'More' }),
      'changing a milestone': await ada.patch<Problem>(`${at}/milestones/${milestone.body.milestone.id}`, {
        name: 'B',
      }),
    };
    const answers = Object.entries(tried).map(([name, { status, body }]) => [name, status, body.code]);
    expect(answers).toEqual(Object.keys(tried).map((name) => [name, 422, 'PROJECT_ARCHIVED']));
    expect(await headOf()).toBe(seq);
    // Missing permissions are reported before the archived state. Users without access get a 404.
    const gus = await signIn(api, 'gus@example.com');
    await joinTeam(ada, teamId, gus, 'guest');
    expect((await gus.patch(on, { title: 'Else' })).status).toBe(404);
    expect((await bob.delete<Problem>(on)).body.code).toBe('FORBIDDEN');

    expect((await ada.get<{ task: Task }>(on)).body.task.title).toBe('A task');
    expect((await ada.get<{ comments: unknown[] }>(`${on}/comments`)).body.comments).toHaveLength(1);
    expect((await ada.get(`${on}/attachments/${file.id}/file`)).status).toBe(200);

    await bringBack();
    expect((await ada.patch(on, { title: 'Else' })).status).toBe(200);
    expect((await ada.post(`${path}/trash/${trashed.id}/restore`)).status).toBe(200);
  });

  it('unassigns departed members and keeps the project archived through trash and restore', async () => {
    const task = await makeTask(ada, teamId, { projectId: project.id, assigneeIds: [bob.user.id] });
    const parent = await makeTask(ada, teamId, {});
    const part = await makeTask(ada, teamId, { projectId: project.id, parentId: parent.id });
    await archive();
    // Users who leave are unassigned, even in archived projects.
    expect((await ada.delete(`${path}/members/${bob.user.id}`)).status).toBe(204);
    const read = async () => (await ada.get<{ task: Task }>(`${path}/tasks/${task.id}`)).body.task;
    expect((await read()).assigneeIds).toEqual([]);
    // The parent is trashed without its archived sub-task.
    expect((await ada.delete(`${path}/tasks/${parent.id}`)).status).toBe(204);
    const { body } = await ada.get<{ task: Task }>(`${path}/tasks/${part.id}`);
    expect(body.task.parentId).toBeNull();

    expect((await ada.delete(at)).status).toBe(204);
    expect((await ada.post(`${path}/trash/${project.id}/restore`)).status).toBe(200);
    expect((await ada.get<Reply>(at)).body.project.archivedAt).not.toBeNull();
    expect((await ada.patch<Problem>(`${path}/tasks/${task.id}`, { title: 'Else' })).body.code).toBe(
      'PROJECT_ARCHIVED',
    );
  });

  it('excludes archived tasks from lists unless the request names the project or a task in it', async () => {
    const old = await makeTask(ada, teamId, { title: 'Old', projectId: project.id });
    await makeTask(ada, teamId, { title: 'Part', projectId: project.id, parentId: old.id });
    await makeTask(ada, teamId, { title: 'New', projectId: other.id });
    await makeTask(ada, teamId, { title: 'Free' });
    await archive();
    const filter = (text: string) => `?filter=${encodeURIComponent(text)}`;
    expect(await listed('')).toEqual(['Free', 'New']);
    expect(await listed(filter('priority:none'))).toEqual(['Free', 'New']);
    expect(await listed(filter(`project-not:${other.id}`))).toEqual(['Free']);
    expect(await listed(filter(`project:${project.id},${other.id}`))).toEqual(['New', 'Old', 'Part']);
    expect(await listed(filter(`title:old;(project:${project.id}/priority:high)`))).toEqual(['Old']);
    expect(await listed(`?projectId=${project.id}`)).toEqual(['Old', 'Part']);
    expect(await listed(`?parentId=${old.id}`)).toEqual(['Part']);
    expect(await listed(`?key=${old.key}`)).toEqual(['Old']);
    await bringBack();
    expect(await listed('')).toEqual(['Free', 'New', 'Old', 'Part']);
  });

  it('creates no new cycles while archived', async () => {
    await ada.patch(at, { cycles: CYCLES });
    await getJobs(api.app).runDue();
    const cycles = async () => (await ada.get<{ cycles: unknown[] }>(`${at}/cycles`)).body.cycles.length;
    const planned = await cycles();
    expect(planned).toBeGreaterThan(0);
    await archive();
    clock.advance(10 * 86_400);
    ada = await signIn(api, 'ada@example.com');
    await getJobs(api.app).runDue();
    await rollOverCycles(api.app, { teamId, projectId: project.id });
    expect(await cycles()).toBe(planned);
    await bringBack();
    await getJobs(api.app).runDue();
    expect(await cycles()).toBeGreaterThan(planned);
  });

  it('commits concurrent writes before archiving or rejects them', async () => {
    const tasks = await Promise.all(
      Array.from({ length: 8 }, async () => await makeTask(ada, teamId, { projectId: project.id })),
    );
    const writes = tasks.flatMap(({ id }, n) => [
      ada.patch<Problem>(`${path}/tasks/${id}`, { title: `Changed ${n}` }),
      ada.post<Problem>(`${path}/tasks/${id}/comments`, { body: `Comment ${n}` }),
      ada.post<Problem>(`${path}/tasks`, { title: `New ${n}`, projectId: project.id }),
      ada.patch<Problem>(`${path}/tasks`, { taskIds: [id], priority: 'high' }),
    ]);
    const [archived, ...responses] = await Promise.all([archive(), ...writes]);
    expect(archived.status).toBe(200);
    const refused = responses.filter(({ status }) => status >= 400);
    for (const { status, body } of refused) expect([status, body.code]).toEqual([422, 'PROJECT_ARCHIVED']);
    // The log contains no change to the project's tasks after the archiving.
    const { changes } = await readSync(bob, teamId, { since: 0 });
    const turn = changes.findLast(({ id }) => id === project.id)?.seq ?? Infinity;
    expect(changes.filter(({ entity, seq }) => entity !== 'project' && seq > turn)).toEqual([]);
    expect((await ada.patch<Problem>(`${path}/tasks/${tasks[0]?.id}`, { title: 'Late' })).status).toBe(422);
  });
});
