import { beforeEach, expect, it } from 'vitest';
import type { Proposal } from '@hearth/contracts/assistant/assistant';
import { sendMessage } from '#testing/assistant-client.ts';
import { describeOneEngine } from '#testing/databases.ts';
import { makeTask, makeTeam, type ApiResponse } from '#testing/make.ts';
import { usePeople, useSharedApp } from '#testing/use-app.ts';

describeOneEngine('changes requested in a chat message', (engine) => {
  const api = useSharedApp(engine);
  const [ada] = usePeople(api, 'ada');
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
});
