import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { Problem } from '@hearth/contracts/core/errors';
import type { Invite } from '@hearth/contracts/invites/invites';
import { getJobs } from '#platform/jobs/index.ts';
import { describeOneEngine } from '#testing/databases.ts';
import {
  Client,
  joinTeam,
  makeTeam,
  signIn,
  signInMany,
  type ApiResponse,
  type SignedIn,
} from '#testing/make.ts';
import { createTestClock } from '#testing/start-app.ts';
import { useApp } from '#testing/use-app.ts';

type InviteResponse = ApiResponse<{ invite: Invite & { link: string } } & Problem>;
interface List {
  invites: Invite[];
  turnedAway: number;
}

describeOneEngine('invite rules', (engine) => {
  const clock = createTestClock();
  const api = useApp(engine, { clock });
  let ada: SignedIn;
  let teamId: string;
  let crowd: SignedIn[];

  beforeAll(async () => {
    crowd = await signInMany(api, 'person', 52);
  });
  beforeEach(async () => {
    ada = await signIn(api, 'ada@example.com');
    teamId = (await makeTeam(ada))._id;
  });

  const invite = (body: Record<string, unknown> = {}): Promise<InviteResponse> =>
    ada.post(`/teams/${teamId}/invites`, body);
  const makeLink = async (body: Record<string, unknown> = {}): Promise<string> =>
    (await invite(body)).body.invite.link;
  const join = (by: SignedIn, link: string): Promise<ApiResponse<Problem>> =>
    by.post(`/invites/${link}/join`);
  const list = async (by = ada): Promise<List> => (await by.get<List>(`/teams/${teamId}/invites`)).body;
  const readOutbox = async (to: string) => {
    await getJobs(api.app).runDue();
    const { body } = await new Client(api).get<{ mails: { to: string; subject: string; text: string }[] }>(
      '/dev/outbox',
    );
    return body.mails.filter((mail) => mail.to === to && mail.subject.endsWith('is full'));
  };

  it('checks the Workspace domain of the account instead of the email address', async () => {
    const link = await makeLink({ domain: ' Corp.Example ' });
    expect((await list()).invites).toMatchObject([{ domain: 'corp.example' }]);
    const [looksRight, belongs, below] = [
      await signIn(api, 'eve@corp.example', { hd: '' }),
      await signIn(api, 'zoe@other.example', { hd: 'Corp.example' }),
      await signIn(api, 'sub@corp.example', { hd: 'sub.corp.example' }),
    ];
    for (const stranger of [looksRight, below]) {
      const refused = await join(stranger, link);
      expect(refused).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
      expect(refused.body.detail).toContain('corp.example');
    }
    expect((await join(belongs, link)).status).toBe(200);
    for (const domain of ['gmail.com', 'corp', 'a b.example', 'http://corp.example', '-a.example'])
      expect(await invite({ domain })).toMatchObject({ status: 400, body: { errors: [{ path: 'domain' }] } });
  });

  it('uses the Workspace domain of the latest sign-in', async () => {
    const link = await makeLink({ domain: 'corp.example' });
    await signIn(api, 'moved@corp.example', { hd: 'corp.example' });
    const moved = await signIn(api, 'moved@corp.example', { hd: '' });
    expect((await join(moved, link)).status).toBe(403);
  });

  it('blocks previews and joins while the inviter isn’t allowed to invite', async () => {
    const [bob, cy] = crowd as [SignedIn, SignedIn];
    await joinTeam(ada, teamId, bob, 'admin');
    const created = await bob.post<InviteResponse['body']>(`/teams/${teamId}/invites`, {});
    await ada.patch(`/teams/${teamId}/members/${bob.user.id}`, { teamRole: 'member' });
    expect((await new Client(api).get(`/invites/${created.body.invite.link}`)).status).toBe(410);
    expect((await join(cy, created.body.invite.link)).status).toBe(410);
    expect((await list()).invites.find(({ id }) => id === created.body.invite.id)?.state).toBe('blocked');
    await ada.patch(`/teams/${teamId}/members/${bob.user.id}`, { teamRole: 'admin' });
    expect((await new Client(api).get(`/invites/${created.body.invite.link}`)).status).toBe(200);
  });

  it('allows five guests without a seat on the Trial and 50 on Pro', async () => {
    const link = await makeLink({ teamRole: 'guest' });
    const trial = await Promise.all(crowd.slice(0, 10).map((person) => join(person, link)));
    expect(trial.filter(({ status }) => status === 200)).toHaveLength(5);
    const refused = trial.filter(({ status }) => status !== 200);
    for (const one of refused) {
      expect(one).toMatchObject({
        status: 402,
        body: { code: 'PLAN_LIMIT_REACHED', limit: 'guests', max: 5, used: 5, plan: 'free' },
      });
    }
    expect((await list()).turnedAway).toBe(0);
    await ada.post(`/dev/teams/${teamId}/plan`, { plan: 'pro' });
    const pro = await Promise.all(crowd.map((person) => join(person, link)));
    expect(pro.filter(({ status }) => status === 200)).toHaveLength(50);
    expect(pro.filter(({ status }) => status === 402)).toHaveLength(2);
  });

  it('notifies the owners at most once a day about joins denied because the team is full', async () => {
    const owner = await signIn(api, `owner-of-${teamId}@example.com`);
    teamId = (await makeTeam(owner, 'Crew'))._id;
    ada = owner;
    const link = await makeLink();
    const people = crowd.slice(0, 12);
    const responses = await Promise.all(people.map((person) => join(person, link)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(2);
    const away = people.filter((_person, n) => responses[n]?.status === 402);
    expect(away).toHaveLength(10);
    expect((await list()).turnedAway).toBe(10);
    const member = people.find((person) => !away.includes(person)) as SignedIn;
    expect((await list(member)).turnedAway).toBe(0);

    const { email } = owner.user;
    expect(await readOutbox(email)).toEqual([]);
    clock.advance(61);
    expect(await readOutbox(email)).toMatchObject([{ subject: 'Crew is full' }]);
    const [mail] = await readOutbox(email);
    expect(mail?.text).toContain('10 people could not join “Crew” because all seats are taken.');
    expect(mail?.text).toContain(`${api.webOrigin}/dashboard/upgrade`);

    // The same users cause no further notification. Other users are reported on the next day.
    const [again, fresh] = [away[0] as SignedIn, crowd[20] as SignedIn];
    for (const person of [again, fresh]) expect((await join(person, link)).status).toBe(402);
    clock.advance(3_600);
    expect(await readOutbox(email)).toHaveLength(1);
    expect((await list()).turnedAway).toBe(11);
    clock.advance(86_400);
    expect(await readOutbox(email)).toHaveLength(2);
    expect((await readOutbox(email))[0]?.text).toContain('1 person could not join');

    // Nothing is reported while seats are free, and users who have joined are no longer counted.
    ada = await signIn(api, email);
    await ada.post(`/dev/teams/${teamId}/plan`, { plan: 'pro' });
    expect((await list()).turnedAway).toBe(0);
    expect((await join(await signIn(api, again.user.email), link)).status).toBe(200);
  });
});

describeOneEngine('invite rate limits', (engine) => {
  const clock = createTestClock();
  const api = useApp(engine, { clock, env: { RATE_LIMITS: 'on' } });

  it('allows 20 invites an hour and 50 a day per team', async () => {
    let ada = await signIn(api, 'ada@example.com');
    const bob = await signIn(api, 'bob@example.com');
    const teamId = (await makeTeam(ada))._id;
    const other = (await makeTeam(ada, 'Others'))._id;
    await joinTeam(ada, teamId, bob, 'admin');
    const make = (by: SignedIn, team = teamId) => by.post<Problem>(`/teams/${team}/invites`, {});
    const responses = await Promise.all(Array.from({ length: 24 }, (_, n) => make(n % 2 === 0 ? ada : bob)));
    const created = responses.filter(({ status }) => status === 201);
    // The twentieth invite was used for Bob.
    expect(created).toHaveLength(19);
    const refused = responses.find(({ status }) => status === 429);
    expect(refused?.body.code).toBe('RATE_LIMITED');
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(3_000);
    expect((await make(ada, other)).status).toBe(201);
    for (const count of [20, 10]) {
      clock.advance(3_601);
      ada = await signIn(api, 'ada@example.com');
      for (let n = 0; n < count; n += 1) expect((await make(ada)).status).toBe(201);
      expect((await make(ada)).status).toBe(429);
    }
    clock.advance(3_601);
    expect((await make(ada)).status).toBe(429);
  });

  it('allows 20 previews a minute per IP address', async () => {
    clock.advance(3_600);
    const statuses: number[] = [];
    let last: ApiResponse | undefined;
    for (let n = 0; n < 21; n += 1) {
      last = await new Client(api).get('/invites/guess');
      statuses.push(last.status);
    }
    expect(statuses.slice(0, 20).every((status) => status === 404)).toBe(true);
    expect(statuses[20]).toBe(429);
    expect(Number(last?.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});
