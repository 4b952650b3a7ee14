import { beforeAll, expect, it } from 'vitest';
import { describeOneEngine } from '#testing/databases.ts';
import { makeDocument } from '#testing/documents.ts';
import { type SignedIn, makeProTeam } from '#testing/make.ts';
import { createTestClock } from '#testing/start-app.ts';
import { exportTeam, readParts } from '#testing/transfer.ts';
import { useApp, usePeople } from '#testing/use-app.ts';

interface Change {
  entity: string;
  id: string;
  data: { title: string };
}

describeOneEngine('past titles of private documents', (engine) => {
  const clock = createTestClock();
  const api = useApp(engine, { clock });
  const [owner, member, admin] = usePeople(api, 'owner', 'member', 'admin');
  let path: string;
  let teamId: string;

  beforeAll(async () => {
    teamId = await makeProTeam(owner, { member: [member], admin: [admin] });
    path = `/teams/${teamId}`;
  });

  function tick(): string {
    const at = clock.now().toISOString();
    clock.advance(60);
    return at;
  }
  const titlesAt = async (at: string, who: SignedIn): Promise<string[]> => {
    const { body } = await who.get<{ changes: Change[] }>(`${path}/sync?at=${at}&limit=500`);
    return body.changes.filter(({ entity }) => entity === 'document').map(({ data }) => data.title);
  };
  const change = async (id: string, body: object): Promise<void> => {
    expect((await owner.patch(`${path}/documents/${id}`, body)).status).toBe(200);
  };

  it('hides titles from users who could not see the document at that time', async () => {
    const own = await makeDocument(owner, teamId, { title: 'Layoffs', isPrivate: true });
    const above = await makeDocument(owner, teamId, { title: 'Board', isPrivate: true });
    const below = await makeDocument(owner, teamId, { title: 'Merger', parentId: above.id });
    const open = await makeDocument(owner, teamId, { title: 'Lunch' });
    const secret = tick();
    await change(own.id, { title: 'Plans' });
    await change(below.id, { title: 'News' });
    await change(open.id, { title: 'Dinner' });
    tick();
    // One document is made open, the other is moved out of a private document.
    await change(own.id, { isPrivate: false });
    await change(below.id, { parentId: null });
    const opened = tick();
    await change(own.id, { title: 'Plans for all' });
    // Titles can change together with access.
    await change(open.id, { title: 'Salaries', isPrivate: true });
    await change(open.id, { title: 'Supper', isPrivate: false });
    tick();

    expect((await titlesAt(secret, member)).toSorted()).toEqual(['Lunch']);
    expect((await titlesAt(secret, owner)).toSorted()).toEqual(['Board', 'Layoffs', 'Lunch', 'Merger']);
    expect((await titlesAt(opened, member)).toSorted()).toEqual(['Dinner', 'News', 'Plans']);

    const read = async (who: SignedIn): Promise<string> =>
      JSON.stringify((await readParts(await exportTeam(who, teamId)))['history']);
    const [hers, all] = [await read(admin), await read(owner)];
    for (const title of ['Layoffs', 'Merger', 'Salaries']) {
      expect(hers).not.toContain(title);
      expect(all).toContain(title);
    }
    for (const title of ['Lunch', 'Dinner', 'Plans for all']) expect(hers).toContain(title);
  });
});
