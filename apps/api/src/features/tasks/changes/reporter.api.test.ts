import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import type { Problem } from '@hearth/contracts/core/errors';
import type { PastChange, Task } from '@hearth/contracts/tasks/tasks';
import { describeOneEngine } from '#testing/databases.ts';
import { makeProTeam, makeProject, makeTask } from '#testing/make.ts';
import { usePeople, useSharedApp } from '#testing/use-app.ts';

describeOneEngine('task reporter', (engine) => {
  const api = useSharedApp(engine);
  const [ada, ben] = usePeople(api, 'ada', 'ben');
  let path: string;
  let teamId: string;

  beforeEach(async () => {
    teamId = await makeProTeam(ada, { member: [ben] });
    path = `/teams/${teamId}`;
  });

  const change = async (id: string, body: object) =>
    await ada.patch<{ task: Task } & Problem>(`${path}/tasks/${id}`, body);

  it('defaults to the creator and records changes in the history', async () => {
    const own = await makeTask(ada, teamId);
    const requested = await makeTask(ada, teamId, { reporterId: ben.user.id });
    const nobody = await makeTask(ada, teamId, { reporterId: null });
    expect([own, requested, nobody].map(({ reporterId }) => reporterId)).toEqual([
      ada.user.id,
      ben.user.id,
      null,
    ]);
    await change(own.id, { reporterId: ben.user.id });
    const { body } = await ada.get<{ changes: PastChange[] }>(`${path}/tasks/${own.id}/history`);
    expect(body.changes.map(({ field, old, new: now }) => [field, old, now])).toEqual([
      ['reporterId', ada.user.id, ben.user.id],
    ]);
    const mine = await ben.get<{ tasks: Task[] }>(`${path}/tasks?filter=reporter:me`);
    expect(mine.body.tasks.map(({ id }) => id)).toEqual([requested.id, own.id]);
    const taskIds = [own.id, requested.id, nobody.id];
    await ada.patch(`${path}/tasks`, { taskIds, reporterId: ada.user.id });
    const all = await ada.get<{ tasks: Task[] }>(`${path}/tasks`);
    expect(new Set(all.body.tasks.map(({ reporterId }) => reporterId))).toEqual(new Set([ada.user.id]));
  });

  it('accepts only users who can see the task and keeps a reporter who loses access', async () => {
    const secret = await makeProject(ada, teamId, { isPrivate: true });
    const hidden = await makeTask(ada, teamId, { projectId: secret.id });
    for (const reporterId of [ben.user.id, randomUUID()]) {
      const { status, body } = await change(hidden.id, { reporterId });
      expect([status, body.errors?.[0]?.path]).toEqual([404, 'reporterId']);
      const many = await ada.patch<Problem>(`${path}/tasks`, { taskIds: [hidden.id], reporterId });
      expect([many.status, many.body.errors?.[0]?.path]).toEqual([404, 'reporterId']);
    }
    const open = await makeTask(ada, teamId, { reporterId: ben.user.id });
    expect((await change(open.id, { projectId: secret.id })).body.task.reporterId).toBe(ben.user.id);
    await ada.delete(`${path}/members/${ben.user.id}`);
    expect((await change(open.id, { title: 'Again' })).body.task.reporterId).toBe(ben.user.id);
  });

  it('copies the reporter to the next task of a series', async () => {
    const repeat = { mode: 'schedule', rule: 'FREQ=DAILY', timeZone: 'UTC' };
    const task = await makeTask(ada, teamId, { dueDate: '2026-11-20', reporterId: ben.user.id, repeat });
    const { body } = await ada.get<{ statuses: { id: string; category: string }[] }>(`${path}/statuses`);
    const statusId = body.statuses.find(({ category }) => category === 'completed')?.id;
    await change(task.id, { statusId });
    const all = await ada.get<{ tasks: Task[] }>(`${path}/tasks`);
    expect(all.body.tasks.map(({ reporterId }) => reporterId)).toEqual([ben.user.id, ben.user.id]);
  });
});
