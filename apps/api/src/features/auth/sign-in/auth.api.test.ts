import { expect, it } from 'vitest';
import { describeOneEngine } from '#testing/databases.ts';
import { Client, makeToken, presentToken, signIn } from '#testing/make.ts';
import { useApp } from '#testing/use-app.ts';

interface Refusal {
  code: string;
  detail: string;
}

describeOneEngine('sign-in', (engine) => {
  const server = useApp(engine);

  it('accepts an identity token and returns the user with a session cookie', async () => {
    const client = new Client(server);
    const token = await makeToken(server, 'ada@example.com', {
      name: 'Ada Byron',
      image: 'https://img.example/ada.png',
    });
    const response = await presentToken(client, token);
    expect(response.status).toBe(200);
    expect(response.body.user).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'Ada Byron',
      email: 'ada@example.com',
      image: expect.stringContaining(`${server.apiOrigin}/images/`),
    });
    const cookie = response.headers.getSetCookie().find((line) => line.startsWith('sid=')) ?? '';
    expect(cookie).toMatch(/^sid=[\w-]{43};/);
    expect(cookie).toMatch(/; HttpOnly/);
    expect(cookie).toMatch(/; SameSite=Lax/);
    expect(cookie).toMatch(/; Path=\//);
    expect(cookie).toMatch(new RegExp(`Max-Age=${400 * 86_400}`));
    expect(cookie).not.toMatch(/Secure|Domain/);

    const verified = await client.post<{ user: unknown }>('/auth/verify');
    expect(verified.status).toBe(200);
    expect(verified.body).toEqual({ user: response.body.user });
    expect(verified.headers.get('cache-control')).toBe('private, no-store');
  });

  it('keeps the user’s id when the profile at the provider changes', async () => {
    const first = await signIn(server, 'grace@example.com', { name: 'Grace' });
    const second = await signIn(server, 'Grace@Example.com', { name: 'Grace Hopper' });
    expect(second.user.id).toBe(first.user.id);
    expect(second.user).toMatchObject({ name: 'Grace Hopper', email: 'Grace@Example.com', image: null });
  });

  it('responds with 401 to unauthenticated requests', async () => {
    for (const cookie of [undefined, 'sid=', 'sid=x', `sid=${'a'.repeat(43)}`, `sid=${'%00'.repeat(9)}`]) {
      const response = await new Client(server).send<Refusal>('POST', '/auth/verify', {
        headers: { cookie },
      });
      expect([response.status, response.body.code]).toEqual([401, 'UNAUTHENTICATED']);
    }
  });

  it('ends the session and clears the cookie on sign-out', async () => {
    const client = await signIn(server, 'out@example.com');
    const oldCookie = client.cookies.get('sid')?.value ?? '';
    const notices: unknown[] = [];
    const stop = server.app.fanout.subscribe((notice) => notices.push(notice));
    const response = await client.post('/auth/signout');
    stop();
    expect(response.status).toBe(204);
    expect(response.headers.get('clear-site-data')).toBe('"cache", "storage"');
    expect(client.cookies.has('sid')).toBe(false);
    expect(notices).toEqual([{ kind: 'sessionEnded', sessionId: expect.any(String) }]);
    const again = await client.send<Refusal>('POST', '/auth/verify', {
      headers: { cookie: `sid=${oldCookie}` },
    });
    expect([again.status, again.body.code]).toEqual([401, 'UNAUTHENTICATED']);
    expect((await client.post('/auth/signout')).status).toBe(204);
  });
});
