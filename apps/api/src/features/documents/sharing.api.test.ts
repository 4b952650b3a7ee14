import { beforeEach, expect, it } from 'vitest';
import type { Document, DocumentGrant } from '@hearth/contracts/documents/documents';
import type { GrantLevel } from '@hearth/contracts/permissions/permissions';
import type { Subscription } from '@hearth/contracts/billing/billing';
import { describeOneEngine } from '#testing/databases.ts';
import { makeDocument, readDocuments } from '#testing/documents.ts';
import { openFeed, readSync } from '#testing/feed-client.ts';
import { joinTeam, makeProTeam, makeProject, type SignedIn } from '#testing/make.ts';
import { findBrokenInvariants } from '#testing/races/invariants.ts';
import { usePeople, useSharedApp } from '#testing/use-app.ts';

type Reply = { document: Document };

describeOneEngine('document access', (engine) => {
  const api = useSharedApp(engine);
  const [ada, bob, cleo, gus] = usePeople(api, 'ada', 'bob', 'cleo', 'gus');
  let teamId: string;
  let path: string;

  /** Ada owns the team, Bob and Cleo are members, and Gus is a guest. */
  beforeEach(async () => {
    teamId = await makeProTeam(ada, { member: [bob, cleo], guest: [gus] });
    path = `/teams/${teamId}/documents`;
  });

  const make = (title: string, fields: object = {}, by = ada) =>
    makeDocument(by, teamId, { title, ...fields });
  const change = (id: string, body: object, by = ada) => by.patch<Reply>(`${path}/${id}`, body);
  const grant = (id: string, to: SignedIn, level: GrantLevel, by = ada) =>
    by.send<{ grant: DocumentGrant }>('PUT', `${path}/${id}/grants/${to.user.id}`, { body: { level } });
  const revoke = (id: string, of: SignedIn, by = ada) => by.delete(`${path}/${id}/grants/${of.user.id}`);
  const titles = async (by: SignedIn) =>
    (await readDocuments(by, teamId)).map(({ title }) => title).toSorted();
  const statusOf = async (id: string, by: SignedIn) => (await by.get(`${path}/${id}`)).status;
  const expectSound = async () => expect(await findBrokenInvariants(api.app.db, teamId)).toEqual([]);
  const seats = async () =>
    (await ada.get<{ subscription: Subscription }>(`/subscriptions/team/?teamId=${teamId}`)).body.subscription
      .usage.collaborators;

  it('requires a grant for private documents regardless of the team role', async () => {
    const { seq } = await readSync(ada, teamId);
    const [ofAda, ofCleo] = [await openFeed(ada, teamId, seq), await openFeed(cleo, teamId, seq)];
    const plan = await make('Plan', { isPrivate: true }, bob);
    expect(plan).toMatchObject({ access: [plan.id], isRestricted: true, isPrivate: true });
    const child = await make('Child', { parentId: plan.id }, bob);
    expect(child).toMatchObject({ access: [plan.id], isRestricted: true, isPrivate: false });
    for (const person of [ada, cleo, gus]) {
      expect(await titles(person)).toEqual([]);
      for (const { id } of [plan, child]) expect(await statusOf(id, person)).toBe(404);
    }
    expect(await titles(bob)).toEqual(['Child', 'Plan']);
    expect((await grant(plan.id, cleo, 'view', bob)).status).toBe(200);
    expect(await titles(cleo)).toEqual(['Child', 'Plan']);
    expect((await change(child.id, { title: 'Mine' }, cleo)).status).toBe(403);
    expect((await revoke(plan.id, cleo, bob)).status).toBe(204);
    expect(await titles(cleo)).toEqual([]);
    // The last manager cannot be removed.
    expect((await revoke(plan.id, bob, bob)).status).toBe(422);
    expect((await grant(plan.id, bob, 'edit', bob)).status).toBe(422);
    const open = await change(plan.id, { isPrivate: false }, bob);
    expect(open.body.document).toMatchObject({ isRestricted: false, access: [plan.id] });
    expect(await titles(ada)).toEqual(['Child', 'Plan']);
    const puts = () => ofAda.changes.filter(({ entity, op }) => entity === 'document' && op === 'put');
    await ofAda.waitUntil(() => puts().length === 2);
    // The document is made private again, which revokes the access of the others.
    await change(plan.id, { isPrivate: true }, bob);
    await ofAda.waitUntil(() => ofAda.changes.filter(({ op }) => op === 'delete').length === 2);
    for (const feed of [ofAda, ofCleo]) feed.close();
    expect(await titles(ada)).toEqual([]);
    await expectSound();
  });

  it('inherits grants down to the next private document', async () => {
    const top = await make('Top');
    const child = await make('Child', { parentId: top.id });
    const secret = await make('Secret', { parentId: child.id, isPrivate: true });
    const below = await make('Below', { parentId: secret.id });
    expect(await titles(gus)).toEqual([]);
    await grant(top.id, gus, 'view');
    expect(await titles(gus)).toEqual(['Child', 'Top']);
    expect((await change(child.id, { title: 'X' }, gus)).status).toBe(403);
    await grant(child.id, gus, 'edit');
    expect((await change(child.id, { title: 'Child 2' }, gus)).status).toBe(200);
    expect((await change(top.id, { title: 'X' }, gus)).status).toBe(403);
    expect(await statusOf(below.id, gus)).toBe(404);
    await expectSound();
    const { grants } = (await gus.get<{ grants: DocumentGrant[] }>(`${path}/${child.id}/grants`)).body;
    const levels = Object.fromEntries(grants.map(({ documentId, level }) => [documentId, level]));
    expect(levels).toEqual({ [top.id]: 'view', [child.id]: 'edit' });
    await change(secret.id, { isPrivate: false });
    expect(await titles(gus)).toEqual(['Below', 'Child 2', 'Secret', 'Top']);
    await revoke(top.id, gus);
    await revoke(child.id, gus);
    expect(await titles(gus)).toEqual([]);
    await expectSound();
  });

  it('resets the feed on a new grant and then publishes only documents within the grant', async () => {
    const top = await make('Top');
    await make('Child', { parentId: top.id });
    const { seq } = await readSync(gus, teamId);
    const feed = await openFeed(gus, teamId, seq);
    await grant(top.id, gus, 'view');
    await feed.waitUntil(() => feed.frames.some(({ type }) => type === 'reset'));
    feed.close();
    const now = await readSync(gus, teamId);
    expect(now.changes.filter(({ entity }) => entity === 'grant').map(({ data }) => data)).toEqual([
      { id: top.id, level: 'view' },
    ]);
    const next = await openFeed(gus, teamId, now.seq);
    const late = await make('Late', { parentId: top.id });
    await make('Elsewhere');
    await next.waitUntil(() => next.changes.length > 0);
    expect(next.changes.map(({ id }) => id)).toEqual([late.id]);
    next.close();
  });

  it('publishes a new private document only to its manager', async () => {
    const { seq } = await readSync(bob, teamId);
    const [ofBob, ofAda] = [await openFeed(bob, teamId, seq), await openFeed(ada, teamId, seq)];
    const plan = await make('Plan', { isPrivate: true }, bob);
    await change(plan.id, { title: 'Plan B' }, bob);
    const open = await make('For all', {}, bob);
    const seen = ({ changes }: typeof ofBob) => changes.filter(({ entity }) => entity === 'document');
    for (const feed of [ofBob, ofAda])
      await feed.waitUntil(() => seen(feed).some(({ id }) => id === open.id));
    expect(seen(ofBob).map(({ id }) => id)).toEqual([plan.id, plan.id, open.id]);
    expect(seen(ofAda).map(({ id }) => id)).toEqual([open.id]);
    expect(ofBob.frames.some(({ type }) => type === 'reset')).toBe(false);
    for (const feed of [ofBob, ofAda]) feed.close();
  });

  it('counts a seat for guests with write access', async () => {
    const top = await make('Top');
    expect(await seats()).toBe(3);
    await grant(top.id, gus, 'comment');
    expect(await seats()).toBe(3);
    await grant(top.id, gus, 'edit');
    expect(await seats()).toBe(4);
    await ada.delete(`${path}/${top.id}`);
    expect(await seats()).toBe(3);
    await expectSound();
    expect((await ada.post(`/teams/${teamId}/trash/${top.id}/restore`)).status).toBe(200);
    expect(await seats()).toBe(4);
    await ada.delete(`/teams/${teamId}/members/${gus.user.id}`);
    expect(await seats()).toBe(3);
    await joinTeam(ada, teamId, gus, 'guest');
    expect(await titles(gus)).toEqual([]);
    await expectSound();
  });

  it('rejects grants above the granting user’s own level', async () => {
    const top = await make('Top');
    await grant(top.id, gus, 'edit');
    const own = await make('Of Gus', { parentId: top.id }, gus);
    expect((await grant(own.id, cleo, 'edit', gus)).status).toBe(200);
    expect((await grant(own.id, cleo, 'manage', gus)).status).toBe(403);
    await grant(own.id, cleo, 'manage');
    expect((await revoke(own.id, cleo, gus)).status).toBe(403);
    expect((await grant(top.id, cleo, 'view', gus)).status).toBe(403);
    await expectSound();
  });

  it('denies moves that would change who has access unless the user may share the document', async () => {
    const shared = await make('Shared');
    await grant(shared.id, gus, 'view');
    const [hidden, open] = [await make('Hidden', { isPrivate: true }), await make('Open')];
    await grant(hidden.id, bob, 'edit');
    const inIt = await make('In it', { parentId: hidden.id });
    const ofBob = await make('Of Bob', { parentId: hidden.id }, bob);
    for (const parentId of [null, open.id, shared.id])
      expect((await change(inIt.id, { parentId }, bob)).status, String(parentId)).toBe(403);
    expect((await change(open.id, { parentId: shared.id }, bob)).status).toBe(403);
    expect((await change(open.id, { parentId: hidden.id }, bob)).status).toBe(403);
    expect((await change(ofBob.id, { parentId: open.id }, bob)).status).toBe(200);
    const project = await makeProject(ada, teamId);
    expect((await change(open.id, { projectId: project.id }, bob)).status).toBe(200);
    expect((await change(open.id, { parentId: hidden.id }, ada)).status).toBe(200);
    expect(await titles(cleo)).toEqual(['Shared']);
    await expectSound();
  });

  it('inherits access from the project and becomes read-only when the project is archived', async () => {
    const project = await makeProject(ada, teamId);
    await ada.send('PUT', `/teams/${teamId}/projects/${project.id}/grants/${gus.user.id}`, {
      body: { level: 'edit' },
    });
    const created = await make('Of Gus', { projectId: project.id }, gus);
    expect((await gus.post(path, { title: 'Of the team' })).status).toBe(403);
    await make('Other');
    expect(await titles(gus)).toEqual(['Of Gus']);
    await ada.patch(`/teams/${teamId}/projects/${project.id}`, { isPrivate: true });
    expect(await titles(bob)).toEqual(['Other']);
    expect(await statusOf(created.id, bob)).toBe(404);
    await ada.send('PUT', `/teams/${teamId}/projects/${project.id}/archive`);
    expect((await change(created.id, { title: 'X' }, gus)).status).toBe(422);
    expect((await gus.post(path, { title: 'X', parentId: created.id })).status).toBe(422);
    await expectSound();
  });

  it('promotes another member when the last manager of a private document leaves', async () => {
    const plan = await make('Plan', { isPrivate: true }, bob);
    await make('Child', { parentId: plan.id }, bob);
    await grant(plan.id, cleo, 'view', bob);
    expect((await bob.delete(`/teams/${teamId}/members/${bob.user.id}`)).status).toBe(204);
    expect((await change(plan.id, { title: 'Taken over' }, cleo)).status).toBe(200);
    expect(await titles(ada)).toEqual([]);
    await expectSound();
  });

  it('requires access of both users when one views the team as the other', async () => {
    const [secret, open] = [await make('Of Bob', { isPrivate: true }, bob), await make('Open')];
    const hers = await make('Of Ada', { isPrivate: true });
    const { body } = await ada.post<{ view: { token: string } }>(
      `/teams/${teamId}/members/${bob.user.id}/view-as`,
    );
    const headers = { 'hearth-view-as': body.view.token };
    const { documents } = (await ada.send<{ documents: Document[] }>('GET', path, { headers })).body;
    expect(documents.map(({ id }) => id)).toEqual([open.id]);
    for (const { id } of [secret, hers])
      expect((await ada.send('GET', `${path}/${id}`, { headers })).status).toBe(404);
    await grant(secret.id, ada, 'view', bob);
    expect((await ada.send('GET', `${path}/${secret.id}`, { headers })).status).toBe(200);
  });
});
