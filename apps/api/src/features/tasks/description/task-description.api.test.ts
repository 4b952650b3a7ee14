import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { Problem } from '@hearth/contracts/core/errors';
import type { RichText } from '@hearth/contracts/rich-text/rich-text-values';
import type { SyncPage } from '@hearth/contracts/sync';
import type { PastChange, Task } from '@hearth/contracts/tasks/tasks';
import { FULL_TEXT, FULL_WORDS, REFUSED_TEXTS } from '@hearth/contracts/testing/rich-texts';
import { describeOneEngine } from '#testing/databases.ts';
import { joinTeam, makeTask, makeTeam, signIn, type Answer, type SignedIn } from '#testing/make.ts';
import { shareApp, type SharedApp } from '#testing/start-app.ts';

const BOLD: RichText = {
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ text: 'Now', type: 'text', marks: [{ type: 'bold' }] }] }],
};
const NOW: RichText = {
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ text: 'Now', type: 'text' }] }],
};

describeOneEngine('descriptions', (engine) => {
  let api: SharedApp;
  let ada: SignedIn;
  let ben: SignedIn;
  let teamId: string;
  let task: Task;
  let path: string;

  beforeAll(async () => {
    api = await shareApp(engine);
    ada = await signIn(api, 'ada@example.com');
    ben = await signIn(api, 'ben@example.com');
  });
  beforeEach(async () => {
    teamId = (await makeTeam(ada, 'Makers'))._id;
    await joinTeam(ada, teamId, ben, 'member');
    task = await makeTask(ada, teamId);
    path = `/teams/${teamId}/tasks/${task.id}`;
  });

  const change = async (body: object, by = ada): Promise<Answer<{ task: Task } & Problem>> =>
    await by.patch(path, body);
  const read = async () => (await ben.get<{ task: Task }>(path)).body.task;
  const past = async () => (await ben.get<{ changes: PastChange[] }>(`${path}/history`)).body.changes;

  it('are text for programs that know no other, and keep their formatting beside it', async () => {
    const { seq } = (await ben.get<SyncPage>(`/teams/${teamId}/sync`)).body;
    const { status, body } = await change({ descriptionDoc: FULL_TEXT });
    expect(status).toBe(200);
    expect(body.task).toMatchObject({ description: FULL_WORDS, descriptionDoc: FULL_TEXT });
    expect(JSON.stringify((await read()).descriptionDoc)).toBe(JSON.stringify(FULL_TEXT));
    const fed = await ben.get<SyncPage>(`/teams/${teamId}/sync?since=${seq}`);
    expect(fed.body.changes).toMatchObject([{ data: { descriptionDoc: FULL_TEXT } }]);
    // Text takes the place of what was formatted.
    await change({ description: '# As typed\r\n\n\n<b>' }, ben);
    expect(await read()).toMatchObject({ description: '# As typed\r\n\n\n<b>', descriptionDoc: null });
  });

  it('are made with a task, and are kept as text alone where the text says everything', async () => {
    const made = await ada.post<{ task: Task }>(`/teams/${teamId}/tasks`, {
      title: 'Made',
      descriptionDoc: BOLD,
    });
    expect(made.body.task).toMatchObject({
      description: 'Now',
      descriptionDoc: BOLD,
      descriptionVersion: null,
    });
    await change({ descriptionDoc: NOW });
    expect(await read()).toMatchObject({ description: 'Now', descriptionDoc: null });
  });

  it('have another version with every change of them, and of nothing else', async () => {
    const versions: (string | null)[] = [task.descriptionVersion];
    for (const body of [{ description: 'a' }, { descriptionDoc: BOLD }, { description: '' }]) {
      versions.push((await change(body)).body.task.descriptionVersion);
    }
    expect(versions[0]).toBeNull();
    expect(new Set(versions).size).toBe(4);
    await change({ title: 'Renamed', description: '' });
    expect((await read()).descriptionVersion).toBe(versions[3]);
    const named = await change({ descriptionDoc: BOLD, descriptionVersion: 'made-by-the-client' });
    expect(named.body.task.descriptionVersion).toBe('made-by-the-client');
  });

  it('are not overwritten by who has not seen them', async () => {
    await change({ descriptionDoc: BOLD, descriptionBase: null, descriptionVersion: 'version-of-ada' });
    const late = await change({ description: 'Later', descriptionBase: null, title: 'Late' }, ben);
    expect(late).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT', errors: [{ path: 'descriptionBase' }] },
    });
    expect(await read()).toMatchObject({ descriptionDoc: BOLD, title: task.title });
    // What is there already is no conflict.
    expect((await change({ descriptionDoc: BOLD, descriptionBase: null }, ben)).status).toBe(200);
    expect((await change({ description: 'Later', descriptionBase: 'version-of-ada' }, ben)).status).toBe(200);
    // Who asks for nothing of the kind overwrites, and what was there stays in the history.
    await change({ descriptionDoc: FULL_TEXT });
    expect(await read()).toMatchObject({ description: FULL_WORDS });
  });

  it('of several at once: one is taken, the others are told', async () => {
    const answers = await Promise.all(
      ['One', 'Two', 'Three', 'Four'].map((text) => change({ description: text, descriptionBase: null })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(3);
  });

  it('are told in the history as text, and as they were formatted', async () => {
    await change({ descriptionDoc: BOLD });
    await change({ description: 'Now' }, ben);
    const changes = await past();
    expect(changes.map(({ field, old, new: now }) => [field, old, now])).toEqual([
      ['descriptionDoc', BOLD, null],
      ['descriptionDoc', null, BOLD],
      ['description', '', 'Now'],
    ]);
  });

  const tagOf = async () => (await ben.get(path)).headers.get('etag') ?? '';
  const changeFrom = async (tag: string, body: object): Promise<Answer<{ task: Task } & Problem>> =>
    await ada.send('PATCH', path, { body, headers: { 'if-match': tag } });

  it('are merged from the version that was read, line by line', async () => {
    await change({ description: 'One\nTwo' });
    const tag = await tagOf();
    await change({ description: 'One\nTwo\nThree by ben' }, ben);
    const merged = await changeFrom(tag, { description: 'Zero\nOne\nTwo' });
    expect(merged.body.task.description).toBe('Zero\nOne\nTwo\nThree by ben');
    expect(merged.headers.get('etag')).toBe(await tagOf());
    // However often it was changed since: the history has it.
    const older = await changeFrom(tag, { description: 'One\nTwo\nFour' });
    expect(older.body.task.description).toBe('Zero\nOne\nTwo\nThree by ben\nFour');
  });

  it('are merged block by block where they are formatted', async () => {
    const block = (text: string) => ({ type: 'paragraph', content: [{ text, type: 'text' }] });
    const doc = (...blocks: object[]) => ({ descriptionDoc: { type: 'doc', content: blocks } });
    const [bold] = BOLD.content;
    await change(doc(bold ?? {}, block('Two')));
    const tag = await tagOf();
    await change(doc(bold ?? {}, block('Two by ben')), ben);
    const merged = await changeFrom(tag, doc(block('Zero'), bold ?? {}, block('Two')));
    expect(merged.body.task.descriptionDoc).toEqual(
      doc(block('Zero'), bold ?? {}, block('Two by ben')).descriptionDoc,
    );
  });

  it('are refused where both sides changed the same line, or the version is unknown', async () => {
    await change({ description: 'One\nTwo' });
    const tag = await tagOf();
    await change({ description: 'One by ben\nTwo' }, ben);
    for (const from of [tag, '"AAAAAAAAAAAAAAAAAAAAAA"', 'x']) {
      const refused = await changeFrom(from, { description: 'One by ada\nTwo', title: 'Renamed' });
      expect(refused, from).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
    }
    expect(await read()).toMatchObject({ description: 'One by ben\nTwo', title: task.title });
    // Without a new description no version is asked for.
    expect((await changeFrom(tag, { title: 'Renamed' })).status).toBe(200);
  });

  it.each(REFUSED_TEXTS)('are refused with %s', async (_what, doc, at) => {
    const { status, body } = await change({ descriptionDoc: doc });
    expect({ status, code: body.code, errors: body.errors }).toEqual({
      status: 400,
      code: 'INVALID_REQUEST',
      errors: [{ path: `descriptionDoc.${at}`, message: expect.any(String) as string }],
    });
  });

  it('are refused twice over, and with versions that are none', async () => {
    const wrong = [
      { description: 'a', descriptionDoc: BOLD },
      { descriptionDoc: 'Now' },
      { descriptionDoc: null },
      { description: 'a', descriptionBase: 'short' },
      { description: 'a', descriptionVersion: '../../../../etc' },
    ];
    for (const body of wrong) expect((await change(body)).status, JSON.stringify(body)).toBe(400);
    expect(await read()).toMatchObject({ description: '', descriptionVersion: null });
  });
});
