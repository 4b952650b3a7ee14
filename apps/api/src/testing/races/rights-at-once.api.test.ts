import { beforeAll, expect, it } from 'vitest';
import { describeOneEngine } from '#testing/databases.ts';
import { makeProTeam } from '#testing/make.ts';
import { usePeople, useSharedApp } from '#testing/use-app.ts';

// Creating a private project increments the version of the team's permissions, so requests in progress are authorized again.
const AT_ONCE = 40;
/** The project limit of the Pro plan. */
const PROJECTS = 10;

describeOneEngine('concurrent permission changes', (engine) => {
  const api = useSharedApp(engine);
  const [owner] = usePeople(api, 'owner');
  let teamId: string;

  beforeAll(async () => {
    teamId = await makeProTeam(owner);
  });

  it('accepts all permission changes together with other concurrent requests', async () => {
    const responses = await Promise.all(
      Array.from({ length: AT_ONCE }, async (_, at) =>
        at < PROJECTS
          ? await owner.post(`/teams/${teamId}/projects`, { name: `Private ${at}`, isPrivate: true })
          : await owner.post(`/teams/${teamId}/tasks`, { title: `Task ${at}` }),
      ),
    );
    expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: AT_ONCE }, () => 201));
  });
});
