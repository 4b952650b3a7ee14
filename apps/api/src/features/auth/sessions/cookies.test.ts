import cookie from '@fastify/cookie';
import fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { createCookies, type CookieName } from './cookies.ts';

const DAY = 86_400;

/** Expected attributes of each cookie, written out by hand. */
const EXPECTED: Record<
  CookieName,
  { name: string; secureName: string; path: string; sameSite: string; age: number }
> = {
  session: { name: 'sid', secureName: '__Host-sid', path: '/', sameSite: 'Lax', age: 400 * DAY },
  flow: { name: 'signin', secureName: '__Secure-signin', path: '/auth/google', sameSite: 'Lax', age: 600 },
  handed: {
    name: 'handed',
    secureName: '__Secure-handed',
    path: '/auth/google',
    sameSite: 'Strict',
    age: 600,
  },
  refresh: {
    name: 'refresh',
    secureName: '__Secure-refresh',
    path: '/auth/google',
    sameSite: 'Strict',
    age: 60 * DAY,
  },
};
const NAMES = Object.keys(EXPECTED) as CookieName[];

/** Sends a request to a server that sets, clears or reads one cookie. */
async function ask(
  apiOrigin: string,
  path: string,
  sent?: string,
): Promise<{ lines: string[]; body: unknown }> {
  const cookies = createCookies({ apiOrigin });
  const server = fastify();
  await server.register(cookie);
  for (const name of NAMES) {
    server.get(`/write/${name}`, async (_request, reply) => {
      cookies.write(reply, name, 'value');
      return {};
    });
    server.get(`/clear/${name}`, async (_request, reply) => {
      cookies.clear(reply, name);
      return {};
    });
    server.get(`/read/${name}`, async (request) => ({ value: cookies.read(request, name) }));
  }
  const answer = await server.inject({
    url: path,
    ...(sent === undefined ? {} : { headers: { cookie: sent } }),
  });
  await server.close();
  return { lines: [answer.headers['set-cookie'] ?? []].flat(), body: answer.json() };
}

describe.each(NAMES)('cookie %s', (name) => {
  const expected = EXPECTED[name];

  it('sets HttpOnly, SameSite, the path and the lifetime', async () => {
    const { lines } = await ask('http://localhost:4000', `/write/${name}`);
    expect(lines).toEqual([
      `${expected.name}=value; Max-Age=${expected.age}; Path=${expected.path}; HttpOnly; SameSite=${expected.sameSite}`,
    ]);
  });

  it('sets Secure and uses a prefixed name on https', async () => {
    const { lines } = await ask('https://api.example.com', `/write/${name}`);
    expect(lines).toEqual([
      `${expected.secureName}=value; Max-Age=${expected.age}; Path=${expected.path}; HttpOnly; Secure; SameSite=${expected.sameSite}`,
    ]);
  });

  it('clears the cookie with the same attributes', async () => {
    const { lines } = await ask('https://api.example.com', `/clear/${name}`);
    expect(lines).toEqual([
      `${expected.secureName}=; Max-Age=0; Path=${expected.path}; HttpOnly; Secure; SameSite=${expected.sameSite}`,
    ]);
  });

  it('reads the cookie only under its expected name and ignores an empty value', async () => {
    const https = 'https://api.example.com';
    expect((await ask(https, `/read/${name}`, `${expected.secureName}=v`)).body).toEqual({ value: 'v' });
    expect((await ask(https, `/read/${name}`, `${expected.name}=v`)).body).toEqual({ value: null });
    expect((await ask(https, `/read/${name}`, `${expected.secureName}=`)).body).toEqual({ value: null });
    expect((await ask('http://localhost:4000', `/read/${name}`, `${expected.name}=v`)).body).toEqual({
      value: 'v',
    });
  });
});
