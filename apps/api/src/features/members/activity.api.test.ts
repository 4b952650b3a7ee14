import { beforeAll, expect, it } from 'vitest';
import type { MemberActivity } from '@hearth/contracts/members/members';
import { withTeam } from '#platform/db/index.ts';
import { describeOneEngine } from '#testing/databases.ts';
import { readSync } from '#testing/feed-client.ts';
import { joinTeam, makeProject, makeTeam, signIn, type Client } from '#testing/make.ts';
import { createTestClock } from '#testing/start-app.ts';
import { useApp, usePeople } from '#testing/use-app.ts';
import { createActivityNotes } from './activity.ts';

const HOUR = 3600;

describeOneEngine('member activity', (engine) => {
  const clock = createTestClock();
  const api = useApp(engine, { clock });
  const [ada, bob, guest] = usePeople(api, 'ada', 'bob', 'guest');
  let teamId: string;

  beforeAll(async () => {
    teamId = (await makeTeam(ada))._id;
    await joinTeam(ada, teamId, bob, 'member');
    await joinTeam(ada, teamId, guest, 'guest');
  });

  const read = async (by: Client) => {
    const { body } = await by.get<{ activity: MemberActivity[] }>(`/teams/${teamId}/members/activity`);
    return new Map(body.activity.map((one) => [one.userId, one.lastActiveAt ?? 'never']));
  };

  it('records activity at most once an hour without a change log entry', async () => {
    const { seq } = await readSync(ada, teamId);
    await bob.get(`/teams/${teamId}/tasks`);
    await expect.poll(async () => (await read(ada)).get(bob.user.id)).not.toBe('never');
    const first = (await read(ada)).get(bob.user.id) ?? '';
    clock.advance(HOUR / 2);
    await bob.get(`/teams/${teamId}/tasks`);
    expect((await read(ada)).get(bob.user.id)).toBe(first);
    clock.advance(HOUR / 2);
    await bob.get(`/teams/${teamId}/tasks`);
    await expect.poll(async () => (await read(ada)).get(bob.user.id)).not.toBe(first);
    expect((await readSync(ada, teamId)).seq).toBe(seq);
  });

  it('hides activity from guests, paginates it and ignores rejected requests', async () => {
    const path = `/teams/${teamId}/members/activity`;
    const stranger = await signIn(api, 'stranger@example.com');
    expect((await stranger.get(path)).status).toBe(404);
    expect((await guest.get(path)).status).toBe(403);
    expect((await read(bob)).get(guest.user.id)).toBe('never');
    const { body } = await bob.get<{ activity: MemberActivity[]; nextCursor: string }>(`${path}?limit=1`);
    const rest = await bob.get<{ activity: MemberActivity[] }>(`${path}?limit=2&cursor=${body.nextCursor}`);
    const all = [...body.activity, ...rest.body.activity].map((one) => one.userId);
    expect(all).toEqual([ada, bob, guest].map((one) => one.user.id).toSorted());
  });

  it('lists all members who take a seat, including guests with write access', async () => {
    const seated = async () => {
      const { body } = await ada.get<{ activity: MemberActivity[] }>(`/teams/${teamId}/members/activity`);
      return body.activity.filter((one) => one.hasSeat).map((one) => one.userId);
    };
    expect(await seated()).toEqual([ada.user.id, bob.user.id].toSorted());
    const { id } = await makeProject(ada, teamId);
    const path = `/teams/${teamId}/projects/${id}/grants/${guest.user.id}`;
    await ada.send('PUT', path, { body: { level: 'comment' } });
    expect(await seated()).not.toContain(guest.user.id);
    await ada.send('PUT', path, { body: { level: 'edit' } });
    expect(await seated()).toContain(guest.user.id);
  });

  it('writes activity once across nodes and deletes it with the membership', async () => {
    const notes = [createActivityNotes(api.app), createActivityNotes(api.app)] as const;
    clock.advance(HOUR + 1);
    for (const one of notes) one.note(teamId, guest.user.id);
    await Promise.all(notes.map((one) => one.settle()));
    const first = (await read(ada)).get(guest.user.id);
    clock.advance(HOUR / 4);
    await createActivityNotes(api.app).settle();
    const third = createActivityNotes(api.app);
    third.note(teamId, guest.user.id);
    await third.settle();
    expect((await read(ada)).get(guest.user.id)).toBe(first);

    expect((await ada.delete(`/teams/${teamId}/members/${guest.user.id}`)).status).toBe(204);
    clock.advance(HOUR + 1);
    third.note(teamId, guest.user.id);
    await third.settle();
    const rows = await withTeam(api.app.db, { teamId, userId: null }, (tx) =>
      tx.selectFrom('member_activity').select('user_id').where('user_id', '=', guest.user.id).execute(),
    );
    expect(rows).toEqual([]);
    await Promise.all([...notes, third].map((one) => one.close()));
  });

  it('records the activity of a member who was removed and comes back', async () => {
    clock.advance(HOUR + 1);
    await bob.get(`/teams/${teamId}/tasks`);
    await expect.poll(async () => (await read(ada)).get(bob.user.id)).not.toBe('never');
    await ada.delete(`/teams/${teamId}/members/${bob.user.id}`);
    await joinTeam(ada, teamId, bob, 'member');
    await bob.get(`/teams/${teamId}/tasks`);
    await expect.poll(async () => (await read(ada)).get(bob.user.id)).not.toBe('never');
  });
});
