import { beforeAll, expect, it } from 'vitest';
import type { FirstLoad } from '@hearth/contracts/first-load';
import type { Change } from '@hearth/contracts/sync';
import type { Problem } from '@hearth/contracts/core/errors';
import { describeEachEngine } from '#testing/databases.ts';
import { readSync, unpackPuts } from '#testing/feed-client.ts';
import { joinTeam, makeProject, makeTask, makeTeam, signIn, type SignedIn } from '#testing/make.ts';
import { shareApp, type SharedApp } from '#testing/start-app.ts';

describeEachEngine('the first load', (engine) => {
  let api: SharedApp;
  let ada: SignedIn;
  let gus: SignedIn;
  let teamId: string;
  let board: string;
  let other: string;

  beforeAll(async () => {
    api = await shareApp(engine);
    ada = await signIn(api, 'ada@example.com');
    gus = await signIn(api, 'gus@example.com');
    teamId = (await makeTeam(ada, 'Makers'))._id;
    await ada.post(`/dev/teams/${teamId}/plan`, { plan: 'pro' });
    await joinTeam(ada, teamId, gus, 'guest');
    board = (await makeProject(ada, teamId, { name: 'Board' })).id;
    other = (await makeProject(ada, teamId, { name: 'Other' })).id;
    const here = await makeTask(ada, teamId, { projectId: board, title: 'Here' });
    const there = await makeTask(ada, teamId, { projectId: other, title: 'There' });
    await makeTask(ada, teamId, { projectId: board, parentId: there.id, title: 'Part' });
    await ada.post(`/teams/${teamId}/tasks/${here.id}/checklist`, { title: 'Measure' });
    await ada.post(`/teams/${teamId}/tasks/${there.id}/checklist`, { title: 'Cut' });
  });

  const load = async (by: SignedIn, query: string) =>
    await by.get<FirstLoad & Problem>(`/first-load${query}`);
  const isWork = ({ entity }: Change) => ['task', 'checklistItem', 'relation'].includes(entity);

  it('says who is here, their teams, role and plan', async () => {
    const { body } = await load(ada, '');
    expect(body.user).toEqual(ada.user);
    expect(body.teams.map(({ _id }) => _id)).toContain(teamId);
    expect((await load(ada, `?teamId=${teamId}`)).body.current).toMatchObject({
      teamId,
      teamRole: 'owner',
      subscription: { plan: 'pro', usage: { tasks: 3 } },
      rows: null,
    });
    expect((await load(gus, `?teamId=${teamId}`)).body.current?.teamRole).toBe('guest');
    const nobody = await signIn(api, 'nobody@example.com');
    expect((await load(nobody, '')).body).toMatchObject({ teams: [], nextCursor: null, current: null });
  });

  it('holds the rows of the snapshot with the work of one project, each as it is there', async () => {
    const query = `?teamId=${teamId}&projectId=${board}`;
    const { body } = await load(ada, query);
    const { changes, seq } = await readSync(ada, teamId);
    const rows = body.current?.rows;
    const ofBoard = new Set(
      changes.flatMap((change) =>
        change.entity === 'task' && change.data?.projectId === board ? [change.id] : [],
      ),
    );
    const expected = changes.filter(
      (change) =>
        !isWork(change) ||
        ofBoard.has(change.id) ||
        (change.entity === 'checklistItem' && ofBoard.has(change.data?.taskId ?? '')),
    );
    expect(ofBoard.size).toBe(2);
    expect(rows).toMatchObject({ seq, reset: false, nextCursor: null });
    expect(rows?.changes).toEqual(expected);
    const columns = (await load(ada, `${query}&form=columns`)).body.current?.rows;
    const isTask = ({ entity }: Change) => entity === 'task';
    expect(columns?.changes).toEqual(expected.filter((change) => !isTask(change)));
    expect(columns && unpackPuts(columns)).toEqual(expected.filter(isTask));
    expect(expected.length).toBe(changes.length - 2);
  });

  it('is nothing for whoever may not know of the team or of the project', async () => {
    const stranger = await signIn(api, 'stranger@example.com');
    for (const [by, query] of [
      [stranger, `?teamId=${teamId}`],
      [stranger, `?projectId=${board}`],
      [gus, `?teamId=${teamId}&projectId=${board}`],
    ] as const) {
      const { status, body } = await load(by, query);
      expect([status, body.code]).toEqual([404, 'NOT_FOUND']);
    }
    const gone = (await makeProject(ada, teamId, { name: 'Gone' })).id;
    await ada.delete(`/teams/${teamId}/projects/${gone}`);
    expect((await load(ada, `?teamId=${teamId}&projectId=${gone}`)).status).toBe(404);
    expect((await load(ada, `?projectId=x`)).body.code).toBe('INVALID_REQUEST');
  });
});
