import { beforeEach, expect, it } from 'vitest';
import type { ChangedTask } from '@hearth/contracts/history/changed-tasks';
import { describeOneEngine } from '#testing/databases.ts';
import { joinTeam, makeProject, makeTask, makeTeam, type SignedIn } from '#testing/make.ts';
import { createTestClock } from '#testing/start-app.ts';
import { useApp, usePeople } from '#testing/use-app.ts';

const HOUR = 3600;

describeOneEngine('tasks changed since a point in time', (engine) => {
  const clock = createTestClock();
  const api = useApp(engine, { clock });
  const [ada, bob, guest] = usePeople(api, 'ada', 'bob', 'guest');
  let teamId: string;
  let since: string;

  beforeEach(async () => {
    teamId = (await makeTeam(ada))._id;
    await joinTeam(ada, teamId, bob, 'member');
    await joinTeam(ada, teamId, guest, 'guest');
    await ada.post(`/dev/teams/${teamId}/plan`, { plan: 'pro' });
  });

  /** Starts a new visit. Later changes count as new. */
  function beginVisit(): void {
    clock.advance(1);
    since = clock.now().toISOString();
    clock.advance(HOUR);
  }
  async function read(by: SignedIn, query: Record<string, string> = {}): Promise<ChangedTask[]> {
    const search = new URLSearchParams({ since, ...query });
    const response = await by.get<{ tasks: ChangedTask[] }>(
      `/teams/${teamId}/changed-tasks?${search.toString()}`,
    );
    expect(response.status).toBe(200);
    return response.body.tasks;
  }
  const at = (id: string) => `/teams/${teamId}/tasks/${id}`;

  it('groups other members’ changes by task, latest first', async () => {
    const [old, quiet, talked] = [
      await makeTask(ada, teamId, { title: 'Old' }),
      await makeTask(ada, teamId, { title: 'Quiet' }),
      await makeTask(ada, teamId, { title: 'Talked about' }),
    ];
    await bob.patch(at(quiet.id), { title: 'Quiet since' });
    beginVisit();
    await bob.patch(at(old.id), { title: 'Renamed' });
    clock.advance(1);
    await bob.patch(at(old.id), { priority: 'high' });
    await ada.patch(at(old.id), { dueDate: '2031-02-03' });
    clock.advance(1);
    await bob.post(`${at(talked.id)}/comments`, { body: 'Well' });
    clock.advance(1);
    const created = await makeTask(bob, teamId, { title: 'New' });

    const changed = await read(ada);
    expect(
      changed.map(({ title, isNew, commentCount, changeCount }) => [title, isNew, commentCount, changeCount]),
    ).toEqual([
      ['New', true, 0, 0],
      ['Talked about', false, 1, 0],
      ['Renamed', false, 0, 2],
    ]);
    expect(changed[0]).toMatchObject({ taskId: created.id, key: created.key });
    expect(
      changed[2]?.changes.map(({ field, old: was, new: now, actor }) => [field, was, now, actor]),
    ).toEqual([
      ['priority', 'none', 'high', bob.user.id],
      ['title', 'Old', 'Renamed', bob.user.id],
    ]);
    const mine = await read(bob);
    expect(mine.map(({ title }) => title)).toEqual(['Renamed']);
    expect(mine[0]?.changes.map(({ field }) => field)).toEqual(['dueDate']);
    expect(await read(ada, { by: 'everybody' })).toMatchObject([{}, {}, { changeCount: 3 }]);
  });

  it('excludes hidden and trashed tasks and deleted comments', async () => {
    const open = await makeProject(ada, teamId);
    const closed = await makeProject(ada, teamId, { isPrivate: true });
    const task = await makeTask(ada, teamId, { title: 'Open', projectId: open.id });
    const trashed = await makeTask(ada, teamId, { title: 'Gone' });
    const silent = await makeTask(ada, teamId, { title: 'Silent' });
    beginVisit();
    await makeTask(ada, teamId, { title: 'Secret', projectId: closed.id });
    await ada.patch(at(task.id), { title: 'Moved', projectId: closed.id });
    await ada.patch(at(task.id), { projectId: open.id });
    await ada.patch(at(trashed.id), { title: 'Soon gone' });
    await ada.delete(at(trashed.id));
    const created = await ada.post<{ comment: { id: string } }>(`${at(silent.id)}/comments`, { body: 'Oh' });
    await ada.delete(`${at(silent.id)}/comments/${created.body.comment.id}`);
    const changed = await read(bob);
    expect(changed.map(({ title }) => title)).toEqual(['Moved']);
    expect(JSON.stringify(changed)).not.toContain(closed.id);
    expect(await read(guest)).toEqual([]);
    await ada.send('PUT', `/teams/${teamId}/projects/${open.id}/grants/${guest.user.id}`, {
      body: { level: 'view' },
    });
    expect((await read(guest)).map(({ title }) => title)).toEqual(['Moved']);
    expect(await read(bob, { projectId: closed.id })).toEqual([]);
    expect(await read(bob, { projectId: open.id })).toHaveLength(1);
  });

  it('paginates tasks and limits each to its latest changes', async () => {
    beginVisit();
    const ids: string[] = [];
    for (let n = 0; n < 5; n += 1) ids.push((await makeTask(ada, teamId, { title: `Task ${n}` })).id);
    const [busy = ''] = ids;
    for (let n = 0; n < 23; n += 1) {
      clock.advance(1);
      await ada.patch(at(busy), { title: `Name ${n}` });
    }
    const found: ChangedTask[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const search = new URLSearchParams({ since, limit: '2', ...(cursor === '' ? {} : { cursor }) });
      const page: { body: { tasks: ChangedTask[]; nextCursor: string | null } } = await bob.get(
        `/teams/${teamId}/changed-tasks?${search.toString()}`,
      );
      found.push(...page.body.tasks);
      cursor = page.body.nextCursor;
    }
    expect(found.map(({ taskId }) => taskId).toSorted()).toEqual(ids.toSorted());
    expect(found[0]).toMatchObject({ taskId: busy, changeCount: 23 });
    expect(found[0]?.changes).toHaveLength(20);
    expect(found[0]?.changes[0]).toMatchObject({ old: 'Name 21', new: 'Name 22' });
  });

  it('requires a valid time within the last 92 days', async () => {
    for (const [moment, message] of [
      ['yesterday', 'must be a date and time such as'],
      ['2001-01-01T00:00:00Z', 'must be within the last 92 days'],
    ]) {
      const response = await ada.get<{ code: string; message: string }>(
        `/teams/${teamId}/changed-tasks?since=${moment}`,
      );
      expect(response.status).toBe(400);
      expect(response.body.code).toBe('INVALID_REQUEST');
      expect(JSON.stringify(response.body)).toContain(message);
    }
  });
});
