import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemClock } from '#platform/clock.ts';
import { describeOneEngine } from '#testing/databases.ts';
import { Client, makeToken, presentToken, signIn } from '#testing/make.ts';
import { startApp, type TestApp } from '#testing/start-app.ts';
import { useApp, usePeople } from '#testing/use-app.ts';

interface Refusal {
  code: string;
}

const WEB = 'http://localhost:3000';

/** Origins, and whether an unsafe request with a cookie is allowed from there. Written out by hand from the protocol's rule. */
const ORIGINS: [origin: string | undefined, isAllowed: boolean][] = [
  [WEB, true],
  [undefined, false],
  ['null', false],
  ['https://localhost:3000', false],
  ['http://localhost:3001', false],
  ['http://127.0.0.1:3000', false],
  ['http://LOCALHOST:3000', false],
  ['http://localhost:3000/', false],
  ['http://app.localhost:3000', false],
  ['http://localhost:3000.evil.example', false],
  ['http://localhost:3000@evil.example', false],
  ['http://localhost:3000, http://evil.example', false],
];

/** Content types, and whether they count as JSON. */
const TYPES: [type: string | undefined, isJson: boolean][] = [
  ['application/json', true],
  ['application/json; charset=utf-8', true],
  ['text/plain', false],
  ['application/x-www-form-urlencoded', false],
  ['multipart/form-data; boundary=x', false],
  [undefined, false],
];

describeOneEngine('origin check', (engine) => {
  const server = useApp(engine, { env: { WEB_PORT: '3000' } });
  const [client] = usePeople(server, 'origins');

  const cells = ORIGINS.flatMap(([origin, isAllowed]) =>
    TYPES.flatMap(([type, isJson]) =>
      [true, false].map((hasHeader) => ({ origin, isAllowed, type, isJson, hasHeader })),
    ),
  );

  it('covers all 144 combinations of origin, content type and custom header', () => {
    expect(cells).toHaveLength(144);
  });

  it.each(cells)(
    'accepts only JSON from our own origin: origin $origin, type $type, custom header $hasHeader',
    async ({ origin, isAllowed, type, isJson, hasHeader }) => {
      const sid = client.cookies.get('sid')?.value;
      const response = await fetch(`${server.apiOrigin}/teams`, {
        method: 'POST',
        // Send bytes, since fetch would set a content type for text.
        body: new TextEncoder().encode('{"name":"Cells"}'),
        headers: {
          cookie: `sid=${sid}`,
          ...(origin === undefined ? {} : { origin }),
          ...(type === undefined ? {} : { 'content-type': type }),
          ...(hasHeader ? { 'x-requested-with': 'XMLHttpRequest' } : {}),
        },
      });
      const code = response.ok ? 'made' : ((await response.json()) as Refusal).code;
      // The origin is checked before the content type.
      const expected = !isAllowed ? 'ORIGIN_NOT_ALLOWED' : isJson ? 'made' : 'UNSUPPORTED_MEDIA_TYPE';
      expect([response.status, code]).toEqual([
        { made: 201, ORIGIN_NOT_ALLOWED: 403, UNSUPPORTED_MEDIA_TYPE: 415 }[expected],
        expected,
      ]);
    },
  );

  it.each(['/auth/verify', '/auth/signout', '/auth/google', '/auth/google/refresh'])(
    'rejects cross-origin requests to POST %s',
    async (path) => {
      const visitor = await signIn(server, 'posts@example.com');
      const authorization = `Bearer ${await makeToken(server, 'posts@example.com')}`;
      // Test the allowed origin last because its request may end the session.
      for (const [origin, isAllowed] of ORIGINS.toReversed()) {
        const response = await visitor.send<Refusal | undefined>('POST', path, {
          headers: { origin, authorization },
        });
        expect([origin, response.body?.code === 'ORIGIN_NOT_ALLOWED']).toEqual([origin, !isAllowed]);
      }
    },
  );

  it('rejects requests with Sec-Fetch-Site: cross-site even from an allowed Origin', async () => {
    const response = await client.send<Refusal>('POST', '/auth/verify', {
      headers: { 'sec-fetch-site': 'cross-site' },
    });
    expect([response.status, response.body.code]).toEqual([403, 'ORIGIN_NOT_ALLOWED']);
  });

  it('rejects cross-origin sign-in requests (login CSRF)', async () => {
    const victim = new Client(server);
    const token = await makeToken(server, 'attacker@example.com');
    const response = await presentToken(victim, token, { origin: 'https://evil.example' });
    expect([response.status, response.body.code]).toEqual([403, 'ORIGIN_NOT_ALLOWED']);
    expect(victim.cookies.size).toBe(0);
    // The attempt did not consume the token.
    expect((await presentToken(victim, token)).status).toBe(200);
  });

  it('accepts reads and cookie-less sign-ins without an Origin header', async () => {
    const token = await makeToken(server, 'program@example.com');
    expect((await presentToken(new Client(server), token, { origin: undefined })).status).toBe(200);
    const read = await client.send('GET', '/auth/sessions', { headers: { origin: undefined } });
    expect(read.status).toBe(200);
  });

  it.each([
    [WEB, true],
    ['https://evil.example', false],
    ['null', false],
  ])('applies the CORS policy to preflight requests from %s', async (origin, isAllowed) => {
    const response = await new Client(server).send('OPTIONS', '/teams', {
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type,authorization,idempotency-key',
      },
    });
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-origin') === origin).toBe(isAllowed);
    expect(response.headers.get('access-control-allow-origin')).not.toBe('*');
    expect(response.headers.get('access-control-allow-credentials')).toBe('true');
    expect(response.headers.get('access-control-allow-headers')).toContain('idempotency-key');
    const real = await client.send('GET', '/auth/sessions', { headers: { origin } });
    expect(real.headers.get('access-control-allow-origin') === origin).toBe(isAllowed);
  });
});

