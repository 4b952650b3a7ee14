import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { writeMention } from '@hearth/contracts/rich-text/comment-values';
import { commentsRoutes, type EarlierText } from '@hearth/contracts/comments/comments';
import type { Problem } from '@hearth/contracts/core/errors';
import { can } from '@hearth/contracts/permissions/permissions';
import { withTeam } from '#platform/db/index.ts';
import { AppError, notFound } from '#platform/errors.ts';
import { findRoute, type App, type Feature } from '#platform/feature.ts';
import { describeOneEngine } from '#testing/databases.ts';
import { openFeed, readSync } from '#testing/feed-client.ts';
import { joinTeam, makeProject, makeTeam } from '#testing/make.ts';
import {
  asNoteRoute,
  lockNote,
  makeNote,
  makeTables,
  noteAccess,
  NOTE_TABLES,
} from '#testing/notes/notes.ts';
import { useApp, usePeople } from '#testing/use-app.ts';
import type { Comment, CommentKind } from './comment-kind.ts';
import { bindComments, deleteCommentsOf, isComment } from './index.ts';

type NoteComment = Comment & { noteId: string };

const TABLES = {
  ...NOTE_TABLES,
  note_comments: `id uuid not null, note_id uuid not null, parent_id uuid, body text not null, created_by uuid,
    created_at timestamptz not null, edited_at timestamptz, deleted_at timestamptz, deleted_by uuid,
    primary key (team_id, id), foreign key (team_id, note_id) references notes (team_id, id)`,
  note_reactions: `comment_id uuid not null, user_id uuid not null, emoji text not null,
    created_at timestamptz not null, primary key (team_id, comment_id, user_id, emoji),
    foreign key (team_id, comment_id) references note_comments (team_id, id)`,
};

/** Comments on notes. The cast is needed because the contract, which defines the log's entities, has no notes. */
const noteComments: CommentKind = {
  thing: 'note',
  subject: 'note' as 'task',
  entity: 'noteComment' as 'comment',
  field: 'noteId',
  tables: { comments: 'note_comments', reactions: 'note_reactions', subject: 'note_id' },
  action: 'task.comment',
  async lock({ tx }, { subjectId, actor }) {
    const note = await lockNote(tx, subjectId);
    if (note === undefined) throw notFound('This note');
    if (!can(actor, noteComments.action, { ...note, createdBy: null }))
      throw new AppError('FORBIDDEN', 'No.');
    return note;
  },
  async follow({ tx, teamId }, { subjectId: noteId }, userIds) {
    await sql`update notes set followers = followers || ${[...userIds]}::uuid[]
      where team_id = ${teamId} and id = ${noteId}`.execute(tx);
  },
  describeForAudit: async () => null,
};

function notes(app: App): Promise<Feature> {
  const route = <I extends Parameters<typeof findRoute>[0]>(name: I) =>
    asNoteRoute(findRoute(name, commentsRoutes), { commentId: 'noteComment', parentId: 'noteComment' });
  return Promise.resolve({
    name: 'notes',
    bindings: bindComments(app, noteComments, {
      list: route('tasks.comments'),
      add: route('tasks.comment'),
      change: route('comments.update'),
      remove: route('comments.delete'),
      restore: route('comments.restore'),
      past: route('comments.history'),
      react: route('comments.react'),
      unreact: route('comments.unreact'),
    }),
    ...noteAccess({ noteComment: (tx, id) => isComment(tx, noteComments.tables, id) }),
  });
}

describeOneEngine('comments on objects other than tasks', (engine) => {
  const api = useApp(engine, { features: [notes] });
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
    path = `/teams/${teamId}/notes/${noteId}/comments`;
  });

  const addComment = async (body: string, parentId: string | null = null): Promise<NoteComment> => {
    const created = await ada.post<{ comment: NoteComment }>(path, { body, parentId });
    expect(created.status, JSON.stringify(created.body)).toBe(201);
    return created.body.comment;
  };
  const list = async (): Promise<NoteComment[]> =>
    (await ada.get<{ comments: NoteComment[] }>(path)).body.comments;

  it('creates, replies to, edits, reacts to, deletes and restores comments', async () => {
    const { seq } = await readSync(ada, teamId);
    const feed = await openFeed(ada, teamId, seq);
    const first = await addComment('Which lamp?');
    expect(first).toMatchObject({ noteId, parentId: null, body: 'Which lamp?', createdBy: ada.user.id });
    const reply = await addComment('The red one', first.id);
    expect(reply.parentId).toBe(first.id);

    const changed = await ada.patch<{ comment: NoteComment }>(`${path}/${reply.id}`, {
      body: 'The blue one',
    });
    expect(changed.body.comment).toMatchObject({ body: 'The blue one', editedAt: expect.any(String) });
    const past = await ada.get<{ texts: EarlierText[] }>(`${path}/${reply.id}/history`);
    expect(past.body.texts.map(({ body }) => body)).toEqual(['The red one']);

    const reacted = await ada.send<{ comment: NoteComment }>('PUT', `${path}/${first.id}/reactions/👍`);
    expect(reacted.body.comment.reactions).toEqual([{ emoji: '👍', userIds: [ada.user.id] }]);
    expect((await ada.delete(`${path}/${first.id}`)).status).toBe(204);
    expect((await list()).map(({ body }) => body)).toEqual(['', 'The blue one']);
    expect((await ada.post(`${path}/${first.id}/restore`)).status).toBe(200);
    expect((await list()).map(({ body }) => body)).toEqual(['Which lamp?', 'The blue one']);
    expect((await ada.send('DELETE', `${path}/${first.id}/reactions/👍`)).status).toBe(200);

    await feed.waitForSeq(seq + 7);
    expect([...new Set(feed.changes.map(({ entity }) => entity))]).toEqual(['noteComment']);
    feed.close();
  });

  it('hides comments from users without access and rejects mentions of those users', async () => {
    expect((await gus.get(path)).status).toBe(404);
    const refused = await ada.post<Problem>(path, { body: `Hello ${writeMention(gus.user.id)}` });
    expect(refused.body.errors).toEqual([
      { path: 'body', message: 'mentions someone who can’t see this note' },
    ]);
    expect((await ada.patch(`${path}/${noteId}`, { body: 'Nothing' })).status).toBe(404);
  });

  it('adds mentioned users as followers and deletes all comments of an object', async () => {
    await addComment(`Look, ${writeMention(ada.user.id)}`);
    await withTeam(api.app.db, { teamId, userId: ada.user.id }, async (tx) => {
      expect((await lockNote(tx, noteId))?.followers).toContain(ada.user.id);
      await deleteCommentsOf(tx, noteComments, [noteId]);
    });
    expect(await list()).toEqual([]);
  });
});
