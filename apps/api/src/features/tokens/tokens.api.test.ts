import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import type { AuditEntry } from '@hearth/contracts/audit/audit';
import type { ApiToken } from '@hearth/contracts/tokens/tokens';
import { TOKEN_GROUPS, TOKEN_OPERATIONS } from '@hearth/contracts/tokens/token-values';
import { asOwner } from '#platform/db/index.ts';
import { describeOneEngine } from '#testing/databases.ts';
import { requestFeed, openFeed, type FeedClient } from '#testing/feed-client.ts';
import { Client, joinTeam, makeTask, makeTeam, Program, signIn, type SignedIn } from '#testing/make.ts';
import { createTestClock } from '#testing/start-app.ts';
import { useApp } from '#testing/use-app.ts';

const READ = TOKEN_GROUPS['tasks.read'];

describeOneEngine('API tokens', (engine) => {
  let ada: SignedIn;
  let bob: SignedIn;
  let teamId: string;
  const clock = createTestClock();
  const api = useApp(engine, { clock });

  beforeEach(async () => {
    ada = await signIn(api, 'ada@example.com');
    bob = await signIn(api, 'bob@example.com');
    teamId = (await makeTeam(ada))._id;
    await joinTeam(ada, teamId, bob);
  });

  const postToken = async (by: Client, fields: object = {}) =>
    await by.post<{ token: ApiToken; secret: string; code?: string; detail?: string }>('/account/tokens', {
      name: 'Script',
      scopes: READ,
      ...fields,
    });
  const make = async (by: Client, fields: object = {}) => {
    const { status, body } = await postToken(by, fields);
    expect(status).toBe(201);
    return { ...body, program: new Program(api, body.secret) };
  };
  const tasks = () => `/teams/${teamId}/tasks`;

  it('returns the secret once and stores only its hash', async () => {
    const { token, secret } = await make(ada, { teamId, expiresInDays: 7 });
    expect(secret).toMatch(/^hth_[\w-]{43}$/);
    expect(token).toMatchObject({
      name: 'Script',
      hint: secret.slice(-4),
      scopes: READ,
      teamId,
      lastUsedAt: null,
    });
    const days = (Date.parse(token.expiresAt) - Date.parse(token.createdAt)) / 86_400_000;
    expect(days).toBe(7);
    const list = await ada.get<{ tokens: ApiToken[] }>('/account/tokens');
    expect(list.body.tokens[0]).toEqual(token);
    const rows = await asOwner(api.app.db, (tx) => tx.selectFrom('api_tokens').selectAll().execute());
    expect(JSON.stringify(rows)).not.toContain(secret.slice(4));
    expect((await bob.get<{ tokens: ApiToken[] }>('/account/tokens')).body.tokens).toEqual([]);
  });

  it('limits a token to its scopes and names the missing scope in the error', async () => {
    const { program } = await make(ada);
    expect((await program.get(tasks())).status).toBe(200);
    const refused = await program.post<{ code: string; detail: string }>(tasks(), { title: 'No' });
    expect(refused).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    expect(refused.body.detail).toContain('tasks.create');
    const writer = (await make(ada, { scopes: [...READ, ...TOKEN_GROUPS['tasks.write']] })).program;
    expect((await writer.post(tasks(), { title: 'Yes' })).status).toBe(201);
    for (const wrong of [['tasks.fly'], ['account.get'], ['teams.delete'], []])
      expect((await postToken(ada, { scopes: wrong })).status, wrong.join()).toBe(400);
    expect((await postToken(ada, { expiresInDays: 366 })).status).toBe(400);
  });

  it('rejects API tokens on account, token and member routes and on routes that require a fresh sign-in', async () => {
    const { program, token } = await make(ada, { scopes: TOKEN_OPERATIONS });
    const refused: [string, string][] = [
      ['GET', '/account'],
      ['GET', '/account/tokens'],
      ['GET', '/account/export'],
      ['DELETE', '/account'],
      ['DELETE', `/account/tokens/${token.id}`],
      ['GET', '/auth/sessions'],
      ['DELETE', '/auth/sessions'],
      ['DELETE', `/teams/${teamId}`],
      ['GET', `/teams/${teamId}/audit/export`],
      ['DELETE', `/teams/${teamId}/members/${bob.user.id}`],
      ['GET', `/teams/${teamId}/invites`],
    ];
    for (const [method, path] of refused) {
      const response = await program.send<{ code: string }>(method, path);
      expect(response, `${method} ${path}`).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    }
    expect((await program.post('/auth/verify')).status).toBe(401);
    expect((await program.post('/account/tokens', { name: 'x', scopes: READ })).status).toBe(403);
  });

  it('accepts tokens without an Origin, rejects foreign origins and prefers tokens over cookies', async () => {
    const { program, secret } = await make(bob, { scopes: TOKEN_OPERATIONS });
    expect((await program.post(tasks(), { title: 'By a program' })).status).toBe(201);
    const foreign = { origin: 'https://evil.example' };
    expect(await program.send('POST', tasks(), { body: { title: 'x' }, headers: foreign })).toMatchObject({
      status: 403,
      body: { code: 'ORIGIN_NOT_ALLOWED' },
    });
    // Bob's token takes precedence over Ada's cookie.
    const both = { authorization: `Bearer ${secret}` };
    const created = await ada.send<{ task: { createdBy: string } }>('POST', tasks(), {
      body: { title: 'Whose?' },
      headers: both,
    });
    expect(created.body.task.createdBy).toBe(bob.user.id);
    const wrong = { authorization: `Bearer ${secret.slice(0, -1)}${secret.endsWith('A') ? 'B' : 'A'}` };
    expect((await ada.send('GET', tasks(), { headers: wrong })).status).toBe(401);
  });

  it('limits a team token to its team', async () => {
    const other = (await makeTeam(ada, 'Other'))._id;
    const { program } = await make(ada, { teamId, scopes: TOKEN_OPERATIONS });
    expect((await program.get(tasks())).status).toBe(200);
    expect(await program.get(`/teams/${other}/tasks`)).toMatchObject({
      status: 404,
      body: { code: 'NOT_FOUND' },
    });
    const { body } = await program.get<{ teams: { _id: string }[] }>('/teams');
    expect(body.teams.map(({ _id }) => _id)).toEqual([teamId]);
    expect((await postToken(await signIn(api, 'eve@example.com'), { teamId })).status).toBe(404);
  });

  it('applies the user’s current permissions', async () => {
    const { program } = await make(bob, { scopes: TOKEN_OPERATIONS });
    const status = async () => (await program.get(tasks())).status;
    const task = await makeTask(ada, teamId, { title: "Ada's" });
    expect((await program.delete(`${tasks()}/${task.id}`)).status).toBe(403);
    expect((await program.get(`/teams/${teamId}/audit`)).status).toBe(403);
    await ada.patch(`/teams/${teamId}`, { membersMayUseTokens: false });
    expect(await status()).toBe(403);
    expect((await postToken(bob, { teamId })).status).toBe(403);
    await ada.patch(`/teams/${teamId}`, { membersMayUseTokens: true });
    expect(await status()).toBe(200);
    await ada.patch(`/teams/${teamId}/members/${bob.user.id}`, { teamRole: 'guest' });
    expect(await status()).toBe(403);
    expect((await postToken(bob, { teamId })).status).toBe(403);
    await ada.delete(`/teams/${teamId}/members/${bob.user.id}`);
    expect(await status()).toBe(404);
  });

  it('invalidates a team token when its membership ends, even after rejoining', async () => {
    const { program } = await make(bob, { teamId });
    clock.advance(1);
    await ada.delete(`/teams/${teamId}/members/${bob.user.id}`);
    await joinTeam(ada, teamId, bob);
    expect((await program.get(tasks())).status).toBe(403);
  });

  it('rejects expired and revoked tokens and requires a fresh sign-in to create a token', async () => {
    const short = (await make(ada, { expiresInDays: 1 })).program;
    const revoked = await make(ada);
    expect((await ada.delete(`/account/tokens/${revoked.token.id}`)).status).toBe(204);
    expect((await ada.delete(`/account/tokens/${revoked.token.id}`)).status).toBe(404);
    expect(await revoked.program.get(tasks())).toMatchObject({
      status: 401,
      body: { code: 'UNAUTHENTICATED' },
    });
    expect((await short.get(tasks())).status).toBe(200);
    clock.advance(86_401);
    expect(await short.get(tasks())).toMatchObject({ status: 401, body: { code: 'TOKEN_EXPIRED' } });
    expect(await postToken(ada)).toMatchObject({ status: 403, body: { code: 'REAUTH_REQUIRED' } });
  });

  it('records the last use at most once a minute', async () => {
    const { program } = await make(ada);
    const lastUsed = async () =>
      (await ada.get<{ tokens: ApiToken[] }>('/account/tokens')).body.tokens[0]?.lastUsedAt;
    await program.get(tasks());
    const first = await lastUsed();
    expect(first).not.toBeNull();
    await program.get(tasks());
    expect(await lastUsed()).toBe(first);
    clock.advance(61);
    await program.get(tasks());
    expect(await lastUsed()).not.toBe(first);
  });

  it('audits tokens and the actions performed with them', async () => {
    const { program, token } = await make(ada, { name: 'Nightly', scopes: TOKEN_OPERATIONS });
    const task = await makeTask(ada, teamId);
    await program.delete(`${tasks()}/${task.id}`);
    await ada.delete(`/account/tokens/${token.id}`);
    const { body } = await ada.get<{ entries: AuditEntry[] }>(`/teams/${teamId}/audit?limit=3`);
    expect(body.entries).toMatchObject([
      { act: 'token.revoked', object: { kind: 'token', id: token.id, name: 'Nightly' }, tokenId: null },
      { act: 'task.trashed', actorId: ada.user.id, tokenId: token.id },
      { act: 'token.made', object: { name: 'Nightly' } },
    ]);
  });

  it('allows at most fifty tokens per user, even under concurrency', async () => {
    const responses = await Promise.all(Array.from({ length: 60 }, () => postToken(ada)));
    const created = responses.filter(({ status }) => status === 201);
    expect(created.length).toBeLessThanOrEqual(50);
    expect(responses.find(({ status }) => status !== 201)).toMatchObject({ status: 422 });
    const { body } = await ada.get<{ tokens: ApiToken[] }>('/account/tokens?limit=200');
    for (const token of body.tokens) await ada.delete(`/account/tokens/${token.id}`);
  });

  it('exports all tokens that are not revoked, including those expired long ago', async () => {
    const { token } = await make(ada);
    await asOwner(api.app.db, (tx) =>
      sql`insert into api_tokens (id, user_id, name, hint, token_hash, scopes, created_at, expires_at)
        select gen_random_uuid(), user_id, name, hint, decode(lpad(n::text, 64, '0'), 'hex'), scopes, now() - interval '1 year', now() - interval '1 day'
        from api_tokens, generate_series(1, 201) n where id = ${token.id}`.execute(tx),
    );
    const { body } = await ada.get<{ tokens: ApiToken[] }>('/account/export');
    expect(body.tokens).toHaveLength(202);
  });

  it('opens the live feed with a token and closes the feed when the token loses access', async () => {
    const feed = async (secret: string): Promise<FeedClient> =>
      await openFeed(new Client(api), teamId, undefined, { bearer: secret, origin: null });
    const narrow = await make(bob);
    expect(await requestFeed(new Client(api), teamId, { bearer: narrow.secret, origin: null })).toMatchObject(
      {
        status: 403,
      },
    );
    const fields = { scopes: ['sync.read'] };
    const first = await make(bob, fields);
    expect(
      await requestFeed(new Client(api), teamId, { bearer: first.secret, origin: 'https://evil.example' }),
    ).toMatchObject({ status: 403 });
    const ends: [string, number, (token: ApiToken) => Promise<unknown>][] = [
      ['revoked', 4401, (token) => bob.delete(`/account/tokens/${token.id}`)],
      ['switched off', 4403, () => ada.patch(`/teams/${teamId}`, { membersMayUseTokens: false })],
      ['signed out everywhere', 4401, () => bob.delete('/auth/sessions')],
      ['guest now', 4403, () => ada.patch(`/teams/${teamId}/members/${bob.user.id}`, { teamRole: 'guest' })],
      ['removed', 4403, () => ada.delete(`/teams/${teamId}/members/${bob.user.id}`)],
      ['leaving', 4401, () => bob.delete('/account')],
    ];
    for (const [what, code, end] of ends) {
      bob = await signIn(api, 'bob@example.com');
      await bob.post('/account/keep');
      await ada.patch(`/teams/${teamId}`, { membersMayUseTokens: true });
      await ada.delete(`/teams/${teamId}/members/${bob.user.id}`);
      await joinTeam(ada, teamId, bob);
      const { token, secret } = await make(bob, fields);
      const open = await feed(secret);
      const task = await makeTask(ada, teamId, { title: what });
      await open.waitUntil(() => open.changes.some((change) => change.id === task.id));
      await end(token);
      expect(await open.waitForClose(), what).toBe(code);
      await ada.delete(`/teams/${teamId}/tasks/${task.id}`);
    }
  });
});
