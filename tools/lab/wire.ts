import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';

// Smoke test of a running server's API over HTTP and WebSocket. It imports no Hearth code. API_ORIGIN=http://localhost:4000
// WEB_ORIGIN=http://localhost:3000 npm run lab -- wire Requires a development server because it signs in with tokens from `/dev`.

const API_ORIGIN = process.env['API_ORIGIN'] ?? 'http://localhost:4000';
const WEB_ORIGIN = process.env['WEB_ORIGIN'] ?? 'http://localhost:3000';

interface Answer {
  status: number;
  headers: Headers;
  // oxlint-disable-next-line typescript/no-explicit-any -- a wrong shape fails an expectation
  body: any;
}

let passed = 0;
const failures: string[] = [];

function expect(what: string, found: unknown, expected: unknown): void {
  if (isDeepStrictEqual(found, expected)) passed += 1;
  else failures.push(`${what}: ${JSON.stringify(found)?.slice(0, 300)}, not ${JSON.stringify(expected)}`);
}

/** Expects a rejection as a problem document (RFC 9457) with this code. */
function expectRefusal(
  what: string,
  { status, headers, body }: Answer,
  code: string,
  expected: number,
): void {
  const type = headers.get('content-type');
  expect(what, [status, type, body?.code], [expected, 'application/problem+json; charset=utf-8', code]);
}

class Caller {
  cookie = '';

