import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Session } from '@hearth/contracts/auth/auth';
import { asOwner } from '#platform/db/index.ts';
import { describeOneEngine } from '#testing/databases.ts';
import { Client, makeToken, presentToken, signIn, type SignedIn } from '#testing/make.ts';
import { createTestClock, startApp, type TestApp } from '#testing/start-app.ts';
import { prune } from '#features/auth/index.ts';
import { useApp } from '#testing/use-app.ts';

interface Refusal {
  code: string;
}

const DAY = 86_400;

async function codeOf(client: Client): Promise<string> {
  const answer = await client.post<Refusal>('/auth/verify');
  return answer.status === 200 ? 'signed in' : answer.body.code;
}

async function listOf(client: Client): Promise<Session[]> {
  return (await client.get<{ sessions: Session[] }>('/auth/sessions')).body.sessions;
}

describeOneEngine('sessions', (engine) => {
  const clock = createTestClock();
  const server = useApp(engine, { clock });

  it('lists the user’s sessions and ends a session on another device', async () => {
    const [laptop, phone] = [await signIn(server, 'two@example.com'), new Client(server)];
    await presentToken(phone, await makeToken(server, 'two@example.com'), { 'user-agent': 'Phone/1.0' });
    const sessions = await listOf(laptop);
    expect(sessions.map(({ isCurrent, userAgent }) => [isCurrent, userAgent === 'Phone/1.0'])).toEqual(
      expect.arrayContaining([
        [true, false],
        [false, true],
      ]),
    );
    const other = sessions.find((session) => !session.isCurrent)?.id ?? '';
    expect((await laptop.delete(`/auth/sessions/${other}`)).status).toBe(204);
    expect(await codeOf(phone)).toBe('UNAUTHENTICATED');
    expect(await codeOf(laptop)).toBe('signed in');
    expect((await listOf(laptop)).map((session) => session.isCurrent)).toEqual([true]);
    expect((await laptop.delete(`/auth/sessions/${other}`)).status).toBe(404);
  });

  it('clears the cookie when the current session is ended by id', async () => {
    const client = await signIn(server, 'self@example.com');
    const [own] = await listOf(client);
    expect((await client.delete(`/auth/sessions/${own?.id}`)).status).toBe(204);
    expect(client.cookies.has('sid')).toBe(false);
  });

  it('denies ending another user’s session and listing sessions without signing in', async () => {
    const [mine, theirs] = [
      await signIn(server, 'mine@example.com'),
      await signIn(server, 'theirs@example.com'),
    ];
    const [session] = await listOf(theirs);
    const answer = await mine.delete(`/auth/sessions/${session?.id}`);
    expect(answer.status).toBe(404);
    expect(await codeOf(theirs)).toBe('signed in');
    expect((await new Client(server).get('/auth/sessions')).status).toBe(401);
  });

  it('replaces a session cookie planted before sign-in (session fixation)', async () => {
    const planted = 'p'.repeat(43);
    const victim = new Client(server);
    victim.cookies.set('sid', { value: planted, path: '/' });
    await presentToken(victim, await makeToken(server, 'fixed@example.com'));
    expect(victim.cookies.get('sid')?.value).not.toBe(planted);
    const attacker = new Client(server);
    attacker.cookies.set('sid', { value: planted, path: '/' });
    expect(await codeOf(attacker)).toBe('UNAUTHENTICATED');
  });

  it('creates a new session on each sign-in and ends the browser’s previous session', async () => {
    const client = await signIn(server, 'again@example.com');
    const old = new Client(server);
    old.cookies.set('sid', { value: client.cookies.get('sid')?.value ?? '', path: '/' });
    await presentToken(client, await makeToken(server, 'again@example.com'));
    expect(await codeOf(client)).toBe('signed in');
    expect(await codeOf(old)).toBe('UNAUTHENTICATED');
    expect(await listOf(client)).toHaveLength(1);
  });

  it('accepts a token once and repeats the response only for the browser that owns the session', async () => {
    const token = await makeToken(server, 'once@example.com');
    const client = new Client(server);
    const first = await presentToken(client, token);
    const sid = client.cookies.get('sid')?.value;
    const again = await presentToken(client, token);
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect(client.cookies.get('sid')?.value).toBe(sid);

    const thief = new Client(server);
    expect((await presentToken(thief, token)).status).toBe(401);
    expect((await presentToken(await signIn(server, 'thief@example.com'), token)).status).toBe(401);
    await client.post('/auth/signout');
    expect((await presentToken(client, token)).status).toBe(401);
  });

  it('rejects other encodings of a used token', async () => {
    const token = await makeToken(server, 'spelling@example.com');
    expect((await presentToken(new Client(server), token)).status).toBe(200);
    // The last character contains bits that are not part of the signature.
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    for (const letter of letters) {
      expect((await presentToken(new Client(server), token.slice(0, -1) + letter)).status).toBe(401);
    }
  });

  it('creates one session when the same token is presented 50 times concurrently', async () => {
    const token = await makeToken(server, 'race@example.com');
    const clients = Array.from({ length: 50 }, () => new Client(server));
    const answers = await Promise.all(clients.map((client) => presentToken(client, token)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array.from({ length: 49 }, () => 401),
    ]);
    const winner = clients[answers.findIndex(({ status }) => status === 200)] as Client;
    expect(await listOf(winner)).toHaveLength(1);
  });

  it('expires sessions after the idle timeout, and after 60 days regardless of use', async () => {
    const idle = await signIn(server, 'idle@example.com');
    const busy = await signIn(server, 'busy@example.com');
    for (let day = 0; day < 59; day += 10) {
      clock.advance(10 * DAY);
      if (day < 50) expect(await codeOf(busy)).toBe('signed in');
    }
    expect(await codeOf(idle)).toBe('TOKEN_EXPIRED');
    clock.advance(60);
    expect(await codeOf(busy)).toBe('TOKEN_EXPIRED');
    // Other routes respond in the same way. The cookie is kept to distinguish an expired session from a missing one.
    const teams = await busy.get<Refusal>('/auth/sessions');
    expect([teams.status, teams.body.code]).toEqual([401, 'TOKEN_EXPIRED']);
    expect(busy.cookies.has('sid')).toBe(true);
    await busy.post('/auth/signout');
    expect(await codeOf(busy)).toBe('UNAUTHENTICATED');
  });

  it('stores the time of last use at most once a minute', async () => {
    const client = await signIn(server, 'touch@example.com');
    const lastUse = async (): Promise<string> => (await listOf(client))[0]?.lastUsedAt ?? '';
    const first = await lastUse();
    clock.advance(50);
    expect(await lastUse()).toBe(first);
    clock.advance(15);
    expect(await lastUse()).not.toBe(first);
  });

  it('prunes used tokens and ended sessions, and expired sessions only after their cookie has expired', async () => {
    const [alive, ended, expired] = [
      await signIn(server, 'alive@example.com'),
      await signIn(server, 'ended@example.com'),
      await signIn(server, 'expired@example.com'),
    ];
    await ended.post('/auth/signout');
    const token = await makeToken(server, 'used@example.com', { expiresInSeconds: DAY });
    await presentToken(ended, token);
    await ended.post('/auth/signout');
    await prune(server.app);
    expect((await presentToken(new Client(server), token)).status).toBe(401);
    clock.advance(13 * DAY);
    expect(await codeOf(alive)).toBe('signed in');
    clock.advance(2 * DAY);
    await prune(server.app);
    expect(await codeOf(alive)).toBe('signed in');
    expect(await codeOf(expired)).toBe('TOKEN_EXPIRED');
    expect(await rowsOf(server)).toEqual({ tokens: 0, ended: 0 });
    clock.advance(430 * DAY);
    await prune(server.app);
    expect(await codeOf(expired)).toBe('UNAUTHENTICATED');
    expect(await prune(server.app)).toBe(0);
  });
});

