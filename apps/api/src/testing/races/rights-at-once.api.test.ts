import { beforeAll, expect, it } from 'vitest';
import { describeOneEngine } from '#testing/databases.ts';
import { makeTeam, signIn, type SignedIn } from '#testing/make.ts';
import { shareApp, type SharedApp } from '#testing/start-app.ts';

// Each private project raises the version of its team's rights, so that all that is under way is judged again.
const AT_ONCE = 40;
/** As many as a Pro team may have. */
const PROJECTS = 10;

describeOneEngine('changes of rights at once', (engine) => {
  let api: SharedApp;
  let owner: SignedIn;
  let teamId: string;

  beforeAll(async () => {
    api = await shareApp(engine);
    owner = await signIn(api, 'owner@example.com');
    teamId = (await makeTeam(owner, 'Makers'))._id;
    await owner.post(`/dev/teams/${teamId}/plan`, { plan: 'pro' });
  });

  it('get through, all of them, and so does what others do meanwhile', async () => {
    const answers = await Promise.all(
      Array.from({ length: AT_ONCE }, async (_, at) =>
        at < PROJECTS
          ? await owner.post(`/teams/${teamId}/projects`, { name: `Private ${at}`, isPrivate: true })
          : await owner.post(`/teams/${teamId}/tasks`, { title: `Task ${at}` }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: AT_ONCE }, () => 201));
  });
});
