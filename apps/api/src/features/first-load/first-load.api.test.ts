import { beforeAll, describe, expect, it } from 'vitest';
import type { FirstLoad } from '@hearth/contracts/first-load';
import type { Change } from '@hearth/contracts/sync';
import type { Problem } from '@hearth/contracts/core/errors';
import { describeOneEngine } from '#testing/databases.ts';
import { readSync, unpackPuts } from '#testing/feed-client.ts';
import { makeDocument } from '#testing/documents.ts';
import { makeProTeam, makeProject, makeTask, makeTeam, signIn, type SignedIn } from '#testing/make.ts';
import { usePeople, useSharedApp } from '#testing/use-app.ts';

describeOneEngine('first-load API', (engine) => {
  const api = useSharedApp(engine);
  const [ada, gus] = usePeople(api, 'ada', 'gus');
  let teamId: string;
  let board: string;
  let other: string;

  beforeAll(async () => {
    teamId = await makeProTeam(ada, { guest: [gus] });
    board = (await makeProject(ada, teamId, { name: 'Board' })).id;
    other = (await makeProject(ada, teamId, { name: 'Other' })).id;
    const onBoard = await makeTask(ada, teamId, { projectId: board, title: 'Here' });
    const elsewhere = await makeTask(ada, teamId, { projectId: other, title: 'There' });
    await makeTask(ada, teamId, { projectId: board, parentId: elsewhere.id, title: 'Part' });
    await ada.post(`/teams/${teamId}/tasks/${onBoard.id}/checklist`, { title: 'Measure' });
    await ada.post(`/teams/${teamId}/tasks/${elsewhere.id}/checklist`, { title: 'Cut' });
  });

  const load = async (by: SignedIn, query: string) =>
    await by.get<FirstLoad & Problem>(`/first-load${query}`);
  const isTask = ({ entity }: Change) => entity === 'task';
  const isWork = ({ entity }: Change) => ['task', 'checklistItem', 'relation'].includes(entity);

  it('returns the user, teams, role and plan', async () => {
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

  it('returns the snapshot’s rows, limited to the work of one project', async () => {
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
    expect(columns?.changes).toEqual(expected.filter((change) => !isTask(change)));
    expect(columns && unpackPuts(columns)).toEqual(expected.filter(isTask));
    expect(expected.length).toBe(changes.length - 2);
  });

  it('returns 404 without access to the team or the project', async () => {
    const stranger = await signIn(api, 'stranger@example.com');
    for (const [by, query] of [
      [stranger, `?teamId=${teamId}`],
      [stranger, `?projectId=${board}`],
      [gus, `?teamId=${teamId}&projectId=${board}`],
    ] as const) {
      const { status, body } = await load(by, query);
      expect([status, body.code]).toEqual([404, 'NOT_FOUND']);
    }
    const trashedId = (await makeProject(ada, teamId, { name: 'Gone' })).id;
    await ada.delete(`/teams/${teamId}/projects/${trashedId}`);
    expect((await load(ada, `?teamId=${teamId}&projectId=${trashedId}`)).status).toBe(404);
    expect((await load(ada, `?projectId=x`)).body.code).toBe('INVALID_REQUEST');
  });

  describe('without a project', () => {
    const named = (one: { id: string }) => one.id;
    let late: string;
    let parent: string;
    let part: string;
    let blocker: string;
    let waiting: string;
    let given: string;
    let hidden: string;
    let secret: string;

    beforeAll(async () => {
      const make = async (fields: Record<string, unknown>) => named(await makeTask(ada, teamId, fields));
      const mine = [gus.user.id];
      await ada.send('PUT', `/teams/${teamId}/projects/${board}/grants/${gus.user.id}`, {
        body: { level: 'edit' },
      });
      parent = await make({ projectId: board, title: 'Parent' });
      late = await make({ projectId: board, title: 'Late', assigneeIds: mine, parentId: parent });
      part = await make({ projectId: board, title: 'Part of late', parentId: late });
      blocker = await make({ projectId: board, title: 'Blocker' });
      waiting = await make({ projectId: board, title: 'Waiting' });
      for (const [fromId, toId] of [
        [blocker, late],
        [late, waiting],
      ])
        await ada.post(`/teams/${teamId}/tasks/${fromId}/relations`, { side: 'blocks', otherId: toId });
      given = named(
        await makeTask(gus, teamId, { projectId: board, title: 'Given', assigneeIds: [ada.user.id] }),
      );
      const done = await make({ projectId: board, title: 'Done', assigneeIds: mine });
      const statuses = await ada.get<{ statuses: { id: string; category: string }[] }>(
        `/teams/${teamId}/statuses`,
      );
      const statusId = statuses.body.statuses.find(({ category }) => category === 'completed')?.id;
      await ada.patch(`/teams/${teamId}/tasks/${done}`, { statusId });
      secret = (await makeProject(ada, teamId, { name: 'Secret' })).id;
      // The guest has no grant on this project, but one of its tasks blocks a task that the guest can see.
      hidden = await make({ projectId: secret, title: 'Hidden' });
      await ada.post(`/teams/${teamId}/tasks/${hidden}/relations`, { side: 'blocks', otherId: late });
    });

    const tasksIn = async (by: SignedIn, screen: string) => {
      const { body } = await load(by, `?teamId=${teamId}&screen=${screen}`);
      const changes = body.current?.rows?.changes ?? [];
      return { rows: changes, current: body.current, ids: changes.filter(isTask).map(named).toSorted() };
    };

    it('returns the user’s open tasks with parents, sub-tasks and related tasks', async () => {
      const { rows, ids, current } = await tasksIn(gus, 'home');
      expect(ids).toEqual([parent, late, part, blocker, waiting].toSorted());
      const { changes, seq } = await readSync(gus, teamId);
      const isHere = (change: Change): boolean =>
        isTask(change) ? ids.includes(change.id) : change.entity !== 'checklistItem';
      expect(rows).toEqual(changes.filter(isHere));
      expect(current?.rows).toMatchObject({ seq, reset: false, nextCursor: null });
      expect(rows.filter(({ entity }) => entity === 'relation')).toHaveLength(2);
      const packed = await load(gus, `?teamId=${teamId}&screen=home&form=columns`);
      const columns = packed.body.current?.rows;
      expect(columns && unpackPuts(columns)).toEqual(rows.filter(isTask));
    });

    it('includes tasks that the user assigned to others on My work', async () => {
      expect((await tasksIn(gus, 'mine')).ids).toEqual(
        [parent, late, part, blocker, waiting, given].toSorted(),
      );
    });

    it('returns all visible documents but no tasks on the document screen', async () => {
      const seen = await makeDocument(ada, teamId, { title: 'Plan', projectId: board });
      const secret = await makeDocument(ada, teamId, { title: 'Secret', isPrivate: true });
      const isDocument = ({ entity }: Change): boolean => entity === 'document';
      const idsOf = async (by: SignedIn): Promise<string[]> => {
        const { rows } = await tasksIn(by, 'document');
        expect(rows.filter(isWork)).toEqual([]);
        return rows.filter(isDocument).map(named).toSorted();
      };
      expect(await idsOf(ada)).toEqual([seen.id, secret.id].toSorted());
      expect(await idsOf(gus)).toEqual([seen.id]);
    });

    it('counts open tasks in the visible projects', async () => {
      const { current } = await tasksIn(gus, 'home');
      // All tasks on the board except the completed ones.
      expect(current?.figures).toEqual({ openByProject: { [board]: 8 }, hasTasks: true });
      expect((await tasksIn(ada, 'home')).current?.figures).toEqual({
        openByProject: { [board]: 8, [other]: 1, [secret]: 1 },
        hasTasks: true,
      });
      const novice = await signIn(api, 'novice@example.com');
      const empty = (await makeTeam(novice, 'Empty'))._id;
      const { body } = await load(novice, `?teamId=${empty}&screen=home`);
      expect(body.current?.figures).toEqual({ openByProject: {}, hasTasks: false });
      expect(body.current?.rows?.changes.filter(isWork)).toEqual([]);
    });

    it('omits figures when a project is requested and rejects unknown screens', async () => {
      const { body } = await load(ada, `?teamId=${teamId}&projectId=${board}&screen=home`);
      expect(body.current?.figures).toBeNull();
      expect((await load(ada, `?teamId=${teamId}&screen=elsewhere`)).body.code).toBe('INVALID_REQUEST');
    });
  });
});
