import type { FastifyRequest } from 'fastify';
import { expect, it } from 'vitest';
import type { Session } from '@hearth/contracts/auth/auth';
import { asOwner } from '#platform/db/index.ts';
import { describeOneEngine } from '#testing/databases.ts';
import { Client, makeToken, presentToken, signIn } from '#testing/make.ts';
import { createTestClock, startApp, type TestApp } from '#testing/start-app.ts';
import { useApp } from '#testing/use-app.ts';
import { createCookies } from './cookies.ts';
import { authenticate, hashToken } from './sessions.ts';

const DAY_MS = 86_400_000;

async function readRow(server: TestApp, client: Client) {
  const hash = hashToken(client.cookies.get('sid')?.value ?? '');
  return await asOwner(server.app.db, (tx) =>
    tx.selectFrom('sessions').selectAll().where('token_hash', '=', hash).executeTakeFirstOrThrow(),
  );
}

async function codeOf(client: Client): Promise<string> {
  const answer = await client.post<{ code?: string }>('/auth/verify');
  return answer.body.code ?? 'signed in';
}

describeOneEngine('session rows', (engine) => {
  const clock = createTestClock();
  const server = useApp(engine, { clock, env: { SESSION_SECONDS: '1000' } });

  it('stores the session’s times and at most 300 characters of the user agent', async () => {
    const client = new Client(server);
    const agent = `Browser/1 ${'x'.repeat(400)}`;
    const before = clock.now().getTime();
    const { body } = await presentToken(client, await makeToken(server, 'ada@example.com'), {
      'user-agent': agent,
    });
    const row = await readRow(server, client);
    const madeAt = row.created_at.getTime();
    expect(madeAt).toBeGreaterThanOrEqual(before);
    expect(madeAt).toBeLessThanOrEqual(clock.now().getTime());
    expect(row).toMatchObject({
      user_id: body.user.id,
      signed_in_at: row.created_at,
      last_used_at: row.created_at,
      expires_at: new Date(madeAt + 1_000_000),
      ends_at: new Date(madeAt + 60 * DAY_MS),
      ended_at: null,
      user_agent: agent.slice(0, 300),
    });
  });

  it('lists the user’s sessions and marks the current one', async () => {
    const client = await signIn(server, 'list@example.com');
    await presentToken(new Client(server), await makeToken(server, 'list@example.com'));
    const row = await readRow(server, client);
    const { sessions } = (await client.get<{ sessions: Session[] }>('/auth/sessions')).body;
    expect(sessions).toHaveLength(2);
    expect(sessions.find(({ id }) => id === row.id)).toEqual({
      id: row.id,
      createdAt: row.created_at.toISOString(),
      lastUsedAt: row.last_used_at.toISOString(),
      userAgent: row.user_agent,
      isCurrent: true,
    });
    expect(sessions.find(({ id }) => id !== row.id)?.isCurrent).toBe(false);
  });

  it('records use at most once a minute and extends the idle lifetime', async () => {
    const client = await signIn(server, 'touch@example.com');
    const first = await readRow(server, client);
    clock.advance(50);
    expect(await codeOf(client)).toBe('signed in');
    expect((await readRow(server, client)).last_used_at).toEqual(first.last_used_at);
    clock.advance(900);
    expect(await codeOf(client)).toBe('signed in');
    const touched = await readRow(server, client);
    expect(touched.last_used_at.getTime()).toBeGreaterThan(first.last_used_at.getTime() + 900_000);
    expect(touched.expires_at.getTime() - touched.last_used_at.getTime()).toBe(1_000_000);
    expect(touched).toMatchObject({ ends_at: first.ends_at, signed_in_at: first.signed_in_at });
  });

  it('distinguishes an expired session from an ended, invalid or missing one', async () => {
    const [ended, expired] = [
      await signIn(server, 'ended@example.com'),
      await signIn(server, 'expired@example.com'),
    ];
    const kept = ended.cookies.get('sid')?.value ?? '';
    await ended.post('/auth/signout');
    ended.cookies.set('sid', { value: kept, path: '/' });
    expect(await codeOf(ended)).toBe('UNAUTHENTICATED');
    clock.advance(1_001);
    expect(await codeOf(ended)).toBe('UNAUTHENTICATED');
    expect(await codeOf(expired)).toBe('TOKEN_EXPIRED');
    const guess = new Client(server);
    expect(await codeOf(guess)).toBe('UNAUTHENTICATED');
    expect((await guess.post('/auth/signout')).status).toBe(204);
    guess.cookies.set('sid', { value: 'x'.repeat(43), path: '/' });
    expect(await codeOf(guess)).toBe('UNAUTHENTICATED');
  });

  it('authenticates only requests with the cookie of an active session', async () => {
    const cookies = createCookies(server.app.config);
    const ask = (value?: string) =>
      authenticate(server.app, cookies, {
        cookies: value === undefined ? {} : { sid: value },
      } as unknown as FastifyRequest);
    const client = await signIn(server, 'whose@example.com');
    const row = await readRow(server, client);
    const sid = client.cookies.get('sid')?.value;
    expect(await ask(sid)).toEqual({ id: row.id, userId: client.user.id, signedInAt: row.signed_in_at });
    expect(await ask()).toBe('none');
    expect(await ask('x'.repeat(43))).toBe('none');
    await client.post('/auth/signout');
    expect(await ask(sid)).toBe('none');
  });

  it('creates a new session on each sign-in and ends the browser’s previous session', async () => {
    const client = await signIn(server, 'anew@example.com');
    const first = await readRow(server, client);
    await presentToken(client, await makeToken(server, 'anew@example.com'));
    const second = await readRow(server, client);
    expect(second.id).not.toBe(first.id);
    const [old] = await asOwner(server.app.db, (tx) =>
      tx.selectFrom('sessions').select('ended_at').where('id', '=', first.id).execute(),
    );
    expect(old?.ended_at).not.toBeNull();
  });

  it('accepts a repeated sign-in with the same token until the session expires', async () => {
    const token = await makeToken(server, 'again@example.com', { expiresInSeconds: 3_600 });
    const client = new Client(server);
    expect((await presentToken(client, token)).status).toBe(200);
    expect((await presentToken(client, token)).status).toBe(200);
    clock.advance(1_001);
    expect((await presentToken(client, token)).status).toBe(401);
  });
});

describeOneEngine('SESSION_SECONDS above the maximum', (engine) => {
  it('limits the session lifetime to 60 days', async () => {
    const server = await startApp(engine, { env: { SESSION_SECONDS: String(70 * 86_400) } });
    const row = await readRow(server, await signIn(server, 'long@example.com'));
    expect(row.expires_at).toEqual(row.ends_at);
    expect(row.ends_at.getTime() - row.created_at.getTime()).toBe(60 * DAY_MS);
    await server.close();
  });
});
