import { beforeEach, expect, it } from 'vitest';
import type { Problem } from '@hearth/contracts/core/errors';
import type { RichText } from '@hearth/contracts/rich-text/rich-text-values';
import type { SyncPage } from '@hearth/contracts/sync';
import type { PastChange, Task } from '@hearth/contracts/tasks/tasks';
import { FULL_TEXT, FULL_PLAIN_TEXT, REFUSED_TEXTS } from '@hearth/contracts/testing/rich-texts';
import { describeOneEngine } from '#testing/databases.ts';
import { joinTeam, makeTask, makeTeam, type ApiResponse } from '#testing/make.ts';
import { usePeople, useSharedApp } from '#testing/use-app.ts';

const BOLD: RichText = {
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ text: 'Now', type: 'text', marks: [{ type: 'bold' }] }] }],
};
const NOW: RichText = {
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ text: 'Now', type: 'text' }] }],
};

describeOneEngine('task descriptions', (engine) => {
  const api = useSharedApp(engine);
  const [ada, ben] = usePeople(api, 'ada', 'ben');
  let teamId: string;
  let task: Task;
  let path: string;

  beforeEach(async () => {
    teamId = (await makeTeam(ada, 'Makers'))._id;
    await joinTeam(ada, teamId, ben, 'member');
    task = await makeTask(ada, teamId);
    path = `/teams/${teamId}/tasks/${task.id}`;
  });

  const change = async (body: object, by = ada): Promise<ApiResponse<{ task: Task } & Problem>> =>
    await by.patch(path, body);
  const read = async () => (await ben.get<{ task: Task }>(path)).body.task;
  const past = async () => (await ben.get<{ changes: PastChange[] }>(`${path}/history`)).body.changes;

  it('returns plain text in addition to rich text', async () => {
    const { seq } = (await ben.get<SyncPage>(`/teams/${teamId}/sync`)).body;
    const { status, body } = await change({ descriptionDoc: FULL_TEXT });
    expect(status).toBe(200);
    expect(body.task).toMatchObject({ description: FULL_PLAIN_TEXT, descriptionDoc: FULL_TEXT });
    expect(JSON.stringify((await read()).descriptionDoc)).toBe(JSON.stringify(FULL_TEXT));
    const fed = await ben.get<SyncPage>(`/teams/${teamId}/sync?since=${seq}`);
    expect(fed.body.changes).toMatchObject([{ data: { descriptionDoc: FULL_TEXT } }]);
    // Plain text replaces rich text.
    await change({ description: '# As typed\r\n\n\n<b>' }, ben);
    expect(await read()).toMatchObject({ description: '# As typed\r\n\n\n<b>', descriptionDoc: null });
  });

  it('accepts rich text on creation and stores unformatted text as plain text', async () => {
    const created = await ada.post<{ task: Task }>(`/teams/${teamId}/tasks`, {
      title: 'Made',
      descriptionDoc: BOLD,
    });
    expect(created.body.task).toMatchObject({
      description: 'Now',
      descriptionDoc: BOLD,
      descriptionVersion: null,
    });
    await change({ descriptionDoc: NOW });
    expect(await read()).toMatchObject({ description: 'Now', descriptionDoc: null });
  });

  it('assigns a new version only when the description changes', async () => {
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

  it('rejects overwrites based on a stale version', async () => {
    await change({ descriptionDoc: BOLD, descriptionBase: null, descriptionVersion: 'version-of-ada' });
    const late = await change({ description: 'Later', descriptionBase: null, title: 'Late' }, ben);
    expect(late).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT', errors: [{ path: 'descriptionBase' }] },
    });
    expect(await read()).toMatchObject({ descriptionDoc: BOLD, title: task.title });
    // Writing the current value is not a conflict.
    expect((await change({ descriptionDoc: BOLD, descriptionBase: null }, ben)).status).toBe(200);
    expect((await change({ description: 'Later', descriptionBase: 'version-of-ada' }, ben)).status).toBe(200);
    // Requests without a base version overwrite the text. The former text remains in the history.
    await change({ descriptionDoc: FULL_TEXT });
    expect(await read()).toMatchObject({ description: FULL_PLAIN_TEXT });
  });

  it('accepts one of several concurrent writes and rejects the others with 409', async () => {
    const responses = await Promise.all(
      ['One', 'Two', 'Three', 'Four'].map((text) => change({ description: text, descriptionBase: null })),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(responses.filter(({ status }) => status === 409)).toHaveLength(3);
  });

  it('records plain text and rich text in the history', async () => {
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
  const changeFrom = async (tag: string, body: object): Promise<ApiResponse<{ task: Task } & Problem>> =>
    await ada.send('PATCH', path, { body, headers: { 'if-match': tag } });

  it('merges plain text line by line from the base version', async () => {
    await change({ description: 'One\nTwo' });
    const tag = await tagOf();
    await change({ description: 'One\nTwo\nThree by ben' }, ben);
    const merged = await changeFrom(tag, { description: 'Zero\nOne\nTwo' });
    expect(merged.body.task.description).toBe('Zero\nOne\nTwo\nThree by ben');
    expect(merged.headers.get('etag')).toBe(await tagOf());
    // The base version is found in the history, even after several changes.
    const older = await changeFrom(tag, { description: 'One\nTwo\nFour' });
    expect(older.body.task.description).toBe('Zero\nOne\nTwo\nThree by ben\nFour');
  });

  it('merges rich text block by block', async () => {
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

  it('rejects conflicting changes to the same line and unknown base versions', async () => {
    await change({ description: 'One\nTwo' });
    const tag = await tagOf();
    await change({ description: 'One by ben\nTwo' }, ben);
    for (const from of [tag, '"AAAAAAAAAAAAAAAAAAAAAA"', 'x']) {
      const refused = await changeFrom(from, { description: 'One by ada\nTwo', title: 'Renamed' });
      expect(refused, from).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
    }
    expect(await read()).toMatchObject({ description: 'One by ben\nTwo', title: task.title });
    // The version is not checked if the request contains no new description.
    expect((await changeFrom(tag, { title: 'Renamed' })).status).toBe(200);
  });

  it.each(REFUSED_TEXTS)('rejects %s', async (_what, doc, at) => {
    const { status, body } = await change({ descriptionDoc: doc });
    expect({ status, code: body.code, errors: body.errors }).toEqual({
      status: 400,
      code: 'INVALID_REQUEST',
      errors: [{ path: `descriptionDoc.${at}`, message: expect.any(String) as string }],
    });
  });

  it('rejects both formats at once, malformed descriptions and invalid versions', async () => {
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
