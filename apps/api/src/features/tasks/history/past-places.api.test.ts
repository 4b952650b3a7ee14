import { beforeAll, expect, it } from 'vitest';
import { ATTACHMENT } from '@hearth/contracts/attachments/attachment-values';
import type { Attachment } from '@hearth/contracts/attachments/attachments';
import type { ChangedTask } from '@hearth/contracts/history/changed-tasks';
import type { Comment } from '@hearth/contracts/comments/comments';
import type { PastChange } from '@hearth/contracts/tasks/tasks';
import { describeOneEngine } from '#testing/databases.ts';
import { makeProTeam, makeProject, makeTask, type SignedIn } from '#testing/make.ts';
import { usePeople, useSharedApp } from '#testing/use-app.ts';

const SECRET = 'Buy the other quay';

describeOneEngine('history of a task that was in a private project', (engine) => {
  const api = useSharedApp(engine);
  // Ben sees only the public project.
  const [ada, ben] = usePeople(api, 'past-ada', 'past-ben');
  let path: string;
  let task: string;
  let file: string;
  let deleted: string;
  let edited: string;

  beforeAll(async () => {
    const teamId = await makeProTeam(ada, { member: [ben] });
    path = `/teams/${teamId}`;
    const secret = await makeProject(ada, teamId, { isPrivate: true });
    const open = await makeProject(ada, teamId);
    const created = await makeTask(ada, teamId, { title: SECRET, description: SECRET, projectId: secret.id });
    task = `${path}/tasks/${created.id}`;

    const upload = new Blob([SECRET], { type: ATTACHMENT.upload });
    const attached = await ada.send<{ attachment: Attachment }>(
      'POST',
      `${task}/attachments?name=${SECRET}`,
      {
        upload,
      },
    );
    file = `${task}/attachments/${attached.body.attachment.id}`;
    await ada.delete(file);
    const addComment = async (body: string): Promise<string> =>
      `${task}/comments/${(await ada.post<{ comment: Comment }>(`${task}/comments`, { body })).body.comment.id}`;
    deleted = await addComment(SECRET);
    await ada.delete(deleted);
    edited = await addComment(SECRET);
    await ada.patch(edited, { body: 'Nothing to see' });
    // The title is changed before the move. The description is cleared by the request that moves the task.
    await ada.patch(task, { title: 'A plain task' });
    await ada.patch(task, { description: '', projectId: open.id });
    await ada.patch(task, { title: 'A public task' });
  });

  const read = async (who: SignedIn): Promise<PastChange[]> =>
    (await who.get<{ changes: PastChange[] }>(`${task}/history`)).body.changes;

  it('shows all entries to members with access to the private project', async () => {
    const all = JSON.stringify(await read(ada));
    expect(all).toContain(SECRET);
    expect(JSON.stringify((await ada.get(`${edited}/history`)).body)).toContain(SECRET);
  });

  it('hides entries made before the move from other members', async () => {
    const changes = await read(ben);
    expect(changes.map(({ field, new: now }) => [field, now])).toEqual([
      ['title', 'A public task'],
      ['projectId', expect.any(String)],
    ]);
    const since = new Date(Date.now() - 3_600_000).toISOString();
    const changed = await ben.get<{ tasks: ChangedTask[] }>(`${path}/changed-tasks?since=${since}`);
    const texts: string[] = [
      JSON.stringify(changes),
      JSON.stringify((await ben.get(`${edited}/history`)).body),
      JSON.stringify(changed.body),
    ];
    for (const text of texts) expect(text).not.toContain(SECRET);
    expect(changed.body.tasks[0]?.changeCount).toBe(2);
  });

  it('prevents other members from restoring files and comments deleted before the move', async () => {
    expect((await ben.post(`${file}/restore`)).status).toBe(404);
    // Users without access at the time of the deletion can't restore the comment either.
    expect((await ben.post(`${deleted}/restore`)).status).toBeGreaterThanOrEqual(403);
    expect((await ada.post(`${file}/restore`)).status).toBe(200);
  });
});