async function rowsOf(server: TestApp): Promise<{ tokens: number; ended: number }> {
  return await asOwner(server.app.db, async (tx) => ({
    tokens: (await tx.selectFrom('used_identity_tokens').select('session_id').execute()).length,
    ended: (await tx.selectFrom('sessions').select('id').where('ended_at', 'is not', null).execute()).length,
  }));
}

describeOneEngine('expired session', (engine) => {
  const clock = createTestClock();
  let server: TestApp;
  let client: SignedIn;
  beforeAll(async () => {
    // Long enough that the real time that passes on a busy host is negligible.
    server = await startApp(engine, { clock, env: { SESSION_SECONDS: '60' } });
    client = await signIn(server, 'short@example.com');
  });
  afterAll(() => server.close());

  it('returns TOKEN_EXPIRED until the next sign-in replaces the session', async () => {
    clock.advance(90);
    expect(await codeOf(client)).toBe('TOKEN_EXPIRED');
    expect(await codeOf(new Client(server))).toBe('UNAUTHENTICATED');
    const renewed = await presentToken(client, await makeToken(server, 'short@example.com'));
    expect(renewed.body.user.id).toBe(client.user.id);
    expect(await codeOf(client)).toBe('signed in');
    clock.advance(30);
    expect(await codeOf(client)).toBe('signed in');
    clock.advance(45);
    expect(await codeOf(client)).toBe('signed in');
  });
});