  async send(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const response = await fetch(`${API_ORIGIN}${path}`, {
      method,
      redirect: 'manual',
      signal: AbortSignal.timeout(15_000),
      headers: {
        origin: WEB_ORIGIN,
        cookie: this.cookie,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const sid = response.headers.getSetCookie().find((cookie) => /^(?:__Host-)?sid=/.test(cookie));
    if (sid !== undefined) this.cookie = sid.split(';')[0] ?? '';
    const text = await response.text();
    const isJson = /json/.test(response.headers.get('content-type') ?? '');
    return {
      status: response.status,
      headers: response.headers,
      body: isJson && text !== '' ? JSON.parse(text) : text,
    };
  }

  async signIn(name: string): Promise<Answer> {
    const email = `${name}-${randomUUID()}@example.com`;
    const { body } = await this.send('POST', '/dev/identity-tokens', { email, name });
    return await this.send('POST', '/auth/google', undefined, { authorization: `Bearer ${body.token}` });
  }
}

async function nextChange(caller: Caller, path: string, act: () => Promise<unknown>): Promise<unknown> {
  // Node's own WebSocket accepts headers through this option. The DOM's type lacks it.
  const options = { headers: { cookie: caller.cookie, origin: WEB_ORIGIN } } as unknown as string[];
  const socket = new WebSocket(`${API_ORIGIN.replace(/^http/, 'ws')}${path}`, options);
  const change = new Promise<unknown>((resolve, reject) => {
    socket.addEventListener('message', ({ data }) => {
      const frame = JSON.parse(String(data)) as { type: string; changes?: { data?: { title?: string } }[] };
      if (frame.type === 'changes') resolve(frame.changes?.[0]?.data?.title);
    });
    socket.addEventListener('error', () => reject(new Error(`${path} did not open`)));
    setTimeout(() => resolve('no frame within 5 s'), 5_000).unref();
  });
  await new Promise((resolve) => socket.addEventListener('open', resolve));
  await act();
  return await change.finally(() => socket.close());
}

const ada = new Caller();
const stranger = new Caller();

for (const path of ['/healthz', '/readyz', '/metrics', '/openapi.json'])
  expect(path, (await ada.send('GET', path)).status, 200);

expectRefusal('no session', await ada.send('POST', '/auth/verify'), 'UNAUTHENTICATED', 401);
const forged = await ada.send('POST', '/auth/google', undefined, { authorization: 'Bearer a.b.c' });
expect('a forged identity token', forged.status, 401);
expect('sign-in', (await ada.signIn('Ada')).status, 200);
expect('verify', (await ada.send('POST', '/auth/verify')).body.user?.name, 'Ada');
await stranger.signIn('Eve');

const evil = { origin: 'https://evil.example' };
const crossSite = await ada.send('POST', '/teams', { name: 'X' }, evil);
expectRefusal('a change from another origin', crossSite, 'ORIGIN_NOT_ALLOWED', 403);
for (const [body, code, status] of [
  [{ name: '' }, 'INVALID_REQUEST', 400],
  [{ name: 'A', color: 'red' }, 'INVALID_REQUEST', 400],
  ['{"name":', 'INVALID_REQUEST', 400],
  ['{"name":"A","__proto__":{"isAdmin":true}}', 'INVALID_REQUEST', 400],
  [{ name: 'x'.repeat(400_000) }, 'PAYLOAD_TOO_LARGE', 413],
] as const)
  expectRefusal(
    `a team of ${JSON.stringify(body).slice(0, 30)}`,
    await ada.send('POST', '/teams', body),
    code,
    status,
  );
const text = { 'content-type': 'text/plain' };
const plain = await ada.send('POST', '/teams', 'name=x', text);
expectRefusal('a body that is not JSON', plain, 'UNSUPPORTED_MEDIA_TYPE', 415);

const created = await ada.send('POST', '/teams', { name: 'Work' });
expect('a team', [created.status, created.body.team?.name], [201, 'Work']);
const team = `/teams/${created.body.team?._id}`;
expectRefusal('a stranger', await stranger.send('GET', `${team}/members`), 'NOT_FOUND', 404);

const invite = (await ada.send('POST', `${team}/invites`, {})).body.invite;
expect('an invite', invite?.url, `${WEB_ORIGIN}/invite/${invite?.link}/join`);
const joined = await stranger.send('POST', `/invites/${invite?.link}/join`);
expect('joining', [joined.status, joined.body.member?.teamRole], [200, 'member']);
expectRefusal('a member deletes the team', await stranger.send('DELETE', team), 'FORBIDDEN', 403);

const project = (await ada.send('POST', `${team}/projects`, { name: 'Website', key: 'WEB' })).body.project;
const key = { 'idempotency-key': randomUUID() };
const task = { title: 'Ship it', projectId: project?.id };
const first = await ada.send('POST', `${team}/tasks`, task, key);
const retried = await ada.send('POST', `${team}/tasks`, task, key);
expect('a task', [first.status, first.body.task?.key], [201, `WEB-${first.body.task?.number}`]);
expect('a retry gets the first answer', retried.body, first.body);
const path = `${team}/tasks/${first.body.task?.id}`;
expect('a comment', (await ada.send('POST', `${path}/comments`, { body: 'Well done' })).status, 201);
expect('a page of tasks', (await ada.send('GET', `${team}/tasks?limit=1`)).body.tasks?.length, 1);
expectRefusal('a limit', await ada.send('GET', `${team}/tasks?limit=201`), 'INVALID_REQUEST', 400);

const { seq } = (await ada.send('GET', `${team}/sync`)).body;
const title = await nextChange(ada, `${team}/feed?since=${seq}`, () =>
  ada.send('PATCH', path, { title: 'Shipped' }),
);
expect('the feed sends the change', title, 'Shipped');
const since = await ada.send('GET', `${team}/sync?since=${seq}`);
expect('changes since', since.body.changes?.[0]?.data?.title, 'Shipped');

expect('the trash', (await ada.send('DELETE', path)).status, 204);
expectRefusal('a trashed task', await ada.send('GET', path), 'NOT_FOUND', 404);
const restored = await ada.send('POST', `${team}/trash/${first.body.task?.id}/restore`);
expect('restore', restored.status, 200);
const { cookie } = ada;
expect('sign-out', (await ada.send('POST', '/auth/signout')).status, 204);
const ended = await ada.send('GET', `${team}/members`, undefined, { cookie });
expectRefusal('an ended session', ended, 'UNAUTHENTICATED', 401);

for (const failure of failures) console.error(`✗ ${failure}`);
console.log(`${passed} passed, ${failures.length} failed`);
process.exitCode = failures.length === 0 ? 0 : 1;
