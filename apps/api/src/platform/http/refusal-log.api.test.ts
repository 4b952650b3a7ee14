import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createLogger } from '#platform/log.ts';
import { describeOneEngine } from '#testing/databases.ts';
import { Client, joinTeam, makeTeam, makeToken, presentToken, signIn, type SignedIn } from '#testing/make.ts';
import { createTestClock, startApp, type TestApp } from '#testing/start-app.ts';

interface Line {
  msg: string;
  level: string;
  [field: string]: unknown;
}

describeOneEngine('log of denied requests', (engine) => {
  const clock = createTestClock();
  const lines: Line[] = [];
  let api: TestApp;
  let ada: SignedIn;
  let gus: SignedIn;
  let eve: SignedIn;
  let teamId: string;

  beforeAll(async () => {
    const destination = { write: (line: string) => void lines.push(JSON.parse(line) as Line) };
    api = await startApp(engine, { clock, log: createLogger({ level: 'info', destination }) });
    [ada, gus, eve] = (await Promise.all(
      ['ada', 'gus', 'eve'].map((name) => signIn(api, `${name}@example.com`)),
    )) as [SignedIn, SignedIn, SignedIn];
    teamId = (await makeTeam(ada))._id;
    await joinTeam(ada, teamId, gus, 'guest');
  });
  afterAll(() => api.close());
  beforeEach(() => {
    // Refill the network's budget of log entries.
    clock.advance(600);
    lines.splice(0);
  });
  const told = (msg: string) => lines.filter((line) => line.msg === msg);

  it('records successful and failed sign-ins with network and reason', async () => {
    const one = await signIn(api, 'one@example.com');
    expect(told('user signed in')).toMatchObject([
      { userId: one.user.id, network: expect.stringMatching(/^(127\.0\.0\.0\/24|0:0:0::\/48)$/) },
    ]);
    const expired = await makeToken(api, 'one@example.com', { expiresInSeconds: -90 });
    expect((await presentToken(new Client(api), expired)).status).toBe(401);
    expect((await new Client(api).post('/auth/google')).status).toBe(401);
    expect(told('sign-in rejected')).toMatchObject([
      {
        level: 'warn',
        code: 'UNAUTHENTICATED',
        reason: 'The identity token has expired.',
        route: '/auth/google',
      },
      { level: 'warn', code: 'UNAUTHENTICATED' },
    ]);
    expect(JSON.stringify(lines)).not.toMatch(/example\.com|eyJ/);
  });

  it('records each denied request with the user, the route and the error code', async () => {
    expect((await eve.get(`/teams/${teamId}/tasks`)).status).toBe(404);
    expect((await gus.patch(`/teams/${teamId}`, { name: 'Mine' })).status).toBe(403);
    const elsewhere = { body: { name: 'x' }, headers: { origin: 'https://evil.example' } };
    expect((await ada.send('PATCH', `/teams/${teamId}`, elsewhere)).status).toBe(403);
    expect((await eve.get('/invites/not-a-link')).status).toBe(404);
    expect(told('access denied')).toMatchObject([
      { code: 'NOT_FOUND', userId: eve.user.id, route: '/teams/:teamId/tasks', method: 'GET' },
      { code: 'FORBIDDEN', userId: gus.user.id, teamId, route: '/teams/:teamId', method: 'PATCH' },
      { code: 'ORIGIN_NOT_ALLOWED', userId: ada.user.id, teamId },
      { code: 'NOT_FOUND', route: '/invites/:link' },
    ]);
    const [guess] = told('access denied');
    expect(guess?.['teamId']).toBeUndefined();
    expect(JSON.stringify(lines)).not.toMatch(/not-a-link|evil\.example|Mine/);
  });

  it('records requests with an ended session but not anonymous requests or validation errors', async () => {
    const gone = await signIn(api, 'gone@example.com');
    const cookies = new Map(gone.cookies);
    expect((await gone.post('/auth/signout')).status).toBe(204);
    for (const [name, cookie] of cookies) gone.cookies.set(name, cookie);
    lines.splice(0);
    expect((await gone.get('/teams')).status).toBe(401);
    expect((await new Client(api).get('/teams')).status).toBe(401);
    expect((await ada.post('/teams', { name: '' })).status).toBe(400);
    expect((await ada.get('/nowhere')).status).toBe(404);
    expect(lines.map(({ code, route }) => [code, route])).toEqual([['UNAUTHENTICATED', '/teams']]);
  });

  it('limits the number of entries per network', async () => {
    for (let count = 0; count < 100; count += 1) await eve.get(`/teams/${teamId}/tasks`);
    expect(told('access denied').length).toBeLessThan(80);
    expect(told('access denied').length).toBeGreaterThan(40);
  });
});
