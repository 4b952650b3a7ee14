import { beforeEach, expect, it } from 'vitest';
import type { Proposal } from '@hearth/contracts/assistant/assistant';
import type { Problem } from '@hearth/contracts/core/errors';
import type { Task } from '@hearth/contracts/tasks/tasks';
import type { Toolbox, ToolResult } from '#features/assistant/tools/tool.ts';
import { asOwner } from '#platform/db/index.ts';
import { describeOneEngine } from '#testing/databases.ts';
import { makeProTeam, makeProject, makeTask, type ApiResponse, type SignedIn } from '#testing/make.ts';
import { findBrokenInvariants } from '#testing/races/invariants.ts';
import { openToolboxOf } from '#testing/open-toolbox.ts';
import { usePeople, useSharedApp } from '#testing/use-app.ts';

type ProposalResponse = ApiResponse<{ proposal: Proposal } & Problem>;

describeOneEngine('assistant proposal API', (engine) => {
  const api = useSharedApp(engine);
  const [ada, ben] = usePeople(api, 'ada', 'ben');
  let teamId: string;
  let path: string;

  beforeEach(async () => {
    teamId = await makeProTeam(ada, { member: [ben] });
    path = `/teams/${teamId}`;
  });

  const open = async (who: SignedIn): Promise<Toolbox> => await openToolboxOf(api, who, teamId);
  const use = async (who: SignedIn, name: string, input: unknown): Promise<ToolResult> =>
    await (await open(who)).run(name, input);
  const propose = async (who: SignedIn, name: string, input: unknown): Promise<Proposal> => {
    const result = await use(who, name, input);
    if (result.proposal === null) throw new Error(result.text);
    return result.proposal;
  };
  const answer = async (
    who: SignedIn,
    { id }: Proposal,
    act: string,
    body?: object,
  ): Promise<ProposalResponse> => await who.post(`${path}/assistant/proposals/${id}/${act}`, body);
  const listTasks = async (): Promise<Task[]> =>
    (await ada.get<{ tasks: Task[] }>(`${path}/tasks?limit=200`)).body.tasks;
  const titles = (count: number): { title: string }[] =>
    Array.from({ length: count }, (_one, at) => ({ title: `Step ${at}` }));

  it('applies only the selected rows with the user’s edits, and reverts all of them on undo', async () => {
    const proposal = await propose(ada, 'createTasks', { tasks: titles(10) });
    expect(await listTasks()).toEqual([]);
    const only = [0, 1, 2, 3, 4, 5, 6, 7];
    const edits = [{ index: 3, after: { title: 'Edited' } }];
    const done = await answer(ada, proposal, 'confirm', { only, edits });
    expect([done.status, done.body.proposal?.status, done.body.detail]).toEqual([
      200,
      'confirmed',
      undefined,
    ]);
    const tasks = await listTasks();
    expect(tasks.map(({ title }) => title).toSorted()).toEqual([
      'Edited',
      ...[0, 1, 2, 4, 5, 6, 7].map((at) => `Step ${at}`),
    ]);
    expect(done.body.proposal.changes.map(({ refusal }) => refusal !== undefined)).toEqual(
      proposal.changes.map((_one, at) => at >= 8),
    );
    // A repeated confirmation returns the first response, and an undo reverts all changes.
    expect((await answer(ada, proposal, 'confirm')).body).toEqual(done.body);
    expect(await listTasks()).toHaveLength(8);
    const undone = await answer(ada, proposal, 'undo');
    expect([undone.status, undone.body.proposal?.status]).toEqual([200, 'undone']);
    expect(await listTasks()).toEqual([]);
  });

  it('rejects confirmation from other members, after losing permission and after expiry', async () => {
    const task = await makeTask(ada, teamId, {});
    const wanted = {
      target: { kind: 'keys', keys: [task.key] },
      change: { act: 'priority', priority: 'high' },
    };
    const proposal = await propose(ben, 'updateTasks', wanted);
    expect((await answer(ada, proposal, 'confirm')).status).toBe(404);
    await ada.patch(`${path}/members/${ben.user.id}`, { teamRole: 'guest' });
    expect((await answer(ben, proposal, 'confirm')).status).toBeGreaterThanOrEqual(403);
    await ada.patch(`${path}/members/${ben.user.id}`, { teamRole: 'member' });
    await asOwner(api.app.db, (tx) =>
      tx
        .updateTable('assistant_proposals')
        .set({ expires_at: new Date(0) })
        .where('id', '=', proposal.id)
        .execute(),
    );
    expect((await answer(ben, proposal, 'confirm')).status).toBe(410);
    expect((await listTasks()).map(({ priority }) => priority)).toEqual(['none']);
  });

  it('rejects the first confirmation of a stale proposal and keeps other members’ later edits on undo', async () => {
    const task = await makeTask(ada, teamId, { title: 'Old' });
    const target = { kind: 'keys', keys: [task.key] };
    const proposal = await propose(ada, 'updateTasks', { target, change: { act: 'rename', title: 'New' } });
    await ben.patch(`${path}/tasks/${task.id}`, { title: 'Theirs' });
    expect((await answer(ada, proposal, 'confirm')).status).toBe(409);
    expect((await answer(ada, proposal, 'confirm')).status).toBe(200);
    await ben.patch(`${path}/tasks/${task.id}`, { title: 'Theirs again' });
    const { changes } = (
      await ada.get<{ changes: { actor: string; via: string | null }[] }>(`${path}/tasks/${task.id}/history`)
    ).body;
    expect(changes.map(({ actor, via }) => [actor, via])).toEqual([
      [ben.user.id, null],
      [ada.user.id, 'assistant'],
      [ben.user.id, null],
    ]);
    const undone = await answer(ada, proposal, 'undo');
    expect(undone.body.proposal.kept).toEqual([{ id: task.id, title: `${task.key} Old`, fields: ['title'] }]);
    expect((await listTasks())[0]?.title).toBe('Theirs again');
  });

  it('applies and undoes a project with its tasks atomically', async () => {
    const box = await open(ada);
    const plan = { name: 'Launch', goal: 'Go', tasks: titles(3) };
    const { proposal } = await box.run('planProject', plan);
    const drafted = await box.run('draftDocument', { title: 'Notes', markdown: '# Hello\n\nWorld' });
    expect(drafted.proposal?.id).toBe(proposal?.id);
    const whole = drafted.proposal as Proposal;
    expect((await answer(ada, whole, 'confirm', { only: [1] })).status).toBe(400);
    expect((await answer(ada, whole, 'confirm')).body.proposal.status).toBe('confirmed');
    const project = whole.changes[0]?.id;
    expect((await listTasks()).every(({ projectId }) => projectId === project)).toBe(true);
    expect((await answer(ada, whole, 'undo')).body.proposal.kept).toEqual([]);
    expect(await listTasks()).toEqual([]);
    expect((await ada.get(`${path}/projects/${project}`)).status).toBe(404);
    const bad = await propose(ada, 'createTasks', { tasks: titles(3) });
    const edits = [{ index: 2, after: { statusId: api.app.ids.uuid() } }];
    expect((await answer(ada, bad, 'confirm', { edits })).status).toBe(404);
    expect(await listTasks()).toEqual([]);
  });

  it('applies no row when the plan limit is exceeded and keeps the proposal open for fewer rows', async () => {
    for (let at = 0; at < 8; at += 1) await makeTask(ada, teamId);
    await ada.post(`/dev${path}/plan`, { plan: 'free' });
    const box = await open(ada);
    const { proposal } = await box.run('planProject', { name: 'Launch', tasks: titles(3) });
    const refused = await answer(ada, proposal as Proposal, 'confirm');
    expect([refused.status, refused.body.code]).toEqual([402, 'PLAN_LIMIT_REACHED']);
    expect((await ada.get(`${path}/projects/${proposal?.changes[0]?.id}`)).status).toBe(404);
    expect(await listTasks()).toHaveLength(8);
    expect(await findBrokenInvariants(api.app.db, teamId)).toEqual([]);
    // The proposal is still open: with fewer rows it fits the plan’s limit.
    const done = await answer(ada, proposal as Proposal, 'confirm', { only: [0, 1, 2] });
    expect(done.body.proposal.status).toBe('confirmed');
    expect(await listTasks()).toHaveLength(10);
  });

  it('confirms and undoes a proposal once under concurrent requests', async () => {
    const proposal = await propose(ada, 'createTasks', { tasks: titles(4) });
    const press = async (act: string) =>
      await Promise.all(Array.from({ length: 6 }, async () => await answer(ada, proposal, act)));
    const done = await press('confirm');
    expect(done.map(({ status }) => status)).toEqual(done.map(() => 200));
    expect(new Set(done.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await listTasks()).toHaveLength(4);
    const undone = await press('undo');
    expect(undone.map(({ status, body }) => [status, body.proposal.kept])).toEqual(
      undone.map(() => [200, []]),
    );
    expect(await listTasks()).toEqual([]);
    expect((await answer(ada, proposal, 'confirm')).body.proposal.status).toBe('undone');
    expect(await listTasks()).toEqual([]);
  });

  it('hides private projects from tools and offers no destructive tools after reading user content', async () => {
    const hidden = await makeProject(ada, teamId, { isPrivate: true });
    const task = await makeTask(ada, teamId, { projectId: hidden.id, title: 'Secret canary' });
    const box = await open(ben);
    for (const [name, input] of [
      ['listTasks', {}],
      ['readTask', { key: task.key }],
      ['search', { query: 'canary' }],
      ['listProjects', {}],
      ['activity', { since: '2020-01-01' }],
      ['report', { kind: 'summary', projectId: hidden.id }],
      ['findDuplicates', {}],
      ['deleteTasks', { target: { kind: 'keys', keys: [task.key] } }],
    ] as const)
      expect((await box.run(name, input)).text).not.toContain('Secret');
    expect(box.list().some(({ kind }) => kind === 'danger')).toBe(false);
    expect(box.proposals()).toEqual([]);
  });

  it('keeps comments that were edited since, on any page of the task’s comments', async () => {
    const task = await makeTask(ada, teamId, {});
    const comments = `${path}/tasks/${task.id}/comments`;
    for (let at = 0; at < 101; at += 1) await ada.post(comments, { body: `Comment ${at}` });
    const target = { kind: 'keys', keys: [task.key] };
    const proposal = await propose(ada, 'addComment', { target, text: 'Proposed' });
    await answer(ada, proposal, 'confirm');
    const commentId = proposal.changes[0]?.id ?? '';
    await ada.patch(`${comments}/${commentId}`, { body: 'Edited' });
    const undone = await answer(ada, proposal, 'undo');
    expect(undone.body.proposal.kept).toEqual([expect.objectContaining({ id: commentId, fields: ['body'] })]);
    const read = await (await open(ada)).run('readTask', { key: task.key });
    const { task: shown } = read.data as { task: { comments: { text: string }[] } };
    expect(shown.comments.map(({ text }) => text)).toEqual([
      ...Array.from({ length: 49 }, (_one, at) => `Comment ${at + 52}`),
      'Edited',
    ]);
    expect(JSON.parse(read.text)).toMatchObject({ isCut: true });
  });

  it('creates missing labels and sets reminders when a proposal is confirmed', async () => {
    const label = (await ada.post<{ label: { id: string } }>(`${path}/labels`, { name: 'Known' })).body.label;
    const task = await makeTask(ada, teamId, { title: 'Old', labelIds: [label.id] });
    const box = await open(ada);
    const remind = { on: 'day', day: '2030-01-02', days: 0, time: '08:30' };
    const drafts = [
      { title: 'One', newLabels: ['known', 'Fresh'], remind },
      { title: 'Two', newLabels: ['fresh '] },
    ];
    await box.run('createTasks', { tasks: drafts });
    const target = { kind: 'keys', keys: [task.key] };
    const change = { act: 'labels', add: [], newLabels: ['Fresh', 'Other'], remove: ['Known'] };
    const { proposal } = await box.run('updateTasks', { target, change });
    const names = async (): Promise<Map<string, string>> => {
      const { body } = await ada.get<{ labels: { id: string; name: string }[] }>(`${path}/labels`);
      return new Map(body.labels.map(({ id, name }) => [id, name]));
    };
    expect([...(await names()).values()]).toEqual(['Known']);
    const done = await answer(ada, proposal as Proposal, 'confirm');
    expect([done.status, done.body.detail]).toEqual([200, undefined]);
    const labels = await names();
    expect([...labels.values()].toSorted()).toEqual(['Fresh', 'Known', 'Other']);
    const tasks = await listTasks();
    expect(
      Object.fromEntries(
        tasks.map(({ title, labelIds }) => [title, labelIds.map((id) => labels.get(id) ?? '').toSorted()]),
      ),
    ).toEqual({ One: ['Fresh', 'Known'], Two: ['Fresh'], Old: ['Fresh', 'Other'] });
    const own = await ada.get<{ tasks: { taskId: string; reminders: object[] }[] }>(`${path}/own-tasks`);
    const one = tasks.find(({ title }) => title === 'One');
    expect(own.body.tasks.find(({ taskId }) => taskId === one?.id)?.reminders).toMatchObject([remind]);
    expect((await answer(ada, proposal as Proposal, 'undo')).body.proposal.kept).toEqual([]);
    expect((await listTasks()).map(({ title, labelIds }) => [title, labelIds])).toEqual([
      ['Old', [label.id]],
    ]);
  });
});