describeOneEngine('sign-in rate limit', (engine) => {
  let atMs = 1000;
  let server: TestApp;
  beforeAll(async () => {
    const clock = { now: () => systemClock.now(), monotonic: () => atMs };
    server = await startApp(engine, { clock, env: { RATE_LIMITS: 'on' } });
  });
  afterAll(() => server.close());

  const tryOnce = (): Promise<{ status: number; headers: Headers; body: { code?: string } }> =>
    presentToken(new Client(server), 'forged');

  /** Sends a request from another address of this host. */
  const tryFrom = (localAddress: string): Promise<number> =>
    new Promise((resolve, reject) => {
      const { hostname, port } = new URL(server.apiOrigin);
      const options = { hostname, port, family: 4, localAddress, method: 'POST', path: '/auth/google' };
      httpRequest(options, (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      })
        .on('error', reject)
        .end();
    });

  it('allows 30 attempts a minute per address and refills over time', async () => {
    for (let i = 0; i < 30; i += 1) expect((await tryOnce()).status).toBe(401);
    const refused = await tryOnce();
    expect([refused.status, refused.body.code]).toEqual([429, 'RATE_LIMITED']);
    expect(refused.headers.get('retry-after')).toBe('2');
    // Valid tokens do not bypass the limit. Other addresses are not affected.
    expect((await presentToken(new Client(server), await makeToken(server, 'late@example.com'))).status).toBe(
      429,
    );
    expect(await tryFrom('127.0.0.2')).toBe(401);

    atMs += 2000;
    expect((await tryOnce()).status).toBe(401);
    expect((await tryOnce()).status).toBe(429);
    atMs += 60_000;
    for (let i = 0; i < 30; i += 1) expect((await tryOnce()).status).toBe(401);
    expect((await tryOnce()).status).toBe(429);
  });
});

describeOneEngine('IP rate limits behind a proxy', (engine) => {
  const useUp = async (server: TestApp, forwardedFor: string): Promise<number[]> => {
    const statuses: number[] = [];
    for (let i = 0; i < 31; i += 1) {
      const response = await new Client(server).send('POST', '/auth/google', {
        headers: { 'x-forwarded-for': forwardedFor, authorization: 'Bearer forged' },
      });
      statuses.push(response.status);
    }
    return statuses;
  };

  it.each([
    ['trusts X-Forwarded-For from a configured proxy', { TRUSTED_PROXIES: '127.0.0.1, ::1' }, 401],
    ['ignores X-Forwarded-For from other peers', {}, 429],
  ])('%s', async (_name, env, ofAnother) => {
    const clock = { now: () => systemClock.now(), monotonic: () => 1000 };
    const server = await startApp(engine, { clock, env: { RATE_LIMITS: 'on', ...env } });
    try {
      expect((await useUp(server, '192.0.2.1')).at(-1)).toBe(429);
      expect((await useUp(server, '192.0.2.2')).at(0)).toBe(ofAnother);
    } finally {
      await server.close();
    }
  });
});
