import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PICTURE } from '@hearth/contracts/auth/account-values';
import type { RouteSpec } from '@hearth/contracts/core/route';
import { ROUTES } from '@hearth/contracts/routes';
import { testEngines, type TestEngine } from '#testing/databases.ts';
import { liftLimits, makeLive } from '#testing/rights/id-swap-sets.ts';
import { Client, makeTeam, signIn, type ApiResponse, type SignedIn } from '#testing/make.ts';
import { buildRequest, kindsOf, toUrl, type IdsByKind } from '#testing/rights/rights-samples.ts';
import { startApp, type TestApp } from '#testing/start-app.ts';

/** Expected headers of all responses, written by hand. */
const EXPECTED: Record<string, string | null> = {
  'cache-control': 'private, no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-site',
  'access-control-allow-credentials': 'true',
  server: null,
  'x-powered-by': null,
  etag: null,
};

/** Expected headers of images: public, immutable, embeddable by other sites, and without script execution. */
const OF_A_PICTURE: typeof EXPECTED = {
  ...EXPECTED,
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy': "sandbox; default-src 'none'",
  'cross-origin-resource-policy': 'cross-origin',
};

/** Routes that return the version of content as an ETag, for use in If-Match. */
const HAVE_TAGS = /^(?:documents\.(?:get|markdown|update)|tasks\.(?:get|update))$/;

const COOKIES = /^(?:sid|handed|refresh|signin)=[^;]*; (?=.*\bHttpOnly\b)(?=.*\bSameSite=(?:Lax|Strict)\b)/;
/** Routes that may set cookies: routes for signing in and routes that end all sessions. */
const MAY_SET_COOKIES = /^(?:auth\.|account\.delete$)/;

const [engine] = testEngines.slice(-1) as [TestEngine];

describe('response headers', () => {
  let api: TestApp;
  let owner: SignedIn;
  let link: string;
  let ids: IdsByKind;
  beforeAll(async () => {
    api = await startApp(engine);
    owner = await signIn(api, 'owner@example.com');
    const teamId = (await makeTeam(owner))._id;
    await liftLimits(api.app.db);
    const make = makeLive(api, owner, teamId);
    ids = {};
    for (const kind of new Set((ROUTES as readonly RouteSpec[]).flatMap(kindsOf))) {
      if (kind !== 'new') ids[kind] = await make(kind);
    }
    const created = await owner.post<{ invite: { link: string } }>(`/teams/${teamId}/invites`, {});
    link = created.body.invite.link;
  });
  afterAll(() => api.close());

  function compare(response: ApiResponse, expected = EXPECTED): string[] {
    const wrong = Object.entries({ ...expected, 'access-control-allow-origin': api.webOrigin })
      .filter(([name, value]) => response.headers.get(name) !== value)
      .map(([name]) => `${name}: ${response.headers.get(name)}`);
    const type = response.headers.get('content-type');
    const isFile = /^attachment; filename="[\w. ()-]+"(?:; filename\*=UTF-8''[\w.%-]+)?$/.test(
      response.headers.get('content-disposition') ?? '',
    );
    const isJson = type === null || /^application\/(?:problem\+)?json; charset=utf-8$/.test(type);
    // Other types must be downloads, because browsers never display downloads.
    return isJson ||
      (isFile && /^(?:text\/(?:csv|markdown); charset=utf-8|application\/(?:zip|pdf)$)/.test(type)) ||
      expected === OF_A_PICTURE
      ? wrong
      : [...wrong, `content-type: ${type}`];
  }

  async function call(client: Client, route: RouteSpec, origin: string): Promise<ApiResponse> {
    const request = buildRequest(route, ids, link);
    const { body, upload } = request;
    return await client.send(route.method, toUrl(request), {
      body,
      ...(upload === undefined ? {} : { upload }),
      headers: { origin },
    });
  }

  it(`sends the expected headers on all ${ROUTES.length} routes for every kind of caller`, async () => {
    const wrong: string[] = [];
    // Call destructive routes last.
    const routes = (ROUTES as readonly RouteSpec[]).toSorted(
      (a, b) =>
        Number(a.method === 'DELETE' || a.id === 'auth.signOut') -
        Number(b.method === 'DELETE' || b.id === 'auth.signOut'),
    );
    for (const route of routes) {
      const callers: [string, Client, string][] = [
        ['owner', owner, api.webOrigin],
        ['stranger', new Client(api), api.webOrigin],
        ['owner from elsewhere', owner, 'https://evil.example'],
      ];
      for (const [name, client, origin] of callers) {
        const response = await call(client, route, origin);
        const tag = response.headers.get('etag');
        const hasTag =
          response.status === 200 && HAVE_TAGS.test(route.id) && /^"[\w-]{20,}"$/.test(tag ?? '');
        const expected = hasTag ? { ...EXPECTED, etag: tag } : EXPECTED;
        for (const fault of compare(response, expected))
          wrong.push(`${route.id} ${name} ${response.status}: ${fault}`);
        for (const cookie of response.headers.getSetCookie()) {
          if (!COOKIES.test(cookie) || !MAY_SET_COOKIES.test(route.id))
            wrong.push(`${route.id} ${name} sets ${cookie}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  it('sends the same headers on unknown routes and for malformed requests', async () => {
    const visitor = new Client(api);
    const responses = [
      await visitor.get('/nowhere'),
      await visitor.get('/teams/%zz'),
      await visitor.get(`/invites/${'a'.repeat(400)}`),
      await visitor.send('PUT', '/teams'),
      await visitor.send('POST', '/teams', { body: '{' }),
    ];
    for (const response of responses) {
      // Responses to malformed URLs have no CORS headers.
      const expected = response.headers.has('access-control-allow-origin')
        ? EXPECTED
        : { ...EXPECTED, 'access-control-allow-credentials': null };
      const faults = compare(response, expected).filter(
        (fault) => !fault.startsWith('access-control-allow-origin: null'),
      );
      expect(faults).toEqual([]);
    }
    for (const path of ['/healthz', '/readyz', '/openapi.json']) {
      expect(compare(await visitor.get(path)), path).toEqual([]);
    }
    const metrics = await visitor.get('/metrics');
    expect(compare(metrics)).toEqual([expect.stringMatching(/^content-type: text\/plain/)]);
  });

  it('allows caching and embedding of images and prevents script execution', async () => {
    const person = await signIn(api, 'picture@example.com');
    const upload = buildRequest(findRoute('account.putImage'), {}, '').upload as Blob;
    expect(PICTURE.types).toContain(upload.type);
    const updated = await person.send<{ account: { image: string } }>('PUT', '/account/image', { upload });
    const response = await new Client(api).get(new URL(updated.body.account.image).pathname);
    expect(response.headers.get('content-type')).toBe('image/webp');
    expect(compare(response, OF_A_PICTURE)).toEqual([]);
  });
});

function findRoute(id: string): RouteSpec {
  const route = (ROUTES as readonly RouteSpec[]).find((one) => one.id === id);
  if (route === undefined) throw new Error(`Route ${id} not found`);
  return route;
}
