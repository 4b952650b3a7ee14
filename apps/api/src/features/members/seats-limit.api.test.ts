import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import type { Seats } from '@hearth/contracts/billing/seats';
import type { Member } from '@hearth/contracts/members/members';
import { asOwner, withTeam } from '#platform/db/index.ts';
import { getJobs } from '#platform/jobs/index.ts';
import { describeOneEngine } from '#testing/databases.ts';
import { joinTeam, makeTask, makeTeam, signIn, signInMany, type SignedIn } from '#testing/make.ts';
import { findBrokenInvariants } from '#testing/races/invariants.ts';
import { useApp } from '#testing/use-app.ts';

const DAY_SECONDS = 86_400;
const WORDS =
  'You can only view this team: its plan has fewer seats than people. An owner can give you a seat.';

describeOneEngine('plan with fewer seats than members with write access', (engine) => {
  const api = useApp(engine);
  let ada: SignedIn;
  let bob: SignedIn;
  let cy: SignedIn;
  let di: SignedIn;
  let eve: SignedIn;
  let teamId: string;

  beforeEach(async () => {
    // Sign in again because sessions expire as the clock advances.
    [ada, bob, cy, di, eve] = (await signInAll()) as [SignedIn, SignedIn, SignedIn, SignedIn, SignedIn];
    teamId = (await makeTeam(ada))._id;
    await setPlan('pro');
    for (const person of [bob, cy, di, eve]) await joinTeam(ada, teamId, person);
  });

  const NAMES = ['ada', 'bob', 'cy', 'di', 'eve'];
  const signInAll = async (): Promise<SignedIn[]> =>
    await Promise.all(NAMES.map((name) => signIn(api, `${name}@example.com`)));
  const setPlan = async (plan: 'free' | 'pro') => await ada.post(`/dev/teams/${teamId}/plan`, { plan });
  const readSeats = async () => (await ada.get<{ seats: Seats }>(`/teams/${teamId}/seats`)).body.seats;
  const choose = async (people: readonly SignedIn[]) =>
    await ada.send<{ seats: Seats; code?: string; errors?: unknown }>('PUT', `/teams/${teamId}/seats`, {
      body: { keptIds: idsOf(people) },
    });
  const idsOf = (people: readonly SignedIn[]) => people.map(({ user }) => user.id);
  const write = async (person: SignedIn, title = 'A thing') =>
    await person.post<{ detail?: string }>(`/teams/${teamId}/tasks`, { title });
  const countTaken = async () =>
    await withTeam(api.app.db, { teamId, userId: null }, async (tx) => {
      const row = await tx
        .selectFrom('team_usage')
        .select('n')
        .where('team_id', '=', teamId)
        .where('resource', '=', 'collaborators')
        .executeTakeFirstOrThrow();
      return row.n;
    });
  const expectSound = async () => expect(await findBrokenInvariants(api.app.db, teamId)).toEqual([]);

  /** Advances the clock by days. The job runs once per hour of the product's clock. */
  async function passDays(days: number): Promise<void> {
    await ada.post('/dev/clock', { advanceSeconds: days * DAY_SECONDS });
    await getJobs(api.app).runDue();
    [ada, bob, cy, di, eve] = (await signInAll()) as [SignedIn, SignedIn, SignedIn, SignedIn, SignedIn];
  }

  it('makes the newest members view-only after a grace period of 14 days', async () => {
    await setPlan('free');
    const open = await readSeats();
    expect(open).toMatchObject({
      max: 3,
      writerIds: idsOf([ada, bob, cy, di, eve]),
      keptIds: idsOf([ada, bob, cy]),
      viewOnlyIds: [],
    });
    const remainingMs = Date.parse(open.chooseBy ?? '') - api.app.clock.now().getTime();
    expect(remainingMs).toBeGreaterThan(13.9 * DAY_SECONDS * 1000);
    expect(remainingMs).toBeLessThanOrEqual(14 * DAY_SECONDS * 1000);

    await passDays(13);
    expect((await write(eve)).status).toBe(201);
    await passDays(1.1);
    expect(await readSeats()).toEqual({
      max: 3,
      writerIds: idsOf([ada, bob, cy, di, eve]),
      keptIds: idsOf([ada, bob, cy]),
      viewOnlyIds: idsOf([di, eve]),
      chooseBy: null,
    });
    expect(await countTaken()).toBe(3);
    const refused = await write(eve);
    expect([refused.status, refused.body.detail]).toEqual([403, WORDS]);
    expect((await write(cy)).status).toBe(201);
    const { members } = (await bob.get<{ members: Member[] }>(`/teams/${teamId}/members`)).body;
    expect(members.filter(({ isViewOnly }) => isViewOnly).map(({ userId }) => userId)).toEqual(
      idsOf([di, eve]),
    );
    const { activity } = (
      await ada.get<{ activity: { userId: string; hasSeat: boolean }[] }>(`/teams/${teamId}/members/activity`)
    ).body;
    expect(activity.filter(({ hasSeat }) => hasSeat)).toHaveLength(3);

    // A repeated run changes nothing.
    await passDays(1);
    expect((await readSeats()).viewOnlyIds).toEqual(idsOf([di, eve]));
    const audit = await ada.get<{ entries: { act: string }[] }>(`/teams/${teamId}/audit`);
    expect(audit.body.entries.filter(({ act }) => act === 'seats.limited')).toHaveLength(1);
    await expectSound();
  });

  it('keeps the chosen members and all owners', async () => {
    await ada.patch(`/teams/${teamId}/members/${di.user.id}`, { teamRole: 'owner' });
    await setPlan('free');
    expect((await choose([eve])).body.seats.keptIds).toEqual(idsOf([ada, di, eve]));
    const unknown = await ada.send('PUT', `/teams/${teamId}/seats`, { body: { keptIds: [teamId] } });
    expect(unknown).toMatchObject({ status: 404, body: { errors: [{ path: 'keptIds.0' }] } });
    expect(await choose([ada, di, eve, bob])).toMatchObject({
      status: 402,
      body: { limit: 'collaborators', max: 3, used: 4 },
    });
    expect((await choose([ada, di, eve])).body.seats).toMatchObject({
      keptIds: idsOf([ada, di, eve]),
      viewOnlyIds: [],
    });
    expect(
      (await bob.send('PUT', `/teams/${teamId}/seats`, { body: { keptIds: [bob.user.id] } })).status,
    ).toBe(403);
    await passDays(14.1);
    expect((await readSeats()).viewOnlyIds).toEqual(idsOf([bob, cy]));
    expect([(await write(eve)).status, (await write(di)).status, (await write(bob)).status]).toEqual([
      201, 201, 403,
    ]);
    // The choice now takes effect immediately.
    expect((await choose([ada, di, bob])).body.seats).toMatchObject({
      keptIds: idsOf([ada, di, bob]),
      viewOnlyIds: idsOf([cy, eve]),
    });
    expect([(await write(eve)).status, (await write(bob)).status, await countTaken()]).toEqual([403, 201, 3]);
    await expectSound();
  });

  it('keeps every owner, even beyond the number of seats', async () => {
    for (const one of [bob, cy, di])
      await ada.patch(`/teams/${teamId}/members/${one.user.id}`, { teamRole: 'owner' });
    await setPlan('free');
    await passDays(14.1);
    expect(await readSeats()).toMatchObject({
      keptIds: idsOf([ada, bob, cy, di]),
      viewOnlyIds: [eve.user.id],
    });
    expect((await choose([ada, bob, cy, di])).status).toBe(200);
    expect(await countTaken()).toBe(4);
    await expectSound();
  });

  it('allows view-only members to read, export and leave', async () => {
    const task = await makeTask(ada, teamId, { title: 'Readable' });
    await ada.patch(`/teams/${teamId}/members/${eve.user.id}`, { teamRole: 'admin' });
    await setPlan('free');
    await passDays(14.1);
    expect((await eve.get(`/teams/${teamId}/tasks/${task.id}`)).status).toBe(200);
    expect((await eve.post(`/teams/${teamId}/exports`)).status).toBe(201);
    expect((await eve.get('/account/export')).status).toBe(200);
    expect((await eve.post(`/teams/${teamId}/tasks/${task.id}/comments`, { text: 'No' })).status).toBe(403);
    expect((await di.delete(`/teams/${teamId}/members/${di.user.id}`)).status).toBe(204);
    expect(await countTaken()).toBe(3);
    // Rejoining resets the choice.
    await bob.delete(`/teams/${teamId}/members/${bob.user.id}`);
    await joinTeam(ada, teamId, di);
    expect((await write(di)).status).toBe(201);
    await expectSound();
  });

  it('restores write access for all members on an upgrade', async () => {
    await setPlan('free');
    await choose([ada, cy, di]);
    await passDays(14.1);
    const headOf = async () =>
      await asOwner(api.app.db, (tx) =>
        sql<{ seq: number }>`select seq from team_heads where team_id = ${teamId}`.execute(tx),
      );
    const before = (await headOf()).rows[0]?.seq ?? 0;
    await setPlan('pro');
    expect((await headOf()).rows[0]?.seq).toBe(before + 1);
    expect(await readSeats()).toEqual({
      max: 10,
      writerIds: idsOf([ada, bob, cy, di, eve]),
      keptIds: idsOf([ada, bob, cy, di, eve]),
      viewOnlyIds: [],
      chooseBy: null,
    });
    expect([(await write(bob)).status, (await write(eve)).status, await countTaken()]).toEqual([201, 201, 5]);
    // The upgrade cleared the choice.
    await setPlan('free');
    expect((await readSeats()).keptIds).toEqual(idsOf([ada, bob, cy]));
    await expectSound();
  });

  it('keeps a member view-only despite new roles until a seat is free or not needed', async () => {
    const setRole = async (of: SignedIn, teamRole: string) =>
      await ada.patch<{ member: Member }>(`/teams/${teamId}/members/${of.user.id}`, { teamRole });
    await setPlan('free');
    await passDays(14.1);
    expect((await setRole(eve, 'admin')).body.member).toMatchObject({ teamRole: 'admin', isViewOnly: true });
    // An owner always has write access, but there is no free seat.
    expect((await setRole(eve, 'owner')).status).toBe(402);
    expect((await setRole(eve, 'guest')).body.member).toMatchObject({ teamRole: 'guest', isViewOnly: false });
    expect((await setRole(eve, 'member')).status).toBe(402);
    await bob.delete(`/teams/${teamId}/members/${bob.user.id}`);
    expect((await setRole(di, 'admin')).body.member).toMatchObject({ teamRole: 'admin', isViewOnly: false });
    expect(await countTaken()).toBe(3);
    await expectSound();
  });

  it('keeps an exact seat count under concurrent joins, role changes and seat assignments', async () => {
    await setPlan('free');
    await ada.post('/dev/clock', { advanceSeconds: 14.1 * DAY_SECONDS });
    [ada, bob, cy, di, eve] = (await signInAll()) as [SignedIn, SignedIn, SignedIn, SignedIn, SignedIn];
    const crowd = await signInMany(api, 'crowd', 20);
    const created = await ada.post<{ invite: { link: string } }>(`/teams/${teamId}/invites`, {});
    const roles = [bob, cy, di, eve].flatMap((one) =>
      ['guest', 'member', 'admin'].map(
        (teamRole) => () => ada.patch(`/teams/${teamId}/members/${one.user.id}`, { teamRole }),
      ),
    );
    const choices = [[bob], [cy, di], [eve], [di, eve], [bob, cy], [cy]].flatMap((some) => [
      () => choose([ada, ...some]),
      () => choose([ada, ...some]),
      () => choose([ada, ...some]),
    ]);
    const joins = crowd.map((one) => () => one.post(`/invites/${created.body.invite.link}/join`));
    const answers = await Promise.all([
      getJobs(api.app).runDue(),
      ...[...roles, ...choices, ...joins].map(async (act) => (await act()).status),
    ]);
    // Under this load, some requests are rejected with a retryable error and have no effect.
    expect(answers.slice(1).filter((status) => (status ?? 500) >= 500 && status !== 503)).toEqual([]);
    expect(answers.filter((status) => status === 200).length).toBeGreaterThan(0);
    await getJobs(api.app).runDue();
    const seats = await readSeats();
    expect(await countTaken()).toBeLessThanOrEqual(3);
    expect(seats.keptIds).toContain(ada.user.id);
    await expectSound();
    await setPlan('pro');
    expect((await readSeats()).viewOnlyIds).toEqual([]);
    await expectSound();
  });
});
