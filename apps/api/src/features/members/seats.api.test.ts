import { beforeEach, expect, it } from 'vitest';
import { runCommand } from '#platform/commands/index.ts';
import { asOwner } from '#platform/db/index.ts';
import { describeOneEngine } from '#testing/databases.ts';
import { joinTeam, makeProject, makeTeam } from '#testing/make.ts';
import { usePeople, useSharedApp } from '#testing/use-app.ts';
import { countSeatOf, countSeatsOf } from './seats.ts';

describeOneEngine('seats', (engine) => {
  const api = useSharedApp(engine);
  const [ada, gus] = usePeople(api, 'ada', 'gus');
  let teamId: string;

  beforeEach(async () => {
    teamId = (await makeTeam(ada))._id;
    await joinTeam(ada, teamId, gus, 'guest');
  });

  const countTaken = () =>
    asOwner(api.app.db, async (tx) => {
      const { n } = await tx
        .selectFrom('team_usage')
        .select('n')
        .where('team_id', '=', teamId)
        .where('resource', '=', 'collaborators')
        .executeTakeFirstOrThrow();
      return n;
    });
  const grant = (projectId: string, level: string) =>
    ada.send('PUT', `/teams/${teamId}/projects/${projectId}/grants/${gus.user.id}`, { body: { level } });

  it('takes and frees seats on role changes', async () => {
    const setRole = (teamRole: string) => ada.patch(`/teams/${teamId}/members/${gus.user.id}`, { teamRole });
    expect(await countTaken()).toBe(1);
    await setRole('member');
    expect(await countTaken()).toBe(2);
    await setRole('admin');
    expect(await countTaken()).toBe(2);
    await setRole('guest');
    expect(await countTaken()).toBe(1);
  });

  it('counts a seat for guests with edit access to a project that is not in the trash', async () => {
    const { id } = await makeProject(ada, teamId);
    const path = `/teams/${teamId}/projects/${id}`;
    await grant(id, 'comment');
    expect(await countTaken()).toBe(1);
    await grant(id, 'edit');
    expect(await countTaken()).toBe(2);
    expect((await ada.delete(path)).status).toBe(204);
    expect(await countTaken()).toBe(1);
    await ada.post(`/dev/teams/${teamId}/plan`, { plan: 'pro' });
    expect(await countTaken()).toBe(1);
    expect((await ada.post(`/teams/${teamId}/trash/${id}/restore`)).status).toBe(200);
    expect(await countTaken()).toBe(2);
    await ada.post(`/dev/teams/${teamId}/plan`, { plan: 'free' });
    expect(await countTaken()).toBe(2);
  });

  it('runs the change and keeps the seat count for an empty list and for an unchanged member', async () => {
    const on = { teamId, userId: ada.user.id };
    const { value } = await runCommand(api.app, { ...on, requestKey: null }, (command) =>
      countSeatsOf(command, [], async () => 'changed'),
    );
    expect(value).toBe('changed');
    const one = await runCommand(api.app, { ...on, requestKey: null }, (command) =>
      countSeatOf(command, gus.user.id, async () => 'changed'),
    );
    expect(one.value).toBe('changed');
    expect(await countTaken()).toBe(1);
  });
});
