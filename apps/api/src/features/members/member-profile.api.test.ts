import { expect, it } from 'vitest';
import type { SyncPage } from '@hearth/contracts/sync';
import { describeOneEngine } from '#testing/databases.ts';
import { joinTeam, makeTeam, signIn, type Client } from '#testing/make.ts';
import { useSharedApp } from '#testing/use-app.ts';

describeOneEngine('profile changes', (engine) => {
  const api = useSharedApp(engine);

  const sync = async (client: Client, teamId: string, query: string): Promise<SyncPage> =>
    (await client.get<SyncPage>(`/teams/${teamId}/sync${query}`)).body;

  it('publishes a profile change only to the user’s teams and skips unchanged profiles', async () => {
    const owner = await signIn(api, 'owner@example.com');
    const before = await signIn(api, 'bea@example.com', { name: 'Bea' });
    const teamIds = [(await makeTeam(owner, 'One'))._id, (await makeTeam(owner, 'Two'))._id];
    const foreign = (await makeTeam(owner, 'Three'))._id;
    for (const teamId of teamIds) await joinTeam(owner, teamId, before);
    const heads = new Map<string, number>();
    for (const teamId of [...teamIds, foreign]) heads.set(teamId, (await sync(owner, teamId, '')).seq);

    const image = 'https://img.example/bea.png';
    const { user } = await signIn(api, 'bea@example.com', { name: 'Bea Smith', image });
    expect(user.image).toContain(`${api.apiOrigin}/images/`);
    for (const teamId of teamIds) {
      const page = await sync(owner, teamId, `?since=${heads.get(teamId)}`);
      expect(page.changes).toEqual([
        expect.objectContaining({
          entity: 'member',
          op: 'put',
          id: before.user.id,
          data: expect.objectContaining({ name: 'Bea Smith', image: user.image, teamRole: 'member' }),
        }),
      ]);
      heads.set(teamId, page.seq);
    }
    await signIn(api, 'bea@example.com', { name: 'Bea Smith', image });
    for (const [teamId, seq] of heads) {
      expect((await sync(owner, teamId, `?since=${seq}`)).changes).toEqual([]);
    }
  });
});
