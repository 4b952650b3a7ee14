import { beforeEach, describe, expect, it } from 'vitest';
import type { Document } from '@hearth/contracts/documents/documents';
import type { ListedTrashItem } from '@hearth/contracts/trash/trash';
import { DAY_MS } from '@hearth/contracts/core/days';
import { withTeam } from '#platform/db/index.ts';
import { getJobs } from '#platform/jobs/index.ts';
import { describeOneEngine } from '#testing/databases.ts';
import { makeDocument, readDocuments } from '#testing/documents.ts';
import { makeProTeam, makeProject, signIn, type SignedIn } from '#testing/make.ts';
import { findBrokenInvariants } from '#testing/races/invariants.ts';
import { createTestClock } from '#testing/start-app.ts';
import { useApp } from '#testing/use-app.ts';

type Reply = { document: Document };

describeOneEngine('document trash', (engine) => {
  const clock = createTestClock();
  const api = useApp(engine, { clock });
  let ada: SignedIn;
  let bob: SignedIn;
  let teamId: string;
  let path: string;

  beforeEach(async () => {
    // Sign in for each test because earlier tests have advanced the clock.
    [ada, bob] = [await signIn(api, 'ada@example.com'), await signIn(api, 'bob@example.com')];
    teamId = await makeProTeam(ada, { member: [bob] });
    path = `/teams/${teamId}/documents`;
  });

  const make = (title: string, fields: object = {}, by = ada) =>
    makeDocument(by, teamId, { title, ...fields });
  const remove = async (id: string, by = ada) => (await by.delete(`${path}/${id}`)).status;
  const restore = (id: string, by = ada) => by.post(`/teams/${teamId}/trash/${id}/restore`);
  const read = async (id: string, by = ada) => (await by.get<Reply>(`${path}/${id}`)).body.document;
  const listTrash = async (by = ada) =>
    (await by.get<{ items: ListedTrashItem[] }>(`/teams/${teamId}/trash`)).body.items.map(
      ({ title }) => title,
    );
  const expectSound = async () => expect(await findBrokenInvariants(api.app.db, teamId)).toEqual([]);

  it('trashes descendants by cascade as one item and restores them unchanged', async () => {
    const top = await make('Top');
    const child = await make('Child', { parentId: top.id });
    const others = await Promise.all(['x', 'y', 'z'].map((title) => make(title, { parentId: child.id })));
    await ada.send('PUT', `${path}/${child.id}/grants/${bob.user.id}`, { body: { level: 'manage' } });
    const before = await readDocuments(ada, teamId);
    expect(await remove(child.id)).toBe(204);
    expect(await readDocuments(ada, teamId)).toEqual([top]);
    expect(await listTrash()).toEqual(['Child']);
    for (const { id } of [child, ...others]) expect((await ada.get(`${path}/${id}`)).status).toBe(404);
    await expectSound();
    expect((await restore(child.id)).body).toMatchObject({ item: { kind: 'document', title: 'Child' } });
    expect(await readDocuments(ada, teamId)).toEqual(before);
    await expectSound();
  });

  it('restores to the top level without widening access when the parent is gone', async () => {
    const secret = await make('Secret', { isPrivate: true });
    const child = await make('Child', { parentId: secret.id });
    const open = await make('Open');
    const below = await make('Below', { parentId: open.id });
    for (const { id } of [child, below, secret, open]) await remove(id);
    expect(await listTrash(bob)).toEqual(['Open', 'Below']);
    expect((await restore(child.id, bob)).status).toBe(404);
    const parent = (id: string, title: string) => ({
      isDetached: true,
      parentItem: { id, kind: 'document', title },
    });
    expect((await restore(child.id)).body).toMatchObject(parent(secret.id, 'Secret'));
    expect(await read(child.id)).toMatchObject({ parentId: null, isPrivate: true, access: [child.id] });
    expect((await bob.get(`${path}/${child.id}`)).status).toBe(404);
    expect((await restore(below.id)).body).toMatchObject(parent(open.id, 'Open'));
    expect(await read(below.id, bob)).toMatchObject({ parentId: null, isPrivate: false, access: [] });
    expect((await restore(open.id)).body).toMatchObject({ isDetached: false, parentItem: null });
    await expectSound();
  });

  /** The parents of documents by title, '-' at the top level. */
  const readPlaces = async (by = ada) => {
    const all = await readDocuments(by, teamId);
    const titleOf = new Map(all.map(({ id, title }) => [id, title]));
    return all.map(({ title, parentId }) => `${title} < ${titleOf.get(parentId ?? '') ?? '-'}`).sort();
  };

  describe.each([
    { place: 'open to the team', fields: {}, share: false },
    { place: 'private', fields: { isPrivate: true }, share: false },
    { place: 'shared with a member', fields: { isPrivate: true }, share: true },
  ])('of a tree that is $place', ({ fields, share }) => {
    it.each([
      { order: 'parents first', back: ['A', 'B', 'C'] },
      { order: 'children first', back: ['C', 'B', 'A'] },
      { order: 'the one between last', back: ['C', 'A', 'B'] },
      { order: 'a child twice', back: ['C', 'trash C', 'B', 'C', 'A'] },
    ])('restores documents to their former place: $order', async ({ back }) => {
      const a = await make('A', fields);
      if (share)
        await ada.send('PUT', `${path}/${a.id}/grants/${bob.user.id}`, { body: { level: 'comment' } });
      const b = await make('B', { parentId: a.id });
      const c = await make('C', { parentId: b.id });
      await make('Below C', { parentId: c.id });
      const before = [await readDocuments(ada, teamId), await readDocuments(bob, teamId)];
      const ids: Record<string, string> = { A: a.id, B: b.id, C: c.id };
      for (const title of ['C', 'B', 'A']) await remove(ids[title] ?? '');
      for (const step of back) {
        const id = ids[step.at(-1) ?? ''] ?? '';
        if (step.startsWith('trash')) expect(await remove(id)).toBe(204);
        else expect((await restore(id)).status).toBe(200);
        await expectSound();
      }
      expect([await readDocuments(ada, teamId), await readDocuments(bob, teamId)]).toEqual(before);
    });
  });

  it('leaves documents at the top level that were moved since, or that the restorer may not move', async () => {
    const a = await make('A', {}, bob);
    const [moved, secret, other] = [
      await make('Moved', { parentId: a.id }),
      await make('Secret', { parentId: a.id, isPrivate: true }),
      await make('Other'),
    ];
    for (const { id } of [moved, secret, a]) await remove(id);
    for (const { id } of [moved, secret]) await restore(id);
    await ada.patch(`${path}/${moved.id}`, { parentId: other.id });
    await ada.patch(`${path}/${moved.id}`, { parentId: null });
    expect((await restore(a.id, bob)).status).toBe(200);
    expect(await readPlaces()).toEqual(['A < -', 'Moved < -', 'Other < -', 'Secret < -']);
    expect(await readPlaces(bob)).toEqual(['A < -', 'Moved < -', 'Other < -']);
    // Ada may move the document, which stays private.
    await remove(secret.id);
    await restore(secret.id);
    expect(await readPlaces()).toContain('Secret < A');
    expect(await read(secret.id)).toMatchObject({ isPrivate: true, access: [secret.id] });
    expect((await bob.get(`${path}/${secret.id}`)).status).toBe(404);
    await expectSound();
  });

  it('keeps a document private whose access was reduced before its parent is restored', async () => {
    const a = await make('A', { isPrivate: true });
    await ada.send('PUT', `${path}/${a.id}/grants/${bob.user.id}`, { body: { level: 'view' } });
    const child = await make('Child', { parentId: a.id });
    for (const { id } of [child, a]) await remove(id);
    await restore(child.id);
    expect((await bob.get(`${path}/${child.id}`)).status).toBe(200);
    await ada.delete(`${path}/${child.id}/grants/${bob.user.id}`);
    await restore(a.id);
    expect((await bob.get(`${path}/${a.id}`)).status).toBe(200);
    expect((await bob.get(`${path}/${child.id}`)).status).toBe(404);
    expect(await read(child.id)).toMatchObject({ parentId: a.id, isPrivate: true });
    await expectSound();
  });

  it('applies access changes of the parent to a trashed document', async () => {
    const [one, other] = [await make('One'), await make('Other', { isPrivate: true })];
    const child = await make('Child', { parentId: one.id });
    await remove(child.id);
    await ada.patch(`${path}/${one.id}`, { parentId: other.id });
    expect(await listTrash(bob)).toEqual([]);
    await restore(child.id);
    expect(await read(child.id)).toMatchObject({ parentId: one.id, access: [other.id], isRestricted: true });
    await expectSound();
  });

  it('trashes and restores documents with their project', async () => {
    const project = await makeProject(ada, teamId);
    const top = await make('Top', { projectId: project.id });
    const [child, early] = [
      await make('Child', { parentId: top.id }),
      await make('Early', { parentId: top.id }),
    ];
    await remove(early.id);
    const at = `/teams/${teamId}/projects/${project.id}`;
    expect((await ada.delete(at)).status).toBe(204);
    expect((await ada.get(`${path}/${child.id}`)).status).toBe(404);
    expect(await listTrash()).toEqual(['Website', 'Early']);
    expect((await restore(early.id)).status).toBe(422);
    await expectSound();
    await restore(project.id);
    expect((await read(child.id)).parentId).toBe(top.id);
    expect((await restore(early.id)).status).toBe(200);
    await expectSound();
  });

  it('deletes documents and their files permanently after 30 days', async () => {
    const project = await makeProject(ada, teamId);
    const top = await make('Top', { projectId: project.id });
    const child = await make('Child', { parentId: top.id });
    const kept = await make('Kept');
    await ada.send('PUT', `${path}/${child.id}/grants/${bob.user.id}`, { body: { level: 'edit' } });
    const upload = new Blob(['a file'], { type: 'application/octet-stream' });
    const sent = await ada.send('POST', `${path}/${child.id}/attachments?name=a.txt`, { upload });
    expect(sent.status, JSON.stringify(sent.body)).toBe(201);
    await remove(child.id);
    await ada.delete(`/teams/${teamId}/projects/${project.id}`);
    clock.advance(31 * DAY_MS);
    await getJobs(api.app).runDue();
    const remaining = await withTeam(api.app.db, { teamId, userId: null }, async (tx) => ({
      documents: (await tx.selectFrom('documents').select('id').execute()).map(({ id }) => id),
      grants: await tx.selectFrom('document_grants').select('user_id').execute(),
      files: await tx.selectFrom('document_attachments').select('id').execute(),
      projects: await tx.selectFrom('projects').select('id').execute(),
    }));
    expect(remaining).toEqual({ documents: [kept.id], grants: [], files: [], projects: [] });
  });
});
