import { beforeEach, expect, it } from 'vitest';
import type { Proposal } from '@hearth/contracts/assistant/assistant';
import { sendMessage } from '#testing/assistant-client.ts';
import { describeOneEngine } from '#testing/databases.ts';
import { joinTeam, makeProject, makeTask, makeTeam, type ApiResponse } from '#testing/make.ts';
import { usePeople, useSharedApp } from '#testing/use-app.ts';

describeOneEngine('changes requested in a chat message', (engine) => {
  const api = useSharedApp(engine);
  const [ada, ben] = usePeople(api, 'ada', 'ben');
  let teamId: string;
  let path: string;

  beforeEach(async () => {
    teamId = (await makeTeam(ada))._id;
    path = `/teams/${teamId}`;
  });
  const ask = async (text: string) => (await sendMessage(ada, teamId, text)).body.message;
  const answer = async (
    { id }: Proposal,
    act: 'confirm' | 'undo',
  ): Promise<ApiResponse<{ proposal: Proposal }>> =>
    await ada.post(`${path}/assistant/proposals/${id}/${act}`);

  it('finds tasks by their titles and makes several changes to them', async () => {
    const task = await makeTask(ada, teamId, { title: 'Ship it' });
    for (const title of ['Ship', 'Ship it now', 'Other']) await makeTask(ada, teamId, { title });
    const [proposal] = (await ask('make ship it high priority and assign it to me')).proposals;
    expect(proposal?.changes).toMatchObject([
      { id: task.id, after: { priority: 'high' } },
      { id: task.id, after: { assigneeIds: [ada.user.id] } },
    ]);
    const done = await answer(proposal as Proposal, 'confirm');
    expect(done.body.proposal.status).toBe('confirmed');
    expect((await ada.get(`${path}/tasks/${task.id}`)).body).toMatchObject({
      task: { priority: 'high', assigneeIds: [ada.user.id] },
    });
  });

  it('adds a reminder to an existing task and removes only this reminder on undo', async () => {
    const task = await makeTask(ada, teamId, { title: 'Pay bill', dueDate: '2030-01-02' });
    const first = {
      id: api.app.ids.uuid(),
      on: 'due',
      day: null,
      days: -1,
      time: '08:00',
      timeZone: 'UTC',
      isSeen: false,
    };
    await ada.patch(`${path}/own-tasks`, { taskIds: [task.id], reminders: [first] });
    const readReminders = async () => {
      const { body } = await ada.get<{ tasks: { taskId: string; reminders: { on: string }[] }[] }>(
        `${path}/own-tasks`,
      );
      return body.tasks.find(({ taskId }) => taskId === task.id)?.reminders.map(({ on }) => on);
    };
    const [proposal] = (await ask('Remind me tomorrow about Pay bill')).proposals;
    expect(proposal?.changes).toMatchObject([
      { act: 'update', id: task.id, after: { remind: { on: 'day' } } },
    ]);
    const done = await answer(proposal as Proposal, 'confirm');
    expect([done.status, await readReminders()]).toEqual([200, ['due', 'day']]);
    const undone = await answer(proposal as Proposal, 'undo');
    expect([undone.status, await readReminders()]).toEqual([200, ['due']]);
  });

  it('keeps the time of day of a task that is moved to another day', async () => {
    const early = '2030-12-04T10:00:00.000Z';
    const assigneeIds = [ada.user.id];
    const task = await makeTask(ada, teamId, {
      title: 'Test page',
      dueDate: early,
      startDate: early,
      assigneeIds,
    });
    await makeTask(ada, teamId, { title: 'All day', dueDate: '2030-12-04', assigneeIds });
    const moveTo = async (text: string) =>
      (await ask(text)).proposals.flatMap(({ changes }) => changes.map(({ after }) => after));
    expect(await moveTo('move Test page to 2030-12-09')).toEqual([{ dueDate: '2030-12-09T10:00:00.000Z' }]);
    expect(await moveTo(`set start date of ${task.key} to 2030-12-01`)).toEqual([
      { startDate: '2030-12-01T10:00:00.000Z' },
    ]);
    expect(await moveTo('postpone Test page by 2 days')).toEqual([{ dueDate: '2030-12-06T10:00:00.000Z' }]);
    expect(await moveTo('move Test page to 2030-12-09 at 8am')).toEqual([
      { dueDate: '2030-12-09T08:00:00.000Z' },
    ]);
    const all = await moveTo('move all my tasks to 2030-12-09');
    expect(all.map((after) => String(after?.['dueDate'])).toSorted()).toEqual([
      '2030-12-09',
      '2030-12-09T10:00:00.000Z',
    ]);
  });

  it('refuses a change at once if the user lacks the right to make it', async () => {
    const { id: projectId } = await makeProject(ada, teamId);
    await makeTask(ada, teamId, { title: 'Write brief', projectId });
    await joinTeam(ada, teamId, ben, 'guest');
    await ada.send('PUT', `${path}/projects/${projectId}/grants/${ben.user.id}`, { body: { level: 'view' } });
    const send = async (text: string) => (await sendMessage(ben, teamId, text)).body.message;
    for (const text of [
      'move Write brief to done',
      'delete Write brief',
      'comment on Write brief: done',
      'create project Mine',
      'create task in Website: Mine',
      'create doc Mine',
    ]) {
      const message = await send(text);
      expect([text, message.proposals]).toEqual([text, []]);
      expect([text, message.text]).toEqual([text, expect.stringContaining('That can’t be done: ')]);
    }
    expect((await send('remind me tomorrow about Write brief')).proposals).toHaveLength(1);
    await ada.send('PUT', `${path}/projects/${projectId}/grants/${ben.user.id}`, { body: { level: 'edit' } });
    expect((await send('move Write brief to done')).proposals).toHaveLength(1);
  });
});
