import { beforeEach, expect, it } from 'vitest';
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
    expect((await restore(child.id)).status).toBe(200);
    expect(await read(child.id)).toMatchObject({ parentId: null, isPrivate: true, access: [child.id] });
    expect((await bob.get(`${path}/${child.id}`)).status).toBe(404);
    expect((await restore(below.id)).status).toBe(200);
    expect(await read(below.id, bob)).toMatchObject({ parentId: null, isPrivate: false, access: [] });
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
