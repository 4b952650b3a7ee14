import { beforeEach, expect, it } from 'vitest';
import type { Document } from '@hearth/contracts/documents/documents';
import { describeOneEngine } from '#testing/databases.ts';
import { makeDocument, readDocuments } from '#testing/documents.ts';
import { openFeed, readSync } from '#testing/feed-client.ts';
import { makeProTeam, makeProject } from '#testing/make.ts';
import { findBrokenInvariants } from '#testing/races/invariants.ts';
import { usePeople, useSharedApp } from '#testing/use-app.ts';

type Reply = { document: Document };
type List = { documents: Document[]; nextCursor: string | null };

describeOneEngine('document tree', (engine) => {
  const api = useSharedApp(engine);
  const [ada, bob] = usePeople(api, 'ada', 'bob');
  let teamId: string;
  let path: string;

  beforeEach(async () => {
    teamId = await makeProTeam(ada, { member: [bob] });
    path = `/teams/${teamId}/documents`;
  });

  const make = (title: string, fields: object = {}, by = ada) =>
    makeDocument(by, teamId, { title, ...fields });
  const change = (id: string, body: object, by = ada) =>
    by.patch<Reply & { code: string }>(`${path}/${id}`, body);
  const list = async (query: string, by = ada): Promise<string[]> =>
    (await by.get<List>(`${path}?${query}`)).body.documents.map(({ title }) => title);
  const expectSound = async () => expect(await findBrokenInvariants(api.app.db, teamId)).toEqual([]);

  it('creates, reads, updates and publishes documents', async () => {
    const { seq } = await readSync(bob, teamId);
    const feed = await openFeed(bob, teamId, seq);
    const created = await make('Plan', { icon: '🧭', cover: 'dawn' });
    expect(created).toEqual({
      id: created.id,
      parentId: null,
      projectId: null,
      title: 'Plan',
      icon: '🧭',
      cover: 'dawn',
      position: created.position,
      access: [],
      isRestricted: false,
      isPrivate: false,
      isTemplate: false,
      isFullWidth: false,
      archivedAt: null,
      archivedBy: null,
      createdBy: ada.user.id,
      createdAt: created.createdAt,
      updatedAt: created.createdAt,
      updatedBy: ada.user.id,
    });
    const changed = await change(created.id, { title: '', icon: null, isFullWidth: true }, bob);
    expect(changed.body.document).toMatchObject({
      title: '',
      icon: null,
      isFullWidth: true,
      updatedBy: bob.user.id,
    });
    const { document: read } = (await ada.get<Reply>(`${path}/${created.id}`)).body;
    expect(read).toMatchObject(changed.body.document);
    await feed.waitForSeq(seq + 2);
    expect(feed.changes.map(({ op, data }) => [op, data])).toEqual([
      ['put', created],
      ['put', changed.body.document],
    ]);
    feed.close();
    expect(await readDocuments(bob, teamId)).toEqual([changed.body.document]);
    await expectSound();
  });

  it('orders documents by position and lists them in pages', async () => {
    const top = await make('Top');
    for (const title of ['a', 'b', 'c']) await make(title, { parentId: top.id });
    expect((await change(top.id, { position: 'not a key' })).status).toBe(400);
    const before = await make('first', { parentId: top.id, position: 'Zz' });
    expect(before.parentId).toBe(top.id);
    expect(await list(`parentId=${top.id}`)).toEqual(['first', 'a', 'b', 'c']);
    const first = (await ada.get<List>(`${path}?parentId=${top.id}&limit=3`)).body;
    const rest = (await ada.get<List>(`${path}?parentId=${top.id}&cursor=${first.nextCursor}`)).body;
    expect([first, rest].flatMap(({ documents: page }) => page.map(({ title }) => title))).toEqual([
      'first',
      'a',
      'b',
      'c',
    ]);
    expect(await list('parentId=none')).toEqual(['Top']);
    expect(await list('')).toEqual(['Top', 'a', 'b', 'c', 'first']);
  });

  it('moves descendants along and adopts the project of the new parent', async () => {
    const project = await makeProject(ada, teamId);
    const [one, other] = [await make('One'), await make('Other', { projectId: project.id })];
    const child = await make('Child', { parentId: one.id });
    const grandchild = await make('Grandchild', { parentId: child.id });
    expect(grandchild.projectId).toBeNull();
    const moved = await change(child.id, { parentId: other.id });
    expect(moved.body.document).toMatchObject({ parentId: other.id, projectId: project.id });
    expect((await ada.get<Reply>(`${path}/${grandchild.id}`)).body.document).toMatchObject({
      parentId: child.id,
      projectId: project.id,
    });
    await expectSound();
    // Moving a document out of the project puts it, with its child below it, at the top level of the team.
    const back = await change(child.id, { projectId: null });
    expect(back.body.document).toMatchObject({ parentId: null, projectId: null });
    expect((await change(grandchild.id, { projectId: project.id, parentId: child.id })).status).toBe(422);
    await expectSound();
    expect(await list(`projectId=${project.id}`)).toEqual(['Other']);
  });

  it('rejects cycles, and creates and moves beyond the maximum depth', async () => {
    const top = await make('Top');
    const child = await make('Child', { parentId: top.id });
    for (const parentId of [top.id, child.id])
      expect(await change(top.id, { parentId })).toMatchObject({ status: 422, body: { code: 'CIRCULAR' } });
    let last = child;
    for (let level = 2; level <= 20; level += 1) last = await make(`${level}`, { parentId: last.id });
    const deep = await ada.post(path, { title: 'Too deep', parentId: last.id });
    expect(deep).toMatchObject({ status: 422, body: { code: 'TOO_DEEP' } });
    const pair = await make('Pair');
    await make('of it', { parentId: pair.id });
    expect((await change(pair.id, { parentId: last.id })).status).toBe(422);
    await expectSound();
  });

  it('creates no cycle under concurrent moves', async () => {
    const all = await Promise.all(['a', 'b', 'c', 'd'].map((title) => make(title)));
    for (let round = 0; round < 5; round += 1) {
      await Promise.all(
        all.map(({ id }, n) =>
          change(id, { parentId: all[(n + 1 + round) % all.length]?.id }, n % 2 ? ada : bob),
        ),
      );
      await expectSound();
    }
  });

  it('copies descendants in order and copies private documents only for their manager', async () => {
    const top = await make('Top', { icon: '📘' });
    const child = await make('Child', { parentId: top.id });
    for (const title of ['x', 'y']) await make(title, { parentId: child.id });
    const secret = await make('Secret', { parentId: top.id, isPrivate: true });
    await make('In it', { parentId: secret.id });
    const copied = await bob.post<Reply>(`${path}/${top.id}/copy`, { title: 'Copy', withSubpages: true });
    expect(copied.body.document).toMatchObject({
      title: 'Copy',
      icon: '📘',
      parentId: null,
      createdBy: bob.user.id,
    });
    const { id } = copied.body.document;
    expect(await list(`parentId=${id}`)).toEqual(['Child']);
    const inner = (await ada.get<List>(`${path}?parentId=${id}`)).body.documents[0]?.id ?? '';
    expect(await list(`parentId=${inner}`)).toEqual(['x', 'y']);
    // A private document copied by its manager remains private.
    const own = await ada.post<Reply>(`${path}/${top.id}/copy`, { withSubpages: true });
    expect(await list(`parentId=${own.body.document.id}`)).toEqual(['Child', 'Secret']);
    expect(await list(`parentId=${own.body.document.id}`, bob)).toEqual(['Child']);
    const alone = await ada.post<Reply>(`${path}/${secret.id}/copy`, { parentId: null });
    expect(alone.body.document).toMatchObject({ title: 'Secret', isPrivate: true });
    expect((await bob.get(`${path}/${alone.body.document.id}`)).status).toBe(404);
    await expectSound();
  });

  it('archives descendants by cascade and makes them read-only', async () => {
    const top = await make('Top');
    const child = await make('Child', { parentId: top.id });
    const early = await make('Early', { parentId: child.id });
    expect((await ada.send<Reply>('PUT', `${path}/${early.id}/archive`)).status).toBe(200);
    const { body } = await ada.send<Reply>('PUT', `${path}/${top.id}/archive`);
    expect(body.document.archivedBy).toBe(ada.user.id);
    await expectSound();
    const refused = { status: 422, body: { code: 'DOCUMENT_ARCHIVED' } };
    expect(await change(child.id, { title: 'New' })).toMatchObject(refused);
    expect(await ada.post(path, { title: 'New', parentId: child.id })).toMatchObject(refused);
    expect(await ada.delete(`${path}/${child.id}`)).toMatchObject(refused);
    expect(await ada.send('DELETE', `${path}/${child.id}/archive`)).toMatchObject(refused);
    expect((await ada.send('DELETE', `${path}/${top.id}/archive`)).status).toBe(200);
    expect((await change(child.id, { title: 'New' })).status).toBe(200);
    expect(await change(early.id, { title: 'New' })).toMatchObject(refused);
    await expectSound();
  });

  it('creates documents from templates and excludes templates from the tree', async () => {
    const template = await make('Our way', { isTemplate: true, icon: '🧩' });
    expect(await list('')).toEqual([]);
    expect(await list('isTemplate=true')).toEqual(['Our way']);
    const created = await make('', { templateId: template.id });
    expect(created).toMatchObject({ title: 'Our way', icon: '🧩', isTemplate: false });
    expect(await make('Mine', { templateId: 'meetingNotes' })).toMatchObject({ title: 'Mine', icon: '🗒️' });
    await ada.patch('/account', { language: 'fr' });
    expect(await make('', { templateId: 'retrospective' })).toMatchObject({ title: 'Rétrospective' });
    await ada.patch('/account', { language: 'en' });
    expect((await ada.post(path, { title: '', templateId: created.id })).status).toBe(404);
    expect((await ada.post(path, { title: 'In it', parentId: template.id })).status).toBe(422);
    await make('Child', { parentId: created.id });
    expect((await change(created.id, { isTemplate: true })).status).toBe(422);
    expect((await change(template.id, { isTemplate: false })).body.document.isTemplate).toBe(false);
    await expectSound();
  });

  it('accepts only a document’s own files as covers', async () => {
    const [one, other] = [await make('One'), await make('Other')];
    const upload = new Blob(['a picture'], { type: 'application/octet-stream' });
    const file = await ada.send<{ attachment: { id: string; documentId: string } }>(
      'POST',
      `${path}/${one.id}/attachments?name=cover.txt`,
      { upload },
    );
    expect(file.body.attachment.documentId).toBe(one.id);
    const cover = `attachment:${file.body.attachment.id}`;
    expect((await change(one.id, { cover })).body.document.cover).toBe(cover);
    expect((await change(other.id, { cover })).status).toBe(404);
    expect((await ada.get(`${path}/${one.id}/attachments/${file.body.attachment.id}/file`)).status).toBe(200);
    expect((await ada.get(`${path}/${other.id}/attachments/${file.body.attachment.id}/file`)).status).toBe(
      404,
    );
  });
});
