import { beforeEach, expect, it } from 'vitest';
import type { Problem } from '@hearth/contracts/core/errors';
import type { Project } from '@hearth/contracts/projects/projects';
import type { Status } from '@hearth/contracts/tasks/tasks';
import { describeOneEngine } from '#testing/databases.ts';
import { readSync } from '#testing/feed-client.ts';
import { joinTeam, makeProject, makeTeam } from '#testing/make.ts';
import { createTestClock } from '#testing/start-app.ts';
import { useApp, usePeople } from '#testing/use-app.ts';

describeOneEngine('project column limits', (engine) => {
  const clock = createTestClock();
  const api = useApp(engine, { clock });
  const [ada, bob, gus] = usePeople(api, 'ada', 'bob', 'gus');
  let teamId: string;
  let path: string;
  let project: Project;
  let statuses: Status[];

  beforeEach(async () => {
    teamId = (await makeTeam(ada, 'Makers'))._id;
    await joinTeam(ada, teamId, bob, 'member');
    await joinTeam(ada, teamId, gus, 'guest');
    project = await makeProject(ada, teamId);
    path = `/teams/${teamId}/projects/${project.id}`;
    statuses = (await ada.get<{ statuses: Status[] }>(`/teams/${teamId}/statuses`)).body.statuses;
  });

  const idOf = (name: string): string => statuses.find((one) => one.name === name)?.id ?? '';
  const setLimits = (limits: object, by = ada) => by.patch<{ project: Project } & Problem>(path, { limits });
  const read = async (): Promise<Project['limits']> =>
    (await ada.get<{ project: Project }>(path)).body.project.limits;

  it('sets, removes and publishes limits per column', async () => {
    const [doing, review] = [idOf('In progress'), idOf('In review')];
    expect(project.limits).toEqual({});
    await setLimits({ [doing]: 4 });
    await setLimits({ [review]: 2 }, bob);
    expect(await read()).toEqual({ [doing]: 4, [review]: 2 });
    const { changes } = await readSync(bob, teamId);
    expect(changes.find(({ id }) => id === project.id)?.data).toMatchObject({
      limits: { [doing]: 4, [review]: 2 },
    });
    await setLimits({ [doing]: null });
    expect(await read()).toEqual({ [review]: 2 });
  });

  it('writes no change log row for unchanged limits', async () => {
    const first = await setLimits({ [idOf('In progress')]: 4 });
    const again = await setLimits({ [idOf('In progress')]: 4, [idOf('In review')]: null });
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.headers.get('hearth-seq')).toBe(first.headers.get('hearth-seq'));
  });

  it('accepts only whole numbers from 1 to 999 for existing statuses', async () => {
    const doing = idOf('In progress');
    for (const limit of [0, -1, 2.5, 1000, '4']) {
      expect(await setLimits({ [doing]: limit })).toMatchObject({
        status: 400,
        body: { errors: [{ path: `limits.${doing}` }] },
      });
    }
    expect((await setLimits({ 'no id': 4 })).status).toBe(400);
    const elsewhere = (await makeTeam(ada, 'Others'))._id;
    const others = (await ada.get<{ statuses: Status[] }>(`/teams/${elsewhere}/statuses`)).body.statuses;
    for (const id of [api.app.ids.uuid(), others[0]?.id ?? '']) {
      expect(await setLimits({ [id]: 4 })).toMatchObject({
        status: 404,
        body: { errors: [{ path: `limits.${id}` }] },
      });
    }
    expect(await read()).toEqual({});
  });

  it('requires edit access to the project', async () => {
    expect((await setLimits({ [idOf('In progress')]: 4 }, gus)).status).toBe(404);
    await ada.send('PUT', `${path}/grants/${gus.user.id}`, { body: { level: 'comment' } });
    expect((await setLimits({ [idOf('In progress')]: 4 }, gus)).status).toBe(403);
    await ada.send('PUT', `${path}/grants/${gus.user.id}`, { body: { level: 'edit' } });
    expect((await setLimits({ [idOf('In progress')]: 4 }, gus)).status).toBe(200);
  });

  it('drops limits of deleted statuses on the next change', async () => {
    const [review, cancelled] = [idOf('In review'), idOf('Cancelled')];
    await setLimits({ [review]: 2, [cancelled]: 3 });
    expect((await ada.delete(`/teams/${teamId}/statuses/${cancelled}`)).status).toBe(204);
    // Clearing the limit of a deleted status causes no error.
    await setLimits({ [review]: 5, [cancelled]: null });
    expect(await read()).toEqual({ [review]: 5 });
    await setLimits({ [review]: 6 });
    expect(await read()).toEqual({ [review]: 6 });
  });

  it('includes past limits in historical snapshots', async () => {
    const doing = idOf('In progress');
    await setLimits({ [doing]: 4 });
    const then = clock.now().toISOString();
    clock.advance(60);
    await setLimits({ [doing]: 7, [idOf('In review')]: 2 });
    const past = await ada.get<{ changes: { id: string; data: Project }[] }>(
      `/teams/${teamId}/sync?at=${then}&limit=200`,
    );
    expect(past.body.changes.find(({ id }) => id === project.id)?.data.limits).toEqual({ [doing]: 4 });
  });
});
