import { beforeEach, expect, it } from 'vitest';
import type { Problem } from '@hearth/contracts/core/errors';
import type { Favourite } from '@hearth/contracts/favourites/favourites';
import { LIMITS } from '@hearth/contracts/core/limits';
import type { Project } from '@hearth/contracts/projects/projects';
import type { SavedView } from '@hearth/contracts/views/saved-views';
import type { SyncPage } from '@hearth/contracts/sync';
import { asOwner } from '#platform/db/index.ts';
import { sql } from 'kysely';
import { describeOneEngine } from '#testing/databases.ts';
import { findBrokenInvariants } from '#testing/races/invariants.ts';
import { makeProTeam, makeProject, type SignedIn } from '#testing/make.ts';
import { usePeople, useSharedApp } from '#testing/use-app.ts';

type Reply = { favourite: Favourite } & Problem;

describeOneEngine('favourites', (engine) => {
  const api = useSharedApp(engine);
  const [ada, ben] = usePeople(api, 'ada', 'ben');
  let teamId: string;
  let path: string;
  let project: Project;

  beforeEach(async () => {
    teamId = await makeProTeam(ada, { member: [ben] });
    path = `/teams/${teamId}`;
    project = await makeProject(ada, teamId, { name: 'Plans' });
  });

  const put = (by: SignedIn, at: string, body: object = {}) =>
    by.send<Reply>('PUT', `${path}/${at}/favourite`, { body });
  const remove = (by: SignedIn, at: string) => by.delete<Problem>(`${path}/${at}/favourite`);
  const ofProject = (id = project.id) => `projects/${id}`;
  const makeView = async (by: SignedIn, fields: object = {}): Promise<SavedView> => {
    const given = { name: 'Urgent', text: 'view=list', ...fields };
    return (await by.post<{ view: SavedView }>(`${path}/views`, given)).body.view;
  };
  const read = async (by: SignedIn, query = '') =>
    (await by.get<{ favourites: Favourite[]; nextCursor: string | null }>(`${path}/favourites${query}`)).body;
  const listIds = async (by: SignedIn) => (await read(by)).favourites.map(({ id }) => id);
  const synced = async (by: SignedIn, since?: number) => {
    const { body } = await by.get<SyncPage>(
      `${path}/sync?limit=5000${since === undefined ? '' : `&since=${since}`}`,
    );
    return { ...body, favourites: body.changes.filter(({ entity }) => entity === 'favourite') };
  };
  /** Returns the favourites that a new device receives, in any order. */
  const known = async (by: SignedIn) => (await synced(by)).favourites.map(({ id }) => id);

  it('keeps an order of favourites per user and publishes favourites only to that user', async () => {
    const view = await makeView(ada);
    const second = await makeProject(ada, teamId, { key: 'TWO' });
    const { seq } = await synced(ben);
    const first = await put(ada, ofProject());
    expect(first).toMatchObject({ status: 200, body: { favourite: { id: project.id, kind: 'project' } } });
    await put(ada, `views/${view.id}`);
    await put(ada, ofProject(second.id), { position: 'Zz' });
    expect(await listIds(ada)).toEqual([second.id, project.id, view.id]);
    expect((await known(ada)).toSorted()).toEqual([second.id, project.id, view.id].toSorted());
    expect(await listIds(ben)).toEqual([]);
    expect(await known(ben)).toEqual([]);
    expect((await synced(ben, seq)).favourites).toEqual([]);

    await put(ada, ofProject(second.id), { position: 'b05' });
    expect(await listIds(ada)).toEqual([project.id, view.id, second.id]);
    const page = await read(ada, '?limit=2');
    expect(page.favourites.map(({ id }) => id)).toEqual([project.id, view.id]);
    expect((await read(ada, `?limit=2&cursor=${page.nextCursor}`)).favourites.map(({ id }) => id)).toEqual([
      second.id,
    ]);

    expect((await remove(ada, `views/${view.id}`)).status).toBe(204);
    expect(await listIds(ada)).toEqual([project.id, second.id]);
    const past = await asOwner(api.app.db, (tx) =>
      sql`select from history where team_id = ${teamId} and entity = 'favourite'`.execute(tx),
    );
    expect(past.rows).toEqual([]);
  });

  it('ignores unchanged positions and stays consistent under concurrent requests', async () => {
    await put(ada, ofProject(), { position: 'a1' });
    const { seq } = await synced(ada);
    expect((await put(ada, ofProject())).body.favourite.position).toBe('a1');
    expect((await put(ada, ofProject(), { position: 'a1' })).status).toBe(200);
    expect((await remove(ben, ofProject())).status).toBe(204);
    expect((await synced(ada)).seq).toBe(seq);
    const responses = await Promise.all(
      ['a2', 'a3', 'a4', 'a5'].map((position) => put(ada, ofProject(), { position })),
    );
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await listIds(ada)).toEqual([project.id]);
  });

  it('rejects unknown objects, invalid positions and favourites above the limit', async () => {
    const theirs = await makeView(ada, { isPrivate: true });
    for (const at of [`views/${theirs.id}`, `views/${project.id}`, `projects/${theirs.id}`])
      expect((await put(ben, at)).status).toBe(404);
    for (const body of [{ position: '' }, { position: 'a' }, { position: 7 }, { place: 'a1' }]) {
      const refused = await put(ada, ofProject(), body);
      expect([refused.status, refused.body.code]).toEqual([400, 'INVALID_REQUEST']);
    }
    expect((await ada.get(`${path}/favourites?cursor=WyJhMSIsIngiXQ`)).status).toBe(400);

    const views = await Promise.all(
      Array.from({ length: LIMITS.favourites }, (_none, at) => makeView(ada, { name: `View ${at}` })),
    );
    for (const { id } of views) expect((await put(ada, `views/${id}`)).status).toBe(200);
    const full = await put(ada, ofProject());
    expect([full.status, full.body.code]).toEqual([422, 'INVALID_STATE']);
    expect(full.body.detail).toContain(`${LIMITS.favourites} favourites`);
    // Existing favourites can still be moved.
    expect((await put(ada, `views/${views[0]?.id}`, { position: 'Zz' })).status).toBe(200);
    expect((await put(ben, ofProject())).status).toBe(200);
  });

  it('removes favourites of views that are deleted or that another member makes private', async () => {
    const view = await makeView(ben);
    for (const person of [ada, ben]) await put(person, `views/${view.id}`);
    const { seq } = await synced(ada);
    await ben.patch(`${path}/views/${view.id}`, { isPrivate: true });
    expect((await synced(ada, seq)).favourites.map(({ op, id }) => [op, id])).toEqual([['delete', view.id]]);
    expect(await listIds(ada)).toEqual([]);
    expect(await listIds(ben)).toEqual([view.id]);
    const before = await synced(ben);
    await ben.delete(`${path}/views/${view.id}`);
    expect((await synced(ben, before.seq)).favourites.map(({ op, id }) => [op, id])).toEqual([
      ['delete', view.id],
    ]);
    expect(await listIds(ben)).toEqual([]);
  });

  it('hides favourites of a trashed project and keeps those of an archived one', async () => {
    const view = await makeView(ada, { projectId: project.id });
    await put(ben, ofProject(), { position: 'a1' });
    await put(ben, `views/${view.id}`, { position: 'a2' });
    await ada.send('PUT', `${path}/projects/${project.id}/archive`);
    expect(await listIds(ben)).toEqual([project.id, view.id]);
    expect((await remove(ben, ofProject())).status).toBe(204);
    expect((await put(ben, ofProject(), { position: 'a1' })).status).toBe(200);
    await ada.delete(`${path}/projects/${project.id}/archive`);

    const { seq } = await synced(ben);
    await ada.delete(`${path}/projects/${project.id}`);
    const afterTrash = await synced(ben, seq);
    expect(afterTrash.favourites.map(({ op, id }) => `${op} ${id}`).toSorted()).toEqual(
      [`delete ${project.id}`, `delete ${view.id}`].toSorted(),
    );
    expect([await listIds(ben), await known(ben)]).toEqual([[], []]);
    expect((await put(ben, ofProject())).status).toBe(404);
    await ada.post(`${path}/trash/${project.id}/restore`);
    const back = await synced(ben, afterTrash.seq);
    expect(back.favourites.map(({ op, id }) => `${op} ${id}`).toSorted()).toEqual(
      [`put ${project.id}`, `put ${view.id}`].toSorted(),
    );
    expect(await listIds(ben)).toEqual([project.id, view.id]);
    expect((await synced(ada)).favourites).toEqual([]);
  });

  it('removes favourites permanently when access to the project ends', async () => {
    const view = await makeView(ada, { projectId: project.id });
    const ofTeam = await makeView(ada);
    for (const at of [ofProject(), `views/${view.id}`, `views/${ofTeam.id}`]) await put(ben, at);
    await ada.patch(`${path}/projects/${project.id}`, { isPrivate: true });
    expect([await listIds(ben), await known(ben)]).toEqual([[ofTeam.id], [ofTeam.id]]);
    expect(await findBrokenInvariants(api.app.db, teamId)).toEqual([]);
    expect((await put(ben, ofProject())).status).toBe(404);
    await ada.patch(`${path}/projects/${project.id}`, { isPrivate: false });
    expect(await listIds(ben)).toEqual([ofTeam.id]);
    // Views of the whole team are hidden from guests.
    await ada.patch(`${path}/members/${ben.user.id}`, { teamRole: 'guest' });
    expect([await listIds(ben), await known(ben)]).toEqual([[], []]);
    expect(await findBrokenInvariants(api.app.db, teamId)).toEqual([]);
  });
});
