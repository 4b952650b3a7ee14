import { expect, it, vi } from 'vitest';
import { asOwner } from '#platform/db/index.ts';
import { describeOneEngine } from '#testing/databases.ts';
import { Client, presentToken, signIn, type ApiResponse } from '#testing/make.ts';
import { signInByPopup } from '#testing/popup.ts';
import { createTestClock } from '#testing/start-app.ts';

import { subjectOf } from '#features/auth/development/development-key.ts';
import { createDevelopmentProvider } from '#features/auth/development/development-provider.ts';
import { DevelopmentStore } from '#features/auth/development/development-store.ts';
import { useApp } from '#testing/use-app.ts';
import { createRefresher } from './refresh.ts';

type Refreshed = ApiResponse<{ token: string; code: string }>;

const refresh = (client: Client): Promise<Refreshed> => client.post('/auth/google/refresh');

async function codeOf(client: Client): Promise<string> {
  const answer = await client.post<{ code: string }>('/auth/verify');
  return answer.status === 200 ? 'signed in' : answer.body.code;
}

describeOneEngine('forced refresh', (engine) => {
  const clock = createTestClock();
  const server = useApp(engine, { clock, env: { SESSION_SECONDS: '1' } });

  /** Signs a browser in through the popup and returns it with the user's id. */
  async function signedInByPopup(email: string): Promise<{ client: Client; userId: string }> {
    const client = new Client(server);
    const { fragment } = await signInByPopup(client, email);
    const answer = await presentToken(client, fragment.get('token') ?? '');
    expect(answer.status).toBe(200);
    return { client, userId: answer.body.user.id };
  }

  it('recovers from TOKEN_EXPIRED with a fresh token of the same user', async () => {
    const { client, userId } = await signedInByPopup('whole@example.com');
    for (let round = 0; round < 2; round += 1) {
      clock.advance(2);
      expect(await codeOf(client)).toBe('TOKEN_EXPIRED');
      const handle = client.cookies.get('refresh')?.value;
      const renewed = await refresh(client);
      expect(renewed.status).toBe(200);
      expect(client.cookies.get('refresh')?.value).not.toBe(handle);
      const again = await presentToken(client, renewed.body.token);
      expect([again.status, again.body.user?.id]).toEqual([200, userId]);
      expect(await codeOf(client)).toBe('signed in');
    }
  });

  it('sets the handle in an HttpOnly, SameSite=Strict cookie and stores no handle in plain text', async () => {
    const client = new Client(server);
    await signInByPopup(client, 'cookie@example.com');
    expect(client.cookies.get('refresh')?.path).toBe('/auth/google');
    const renewed = await refresh(client);
    const line = renewed.headers.getSetCookie().find((one) => one.startsWith('refresh=')) ?? '';
    expect(line).toMatch(/HttpOnly/);
    expect(line).toMatch(/SameSite=Strict/);
    expect(line).toContain(`Max-Age=${60 * 86_400}`);
    const rows = await asOwner(server.app.db, (tx) => tx.selectFrom('refresh_handles').selectAll().execute());
    const stored = JSON.stringify(
      rows.map((row) => [row.handle_hash.toString(), row.refresh_token.toString()]),
    );
    expect(stored).not.toContain(client.cookies.get('refresh')?.value);
  });

  it('rejects missing and unknown handles and browsers that signed in without the popup', async () => {
    expect((await refresh(new Client(server))).status).toBe(401);
    const guessing = new Client(server);
    guessing.cookies.set('refresh', { value: 'g'.repeat(43), path: '/auth/google' });
    expect([(await refresh(guessing)).status, (await refresh(guessing)).body.code]).toEqual([
      401,
      'UNAUTHENTICATED',
    ]);
    // A sign-in without the popup yields no refresh token.
    expect((await refresh(await signIn(server, 'direct@example.com'))).status).toBe(401);
  });

  it('revokes the whole family when a used handle is presented again', async () => {
    const { client } = await signedInByPopup('copied@example.com');
    const thief = new Client(server);
    thief.cookies.set('refresh', { value: client.cookies.get('refresh')?.value ?? '', path: '/auth/google' });
    expect((await refresh(client)).status).toBe(200);
    clock.advance(6);
    expect((await refresh(thief)).status).toBe(401);
    expect((await refresh(client)).status).toBe(401);
  });

  it('returns the same token to all tabs that refresh at the same time', async () => {
    const { client } = await signedInByPopup('tabs@example.com');
    const answers = await Promise.all(Array.from({ length: 8 }, () => refresh(client)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => body.token)).size).toBe(1);
    for (const { body } of answers) expect((await presentToken(client, body.token)).status).toBe(200);
    clock.advance(6);
    expect((await refresh(client)).status).toBe(200);
  });

  it('issues a token that only the requesting browser can use', async () => {
    const { client } = await signedInByPopup('bound@example.com');
    const { body } = await refresh(client);
    expect((await presentToken(new Client(server), body.token)).status).toBe(401);
    expect((await presentToken(client, body.token)).status).toBe(200);
  });

  it('revokes the handle and the provider’s refresh token on sign-out', async () => {
    const { client } = await signedInByPopup('bye@example.com');
    const kept = new Map(client.cookies);
    const [here, there] = [await handlesOf('bye@example.com'), await tokensAtProvider('bye@example.com')];
    expect([here, there]).toEqual([1, 1]);
    await client.post('/auth/signout');
    expect(client.cookies.has('refresh')).toBe(false);
    expect(await handlesOf('bye@example.com')).toBe(0);
    await vi.waitFor(async () => expect(await tokensAtProvider('bye@example.com')).toBe(0), 10_000);
    for (const [name, cookie] of kept) client.cookies.set(name, cookie);
    expect((await refresh(client)).status).toBe(401);
  });

  it('revokes the previous account’s handles when the browser switches accounts', async () => {
    const { client } = await signedInByPopup('before@example.com');
    const { fragment } = await signInByPopup(client, 'after@example.com');
    expect((await presentToken(client, fragment.get('token') ?? '')).body).toMatchObject({
      user: { email: 'after@example.com' },
    });
    expect(await handlesOf('before@example.com')).toBe(0);
    await vi.waitFor(async () => expect(await tokensAtProvider('before@example.com')).toBe(0), 10_000);
    expect((await refresh(client)).status).toBe(200);
  });

  it('releases the handle while the provider is unavailable so that a retry succeeds', async () => {
    const { client } = await signedInByPopup('later@example.com');
    const handle = client.cookies.get('refresh')?.value ?? '';
    const provider = await createDevelopmentProvider(server.app);
    const unreachable = createRefresher(server.app, {
      ...provider,
      connect: () => Promise.reject(new TypeError('fetch failed')),
    });
    await expect(unreachable(handle)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await expect(unreachable(handle)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect((await refresh(client)).status).toBe(200);
  });

  async function handlesOf(email: string): Promise<number> {
    const rows = await asOwner(server.app.db, (tx) =>
      tx.selectFrom('refresh_handles').select('family_id').where('subject', '=', subjectOf(email)).execute(),
    );
    return rows.length;
  }

  /** Counts the refresh tokens of an account that are still valid at the development provider. */
  async function tokensAtProvider(email: string): Promise<number> {
    const store = await DevelopmentStore.open(clock, server.dataFolder);
    return store.countKept('RefreshToken', subjectOf(email));
  }
});
