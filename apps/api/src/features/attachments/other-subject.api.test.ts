import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { ATTACHMENT } from '@hearth/contracts/attachments/attachment-values';
import { attachmentRoutes } from '@hearth/contracts/attachments/attachments';
import { can } from '@hearth/contracts/permissions/permissions';
import { withTeam } from '#platform/db/index.ts';
import { AppError, notFound } from '#platform/errors.ts';
import { findRoute, type App, type Feature } from '#platform/feature.ts';
import { getJobs } from '#platform/jobs/index.ts';
import { describeOneEngine } from '#testing/databases.ts';
import { openFeed, readSync } from '#testing/feed-client.ts';
import { joinTeam, makeProject, makeTeam, type ApiResponse } from '#testing/make.ts';
import {
  asNoteRoute,
  lockNote,
  makeNote,
  makeTables,
  noteAccess,
  NOTE_TABLES,
} from '#testing/notes/notes.ts';
import { createTestClock } from '#testing/start-app.ts';
import { useApp, usePeople } from '#testing/use-app.ts';
import type { Attachment } from './attachment-kind.ts';
import {
  addAttachmentKind,
  bindAttachments,
  deleteAttachmentsOf,
  dropFilesLater,
  isAttachment,
  type AttachmentKind,
} from './index.ts';

type Reply = { attachment: Attachment & { noteId: string } };

const TABLES = {
  ...NOTE_TABLES,
  note_files: `id uuid not null, note_id uuid not null, name text not null, type text not null, bytes bigint not null,
    width integer, height integer, storage_key text not null, created_by uuid, created_at timestamptz not null,
    deleted_at timestamptz, deleted_by uuid,
    primary key (team_id, id), foreign key (team_id, note_id) references notes (team_id, id)`,
};

/** Files attached to notes. The cast is needed because the contract, which defines the log's entities, has no notes. */
const noteFiles: AttachmentKind = {
  thing: 'note',
  subject: 'note' as 'task',
  entity: 'noteFile' as 'attachment',
  field: 'noteId',
  table: { name: 'note_files', subject: 'note_id' },
  async lock({ tx }, { subjectId, actor }) {
    const note = await lockNote(tx, subjectId);
    if (note === undefined) throw notFound('This note');
    if (!can(actor, 'task.update', { ...note, createdBy: null })) throw new AppError('FORBIDDEN', 'No.');
    return note;
  },
};

function notes(app: App): Promise<Feature> {
  const route = <I extends Parameters<typeof findRoute>[0]>(name: I) =>
    asNoteRoute(findRoute(name, attachmentRoutes), { attachmentId: 'noteFile' });
  addAttachmentKind(app, noteFiles);
  return Promise.resolve({
    name: 'notes',
    bindings: bindAttachments(app, noteFiles, {
      list: route('attachments.list'),
      create: route('attachments.create'),
      update: route('attachments.update'),
      remove: route('attachments.delete'),
      restore: route('attachments.restore'),
      file: route('attachments.file'),
      preview: route('attachments.preview'),
    }),
    ...noteAccess({ noteFile: (tx, id) => isAttachment(tx, noteFiles.table, id) }),
  });
}

describeOneEngine('attachments of objects other than tasks', (engine) => {
  const clock = createTestClock();
  const api = useApp(engine, { clock, features: [notes] });
  const [ada, gus] = usePeople(api, 'ada', 'gus');
  let teamId: string;
  let noteId: string;
  let path: string;

  beforeAll(async () => {
    await makeTables(api.app.db, TABLES);
    teamId = (await makeTeam(ada))._id;
    await joinTeam(ada, teamId, gus, 'guest');
    const project = await makeProject(ada, teamId, { key: 'WEB' });
    noteId = await makeNote(api.app.db, teamId, { title: 'Lamp', projectId: project.id });
    path = `/teams/${teamId}/notes/${noteId}/attachments`;
  });

  const attach = async (name: string, text: string): Promise<ApiResponse<Reply>> =>
    await ada.send('POST', `${path}?name=${name}`, { upload: new Blob([text], { type: ATTACHMENT.upload }) });
  const list = async (): Promise<string[]> =>
    (await ada.get<{ attachments: Attachment[] }>(path)).body.attachments.map(({ name }) => name);

  it('attaches, renames, serves, deletes and restores files and records each change in feed and history', async () => {
    const { seq } = await readSync(ada, teamId);
    const feed = await openFeed(ada, teamId, seq);
    const { status, body } = await attach('lamp.txt', 'a lamp');
    expect(status, JSON.stringify(body)).toBe(201);
    const { attachment: file } = body;
    expect(file).toMatchObject({ noteId, name: 'lamp.txt', type: 'text/plain', bytes: 6 });
    const renamed = await ada.patch<Reply>(`${path}/${file.id}`, { name: 'light.txt' });
    expect(renamed.body.attachment.name).toBe('light.txt');
    expect((await ada.get(`${path}/${file.id}/file`)).status).toBe(200);
    expect((await gus.get(`${path}/${file.id}/file`)).status).toBe(404);
    expect((await ada.delete(`${path}/${file.id}`)).status).toBe(204);
    expect(await list()).toEqual([]);
    expect((await ada.get(`${path}/${file.id}/file`)).status).toBe(404);
    expect((await ada.post(`${path}/${file.id}/restore`)).status).toBe(200);
    expect(await list()).toEqual(['light.txt']);

    await feed.waitForSeq(seq + 4);
    expect(feed.changes.map(({ entity, op }) => [entity, op])).toEqual([
      ['noteFile', 'put'],
      ['noteFile', 'put'],
      ['noteFile', 'delete'],
      ['noteFile', 'put'],
    ]);
    feed.close();
    const past = await withTeam(api.app.db, { teamId, userId: ada.user.id }, (tx) =>
      sql<{ field: string }>`
        select field from history where team_id = ${teamId} and entity = 'note' and entity_id = ${noteId}`.execute(
        tx,
      ),
    );
    expect(past.rows.map(({ field }) => field)).toEqual(Array.from({ length: 4 }, () => 'attachments'));
  });

  it('keeps stored files while an attachment references them and deletes both with their object', async () => {
    const { attachment } = (await attach('kept.txt', 'kept')).body;
    clock.advance(2 * 3_600);
    await getJobs(api.app).runDue();
    expect((await ada.get(`${path}/${attachment.id}/file`)).status).toBe(200);
    const keys = await withTeam(api.app.db, { teamId, userId: ada.user.id }, async (tx) => {
      const deleted = await deleteAttachmentsOf(tx, noteFiles, [noteId]);
      await dropFilesLater(api.app, tx, deleted);
      return deleted;
    });
    await getJobs(api.app).runDue();
    expect(await Promise.all(keys.map((key) => api.app.storage.open(key)))).toEqual(keys.map(() => null));
    expect(await list()).toEqual([]);
  });
});
