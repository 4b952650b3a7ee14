import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { defineFavouriteRoutes, type Favourite } from '@hearth/contracts/favourites/favourites';
import type { SyncPage } from '@hearth/contracts/sync';
import { can } from '@hearth/contracts/permissions/permissions';
import { isAmong, maySeeProject, visibleTo } from '#features/projects/index.ts';
import { runCommand, workScope, workScopeOf, type Command } from '#platform/commands/index.ts';
import { asOwner, type Db } from '#platform/db/index.ts';
import { notFound } from '#platform/errors.ts';
import type { App, Feature } from '#platform/feature.ts';
import { describeOneEngine } from '#testing/databases.ts';
import { openFeed, readSync } from '#testing/feed-client.ts';
import { makeProTeam, makeProject, type SignedIn } from '#testing/make.ts';
import { lockNote, makeNote, makeTables, noteAccess, NOTE_TABLES } from './notes.ts';
import {
  addFavouriteKind,
  bindFavourites,
  deleteFavouriteRows,
  putFavouriteRows,
  withdrawFavourite,
  type FavouriteKind,
} from '#features/favourites/index.ts';
import { useApp, usePeople } from '#testing/use-app.ts';

const ofNote = (column: string) =>
  sql`(select ${sql.ref(column)} from notes n where n.team_id = f.team_id and n.id = f.note_id)`;

/** Favourite kind for notes. The cast is needed because notes are not part of the contract. */
const noteFavourites: FavouriteKind = {
  name: 'note' as 'view',
  column: 'note_id',
  isVisible: (_teamId, actor) => isAmong(visibleTo(actor), ofNote('n.project_id')),
  isStillSeen: maySeeProject(ofNote('n.project_id')),
  scope: sql`(select ${workScopeOf('n.project_id')} from notes n where n.team_id = f.team_id and n.id = f.note_id)`,
  async lock({ tx }, { id, actor }) {
    const note = await lockNote(tx, id);
    if (note === undefined || !can(actor, 'task.read', { ...note, createdBy: null }))
      throw notFound('This note');
    return workScope(note.projectId);
  },
};

const routes = defineFavouriteRoutes('note' as 'view', 'a note', { kind: 'team', action: 'views.read' });

function notes(app: App): Promise<Feature> {
  addFavouriteKind(app, noteFavourites);
  return Promise.resolve({
    name: 'notes',
    bindings: bindFavourites(app, noteFavourites, routes),
    ...noteAccess({ note: () => Promise.resolve(true) }),
  });
}

/** Adds the column for favourite notes, like a migration. */
async function addNoteColumn(db: Db): Promise<void> {
  await asOwner(db, async (tx) => {
    await sql`
      alter table favourites drop constraint favourites_check, add note_id uuid,
        add foreign key (team_id, note_id) references notes (team_id, id),
        add check (num_nonnulls(project_id, view_id, note_id) = 1 and id = coalesce(project_id, view_id, note_id))`.execute(
      tx,
    );
  });
}

describeOneEngine('favourites of other kinds of objects', (engine) => {
  const api = useApp(engine, { features: [notes] });
  const [ada, ben, gus] = usePeople(api, 'ada', 'ben', 'gus');
  let teamId: string;
  let projectId: string;
  let noteId: string;

  beforeAll(async () => {
    await makeTables(api.app.db, NOTE_TABLES);
    await addNoteColumn(api.app.db);
    teamId = await makeProTeam(ada, { member: [ben], guest: [gus] });
    projectId = (await makeProject(ada, teamId, { key: 'WEB' })).id;
    noteId = await makeNote(api.app.db, teamId, { title: 'Lamp', projectId });
  });

  const put = (by: SignedIn, at: string, body: object = {}) =>
    by.send<{ favourite: Favourite }>('PUT', `/teams/${teamId}/${at}/favourite`, { body });
  const list = async (by: SignedIn) =>
    (await by.get<{ favourites: Favourite[] }>(`/teams/${teamId}/favourites`)).body.favourites;
  const listIds = async (by: SignedIn) => (await list(by)).map(({ id }) => id);
  const inSnapshot = async (by: SignedIn) =>
    (await readSync(by, teamId)).changes.flatMap(({ entity, id }) => (entity === 'favourite' ? [id] : []));

  it('orders notes with other favourites and publishes favourites only to their owner', async () => {
    const { seq } = await readSync(ada, teamId);
    const feed = await openFeed(ada, teamId, seq);
    const added = await put(ada, `notes/${noteId}`, { position: 'a2' });
    expect(added.status, JSON.stringify(added.body)).toBe(200);
    await put(ada, `projects/${projectId}`, { position: 'a1' });
    expect(await list(ada)).toEqual([
      { id: projectId, kind: 'project', position: 'a1' },
      { id: noteId, kind: 'note', position: 'a2' },
    ]);
    await put(ada, `notes/${noteId}`, { position: 'a0' });
    expect(await listIds(ada)).toEqual([noteId, projectId]);
    expect((await inSnapshot(ada)).toSorted()).toEqual([noteId, projectId].toSorted());
    expect((await put(gus, `notes/${noteId}`)).status).toBe(404);

    expect((await ada.delete(`/teams/${teamId}/notes/${noteId}/favourite`)).status).toBe(204);
    await feed.waitForSeq(seq + 4);
    expect(feed.changes.map(({ op, id }) => [op, id])).toEqual([
      ['put', noteId],
      ['put', projectId],
      ['put', noteId],
      ['delete', noteId],
    ]);
    feed.close();
    const { body } = await ben.get<SyncPage>(`/teams/${teamId}/sync?since=${seq}`);
    expect([body.seq, body.changes]).toEqual([seq + 4, []]);
    expect(await listIds(ada)).toEqual([projectId]);
  });

  it('removes the favourite when the user loses access to the object', async () => {
    await put(ben, `notes/${noteId}`);
    expect(await listIds(ben)).toEqual([noteId]);
    await ada.patch(`/teams/${teamId}/projects/${projectId}`, { isPrivate: true });
    expect(await listIds(ben)).toEqual([]);
    await ada.patch(`/teams/${teamId}/projects/${projectId}`, { isPrivate: false });
    expect(await listIds(ben)).toEqual([]);
  });

  it('publishes a favourite on trash and restore and removes it when the object goes private', async () => {
    for (const by of [ada, ben]) await put(by, `notes/${noteId}`);
    const { seq } = await readSync(ben, teamId);
    const feed = await openFeed(ben, teamId, seq);
    const where = sql`f.note_id = ${noteId}`;
    const run = (work: (command: Command) => Promise<void> | void) =>
      runCommand(api.app, { teamId, userId: ada.user.id, requestKey: null }, async (command) =>
        work(command),
      );
    await run((command) => command.logMany(deleteFavouriteRows(teamId, noteFavourites, where)));
    await run((command) => command.logMany(putFavouriteRows(teamId, noteFavourites, where)));
    const note = { id: noteId, scope: workScope(projectId) };
    await run((command) => withdrawFavourite(command, noteFavourites, note, ada.user.id));
    await feed.waitForSeq(seq + 3);
    expect(feed.changes.map(({ op, id }) => [op, id])).toEqual([
      ['delete', noteId],
      ['put', noteId],
      ['delete', noteId],
    ]);
    feed.close();
    expect([await listIds(ada), await listIds(ben)]).toEqual([[projectId, noteId], []]);
  });
});
