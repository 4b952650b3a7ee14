import { beforeEach, expect, it } from 'vitest';
import type { AuditEntry } from '@hearth/contracts/audit/audit';
import { writeMention } from '@hearth/contracts/rich-text/comment-values';
import type { Comment, EarlierText } from '@hearth/contracts/comments/comments';
import type { Problem } from '@hearth/contracts/core/errors';
import { LIMITS } from '@hearth/contracts/core/limits';
import type { Project } from '@hearth/contracts/projects/projects';
import type { Task } from '@hearth/contracts/tasks/tasks';
import { withTeam } from '#platform/db/index.ts';
import { getJobs } from '#platform/jobs/index.ts';
import { describeOneEngine } from '#testing/databases.ts';
import { openFeed, readSync } from '#testing/feed-client.ts';
import {
  joinTeam,
  makeProTeam,
  makeProject,
  makeTask,
  signIn,
  type ApiResponse,
  type SignedIn,
} from '#testing/make.ts';
import { createTestClock } from '#testing/start-app.ts';
import { useApp } from '#testing/use-app.ts';

const DAY_SECONDS = 86_400;

describeOneEngine('comments', (engine) => {
  const clock = createTestClock();
  const api = useApp(engine, { clock });
  let ada: SignedIn;
  let ben: SignedIn;
  let gus: SignedIn;
  let teamId: string;
  let web: Project;
  let task: Task;
  let path: string;

  /** Ada owns the team, Ben is a member, Gus a guest who may comment on one project. */
  beforeEach(async () => {
    [ada, ben, gus] = [
      await signIn(api, 'ada@example.com'),
      await signIn(api, 'ben@example.com'),
      await signIn(api, 'gus@example.com'),
    ];
    teamId = await makeProTeam(ada, { member: [ben], guest: [gus] });
    web = await makeProject(ada, teamId, { key: 'WEB' });
    await grant(gus, 'comment');
    task = await makeTask(ada, teamId, { projectId: web.id, title: 'Lamp' });
    path = `/teams/${teamId}/tasks/${task.id}/comments`;
  });

  const grant = async (who: SignedIn, level: string) =>
    await ada.send('PUT', `/teams/${teamId}/projects/${web.id}/grants/${who.user.id}`, { body: { level } });
  const list = async (who = ada): Promise<Comment[]> =>
    (await who.get<{ comments: Comment[] }>(path)).body.comments;
  async function addComment(who: SignedIn, body: string, parentId: string | null = null): Promise<Comment> {
    const comment = await who.post<{ comment: Comment }>(path, { body, parentId });
    expect(comment.status, JSON.stringify(comment.body)).toBe(201);
    return comment.body.comment;
  }
  const change = async (who: SignedIn, { id }: Comment, body: string) =>
    await who.patch<{ comment: Comment } & Problem>(`${path}/${id}`, { body });
  const remove = async (who: SignedIn, { id }: Comment) => await who.delete(`${path}/${id}`);
  const restore = async (
    who: SignedIn,
    { id }: Comment,
  ): Promise<ApiResponse<{ comment: Comment } & Problem>> => await who.post(`${path}/${id}/restore`);
  const react = async (who: SignedIn, { id }: Comment, emoji: string, method = 'PUT') =>
    await who.send<{ comment: Comment } & Problem>(
      method,
      `${path}/${id}/reactions/${encodeURIComponent(emoji)}`,
    );

  it('lets authors edit their comments and keeps previous versions readable', async () => {
    const comment = await addComment(gus, 'Frist');
    expect(comment).toMatchObject({ editedAt: null, deletedAt: null, parentId: null, reactions: [] });
    const changed = await change(gus, comment, 'First');
    expect(changed.body.comment).toMatchObject({ body: 'First', editedAt: expect.any(String) });
    await change(gus, comment, 'First!');
    expect((await change(gus, comment, 'First!')).status).toBe(200);
    for (const other of [ada, ben]) expect((await change(other, comment, 'Mine')).status).toBe(403);
    expect((await change(gus, comment, '')).status).toBe(400);

    const history = async (who: SignedIn, query = '') =>
      (
        await who.get<{ texts: EarlierText[]; nextCursor: string | null }>(
          `${path}/${comment.id}/history${query}`,
        )
      ).body;
    expect((await history(ben)).texts.map(({ body, actor }) => [body, actor])).toEqual([
      ['First', gus.user.id],
      ['Frist', gus.user.id],
    ]);
    const page = await history(ben, '?limit=1');
    expect((await history(ben, `?limit=1&cursor=${page.nextCursor}`)).texts.map(({ body }) => body)).toEqual([
      'Frist',
    ]);
    // Users who may no longer comment can't edit their comments either.
    await grant(gus, 'view');
    expect((await change(gus, comment, 'Again')).status).toBe(403);
  });

  it('lets authors and managers delete and restore comments and audits deletions by managers', async () => {
    const comment = await addComment(ben, 'Wrong task');
    await react(ada, comment, '👀');
    expect((await remove(gus, comment)).status).toBe(403);
    expect((await remove(ben, comment)).status).toBe(204);
    expect((await remove(ben, comment)).status).toBe(404);
    expect((await change(ben, comment, 'Right task')).status).toBe(404);
    expect((await react(ben, comment, '👍')).status).toBe(404);
    expect(await list()).toEqual([]);
    expect((await restore(gus, comment)).status).toBe(403);
    const back = await restore(ben, comment);
    expect(back.body.comment).toEqual({ ...comment, reactions: [{ emoji: '👀', userIds: [ada.user.id] }] });
    expect((await restore(ben, comment)).status).toBe(422);

    // Comments deleted by an owner can only be restored by managers. The audit log records the deletion.
    expect((await remove(ada, comment)).status).toBe(204);
    expect((await restore(ben, comment)).status).toBe(403);
    const log = await ada.get<{ entries: AuditEntry[] }>(`/teams/${teamId}/audit`);
    expect(log.body.entries.filter(({ act }) => act === 'comment.deleted')).toMatchObject([
      { object: { kind: 'task', name: 'Lamp' }, details: { commentId: comment.id, writtenBy: ben.user.id } },
    ]);
    expect((await restore(ada, comment)).status).toBe(200);
    expect(await list()).toMatchObject([{ id: comment.id, body: 'Wrong task' }]);
  });

  it('supports one level of replies and keeps a placeholder for a deleted comment with replies', async () => {
    const first = await addComment(ada, 'Which lamp?');
    const reply = await addComment(ben, 'The red one', first.id);
    const further = await addComment(ada, 'Thanks', reply.id);
    expect([reply.parentId, further.parentId]).toEqual([first.id, first.id]);
    // The responses are built without reading the rows back from the database.
    expect(JSON.stringify(await list())).toBe(JSON.stringify([first, reply, further]));
    await remove(ada, first);
    expect((await list()).map(({ id, body }) => [id, body])).toEqual([
      [first.id, ''],
      [reply.id, 'The red one'],
      [further.id, 'Thanks'],
    ]);
    // A reply from an offline device to a deleted comment is accepted.
    await addComment(gus, 'Red it is', first.id);
    for (const comment of (await list()).slice(1)) await remove(ada, comment);
    expect(await list()).toEqual([]);

    const elsewhere = await makeTask(ada, teamId, { projectId: web.id });
    const other = await ada.post<{ comment: Comment }>(`/teams/${teamId}/tasks/${elsewhere.id}/comments`, {
      body: 'Elsewhere',
    });
    const astray = await ada.post<Problem>(path, { body: 'Astray', parentId: other.body.comment.id });
    expect(astray).toMatchObject({ status: 404, body: { errors: [{ path: 'parentId' }] } });
    expect((await remove(ada, other.body.comment)).status).toBe(404);
    expect((await ada.get(`${path}/${other.body.comment.id}/history`)).status).toBe(404);
  });

  it('stores mentions as user ids and rejects mentions of users who can’t see the task', async () => {
    const comment = await addComment(
      ada,
      `${writeMention(ben.user.id)} and ${writeMention(gus.user.id)}: look`,
    );
    expect(comment.body).toContain(writeMention(gus.user.id));
    const stranger = await signIn(api, 'stranger@example.com');
    const hidden = await signIn(api, 'hidden@example.com');
    await joinTeam(ada, teamId, hidden, 'guest');
    const nobody = '01920000-0000-7000-8000-000000000000';
    for (const userId of [stranger.user.id, hidden.user.id, nobody]) {
      const refused = await ada.post<Problem>(path, { body: `Hello ${writeMention(userId)}` });
      expect([refused.status, refused.body.code]).toEqual([400, 'INVALID_REQUEST']);
      expect(refused.body.errors).toEqual([
        { path: 'body', message: 'mentions someone who can’t see this task' },
      ]);
      expect((await change(ada, comment, `${comment.body} ${writeMention(userId)}`)).status).toBe(400);
    }
    // Existing mentions of users who have lost access are accepted.
    await ada.delete(`/teams/${teamId}/projects/${web.id}/grants/${gus.user.id}`);
    expect((await change(ada, comment, `${comment.body}!`)).status).toBe(200);
    const many = Array.from({ length: LIMITS.mentionsPerComment + 1 }, (_, n) =>
      writeMention(nobody.slice(0, -4) + String(n).padStart(4, '0')),
    ).join(' ');
    expect((await ada.post<Problem>(path, { body: many })).status).toBe(400);
    // An edit counts all mentions, not only those that it adds.
    await withTeam(api.app.db, { teamId, userId: ada.user.id }, (tx) =>
      tx.updateTable('task_comments').set({ body: many }).where('id', '=', comment.id).execute(),
    );
    const refused = await change(ada, comment, `${many} again`);
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([
      400,
      expect.stringContaining(`up to ${LIMITS.mentionsPerComment} people`),
    ]);
  });

  it('accepts one reaction per user and emoji and limits the number of emoji', async () => {
    const comment = await addComment(ada, 'Done');
    await react(gus, comment, '🎉');
    await react(gus, comment, '🎉');
    await react(ben, comment, '🎉');
    const reacted = await react(ben, comment, '👩🏽‍💻');
    expect(reacted.body.comment.reactions).toEqual([
      { emoji: '🎉', userIds: [gus.user.id, ben.user.id] },
      { emoji: '👩🏽‍💻', userIds: [ben.user.id] },
    ]);
    expect((await react(gus, comment, '🎉', 'DELETE')).body.comment.reactions[0]).toEqual({
      emoji: '🎉',
      userIds: [ben.user.id],
    });
    expect((await react(gus, comment, '🎉', 'DELETE')).status).toBe(200);
    for (const text of ['x', '👍👍', '<b>']) expect((await react(ben, comment, text)).status, text).toBe(400);
    await grant(gus, 'view');
    expect((await react(gus, comment, '👍')).status).toBe(403);

    const codePoint = '🐀'.codePointAt(0) ?? 0;
    for (let n = 2; n < LIMITS.reactionsPerComment; n += 1) {
      expect((await react(ada, comment, String.fromCodePoint(codePoint + n))).status).toBe(200);
    }
    expect((await react(ada, comment, '🚀')).status).toBe(422);
    // An emoji that already exists does not count towards the limit.
    expect((await react(ada, comment, '🎉')).status).toBe(200);
  });

  it('publishes edits, reactions, deletion and restore to the feed', async () => {
    const comment = await addComment(ada, 'Live');
    const { seq } = await readSync(ben, teamId);
    const feed = await openFeed(ben, teamId, seq);
    await change(ada, comment, 'Live, changed');
    await react(gus, comment, '👍');
    await remove(ada, comment);
    await restore(ada, comment);
    await feed.waitForSeq(seq + 4);
    const rows = feed.changes.map(({ data }) => data as Comment);
    expect(rows.map(({ body }) => body)).toEqual(['Live, changed', 'Live, changed', '', 'Live, changed']);
    expect(rows.map(({ reactions }) => reactions.length)).toEqual([0, 1, 0, 1]);
    feed.close();
  });

  it('purges comments thirty days after deletion but keeps the placeholders of threads', async () => {
    const [alone, answered, kept] = [
      await addComment(ada, 'Alone'),
      await addComment(ada, 'RequestKey'),
      await addComment(ada, 'Kept'),
    ];
    await change(ada, alone, 'Quite alone');
    await react(ben, alone, '👍');
    await addComment(ben, 'Answered', answered.id);
    for (const comment of [alone, answered]) await remove(ada, comment);
    await change(ada, kept, 'Kept, changed');
    clock.advance(31 * DAY_SECONDS);
    await getJobs(api.app).runDue();
    [ada, ben] = [await signIn(api, 'ada@example.com'), await signIn(api, 'ben@example.com')];
    expect((await restore(ada, alone)).status).toBe(404);
    expect((await list()).map(({ body }) => body)).toEqual(['', 'Kept, changed', 'Answered']);
    const remaining = await withTeam(api.app.db, { teamId, userId: null }, (tx) =>
      tx.selectFrom('history').select('entity_id').where('entity', '=', 'comment').execute(),
    );
    expect(remaining).toEqual([{ entity_id: kept.id }]);
    // The comment's position in the thread is kept, but its text is purged.
    expect((await restore(ada, answered)).status).toBe(404);
  });
});
