import * as oidc from 'openid-client';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { Session } from '@hearth/contracts/auth/auth';
import { asOwner, withSystem } from '#platform/db/index.ts';
import { createLogger } from '#platform/log.ts';
import { describeOneEngine } from '#testing/databases.ts';
import { signIn } from '#testing/make.ts';
import { createTestClock, startApp, type TestApp } from '#testing/start-app.ts';
import type { IdentityProvider } from '#features/auth/provider/provider.ts';
import { findHandle, tieFamilyToSession } from './refresh.queries.ts';
import { createRefresher, storeRefreshToken, revokeAtProvider } from './refresh.ts';
import { hashToken } from './sessions.ts';

const ISSUER = 'https://idp.example';
const DAY_MS = 86_400_000;
const REFUSED = { code: 'UNAUTHENTICATED', detail: 'Your sign-in can’t be renewed. Sign in again.' };

type Reply = (form: URLSearchParams) => { status: number; body: object };

/** Starts a fake identity provider behind `fetch`, which responds with `reply` and records its requests. */
function startProvider(name = 'idp') {
  const requests: { path: string; form: Record<string, string> }[] = [];
  const state = { reply: ((): ReturnType<Reply> => ({ status: 500, body: {} })) as Reply };
  const connection = new oidc.Configuration(
    { issuer: ISSUER, token_endpoint: `${ISSUER}/token`, revocation_endpoint: `${ISSUER}/revoke` },
    'client',
    undefined,
    oidc.ClientSecretBasic('secret'),
  );
  connection[oidc.customFetch] = async (url, { body }) => {
    const form = new URLSearchParams(body instanceof URLSearchParams ? body : '');
    requests.push({ path: new URL(url).pathname, form: Object.fromEntries(form) });
    const { status, body: answer } = state.reply(form);
    return Response.json(answer, { status });
  };
  const provider: IdentityProvider = {
    name,
    issuers: [ISSUER],
    clientId: 'client',
    findKey: () => Promise.reject(new Error('No key is needed: the tokens come from the provider itself.')),
    handsOverAllTokens: true,
    connect: async () => connection,
    restamp: async (token) => token,
    startParameters: {},
  };
  return { provider, requests, state };
}

/** Creates an identity token as issued by the token endpoint. Its signature is not verified there. */
function makeIdentityToken(sub: string): string {
  const now = Math.floor(Date.now() / 1000);
  const claims = { iss: ISSUER, aud: 'client', sub, iat: now, exp: now + 600 };
  const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');
  return [encode({ alg: 'RS256' }), encode(claims), 'signature'].join('.');
}

const granting =
  (fields: Record<string, unknown> = {}): Reply =>
  () => ({
    status: 200,
    body: { access_token: 'access', token_type: 'Bearer', id_token: makeIdentityToken('ada'), ...fields },
  });

