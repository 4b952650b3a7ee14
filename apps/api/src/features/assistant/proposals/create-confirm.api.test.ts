import { beforeAll, expect, it } from 'vitest';
import type { Proposal } from '@hearth/contracts/assistant/assistant';
import type { Task } from '@hearth/contracts/tasks/tasks';
import { sendMessage } from '#testing/assistant-client.ts';
import { describeOneEngine } from '#testing/databases.ts';
import { makeTeam, signIn, type SignedIn } from '#testing/make.ts';
import { shareApp } from '#testing/start-app.ts';

describeOneEngine('proposals made from a chat message', (engine) => {
  let ada: SignedIn;
  let teamId: string;
  beforeAll(async () => {
    const api = await shareApp(engine);
    ada = await signIn(api, 'ada@example.com');
    teamId = (await makeTeam(ada))._id;
  });
  const listTitles = async () =>
    (await ada.get<{ tasks: Task[] }>(`/teams/${teamId}/tasks`)).body.tasks.map(({ title }) => title);

  it('creates the task only after confirmation and deletes it again on undo', async () => {
    const { body } = await sendMessage(ada, teamId, 'create task Call the printer');
    const [proposal] = body.message.proposals;
    expect(proposal).toMatchObject({ status: 'open', changes: [{ act: 'create', kind: 'task' }] });
    expect(await listTitles()).toEqual([]);
    const path = `/teams/${teamId}/assistant/proposals/${proposal?.id}`;
    const done = await ada.post<{ proposal: Proposal }>(`${path}/confirm`, {});
    expect(done.body.proposal.status).toBe('confirmed');
    expect(await listTitles()).toEqual(['Call the printer']);
    const undone = await sendMessage(ada, teamId, 'undo', body.threadId);
    expect(undone.body.message.text).toContain('taken back');
    expect(await listTitles()).toEqual([]);
  });
});
