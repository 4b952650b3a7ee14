import { beforeAll, expect, it } from 'vitest';
import type { Problem } from '@hearth/contracts/core/errors';
import type { TaskCounts } from '@hearth/contracts/tasks/task-counts';
import { describeOneEngine } from '#testing/databases.ts';
import { makeProTeam, makeProject, makeTask, signIn, type SignedIn } from '#testing/make.ts';
import { shareApp } from '#testing/start-app.ts';

describeOneEngine('task counts', (engine) => {
  let ada: SignedIn;
  let ben: SignedIn;
  let path: string;
  let publicId: string;

  beforeAll(async () => {
    const api = await shareApp(engine);
    ada = await signIn(api, 'ada@example.com');
    ben = await signIn(api, 'ben@example.com');
    const teamId = await makeProTeam(ada, { member: [ben] });
    path = `/teams/${teamId}/task-counts`;
    publicId = (await makeProject(ada, teamId, { name: 'Public' })).id;
    const hidden = await makeProject(ada, teamId, { name: 'Hidden', isPrivate: true });
    const both = [ada.user.id, ben.user.id];
    await makeTask(ada, teamId, {
      projectId: publicId,
      assigneeIds: both,
      estimate: 3,
      dueDate: '2020-01-01',
    });
    await makeTask(ada, teamId, { projectId: publicId, assigneeIds: [ben.user.id], priority: 'high' });
    await makeTask(ada, teamId, { projectId: publicId, title: 'Cafe\u0301' });
    await makeTask(ada, teamId, { projectId: hidden.id, assigneeIds: [ada.user.id], estimate: 5 });
  });

  const count = async (who: SignedIn, query: string) =>
    (await who.get<TaskCounts & Problem>(`${path}?${query}`)).body;

  it('groups tasks by assignee in descending order with overdue counts and estimates', async () => {
    expect(await count(ada, `projectId=${publicId}&by=assignee`)).toEqual({
      tasks: 3,
      people: [
        { userId: ben.user.id, tasks: 2, late: 1, estimate: 3 },
        { userId: ada.user.id, tasks: 1, late: 1, estimate: 3 },
      ],
    });
  });

  it('counts only tasks that match the filter', async () => {
    expect(await count(ada, 'filter=priority:high&by=assignee')).toEqual({
      tasks: 1,
      people: [{ userId: ben.user.id, tasks: 1, late: 0, estimate: 0 }],
    });
    expect(await count(ada, 'filter=due:overdue')).toMatchObject({ tasks: 1 });
    for (const title of ['Caf\u00e9', 'Cafe\u0301'])
      expect(await count(ada, `filter=title:${encodeURIComponent(title)}`)).toMatchObject({ tasks: 1 });
  });

  it('excludes tasks of private projects that the caller can’t see', async () => {
    expect(await count(ada, '')).toMatchObject({ tasks: 4 });
    expect(await count(ben, '')).toMatchObject({ tasks: 3 });
    expect(await count(ben, `filter=assignee:${ada.user.id}`)).toMatchObject({ tasks: 1 });
  });

  it('rejects unknown time zones', async () => {
    expect(await count(ada, 'timeZone=Mars/Crater')).toMatchObject({ code: 'INVALID_REQUEST' });
  });
});
