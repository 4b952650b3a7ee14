import { beforeAll, expect, it } from 'vitest';
import type { Proposal } from '@hearth/contracts/assistant/assistant';
import type { Label } from '@hearth/contracts/labels/labels';
import type { Task } from '@hearth/contracts/tasks/tasks';
import { sendMessage } from '#testing/assistant-client.ts';
import { describeOneEngine } from '#testing/databases.ts';
import { joinTeam, makeTask, makeTeam, signIn, type SignedIn } from '#testing/make.ts';
import { shareApp, type SharedApp } from '#testing/start-app.ts';

describeOneEngine('proposals made from a chat message', (engine) => {
  let api: SharedApp;
  let ada: SignedIn;
  let teamId: string;
  beforeAll(async () => {
    api = await shareApp(engine);
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

  const listLabels = async (by: SignedIn) =>
    (await by.get<{ labels: Label[] }>(`/teams/${teamId}/labels`)).body.labels.map(({ name }) => name);
  const createLabel = async (by: SignedIn, name: string) => {
    const { body } = await sendMessage(by, teamId, `create label ${name}`);
    const [proposal] = body.message.proposals;
    expect(proposal).toMatchObject({ changes: [{ act: 'create', kind: 'label', title: name }] });
    const path = `/teams/${teamId}/assistant/proposals/${proposal?.id}`;
    expect(await listLabels(by)).not.toContain(name);
    expect((await by.post(`${path}/confirm`, {})).status).toBe(200);
    expect(await listLabels(by)).toContain(name);
    return path;
  };

  it('creates a label after confirmation and deletes it on undo, unless a task has it', async () => {
    const path = await createLabel(ada, 'Fragile');
    const { body: again } = await sendMessage(ada, teamId, 'create label Fragile');
    expect(again.message.proposals).toEqual([]);
    expect(again.message.text).toContain('There’s already a label called “Fragile”.');
    const undone = await ada.post<{ proposal: Proposal }>(`${path}/undo`);
    expect(undone.body.proposal).toMatchObject({ status: 'undone', kept: [] });
    expect(await listLabels(ada)).not.toContain('Fragile');

    const used = await createLabel(ada, 'Heavy');
    const { labels } = (await ada.get<{ labels: Label[] }>(`/teams/${teamId}/labels`)).body;
    await makeTask(ada, teamId, { title: 'Piano', labelIds: labels.map(({ id }) => id) });
    const { body } = await ada.post<{ proposal: Proposal }>(`${used}/undo`);
    expect(body.proposal.kept).toMatchObject([{ title: 'Heavy', fields: ['tasks'] }]);
    expect(await listLabels(ada)).toContain('Heavy');
  });

  it('lets members create labels, but not guests', async () => {
    const [ben, gus] = [await signIn(api, 'ben@example.com'), await signIn(api, 'gus@example.com')];
    await joinTeam(ada, teamId, ben);
    await joinTeam(ada, teamId, gus, 'guest');
    const wet = await createLabel(ben, 'Wet');
    expect((await ben.post(`${wet}/undo`)).status).toBe(403);
    const { body } = await sendMessage(gus, teamId, 'create label Dry');
    expect(await listLabels(ada)).not.toContain('Dry');
    for (const { id } of body.message.proposals) {
      const path = `/teams/${teamId}/assistant/proposals/${id}`;
      expect((await gus.post(`${path}/confirm`, {})).status).toBe(403);
    }
    expect(await listLabels(ada)).not.toContain('Dry');
  });
});