describeOneEngine('refresh handles', (engine) => {
  const clock = createTestClock();
  const lines: { level: string; msg: string; err?: object }[] = [];
  let server: TestApp;
  let idp: ReturnType<typeof startProvider>;
  let refresh: ReturnType<typeof createRefresher>;

  beforeAll(async () => {
    const destination = {
      write: (line: string) => {
        lines.push(JSON.parse(line) as (typeof lines)[number]);
      },
    };
    server = await startApp(engine, { clock, log: createLogger({ level: 'info', destination }) });
  });
  afterAll(() => server.close());
  beforeEach(() => {
    lines.splice(0);
    idp = startProvider();
    idp.state.reply = granting();
    refresh = createRefresher(server.app, idp.provider);
  });

  const keep = (token = 'first', subject = 'ada') =>
    storeRefreshToken(server.app, { issuer: 'idp', subject }, token);
  const find = (handle: string) => withSystem(server.app.db, (tx) => findHandle(tx, hashToken(handle)));
  const logged = () => lines.filter(({ msg }) => /identity provider|refresh/.test(msg));
  const countFamily = (familyId = '') =>
    asOwner(server.app.db, async (tx) => {
      const rows = await tx
        .selectFrom('refresh_handles')
        .select('handle_hash')
        .where('family_id', '=', familyId)
        .execute();
      return rows.length;
    });

  it('stores the refresh token encrypted, under a handle that expires after 60 days', async () => {
    const handle = await keep('a secret');
    const row = await find(handle);
    expect(handle).toMatch(/^[\w-]{43}$/);
    expect(row).toMatchObject({ issuer: 'idp', subject: 'ada', session_id: null, used_at: null });
    expect((row?.expires_at.getTime() ?? 0) - (row?.created_at.getTime() ?? 0)).toBe(60 * DAY_MS);
    expect(server.app.seal.open('refresh token', row?.refresh_token ?? new Uint8Array())).toBe('a secret');
  });

  it('returns a new identity token and handle of the same family and marks the old handle as used', async () => {
    const handle = await keep();
    const first = await find(handle);
    const renewed = await refresh(handle);
    expect(idp.requests).toEqual([
      {
        path: '/token',
        form: expect.objectContaining({
          grant_type: 'refresh_token',
          refresh_token: 'first',
          scope: 'openid email profile',
        }),
      },
    ]);
    expect(renewed.token.split('.')).toHaveLength(3);
    expect(renewed.handle).not.toBe(handle);
    const next = await find(renewed.handle);
    expect(next).toMatchObject({ family_id: first?.family_id, subject: 'ada', issuer: 'idp', used_at: null });
    expect((await find(handle))?.used_at).not.toBeNull();
    await refresh(renewed.handle);
    expect(idp.requests[1]?.form).toMatchObject({ refresh_token: 'first' });
    expect(logged()).toEqual([]);
  });

  it('uses the provider’s latest refresh token and keeps the handle’s session', async () => {
    const handle = await keep();
    const ada = await signIn(server, 'ada@example.com');
    const { sessions } = (await ada.get<{ sessions: Session[] }>('/auth/sessions')).body;
    const sessionId = sessions[0]?.id ?? '';
    const tie = { hash: hashToken(handle), sessionId, issuer: 'idp', subject: 'ada' };
    await withSystem(server.app.db, (tx) => tieFamilyToSession(tx, tie));
    idp.state.reply = granting({ refresh_token: 'second' });
    const renewed = await refresh(handle);
    expect((await find(renewed.handle))?.session_id).toBe(sessionId);
    await refresh(renewed.handle);
    expect(idp.requests.map(({ form }) => form['refresh_token'])).toEqual(['first', 'second']);
  });

  it.each([
    ['no identity token', granting({ id_token: undefined })],
    ['an identity token of another person', granting({ id_token: makeIdentityToken('eve') })],
  ])('revokes the family when the response contains %s', async (_what, reply) => {
    const handle = await keep();
    const family = (await find(handle))?.family_id;
    idp.state.reply = reply;
    await expect(refresh(handle)).rejects.toMatchObject(REFUSED);
    expect(await countFamily(family)).toBe(0);
  });

  it('revokes the family and logs the rejection when the provider rejects the refresh token', async () => {
    const handle = await keep();
    const family = (await find(handle))?.family_id;
    idp.state.reply = () => ({ status: 400, body: { error: 'invalid_grant' } });
    await expect(refresh(handle)).rejects.toMatchObject(REFUSED);
    expect(await countFamily(family)).toBe(0);
    expect(logged()).toMatchObject([
      { level: 'info', msg: 'identity provider rejected the token refresh', err: expect.anything() },
    ]);
  });

  it('leaves the handle unused while the provider is unavailable, so that a retry succeeds', async () => {
    const handle = await keep();
    idp.state.reply = () => ({ status: 503, body: { error: 'temporarily_unavailable' } });
    await expect(refresh(handle)).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      detail: 'The identity provider isn’t responding. Try again.',
      retryAfterSeconds: 5,
      cause: expect.anything(),
    });
    expect((await find(handle))?.used_at).toBeNull();
    expect(logged()).toEqual([]);
    idp.state.reply = granting();
    await expect(refresh(handle)).resolves.toMatchObject({ token: expect.any(String) });
  });

  it('rejects unknown and expired handles and handles of another provider without contacting a provider', async () => {
    const handle = await keep();
    const other = startProvider('other');
    await expect(createRefresher(server.app, other.provider)(handle)).rejects.toMatchObject(REFUSED);
    await expect(refresh('unknown')).rejects.toMatchObject(REFUSED);
    const old = await keep();
    const family = (await find(old))?.family_id;
    clock.advance(60 * 86_400);
    await expect(refresh(old)).rejects.toMatchObject(REFUSED);
    expect(await countFamily(family)).toBe(1);
    expect([...other.requests, ...idp.requests]).toEqual([]);
    expect(logged()).toEqual([]);
  });

  it('revokes the family, locally and at the provider, when a handle is reused after the grace period', async () => {
    const handle = await keep();
    const family = (await find(handle))?.family_id;
    const renewed = await refresh(handle);
    expect(await refresh(handle)).toEqual(renewed);
    clock.advance(6);
    idp.requests.splice(0);
    await expect(refresh(handle)).rejects.toMatchObject(REFUSED);
    expect(await countFamily(family)).toBe(0);
    expect(logged()).toMatchObject([
      { level: 'warn', msg: 'refresh token reuse detected; token family revoked' },
    ]);
    // Both rows contain the same refresh token, which is revoked only once.
    await vi.waitFor(() =>
      expect(idp.requests).toMatchObject([{ path: '/revoke', form: { token: 'first' } }]),
    );
    await expect(refresh(renewed.handle)).rejects.toMatchObject(REFUSED);
  });

  it('revokes tokens only at their issuing provider and logs failures without throwing', async () => {
    const [ours, second] = [await find(await keep('one')), await find(await keep('two'))];
    const theirs = { ...ours, issuer: 'other' } as NonNullable<typeof ours>;
    const rows = [ours, theirs, second].filter((row) => row !== undefined);
    idp.state.reply = () => ({ status: 200, body: {} });
    await revokeAtProvider(server.app, idp.provider, rows);
    expect(idp.requests.map(({ form }) => form['token'])).toEqual(['one', 'two']);
    await revokeAtProvider(server.app, startProvider('none').provider, rows);
    await revokeAtProvider(server.app, idp.provider, [theirs]);
    expect(idp.requests).toHaveLength(2);
    expect(logged()).toEqual([]);
    idp.state.reply = () => ({ status: 503, body: { error: 'temporarily_unavailable' } });
    await revokeAtProvider(server.app, idp.provider, rows);
    expect(logged()).toMatchObject([
      {
        level: 'warn',
        msg: 'failed to sign out at the identity provider',
        err: expect.anything(),
      },
    ]);
  });
});
