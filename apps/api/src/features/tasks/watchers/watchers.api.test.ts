import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import { writeMention } from '@hearth/contracts/rich-text/comment-values';
import type { Problem } from '@hearth/contracts/core/errors';
import type { PastChange, Task } from '@hearth/contracts/tasks/tasks';
import { describeOneEngine } from '#testing/databases.ts';
import { readSync } from '#testing/feed-client.ts';
import { findBrokenInvariants } from '#testing/races/invariants.ts';
import { makeProTeam, makeProject, makeTask, type SignedIn } from '#testing/make.ts';
import { usePeople, useSharedApp } from '#testing/use-app.ts';

describeOneEngine('task watchers', (engine) => {
  const api = useSharedApp(engine);
  const [ada, ben, gus] = usePeople(api, 'ada', 'ben', 'gus');
  let path: string;
  let teamId: string;

  beforeEach(async () => {
    teamId = await makeProTeam(ada, { member: [ben], guest: [gus] });
    path = `/teams/${teamId}`;
  });

  const setOf = (...people: SignedIn[]) => people.map(({ user }) => user.id).sort();
  const change = async (id: string, body: object, by = ada) =>
    await by.patch<{ task: Task } & Problem>(`${path}/tasks/${id}`, body);
  const read = async (id: string) =>
    (await ada.get<{ task: Task }>(`${path}/tasks/${id}`)).body.task.watcherIds;
  const watch = async (by: SignedIn, isWatching: boolean, ...taskIds: string[]) =>
    await by.send<{ taskIds: string[] } & Problem>('PUT', `${path}/watching`, {
      body: { taskIds, isWatching },
    });
  const grant = async (projectId: string, who: SignedIn, level: string) =>
    await ada.send('PUT', `${path}/projects/${projectId}/grants/${who.user.id}`, { body: { level } });
  const listPast = async (id: string) =>
    (await ada.get<{ changes: PastChange[] }>(`${path}/tasks/${id}/history`)).body.changes;

  it('adds creators, assignees, commenters and mentioned users', async () => {
    const task = await makeTask(ada, teamId, { assigneeIds: [ben.user.id] });
    expect(task.watcherIds).toEqual(setOf(ada, ben));
    const other = await makeTask(ada, teamId);
    expect((await change(other.id, { assigneeIds: [ben.user.id] })).body.task.watcherIds).toEqual(
      setOf(ada, ben),
    );
    const [commented, named, described] = [
      await makeTask(ada, teamId),
      await makeTask(ada, teamId),
      await makeTask(ada, teamId),
    ];
    await ben.post(`${path}/tasks/${commented.id}/comments`, { body: 'Mine?' });
    await ada.post(`${path}/tasks/${named.id}/comments`, { body: `Ask ${writeMention(ben.user.id)}` });
    await change(described.id, { description: `With ${writeMention(ben.user.id)}` });
    for (const { id } of [commented, named, described]) expect(await read(id)).toEqual(setOf(ada, ben));
    const many = [await makeTask(ada, teamId), await makeTask(ada, teamId)].map(({ id }) => id);
    await ada.patch(`${path}/tasks`, { taskIds: many, assigneeIds: [ben.user.id] });
    for (const id of many) expect(await read(id)).toEqual(setOf(ada, ben));
    expect(await findBrokenInvariants(api.app.db, teamId)).toEqual([]);
  });

  it('excludes users who opted out until they are explicitly added again', async () => {
    const task = await makeTask(ada, teamId, { assigneeIds: [ben.user.id] });
    expect((await watch(ben, false, task.id)).body.taskIds).toEqual([task.id]);
    await change(task.id, { assigneeIds: [] });
    await change(task.id, { assigneeIds: [ben.user.id] });
    await ben.post(`${path}/tasks/${task.id}/comments`, { body: writeMention(ben.user.id) });
    expect(await read(task.id)).toEqual(setOf(ada));
    // Being removed by someone else is not an opt-out.
    const other = await makeTask(ada, teamId, { assigneeIds: [ben.user.id] });
    await change(other.id, { watcherIds: [ada.user.id] });
    await ben.post(`${path}/tasks/${other.id}/comments`, { body: 'Here I am' });
    expect(await read(other.id)).toEqual(setOf(ada, ben));
    await change(task.id, { watcherIds: setOf(ada, ben) });
    expect(await read(task.id)).toEqual(setOf(ada, ben));
  });

  it('records watchers in the history and filters tasks by watcher', async () => {
    const [task, alone] = [await makeTask(ada, teamId), await makeTask(ada, teamId)];
    await watch(ben, true, task.id);
    await change(alone.id, { watcherIds: [] });
    const [line] = await listPast(task.id);
    expect(line).toMatchObject({
      field: 'watcherIds',
      old: setOf(ada),
      new: setOf(ada, ben),
      actor: ben.user.id,
    });
    const find = async (by: SignedIn, filter: string) =>
      (await by.get<{ tasks: Task[] }>(`${path}/tasks?filter=${filter}`)).body.tasks.map(({ id }) => id);
    expect(await find(ben, 'watcher:me')).toEqual([task.id]);
    expect(await find(ada, 'watcher:none')).toEqual([alone.id]);
    expect(await find(ada, `watcher-all:me,${ben.user.id}`)).toEqual([task.id]);
    expect(await find(ada, 'watcher-not:me')).toEqual([alone.id]);
  });

  it('uses no sequence number for a no-op and returns the same response to a retry', async () => {
    const task = await makeTask(ada, teamId);
    const seq = async () => (await readSync(ada, teamId)).seq;
    const before = await seq();
    expect((await watch(ada, true, task.id)).body.taskIds).toEqual([]);
    expect(await seq()).toBe(before);
    const headers = { 'idempotency-key': 'once' };
    const body = { taskIds: [task.id], isWatching: false };
    for (const _time of [1, 2]) {
      const { body: answer } = await ada.send<{ taskIds: string[] }>('PUT', `${path}/watching`, {
        body,
        headers,
      });
      expect(answer.taskIds).toEqual([task.id]);
    }
    expect(await read(task.id)).toEqual([]);
  });

  it('requires read access for a watcher and edit access to add or remove others', async () => {
    const secret = await makeProject(ada, teamId, { isPrivate: true });
    const task = await makeTask(ada, teamId, { projectId: secret.id });
    expect((await watch(gus, true, task.id)).status).toBe(404);
    await grant(secret.id, gus, 'view');
    expect((await watch(gus, true, task.id)).status).toBe(200);
    expect((await change(task.id, { watcherIds: [] }, gus)).status).toBe(403);
    for (const userId of [ben.user.id, randomUUID()]) {
      const watcherIds = [ada.user.id, userId];
      const one = await change(task.id, { watcherIds });
      expect([one.status, one.body.errors?.[0]?.path]).toEqual([404, 'watcherIds.1']);
      const many = await ada.patch<Problem>(`${path}/tasks`, { taskIds: [task.id], watcherIds });
      expect([many.status, many.body.errors?.[0]?.path]).toEqual([404, 'watcherIds.1']);
    }
    const bad = await ada.send('PUT', `${path}/watching`, { body: { taskIds: [], isWatching: 'yes' } });
    expect(bad.status).toBe(400);
    expect(await read(task.id)).toEqual(setOf(ada, gus));
  });

  it('removes watchers who lose access', async () => {
    const [open, later, secret] = [
      await makeProject(ada, teamId, { name: 'Open' }),
      await makeProject(ada, teamId, { name: 'Private later' }),
      await makeProject(ada, teamId, { name: 'Private', isPrivate: true }),
    ];
    const both = setOf(ada, ben);
    const moved = await makeTask(ada, teamId, { projectId: open.id, watcherIds: both });
    const movedToo = await makeTask(ada, teamId, { projectId: open.id, watcherIds: both });
    const closed = await makeTask(ada, teamId, { projectId: later.id, watcherIds: both });
    const watched = await makeTask(ada, teamId, { projectId: open.id, watcherIds: both });
    await change(moved.id, { projectId: secret.id });
    await ada.patch(`${path}/tasks`, { taskIds: [movedToo.id], projectId: secret.id });
    await ada.patch(`${path}/projects/${later.id}`, { isPrivate: true });
    for (const { id } of [moved, movedToo, closed]) expect(await read(id)).toEqual(setOf(ada));
    expect(await read(watched.id)).toEqual(both);
    await ada.delete(`${path}/members/${ben.user.id}`);
    expect(await read(watched.id)).toEqual(setOf(ada));
    const [line] = await listPast(watched.id);
    expect(line).toMatchObject({ field: 'watcherIds', old: both, new: setOf(ada) });
    expect(await findBrokenInvariants(api.app.db, teamId)).toEqual([]);
  });

  it('clears an opt-out when the user loses access', async () => {
    const project = await makeProject(ada, teamId, { isPrivate: true });
    await grant(project.id, ben, 'edit');
    const task = await makeTask(ada, teamId, { projectId: project.id, watcherIds: setOf(ben) });
    await watch(ben, false, task.id);
    await ada.delete(`${path}/projects/${project.id}/grants/${ben.user.id}`);
    await grant(project.id, ben, 'edit');
    await ben.post(`${path}/tasks/${task.id}/comments`, { body: 'Back again' });
    expect(await read(task.id)).toEqual(setOf(ada, ben));
  });

  it('copies watchers to the next task of a series', async () => {
    const repeat = { mode: 'schedule', rule: 'FREQ=DAILY', timeZone: 'UTC' };
    const task = await makeTask(ada, teamId, {
      dueDate: '2026-11-20',
      watcherIds: setOf(ada, ben),
      repeat,
    });
    const { body } = await ada.get<{ statuses: { id: string; category: string }[] }>(`${path}/statuses`);
    await change(task.id, { statusId: body.statuses.find(({ category }) => category === 'completed')?.id });
    const all = await ada.get<{ tasks: Task[] }>(`${path}/tasks`);
    expect(all.body.tasks.map(({ watcherIds }) => watcherIds)).toEqual([setOf(ada, ben), setOf(ada, ben)]);
  });

  it('adds a watcher once under concurrent comments, assignments and other changes', async () => {
    const task = await makeTask(ada, teamId, { watcherIds: [] });
    await change(task.id, { watcherIds: [] });
    await Promise.all([
      ben.post(`${path}/tasks/${task.id}/comments`, { body: 'One' }),
      ben.post(`${path}/tasks/${task.id}/comments`, { body: 'Two' }),
      watch(ben, true, task.id),
      change(task.id, { title: 'Meanwhile' }),
      change(task.id, { assigneeIds: [ben.user.id] }),
    ]);
    expect(await read(task.id)).toEqual(setOf(ben));
    expect(await findBrokenInvariants(api.app.db, teamId)).toEqual([]);
  });
});
