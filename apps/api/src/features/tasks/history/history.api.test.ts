import { beforeEach, expect, it } from 'vitest';
import type { Project } from '@hearth/contracts/projects/projects';
import { BASE_HEADER } from '@hearth/contracts/sync-values';
import type { PastChange, Status } from '@hearth/contracts/tasks/tasks';
import { describeOneEngine } from '#testing/databases.ts';
import { makeProTeam, makeProject, makeTask } from '#testing/make.ts';
import { usePeople, useSharedApp } from '#testing/use-app.ts';

interface Page {
  changes: PastChange[];
  nextCursor: string | null;
}

describeOneEngine('task history', (engine) => {
  const api = useSharedApp(engine);
  const [ada, ben] = usePeople(api, 'ada', 'ben');
  let path: string;
  let teamId: string;

  beforeEach(async () => {
    teamId = await makeProTeam(ada, { member: [ben] });
    path = `/teams/${teamId}`;
  });

  async function read(taskId: string, who = ada, query = ''): Promise<Page> {
    return (await who.get<Page>(`${path}/tasks/${taskId}/history${query}`)).body;
  }

  it('lists actor, field, old and new value, newest first', async () => {
    const { statuses } = (await ada.get<{ statuses: Status[] }>(`${path}/statuses`)).body;
    const done = statuses.find(({ name }) => name === 'Done')?.id ?? '';
    const task = await makeTask(ada, teamId, { title: 'Old name' });
    expect(await read(task.id)).toEqual({ changes: [], nextCursor: null });
    await ada.patch(`${path}/tasks/${task.id}`, { title: 'New name' });
    await ben.patch(`${path}/tasks/${task.id}`, { statusId: done, assigneeIds: [ben.user.id] });
    const { changes } = await read(task.id, ben);
    expect(changes.map(({ field, old, new: now, actor }) => [field, old, now, actor])).toEqual([
      // New assignees become watchers.
      ['watcherIds', [ada.user.id], [ada.user.id, ben.user.id].sort(), ben.user.id],
      ['assigneeIds', [], [ben.user.id], ben.user.id],
      ['statusId', task.statusId, done, ben.user.id],
      ['title', 'Old name', 'New name', ada.user.id],
    ]);
    expect(new Set(changes.map(({ id }) => id)).size).toBe(4);
  });

  it('paginates without duplicates or gaps', async () => {
    const task = await makeTask(ada, teamId, { title: 'v0' });
    for (let at = 1; at <= 5; at += 1) await ada.patch(`${path}/tasks/${task.id}`, { title: `v${at}` });
    const seen: unknown[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: Page = await read(task.id, ada, `?limit=2${cursor && `&cursor=${cursor}`}`);
      seen.push(...page.changes.map((change) => change.new));
      cursor = page.nextCursor;
    }
    expect(seen).toEqual(['v5', 'v4', 'v3', 'v2', 'v1']);
    const wrong = await ada.get(`${path}/tasks/${task.id}/history?cursor=nonsense`);
    expect(wrong.status).toBe(400);
  });

  it('records the base sequence number of a change and rejects invalid ones', async () => {
    const task = await makeTask(ada, teamId, { title: 'v0' });
    const on = `${path}/tasks/${task.id}`;
    const from = (base: string) => ({ [BASE_HEADER]: base });
    await ada.send('PATCH', on, { body: { title: 'v1' }, headers: from('3') });
    await ada.patch(on, { title: 'v2' });
    const many = { taskIds: [task.id], priority: 'high' };
    await ada.send('PATCH', `${path}/tasks`, { body: many, headers: from('4') });
    const { changes } = await read(task.id);
    expect(changes.map(({ new: now, base }) => [now, base])).toEqual([
      ['high', 4],
      ['v2', null],
      ['v1', 3],
    ]);
    for (const wrong of ['-1', '1.5', 'soon', '9'.repeat(16)]) {
      const { status } = await ada.send('PATCH', on, { body: { title: 'v3' }, headers: from(wrong) });
      expect(status).toBe(400);
    }
  });

  it('hides projects that the reader cannot see', async () => {
    const open = await makeProject(ada, teamId);
    const closed: Project = await makeProject(ada, teamId, { isPrivate: true });
    const task = await makeTask(ada, teamId, { projectId: closed.id });
    await ada.patch(`${path}/tasks/${task.id}`, { projectId: open.id });
    const [own] = (await read(task.id)).changes;
    expect([own?.old, own?.new]).toEqual([closed.id, open.id]);
    const [others] = (await read(task.id, ben)).changes;
    expect([others?.old, others?.new]).toEqual(['hidden', open.id]);
  });
});
