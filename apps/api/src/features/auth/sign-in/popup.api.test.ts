import { decodeJwt } from 'jose';
import { expect, it } from 'vitest';
import { describeOneEngine } from '#testing/databases.ts';
import { Client, makeToken, presentToken, signIn } from '#testing/make.ts';
import { choose, navigate, openPopup, signInByPopup } from '#testing/popup.ts';
import { createTestClock, startApp } from '#testing/start-app.ts';
import { useApp } from '#testing/use-app.ts';

describeOneEngine('sign-in via popup', (engine) => {
  const clock = createTestClock();
  const server = useApp(engine, { clock });

  it('redirects from the account chooser to the popup page with a valid token', async () => {
    const client = new Client(server);
    const { address, fragment } = await signInByPopup(client, 'pia@example.com');
    expect(address).toBe(`${server.webOrigin}/auth/popup`);
    expect(fragment.get('error')).toBeNull();
    expect([fragment.get('mode'), fragment.get('next')]).toEqual(['popup', '/']);
    const response = await presentToken(client, fragment.get('token') ?? '');
    expect(response.status).toBe(200);
    expect(response.body.user).toMatchObject({ email: 'pia@example.com', name: 'pia' });
    expect((await client.post('/auth/verify')).status).toBe(200);
  });

  it('switches to another account in the same browser', async () => {
    const client = new Client(server);
    for (const email of ['first@example.com', 'second@example.com', 'first@example.com']) {
      const { fragment } = await signInByPopup(client, email);
      const response = await presentToken(client, fragment.get('token') ?? '');
      expect(response.body).toMatchObject({ user: { email } });
    }
  });

  it('signs in to the same account as a directly issued token', async () => {
    const client = new Client(server);
    const { fragment } = await signInByPopup(client, 'same@example.com');
    const byPopup = await presentToken(client, fragment.get('token') ?? '');
    const byToken = await signIn(server, 'Same@example.com');
    expect(byToken.user.id).toBe(byPopup.body.user.id);
  });

  it('requests a code with a fresh PKCE challenge, state and nonce for each sign-in', async () => {
    const values = [];
    for (let i = 0; i < 2; i += 1) {
      const response = await new Client(server).get('/auth/google/start');
      expect(response.status).toBe(302);
      const location = new URL(response.headers.get('location') ?? '');
      expect(location.origin + location.pathname).toBe(`${server.apiOrigin}/dev/idp/auth`);
      expect(Object.fromEntries(location.searchParams)).toMatchObject({
        response_type: 'code',
        redirect_uri: `${server.apiOrigin}/auth/google/callback`,
        scope: 'openid email profile',
        code_challenge_method: 'S256',
      });
      values.push(...['state', 'nonce', 'code_challenge'].map((name) => location.searchParams.get(name)));
    }
    expect(new Set(values).size).toBe(6);
    for (const value of values) expect(value).toMatch(/^[\w-]{43}$/);
  });

  it('serves a script-free chooser with a strict CSP and escaped user input', async () => {
    const client = new Client(server);
    const first = await openPopup(client);
    await choose(client, first, { email: 'eve@example.com', name: '"><img src=x>' });
    const page = await navigate(client, 'GET', '/auth/google/start');
    const html = String(page.body);
    expect(html).toContain('eve@example.com');
    expect(html).not.toContain('<img');
    expect(html).not.toContain('value="">');
    expect(html).not.toMatch(/<script|\son\w+=|javascript:/i);
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/=]+'; form-action 'self' /);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
  });

  it('shows the form again after an invalid name or email address', async () => {
    const client = new Client(server);
    const chooser = await openPopup(client);
    for (const form of [
      {},
      { name: 'No address' },
      { name: '', email: 'a@example.com' },
      { name: 'X', email: 'x' },
    ]) {
      const again = await navigate(client, 'POST', chooser, form as Record<string, string>);
      expect([again.status, String(again.body).includes('role="alert"')]).toEqual([400, true]);
    }
  });

  it('reports a cancelled sign-in and an expired chooser', async () => {
    const client = new Client(server);
    const { fragment } = await choose(client, await openPopup(client), { cancel: '1' });
    expect([fragment.get('error'), fragment.get('token')]).toEqual(['access_denied', null]);
    const stranger = await navigate(new Client(server), 'GET', '/dev/idp/interaction/nothing-here');
    expect(stranger.status).toBe(400);
    expect(String(stranger.body)).toContain('has run out');
  });

  it.each([
    ['?mode=page&next=/dashboard/projects/7%3Fview=board', 'page', '/dashboard/projects/7?view=board'],
    ['?mode=page&next=//evil.example', 'page', '/'],
    ['?mode=page&next=https://evil.example/', 'page', '/'],
    ['?mode=page&next=/%5Cevil.example', 'page', '/'],
    ['?next=/invite/abc/join', 'popup', '/invite/abc/join'],
  ])('keeps only a same-origin next path: %s', async (query, mode, next) => {
    const { address, fragment } = await signInByPopup(new Client(server), 'next@example.com', query);
    expect(address).toBe(`${server.webOrigin}/auth/popup`);
    expect([fragment.get('mode'), fragment.get('next')]).toEqual([mode, next]);
  });

  it('rejects an unknown mode', async () => {
    expect((await new Client(server).get('/auth/google/start?mode=frame')).status).toBe(400);
  });

  it('rejects callbacks that are reused, expired or don’t match the sign-in that was started', async () => {
    const start = async (): Promise<{ client: Client; callback: URL }> => {
      const client = new Client(server);
      const chooser = await openPopup(client);
      // Performs all steps except the last one, whose errors are tested below.
      const done = await client.send('POST', chooser, {
        headers: { 'content-type': 'application/x-www-form-urlencoded', origin: server.apiOrigin },
        body: 'email=way@example.com&name=Way',
      });
      const resumed = await client.get(new URL(done.headers.get('location') ?? '').pathname);
      return { client, callback: new URL(resumed.headers.get('location') ?? '') };
    };
    const resultOf = async (client: Client, callback: URL): Promise<string | null> => {
      const { url } = await navigate(client, 'GET', callback.pathname + callback.search);
      const fragment = new URLSearchParams(url.hash.slice(1));
      return fragment.get('error') ?? (fragment.has('token') ? 'token' : null);
    };

    const good = await start();
    expect(good.callback.pathname).toBe('/auth/google/callback');
    const savedCookies = new Map(good.client.cookies);
    expect(await resultOf(good.client, good.callback)).toBe('token');
    // The cookie can be used only once …
    expect(await resultOf(good.client, good.callback)).toBe('expired');
    // … and the code can be used only once.
    for (const [name, cookie] of savedCookies) good.client.cookies.set(name, cookie);
    expect(await resultOf(good.client, good.callback)).toBe('failed');

    const otherBrowser = await start();
    expect(await resultOf(new Client(server), otherBrowser.callback)).toBe('expired');

    const otherState = await start();
    otherState.callback.searchParams.set('state', 'a'.repeat(43));
    expect(await resultOf(otherState.client, otherState.callback)).toBe('failed');

    const noState = await start();
    noState.callback.searchParams.delete('state');
    expect(await resultOf(noState.client, noState.callback)).toBe('failed');

    const otherIssuer = await start();
    otherIssuer.callback.searchParams.set('iss', 'https://evil.example');
    expect(await resultOf(otherIssuer.client, otherIssuer.callback)).toBe('failed');

    // A code from another user's flow is rejected: its verifier and nonce do not belong to this browser.
    const [victim, attacker] = [await start(), await start()];
    victim.callback.searchParams.set('code', attacker.callback.searchParams.get('code') ?? '');
    expect(await resultOf(victim.client, victim.callback)).toBe('failed');

    const forged = await start();
    forged.client.cookies.set('signin', { value: 'bm90IHNlYWxlZCBieSB0aGUgc2VydmVy', path: '/auth/google' });
    expect(await resultOf(forged.client, forged.callback)).toBe('expired');

    const slow = await start();
    clock.advance(601);
    expect(await resultOf(slow.client, slow.callback)).toBe('expired');
  });

  it('accepts a token only from the browser that received it', async () => {
    const attacker = new Client(server);
    const { fragment } = await signInByPopup(attacker, 'attacker@example.com');
    const token = fragment.get('token') ?? '';
    expect(decodeJwt(token)['nonce']).toMatch(/^[\w-]{43}$/);

    const victim = new Client(server);
    expect((await presentToken(victim, token)).status).toBe(401);
    expect(victim.cookies.has('sid')).toBe(false);

    const signedIn = await signIn(server, 'victim@example.com');
    expect((await presentToken(signedIn, token)).status).toBe(401);
    expect((await signedIn.post<{ user: unknown }>('/auth/verify')).body.user).toEqual(signedIn.user);

    // The victim is in the middle of their own sign-in.
    const busy = new Client(server);
    await signInByPopup(busy, 'busy@example.com');
    expect((await presentToken(busy, token)).status).toBe(401);

    expect((await presentToken(attacker, token)).status).toBe(200);
  });

  it('does not mount the development provider when Google is configured', async () => {
    const env = { GOOGLE_CLIENT_ID: 'id.apps.example', GOOGLE_CLIENT_SECRET: 'secret' };
    const google = await startApp(engine, { env });
    try {
      const client = new Client(google);
      for (const path of [
        '/dev/idp/.well-known/openid-configuration',
        '/dev/idp/auth',
        '/dev/idp/interaction/x',
      ]) {
        expect((await client.get(path)).status).toBe(404);
      }
      const response = await client.post('/dev/identity-tokens', { email: 'a@example.com', name: 'A' });
      expect(response.status).toBe(404);
      // A token of the development provider is never valid in an installation with Google.
      expect((await presentToken(client, await makeToken(server, 'a@example.com'))).status).not.toBe(200);
    } finally {
      await google.close();
    }
  });
});
